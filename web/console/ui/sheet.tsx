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

/** A short table in a card; says so when it is empty. */
export function SmallTable<Row extends object>({
  label,
  rows,
  columns,
  rowKey,
  empty,
  minWidth,
}: {
  label: string;
  rows: readonly Row[];
  columns: TableColumnType<Row>[];
  rowKey: (row: Row) => string;
  /** words for a card among others, a face of its own for what is all there is */
  empty: string | ReactElement;
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
      scroll={minWidth ? { x: minWidth } : undefined}
    />
  );
}
