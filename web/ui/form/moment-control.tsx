import styles from './form.module.css';
import { described } from './frame.tsx';
import type { ControlProps } from './text-control.tsx';

/** Moments are entered and shown in Asia/Shanghai, which has no daylight saving (rulings §1). */
const offset = 8 * 60 * 60 * 1000;

/** Milliseconds since 1970 → `2026-11-22T18:00`. */
export function toLocal(moment: number): string {
  return new Date(moment + offset).toISOString().slice(0, 16);
}

/** `2026-11-22T18:00` → milliseconds since 1970; NaN when incomplete. */
export function fromLocal(local: string): number {
  return Date.parse(`${local}:00Z`) - offset;
}

const day = 24 * 60 * 60 * 1000;

/** A day and a minute, with the usual distances at one press. */
export function MomentControl({
  id,
  value,
  onChange,
  error,
  required,
  now,
  ahead = [],
}: ControlProps<string> & { required?: boolean; now: number; ahead?: readonly number[] }) {
  const evening = (days: number) => `${toLocal(now + days * day).slice(0, 10)}T18:00`;
  return (
    <>
      <div className={[styles.box, styles.short, error && styles.wrong].filter(Boolean).join(' ')}>
        <input
          id={id}
          name={id}
          type="datetime-local"
          value={value}
          min={toLocal(now)}
          aria-required={required || undefined}
          {...described(id, error)}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      {ahead.length > 0 && (
        <div className={styles.ahead}>
          {ahead.map((days) => (
            <button
              key={days}
              type="button"
              aria-pressed={value === evening(days)}
              onClick={() => onChange(evening(days))}
            >
              {days}天后
            </button>
          ))}
        </div>
      )}
    </>
  );
}
