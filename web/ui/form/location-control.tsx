import type { ComponentType } from 'react';
import { datums } from '../../../contract/fields.ts';
import { narrowed, plainNumber } from '../../../contract/typed-number.ts';
import { Button } from '../button.tsx';
import { SelectControl } from './choice-control.tsx';
import form from './form.module.css';
import styles from './location-control.module.css';
import { type ControlProps, TextControl } from './text-control.tsx';

export interface PointMapProps {
  /** undefined: nothing was chosen yet */
  point: { lat: number; lng: number; datum: string } | undefined;
  /** as Chinese maps have it */
  onPick: (point: { lat: number; lng: number }) => void;
}

/** A map on which a point can be chosen. */
export type PointMap = ComponentType<PointMapProps>;

const names: Readonly<Record<string, string>> = { 'GCJ-02': '高德、腾讯地图', 'WGS-84': 'GPS 设备' };
const options = datums.map((datum) => ({ value: datum, label: `${names[datum] ?? ''}（${datum}）` }));

const rounded = (degrees: number) => String(Math.round(degrees * 1e6) / 1e6);

/** Two numbers that were pasted at once, as maps give them: with the larger one, the longitude, first or second. */
function pairIn(text: string): [lat: string, lng: string] | undefined {
  const [, one, other] = /^\s*(-?\d+(?:\.\d+)?)\s*[,，\s]\s*(-?\d+(?:\.\d+)?)\s*$/.exec(text) ?? [];
  if (one === undefined || other === undefined) return undefined;
  return Number(one) > Number(other) ? [other, one] : [one, other];
}

/** A point, chosen on a map or typed as coordinates: `lat,lng,datum`. Stands in a group frame. */
export function LocationControl({ id, value, onChange, error, map: Map }: ControlProps<string> & { map: PointMap }) {
  const [lat = '', lng = '', datum = datums[0]] = value.split(',');
  const write = (one: string, other: string, system: string) =>
    onChange(one === '' && other === '' ? '' : `${one.trim()},${other.trim()},${system}`);
  const typed = (text: string, rest: (text: string) => void) => {
    const pair = pairIn(narrowed(text));
    // A comma is what the two are kept apart by.
    if (pair) write(pair[0], pair[1], datum);
    else rest(text.replaceAll(/[,，]/g, ''));
  };
  const [north, east] = [Number.parseFloat(plainNumber(lat)), Number.parseFloat(plainNumber(lng))];
  const point = Number.isFinite(north) && Number.isFinite(east) ? { lat: north, lng: east, datum } : undefined;
  return (
    <div className={styles.location}>
      <div className={styles.map}>
        <Map point={point} onPick={(picked) => write(rounded(picked.lat), rounded(picked.lng), datums[0])} />
      </div>
      <div className={styles.typed}>
        <label className={styles.part}>
          <span>纬度</span>
          <TextControl
            id={id}
            value={lat}
            error={error}
            inputMode="decimal"
            placeholder="25.661100"
            onChange={(text) => typed(text, (next) => write(next, lng, datum))}
          />
        </label>
        <label className={styles.part}>
          <span>经度</span>
          <TextControl
            id={`${id}-lng`}
            value={lng}
            inputMode="decimal"
            placeholder="114.765200"
            onChange={(text) => typed(text, (next) => write(lat, next, datum))}
          />
        </label>
        <div className={styles.part}>
          <span aria-hidden="true">坐标系</span>
          <SelectControl
            id={`${id}-datum`}
            label="坐标系"
            value={datum}
            options={options}
            placeholder="坐标系"
            onChange={(next) => write(lat, lng, next || datums[0])}
          />
        </div>
        {value !== '' && (
          <Button tone="ghost" size="small" onClick={() => onChange('')}>
            清除位置
          </Button>
        )}
      </div>
      <p className={form.help}>在图上点一下，或者把地图里复制的坐标整个贴进来，两个数会自己分开。</p>
    </div>
  );
}
