import { Button, Pagination, Table, type TableColumnType } from 'antd';
import {
  createContext,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type To, useNavigate } from 'react-router';
import type { Reply } from '../../../contract/call.ts';
import { durationText } from '../../../contract/duration.ts';
import { errorKinds } from '../../../contract/errors.ts';
import type { ClaimKind } from '../../../contract/operator/claims.ts';
import type { IconName } from '../../ui/icon-names.ts';
import { Link } from '../../ui/link.tsx';
import { Empty, Failed, Skeleton } from '../../ui/states.tsx';
import { useShortcuts } from '../../ui/use-shortcuts.ts';
import { useTaken } from './claim.tsx';
import { type Filter, Filters, fallbacksOf } from './filters.tsx';
import styles from './list-page.module.css';
import { type ListQuery, useListQuery } from './list-query.ts';
import { Unfit } from './loaded.tsx';
import { PageHead } from './page-head.tsx';
import { useLoad } from './use-load.ts';

/** antd's column; `sorter: true` with a `key` sorts by the address's `sort` (`money`, `-money`). */
export type Column<Row> = TableColumnType<Row> & {
  /** its cells lead to the row's own screen or drawer */
  opens?: boolean;
  /** by which filters it has something to say; always when left out */
  when?: (query: ListQuery) => boolean;
};

export interface ListPageProps<Row> {
  title: string;
  /** one sentence under the title, where it needs one */
  note?: ReactNode;
  /** what one can do with the whole list */
  extra?: ReactNode;
  filters?: readonly Filter[];
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  /** where a row leads: a screen's path, or `?open=…` of a drawer */
  to?: (row: Row) => To;
  /** must be stable; takes the filters, `page` and `sort` by the names they have in the address */
  load: (query: ListQuery, quiet: boolean) => Promise<Reply<readonly Row[]>>;
  pageSize: number;
  /** said when there is nothing; a function knows by which filters */
  empty: string | ((query: ListQuery) => string);
  emptyIcon?: IconName;
  /** of a queue: since when one waits, in seconds; null for what waits no more */
  waits?: (row: Row, query: ListQuery) => number | null;
  /** of a queue: says in a column of its own who is dealing with what */
  claims?: ClaimKind;
  /** pixels under which the table scrolls sideways instead of getting narrower */
  minWidth?: number;
  /** loads anew every so many seconds */
  every?: number;
  /** changes when something was decided elsewhere: loads anew */
  version?: number;
  /** what beside the rows is told anew with them, when something in them was done */
  onReload?: () => void;
  /** between the head and the rows: what is to be seen before them */
  above?: ReactNode;
  /** drawers and questions that belong to the list */
  children?: ReactNode;
}

const Reload = createContext<() => void>(() => {});

/** Loads the list anew that this stands in: for deeds in its cells and drawers. */
export const useListReload = (): (() => void) => useContext(Reload);

/** Rows that load while one looks at grey ones. */
const bones = 8;

/**
 * A console's list: filters, order and page stand in the address; loading, empty, failed and filled each have their face. J and
 * K go through the rows, Enter opens one.
 */
export function ListPage<Row extends object>(props: ListPageProps<Row>) {
  const { title, note, extra, filters = noFilters, columns, rowKey, to, pageSize, empty, emptyIcon = 'checkc' } = props;
  const { load, every, version, onReload, claims, waits, minWidth = 960, above, children } = props;
  const fallbacks = useMemo(() => fallbacksOf(filters), [filters]);
  const { values, change } = useListQuery(fallbacks);
  // A drawer that opens over the list asks for no other rows.
  const asked = JSON.stringify(Object.entries(values).filter(([name]) => name !== 'open'));
  const loadThese = useCallback(
    (quiet: boolean) => {
      void version;
      return load(Object.fromEntries(JSON.parse(asked) as [string, string][]), quiet);
    },
    [load, asked, version],
  );
  const { answer, failed, loading, reload } = useLoad(loadThese, every);
  const reloadAll = useCallback(() => {
    reload();
    onReload?.();
  }, [reload, onReload]);
  const rows = answer?.data ?? [];
  const takenBy = useTaken(claims, rows.map(rowKey).join(','), answer);
  const table = useRef<HTMLDivElement>(null);
  const walk = useWalk(table);
  const navigate = useNavigate();

  /** A press anywhere on a row opens it, unless it was meant for something in it or marked words to copy. */
  const press = (row: Row) => (event: MouseEvent<HTMLElement>) => {
    if (!to || (event.target as Element).closest('a, button, input, label') || getSelection()?.toString()) return;
    void navigate(to(row), { preventScrollReset: true });
  };

  const sort = values['sort'] ?? '';
  const taken: Column<Row> = {
    title: '处理中',
    key: 'taken',
    width: 96,
    render: (_, row) => takenBy.get(rowKey(row)),
  };
  const standing = columns.filter(({ when }) => when?.(values) ?? true);
  const told: readonly Column<Row>[] = [
    ...standing.filter(({ fixed }) => !fixed),
    ...(answer && waits && rows.some((row) => waits(row, values) !== null)
      ? [agesOf((row: Row) => waits(row, values), answer.at)]
      : []),
    ...standing.filter(({ fixed }) => fixed),
    ...(takenBy.size === 0 ? [] : [taken]),
  ];
  const drawn = told.map(({ opens, when: _, ...column }): TableColumnType<Row> => {
    const { render, key, dataIndex, sorter } = column;
    return {
      ...column,
      ...(sorter && { sortOrder: sort === key ? 'ascend' : sort === `-${String(key)}` ? 'descend' : null }),
      ...(opens &&
        to && {
          render: (value: unknown, row: Row, index: number) => (
            <Link to={to(row)} className={styles.opens} data-opens preventScrollReset>
              {(render ? render(value, row, index) : dataIndex === undefined ? null : String(value)) as ReactNode}
            </Link>
          ),
        }),
    };
  });

  return (
    <Reload value={reloadAll}>
      <PageHead title={title} note={note} extra={extra} />
      {above}
      <section className={styles.list} aria-label={title} aria-busy={loading}>
        {filters.length > 0 && <Filters filters={filters} values={values} onChange={change} />}
        {failed?.code === errorKinds.invalid_input.code && !loading ? (
          <Unfit text={failed.message} />
        ) : failed && !loading ? (
          <Failed text={failed.message} onRetry={reload} />
        ) : !answer ? (
          <div className={styles.bones} role="status" aria-label="正在加载">
            {Array.from({ length: bones }, (_, index) => (
              <Skeleton key={index} height="28px" />
            ))}
          </div>
        ) : rows.length === 0 ? (
          answer.count > 0 ? (
            <Empty
              icon="search"
              text={`这一页没有内容，一共 ${answer.count} 条`}
              action={<Button onClick={() => change({ page: '1' })}>看第一页</Button>}
            />
          ) : (
            <Empty icon={emptyIcon} text={typeof empty === 'string' ? empty : empty(values)} />
          )
        ) : (
          <div ref={table} onFocus={walk.onFocus}>
            <Table<Row>
              size="small"
              aria-label={title}
              columns={drawn}
              dataSource={rows as Row[]}
              rowKey={rowKey}
              loading={loading && { delay: 200 }}
              pagination={false}
              scroll={{ x: minWidth }}
              onRow={(row) => ({ onClick: press(row), className: to && styles.row })}
              onChange={(_page, _filters, sorter) => {
                const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter;
                change({ sort: order ? `${order === 'descend' ? '-' : ''}${String(columnKey)}` : '' });
              }}
            />
            <nav className={styles.foot} aria-label="分页">
              <Pagination
                size="small"
                current={answer.page}
                total={answer.count}
                pageSize={pageSize}
                showSizeChanger={false}
                hideOnSinglePage={false}
                showTotal={(count) => `共 ${count} 条`}
                onChange={(page) => change({ page: String(page) })}
              />
            </nav>
          </div>
        )}
      </section>
      {children}
    </Reload>
  );
}

const agesOf = <Row extends object>(since: (row: Row) => number | null, now: number): Column<Row> => ({
  title: '已等',
  key: 'waited',
  width: 128,
  render: (_, row) => {
    const from = since(row);
    return from !== null && durationText(now - from);
  },
});

const noFilters: readonly Filter[] = [];

/** J and K through the rows that open. */
function useWalk(table: { readonly current: HTMLElement | null }) {
  const [at, setAt] = useState(-1);
  const links = () => [...(table.current?.querySelectorAll<HTMLElement>('[data-opens]') ?? [])];
  const latest = useRef(at);
  useEffect(() => {
    latest.current = at;
  }, [at]);
  const step = (by: 1 | -1) => {
    const all = links();
    all[Math.min(all.length - 1, Math.max(0, latest.current + by))]?.focus();
  };
  useShortcuts({ j: () => step(1), k: () => step(-1) });
  return {
    onFocus: ({ target }: { target: EventTarget }) => {
      const index = links().indexOf(target as HTMLElement);
      if (index >= 0) setAt(index);
    },
  };
}
