import type { ReactNode } from 'react';
import type { Way } from './calls.ts';
import styles from './payments.module.css';

/** The ways to pay as a list to choose from; one that cannot be used says why. `under` stands below a way. */
export function Ways({
  ways,
  chosen,
  onChoose,
  noteOf,
  under,
}: {
  ways: readonly Way[];
  chosen: string | undefined;
  onChoose: (way: Way['way']) => void;
  noteOf?: (way: Way) => ReactNode;
  under?: (way: Way) => ReactNode;
}) {
  return (
    <fieldset className={styles.ways}>
      <legend>支付方式</legend>
      {ways.map((one) => (
        <div key={one.way} data-chosen={one.way === chosen || undefined} data-off={!one.enabled || undefined}>
          <label>
            <input
              type="radio"
              name="way"
              value={one.way}
              checked={one.way === chosen}
              disabled={!one.enabled}
              onChange={() => onChoose(one.way)}
            />
            <span>
              <b>{one.name}</b>
              <small>{one.enabled ? noteOf?.(one) : one.reason}</small>
            </span>
          </label>
          {under?.(one)}
        </div>
      ))}
    </fieldset>
  );
}

/** What is chosen when nobody has chosen: the first that can be used. */
export const firstOf = (ways: readonly Way[]): Way['way'] | undefined => ways.find(({ enabled }) => enabled)?.way;
