import styles from './shortcut-keys.module.css';
import { turnShortcuts, useShortcutsOn } from './use-shortcuts.ts';

/** Which single keys do what on this page, and the switch that turns them off on this device (WCAG 2.1.4). */
export function ShortcutKeys({ keys }: { keys: readonly (readonly [key: string, does: string])[] }) {
  const on = useShortcutsOn();
  return (
    <section className={styles.shortcuts} aria-label="键盘快捷键">
      <label className={styles.switch}>
        <input type="checkbox" role="switch" checked={on} onChange={(event) => turnShortcuts(event.target.checked)} />
        单键快捷键
      </label>
      {on && (
        <dl className={styles.keys}>
          {keys.map(([key, does]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
