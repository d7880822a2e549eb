import { SelectControl } from './choice-control.tsx';
import styles from './form.module.css';
import type { ControlProps } from './text-control.tsx';

export interface Areas {
  provice: readonly { id: string; name: string }[];
  city: Readonly<Record<string, readonly { id: string; name: string }[]>>;
}

const options = (list: readonly { id: string; name: string }[] = []) =>
  list.map(({ id, name }) => ({ value: id, label: name }));

/** Province, then city: a pair of codes, or nothing. `areas` is undefined while it is being fetched. */
export function RegionControl({
  id,
  value,
  onChange,
  error,
  areas,
}: ControlProps<string[]> & { areas: Areas | undefined }) {
  const [province = '', city = ''] = value;
  return (
    <div className={styles.pair}>
      <SelectControl
        id={id}
        label="省份"
        value={province}
        error={error}
        placeholder={areas ? '省份' : '正在加载…'}
        disabled={!areas}
        options={options(areas?.provice)}
        onChange={(next) => onChange(next ? [next] : [])}
      />
      <SelectControl
        id={`${id}-city`}
        label="城市"
        value={city}
        placeholder="城市"
        disabled={!areas || province === ''}
        options={options(areas?.city[province])}
        onChange={(next) => onChange(next ? [province, next] : [province])}
      />
    </div>
  );
}

/** The names of a pair of codes; codes that are unknown, or not fetched yet, are left out. */
export function areaNames(areas: Areas | undefined, [province = '', city = '']: readonly string[]): string[] {
  const names = [
    areas?.provice.find((area) => area.id === province)?.name,
    areas?.city[province]?.find((area) => area.id === city)?.name,
  ];
  return names.filter((name) => name !== undefined);
}
