import { useRef } from 'react';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';
import form from './form.module.css';
import { readRows, type Row, wiredRows } from './form-values.ts';
import styles from './rows-control.module.css';
import type { ControlProps } from './text-control.tsx';

const longest = 50;

/** Rows of short texts, as JSON: added, taken away, moved up and down, with the keyboard alone. Stands in a group frame. */
export function RowsControl({
  id,
  value,
  onChange,
  error,
  columns,
  max,
}: ControlProps<string> & { columns: readonly { key: string; label: string }[]; max: number }) {
  const list = useRef<HTMLOListElement>(null);
  const blank: Row = Object.fromEntries(columns.map(({ key }) => [key, '']));
  const kept = readRows(value);
  const rows = kept.length === 0 ? [blank] : kept;

  const write = (next: readonly Row[]) => onChange(wiredRows(next));
  /** What is focused moves along with its row. */
  const focus = (row: number, what: string) =>
    requestAnimationFrame(() =>
      list.current?.children[row]?.querySelector<HTMLElement>(`[data-part="${what}"]`)?.focus(),
    );

  function move(from: number, by: -1 | 1) {
    const to = from + by;
    const [row, other] = [rows[from], rows[to]];
    if (!row || !other) return;
    write(rows.with(from, other).with(to, row));
    focus(to, by < 0 ? 'up' : 'down');
  }

  return (
    <>
      <ol ref={list} className={styles.rows}>
        {rows.map((row, index) => (
          <li key={index}>
            {columns.map(({ key, label }, column) => (
              <label key={key} className={styles.cell}>
                <span>{label}</span>
                <input
                  id={index === 0 && column === 0 ? id : undefined}
                  data-part={key}
                  className={error && !row[key]?.trim() ? styles.wrong : undefined}
                  aria-label={`第${index + 1}行${label}`}
                  aria-invalid={(error && !row[key]?.trim()) || undefined}
                  value={row[key] ?? ''}
                  maxLength={longest}
                  onChange={(event) => write(rows.with(index, { ...row, [key]: event.target.value }))}
                  onKeyDown={(event) => {
                    if (event.key !== 'Enter') return;
                    // Whoever types a list goes on to its next row; the form is not sent by it.
                    event.preventDefault();
                    if (index === rows.length - 1 && rows.length < max) write([...rows, blank]);
                    focus(index + 1, columns[0]?.key ?? '');
                  }}
                />
              </label>
            ))}
            <span className={styles.tools}>
              <button
                type="button"
                data-part="up"
                aria-label={`第${index + 1}行上移`}
                aria-disabled={index === 0}
                onClick={() => move(index, -1)}
              >
                <Icon name="down" className={styles.up} />
              </button>
              <button
                type="button"
                data-part="down"
                aria-label={`第${index + 1}行下移`}
                aria-disabled={index === rows.length - 1}
                onClick={() => move(index, 1)}
              >
                <Icon name="down" />
              </button>
              <button
                type="button"
                data-part="remove"
                aria-label={`删除第${index + 1}行`}
                onClick={() => {
                  write(rows.filter((_, at) => at !== index));
                  focus(Math.max(0, index - 1), 'remove');
                }}
              >
                <Icon name="x" />
              </button>
            </span>
          </li>
        ))}
      </ol>
      {rows.length < max ? (
        <Button
          icon="plus"
          size="small"
          onClick={() => {
            write([...rows, blank]);
            focus(rows.length, columns[0]?.key ?? '');
          }}
        >
          加一行
        </Button>
      ) : (
        <p className={form.help}>最多 {max} 行</p>
      )}
    </>
  );
}
