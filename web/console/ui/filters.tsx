import { DatePicker, Input, Select } from 'antd';
import dayjs from 'dayjs';
import { Link } from '../../ui/link.tsx';
import { useCurrentInRow } from './current-in-row.ts';
import styles from './list-page.module.css';
import { changedQuery, type ListQuery } from './list-query.ts';

interface Choice {
  value: string;
  label: string;
  /** how many wait there */
  count?: number;
}

interface Group {
  label: string;
  options: readonly Choice[];
}

/** What a list can be narrowed by; `name` is the query parameter of the address and of the call. */
export type Filter =
  | { kind: 'tabs'; name: string; label: string; fallback: string; options: readonly Choice[] }
  /** `always`: one of them is chosen whatever the address says */
  | { kind: 'select'; name: string; label: string; options: readonly (Choice | Group)[]; always?: boolean }
  /** `width`: pixels, where there are many filters */
  | { kind: 'search'; name: string; label: string; width?: number }
  /** a day of Shanghai, `2026-11-22` */
  | { kind: 'day'; name: string; label: string }
  /** days of Shanghai, `2026-11-22`, both included */
  | { kind: 'days'; from: string; until: string; label: string };

/** What the filters are when the address does not say. */
export function fallbacksOf(filters: readonly Filter[]): ListQuery {
  return Object.fromEntries(
    filters.flatMap((filter) => (filter.kind === 'tabs' ? [[filter.name, filter.fallback]] : [])),
  );
}

export function Filters({
  filters,
  values,
  onChange,
}: {
  filters: readonly Filter[];
  values: ListQuery;
  onChange: (changes: ListQuery) => void;
}) {
  return (
    <div className={styles.filters} role="search" aria-label="筛选">
      {filters.map((filter) => {
        switch (filter.kind) {
          case 'tabs':
            return <Tabs key={filter.name} filter={filter} values={values} fallbacks={fallbacksOf(filters)} />;
          case 'select':
            return (
              <Select
                key={filter.name}
                aria-label={filter.label}
                placeholder={filter.label}
                allowClear={!filter.always}
                showSearch={filter.options.length > 8 && { optionFilterProp: 'label' }}
                popupMatchSelectWidth={false}
                className={styles.select}
                value={values[filter.name] || undefined}
                options={filter.options.map((one) => ('options' in one ? { ...one, options: [...one.options] } : one))}
                onChange={(value?: string) => onChange({ [filter.name]: value ?? '' })}
              />
            );
          case 'search':
            return (
              <Input.Search
                // Another address brings other words.
                key={`${filter.name}:${values[filter.name] ?? ''}`}
                aria-label={filter.label}
                placeholder={filter.label}
                allowClear
                maxLength={60}
                className={styles.search}
                style={{ width: filter.width }}
                defaultValue={values[filter.name]}
                onSearch={(value) => onChange({ [filter.name]: value.trim() })}
              />
            );
          case 'day':
            return (
              <DatePicker
                key={`day:${filter.name}`}
                aria-label={filter.label}
                placeholder={filter.label}
                allowClear={false}
                // What is chosen elsewhere, among the latest days, stands here as well.
                value={values[filter.name] ? dayjs(values[filter.name]) : null}
                maxDate={dayjs()}
                onChange={(_day, words) => onChange({ [filter.name]: String(words ?? '') })}
              />
            );
          default:
            return <Days key={filter.from} filter={filter} values={values} onChange={onChange} />;
        }
      })}
    </div>
  );
}

/** Links, so that a status opens in another tab as well. */
function Tabs({
  filter: { name, label, options, fallback },
  values,
  fallbacks,
}: {
  filter: Extract<Filter, { kind: 'tabs' }>;
  values: ListQuery;
  fallbacks: ListQuery;
}) {
  const { open: _, page: __, ...kept } = values;
  const to = (value: string) => `?${changedQuery(new URLSearchParams(), { ...kept, [name]: value }, fallbacks)}`;
  const chosen = values[name] ?? fallback;
  // The counts come after the words and make the row longer.
  const counted = options.some(({ count }) => count !== undefined);
  const row = useCurrentInRow<HTMLElement>(`${chosen}:${counted}`);
  return (
    <nav className={styles.tabs} aria-label={label} ref={row}>
      {options.map(({ value, label: words, count }) => (
        <Link key={value} to={to(value)} aria-current={chosen === value ? 'true' : undefined}>
          {words}
          {count !== undefined && <small>{count}</small>}
        </Link>
      ))}
    </nav>
  );
}

function Days({
  filter: { from, until, label },
  values,
  onChange,
}: {
  filter: Extract<Filter, { kind: 'days' }>;
  values: ListQuery;
  onChange: (changes: ListQuery) => void;
}) {
  const day = (name: string) => (values[name] ? dayjs(values[name]) : null);
  return (
    <DatePicker.RangePicker
      aria-label={label}
      allowEmpty
      value={[day(from), day(until)]}
      onChange={(_days, words) => onChange({ [from]: words?.[0] ?? '', [until]: words?.[1] ?? '' })}
    />
  );
}
