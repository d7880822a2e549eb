import { Button, Space } from 'antd';
import { useCallback } from 'react';
import { errorKinds } from '../../contract/errors.ts';
import { accountKinds, type bookEntries, type exportBook, movementNames } from '../../contract/operator/book.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { page } from '../portal/route-record.ts';
import { Link } from '../ui/link.tsx';
import { Empty, Failed, Skeleton } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { useSending } from '../ui/use-sending.ts';
import { BookTable } from './book/book-table.tsx';
import styles from './sheet.module.css';
import { type Filter, Filters } from './ui/filters.tsx';
import { type ListQuery, useListQuery } from './ui/list-query.ts';
import { Unfit } from './ui/loaded.tsx';
import { PageHead } from './ui/page-head.tsx';
import { useLoad } from './ui/use-load.ts';

export const handle = page({ name: 'console-book', title: '账本', ground: 'mist', bare: true, unlisted: true });

const choices = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

const filters: readonly Filter[] = [
  { kind: 'select', name: 'kind', label: '账户类别', options: choices(accountKinds) },
  { kind: 'select', name: 'movement', label: '业务', options: choices(movementNames) },
  { kind: 'search', name: 'demandNid', label: '订单编号' },
  { kind: 'days', from: 'from', until: 'to', label: '日期' },
];
const none: ListQuery = {};

/** The ledger as it is written, by account, order, person and day (feature P-05). */
export default function Book() {
  const { values, change, to } = useListQuery(none);
  const {
    account = '',
    kind = '',
    movement = '',
    demandNid = '',
    userId = '',
    from = '',
    to: until = '',
    after = '',
  } = values;
  const [busy, once] = useSending();
  const asked = JSON.stringify({ account, kind, movement, demandNid, userId, from, to: until });
  const load = useCallback(
    () =>
      send(callAt<typeof bookEntries>('/api/operator/bookEntries'), {
        ...(JSON.parse(asked) as Record<string, never>),
        after,
      }),
    [asked, after],
  );
  async function download() {
    const reply = await once(() =>
      send(callAt<typeof exportBook>('/api/operator/bookExport'), JSON.parse(asked) as Record<string, never>),
    );
    if (reply?.ok) location.assign(reply.data.url);
    else if (reply) toast(reply.message, 'failure');
  }
  const { answer, failed, loading, reload } = useLoad(load);
  const found = loading ? undefined : answer?.data;
  const narrowed = account !== '' || userId !== '';
  return (
    <div className={styles.stack}>
      <PageHead
        title="账本"
        note={narrowed ? (found?.of ? `只看 ${found.of}` : '只看一个账户') : '每一笔资金变动的分录，新的在前'}
        extra={
          <>
            {narrowed && <Link to="/console/book">看全部</Link>}
            <Link to="/console/statement">通道对账</Link>
            <Button loading={busy} onClick={() => void download()}>
              导出 CSV
            </Button>
          </>
        }
      />
      <section className={styles.card} aria-label="分录" aria-busy={loading}>
        <Filters filters={filters} values={values} onChange={(changes) => change({ ...changes, after: '' })} />
        {failed?.code === errorKinds.invalid_input.code && !loading ? (
          <Unfit text={failed.message} />
        ) : failed && !loading ? (
          <Failed text={failed.message} onRetry={reload} />
        ) : !answer ? (
          <div role="status" aria-label="正在加载">
            <Skeleton lines={6} />
          </div>
        ) : answer.data.entries.length === 0 ? (
          <Empty icon="list" text="没有符合条件的分录" />
        ) : (
          <>
            <BookTable entries={answer.data.entries} />
            <nav aria-label="翻页" style={{ marginTop: 12 }}>
              <Space>
                {after && <Link to={to({ after: '' })}>回到最新</Link>}
                {answer.data.next && <Link to={to({ after: answer.data.next })}>更早的 50 条</Link>}
              </Space>
            </nav>
          </>
        )}
      </section>
    </div>
  );
}
