import { Descriptions, Table, type TableColumnType } from 'antd';
import type { ReactElement, ReactNode } from 'react';
import styles from '../sheet.module.css';

/** A card of a page that shows one thing. */
export function SheetCard({
  title,
  note,
  wide,
  children,
}: {
  title: string;
  note?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <section className={wide ? `${styles.card} ${styles.wide}` : styles.card} aria-label={title}>
      <h2>
        {title}
        {note && <small>{note}</small>}
      </h2>
      {children}
    </section>
  );
}

export function Facts({ facts }: { facts: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <Descriptions
      size="small"
      column={1}
      styles={{ label: { minWidth: 96, whiteSpace: 'nowrap' } }}
      items={facts.map(([label, value]) => ({ key: label, label, children: value }))}
    />
  );
}

/** Pixels that a column which takes what is left needs at least: five characters in a line. */
const leastWidth = 96;

/** Where the card is narrower than its columns, the table scrolls within it: squeezed, they would hold a character a line. */
const least = (columns: readonly { width?: number | string }[]): number =>
  columns.reduce((sum, { width }) => sum + (typeof width === 'number' ? width : leastWidth), 0);

/** A short table in a card; says so when it is empty. */
export function SmallTable<Row extends object>({
  label,
  rows,
  columns,
  rowKey,
  empty,
  minWidth = least(columns),
}: {
  label: string;
  rows: readonly Row[];
  columns: TableColumnType<Row>[];
  rowKey: (row: Row) => string;
  /** words for a card among others, a face of its own for what is all there is */
  empty: string | ReactElement;
  /** where its words need more room than that */
  minWidth?: number;
}) {
  if (rows.length === 0) return typeof empty === 'string' ? <p className={styles.quiet}>{empty}</p> : empty;
  return (
    <Table<Row>
      size="small"
      aria-label={label}
      columns={columns}
      dataSource={rows as Row[]}
      rowKey={rowKey}
      pagination={false}
      scroll={{ x: minWidth }}
    />
  );
}
