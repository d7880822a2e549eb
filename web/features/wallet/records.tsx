import { useState } from 'react';
import { transactionTypeNames } from '../../../contract/statuses.ts';
import { downloadFile } from '../../client/download.ts';
import { Button } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { TabLinks } from '../../ui/tab-links.tsx';
import { momentText, yuan } from '../../ui/time.ts';
import { toast } from '../../ui/toast.tsx';
import { useSending } from '../../ui/use-sending.ts';
import styles from './wallet.module.css';
import type { MoneyRecord } from './wire.ts';

/** As in contract/wallet.ts; said here so that the page brings no schema along. */
const exportPath = '/api/account/transactionExport';

export interface Filter {
  type: string;
  from: string;
  to: string;
}

const tabs = [['', '全部'], ...Object.entries(transactionTypeNames)] as const;

const queryOf = (filter: Filter): string =>
  new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== '')).toString();

/** Types as tabs, two days, and the file: all of it stands in the address. */
export function RecordFilter({ filter, onDays }: { filter: Filter; onDays: (from: string, to: string) => void }) {
  const [from, setFrom] = useState(filter.from);
  const [to, setTo] = useState(filter.to);
  const [busy, once] = useSending();
  const dated = filter.from !== '' || filter.to !== '';
  async function save() {
    const { type, ...days } = filter;
    const query = new URLSearchParams(Object.entries({ transaction_type: type, ...days }).filter(([, value]) => value));
    const failure = await once(() => downloadFile(`${exportPath}?${query}`, '收支明细.csv'));
    if (failure) toast(failure, 'failure');
  }
  return (
    <>
      <header className={styles.title}>
        <h2 id="records">收支明细</h2>
        <Button size="small" icon="download" busy={busy} onClick={() => void save()}>
          导出表格
        </Button>
      </header>
      <TabLinks
        label="按类型筛选"
        tabs={tabs}
        current={filter.type}
        to={(type) => `?${queryOf({ ...filter, type })}`}
        ruled
      />
      <form
        className={styles.days}
        onSubmit={(event) => {
          event.preventDefault();
          onDays(from, to);
        }}
      >
        <label>
          从 <input type="date" value={from} max={to || undefined} onChange={(event) => setFrom(event.target.value)} />
        </label>
        <label>
          到 <input type="date" value={to} min={from || undefined} onChange={(event) => setTo(event.target.value)} />
        </label>
        <Button type="submit" size="small">
          筛选
        </Button>
        {dated && (
          <Button
            size="small"
            tone="ghost"
            onClick={() => {
              setFrom('');
              setTo('');
              onDays('', '');
            }}
          >
            清除日期
          </Button>
        )}
      </form>
    </>
  );
}

/** Feature A-02. A number of an order leads to it. */
export function Records({ records }: { records: readonly MoneyRecord[] }) {
  return (
    <table className={styles.records}>
      <caption className="sr">收支明细</caption>
      <thead>
        <tr>
          <th scope="col">时间</th>
          <th scope="col">类型</th>
          <th scope="col">说明</th>
          <th scope="col">金额</th>
          <th scope="col">余额</th>
        </tr>
      </thead>
      <tbody>
        {records.map((record) => (
          <tr key={record.transaction_id}>
            <td data-cell="time">{momentText(record.create_time)}</td>
            <td data-cell="type">{record.typeName}</td>
            <td data-cell="memo">
              {isOrder(record) ? <Link to={`/personal/order/${record.order_id}`}>{record.memo}</Link> : record.memo}
            </td>
            <td data-cell="money" data-in={Number(record.money) > 0 || undefined}>
              {Number(record.money) > 0 && '+'}
              {yuan(record.money)}
            </td>
            <td data-cell="balance">{yuan(record.balance)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Withdrawals have numbers too, which lead nowhere. */
const isOrder = ({ order_id }: MoneyRecord) => order_id !== '' && !order_id.startsWith('TX');
