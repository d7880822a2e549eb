import { Button } from 'antd';
import { useCallback, useState } from 'react';
import type { LedgerProof, ledgerProofs, proveLedger } from '../../contract/operator/ledger.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { page } from '../portal/route-record.ts';
import { Link } from '../ui/link.tsx';
import { momentText } from '../ui/time.ts';
import { toast } from '../ui/toast.tsx';
import { useSending } from '../ui/use-sending.ts';
import { DisputedPayments } from './disputed-payments.tsx';
import { useDesk } from './layout.tsx';
import { Proof, verdictOf } from './ledger/proof.tsx';
import { DetailDrawer } from './ui/detail-drawer.tsx';
import { type Column, ListPage } from './ui/list-page.tsx';
import { type ListQuery, useOpened } from './ui/list-query.ts';
import { Loaded } from './ui/loaded.tsx';
import { SheetCard } from './ui/sheet.tsx';

export const handle = page({ name: 'console-ledger', title: '账务核对', ground: 'mist', bare: true, unlisted: true });

const proofs = callAt<typeof ledgerProofs>('/api/operator/ledgerProofList');

const load = ({ page: number }: ListQuery, quiet: boolean) => send(proofs, { page: number }, { quiet });

/** One of them; undefined when it is none. */
const one = async (id: string) => {
  const reply = await send(proofs, { id });
  return reply.ok ? { ...reply, data: reply.data[0] } : reply;
};

const columns: Column<LedgerProof>[] = [
  { title: '时间', width: 200, opens: true, render: (_, { create_time }) => momentText(create_time) },
  { title: '由谁', width: 160, render: (_, { trigger, askedBy }) => (trigger === 'nightly' ? '每日自动' : askedBy) },
  {
    title: '结果',
    render: (_, proof) => (
      <span style={proof.finish_time === null || proof.findingCount > 0 ? { color: 'var(--danger)' } : undefined}>
        {verdictOf(proof)}
      </span>
    ),
  },
  { title: '分录', width: 120, align: 'right', render: (_, { counts }) => counts.entries },
  { title: '用时', width: 120, align: 'right', render: (_, { seconds }) => `${seconds} 秒` },
];

/** Proofs of the ledger: every night, and whenever an operator asks (feature P-05). */
export default function Ledger() {
  const [busy, once] = useSending();
  const [made, setMade] = useState(0);
  const { reload: recount } = useDesk();
  const opened = useOpened();

  async function prove() {
    const reply = await once(() => send(callAt<typeof proveLedger>('/api/operator/ledgerProve'), {}));
    if (!reply) return;
    if (!reply.ok) return toast(reply.message, 'failure');
    if (reply.data.findingCount === 0) toast('核对完成，账目相符');
    else toast(`核对完成，发现 ${reply.data.findingCount} 处不符`, 'failure');
    setMade((count) => count + 1);
    recount();
  }

  return (
    <ListPage
      title="账务核对"
      note="每天凌晨三点自动核对一次全部账目，也可以随时核对。核对只读数据，不影响交易。"
      extra={
        <>
          <Link to="/console/statement">通道对账</Link>
          <Button type="primary" loading={busy} onClick={() => void prove()}>
            立即核对
          </Button>
        </>
      }
      above={
        <>
          <DisputedPayments onSettled={recount} />
          <Newest key={made} />
        </>
      }
      columns={columns}
      rowKey={({ id }) => id}
      to={({ id }) => opened.to(id)}
      load={load}
      pageSize={10}
      version={made}
      empty="还没有核对过"
      emptyIcon="shield"
    >
      <DetailDrawer id={opened.id} title="核对结果" width={960} load={one} onClose={opened.close}>
        {(proof) => (proof ? <Proof proof={proof} /> : <p>没有找到这次核对</p>)}
      </DetailDrawer>
    </ListPage>
  );
}

function Newest() {
  const newest = useCallback(() => send(proofs, { pageSize: 1 }), []);
  return (
    <Loaded load={newest}>
      {([proof]) =>
        proof && (
          <SheetCard title="最近一次核对" wide>
            <Proof proof={proof} />
          </SheetCard>
        )
      }
    </Loaded>
  );
}
