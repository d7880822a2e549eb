import { plainNumber } from '../../../contract/typed-number.ts';
import { described } from './frame.tsx';
import styles from './percent-control.module.css';
import type { ControlProps } from './text-control.tsx';

/** A whole number of percent: moved with a thumb, or typed beside it. What is typed is not bent. */
export function PercentControl({
  id,
  label,
  value,
  onChange,
  error,
  least = 0,
}: ControlProps<string> & {
  /** of the slider; the box carries the frame's */
  label: string;
  /** the slider goes no lower */
  least?: number;
}) {
  const plain = plainNumber(value);
  const number = /^\d{1,3}$/.test(plain) ? Math.min(100, Number(plain)) : least;
  return (
    <div className={styles.percent}>
      <input
        type="range"
        aria-label={label}
        min={least}
        max={100}
        step={1}
        value={Math.max(least, number)}
        aria-valuetext={`${number}%`}
        style={
          {
            '--part': `${((Math.max(least, number) - least) / Math.max(1, 100 - least)) * 100}%`,
          } as React.CSSProperties
        }
        onChange={(event) => onChange(event.target.value)}
      />
      <span className={[styles.box, error && styles.wrong].filter(Boolean).join(' ')}>
        <input
          id={id}
          name={id}
          value={value}
          inputMode="numeric"
          autoComplete="off"
          aria-required
          onChange={(event) => onChange(event.target.value)}
          {...described(id, error)}
        />
        <span aria-hidden="true">%</span>
      </span>
    </div>
  );
}
