import type { BookEntry } from '../../../contract/operator/book.ts';
import { Link } from '../../ui/link.tsx';
import { momentText, yuan } from '../../ui/time.ts';
import { DeskLink } from '../ui/desk-link.tsx';
import { SmallTable } from '../ui/sheet.tsx';
import { Two } from '../ui/two.tsx';

/** Entries of the ledger as they are written. */
export function BookTable({ entries }: { entries: readonly BookEntry[] }) {
  return (
    <SmallTable
      label="账本分录"
      rows={entries}
      columns={[
        { title: '时间', width: 172, render: (_, { time }) => momentText(time) },
        {
          title: '账户',
          render: (_, { account, accountName, stripe }) => (
            <Two second={stripe === null ? undefined : `分户 ${stripe}`}>
              <Link to={`/console/book?account=${encodeURIComponent(account)}`}>{accountName}</Link>
            </Two>
          ),
        },
        { title: '业务', width: 112, dataIndex: 'movementName' },
        { title: '金额', align: 'right', width: 136, render: (_, { amount }) => yuan(amount) },
        { title: '余额', align: 'right', width: 136, render: (_, { balance }) => yuan(balance) },
        {
          title: '单号和说明',
          render: (_, { demandNid, withdrawal, memo }) => (
            <Two second={memo}>
              {demandNid && <Link to={`/console/orders/${demandNid}`}>{demandNid}</Link>}
              {withdrawal && <DeskLink to={`/console/withdrawals/${withdrawal.id}`}>{withdrawal.number}</DeskLink>}
            </Two>
          ),
        },
      ]}
      rowKey={({ transactionId, account, stripe }) => `${transactionId} ${account} ${stripe}`}
      empty="没有分录"
      minWidth={960}
    />
  );
}
