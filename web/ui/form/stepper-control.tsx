import { plainNumber } from '../../../contract/typed-number.ts';
import type { ControlProps } from './text-control.tsx';
import { described } from './frame.tsx';
import styles from './stepper.module.css';

/** A whole number between two bounds: typed, or moved by one with a thumb. What is typed is not bent. */
export function StepperControl({
  id,
  label,
  value,
  onChange,
  error,
  unit,
  least = 1,
  most,
  onLeave,
}: ControlProps<string> & { label: string; unit: string; least?: number; most: number; onLeave?: () => void }) {
  const plain = plainNumber(value);
  const number = /^-?\d{1,15}$/.test(plain) ? Number(plain) : undefined;
  const move = (by: number) => onChange(String(Math.min(most, Math.max(least, (number ?? least - by) + by))));
  const step = (by: 1 | -1, sign: string, words: string, off: boolean) => (
    <button type="button" aria-label={`${label}${words}`} aria-controls={id} disabled={off} onClick={() => move(by)}>
      <span aria-hidden="true">{sign}</span>
    </button>
  );
  return (
    <div className={[styles.stepper, error && styles.wrong].filter(Boolean).join(' ')}>
      {step(-1, '−', '减一', number !== undefined && number <= least)}
      <span className={styles.value}>
        <input
          id={id}
          name={id}
          value={value}
          inputMode="numeric"
          autoComplete="off"
          aria-required
          onChange={(event) => onChange(event.target.value)}
          onBlur={onLeave}
          onKeyDown={(event) => {
            const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
            if (by === undefined) return;
            event.preventDefault();
            move(by);
          }}
          {...described(id, error)}
        />
        <span aria-hidden="true">{unit}</span>
      </span>
      {step(1, '+', '加一', number !== undefined && number >= most)}
    </div>
  );
}
