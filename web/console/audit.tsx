import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { AuditCheck, auditChecks, AuditEntry, auditList, auditVerify } from '../../contract/operator/audit.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { page } from '../portal/route-record.ts';
import { momentText } from '../ui/time.ts';
import { toast } from '../ui/toast.tsx';
import { useSending } from '../ui/use-sending.ts';
import { Changes, DeedName } from './audit/deed.tsx';
import { WholeEntry } from './audit/entry.tsx';
import { useAuditFilters } from './audit/filters.ts';
import { DetailDrawer } from './ui/detail-drawer.tsx';
import { type Column, ListPage } from './ui/list-page.tsx';
import { type ListQuery, useOpened } from './ui/list-query.ts';
import { Two } from './ui/two.tsx';
import { useLoad } from './ui/use-load.ts';

export const handle = page({ name: 'console-audit', title: '审计', ground: 'mist', bare: true, unlisted: true });

const list = callAt<typeof auditList>('/api/operator/auditList');

const load = ({ person, action, kind, subject, from, to, page: number }: ListQuery, quiet: boolean) =>
  send(list, { person, action, kind, subject, from, to, page: number }, { quiet });

/** One of them; undefined when it is none. */
const one = async (number: string) => {
  const reply = await send(list, { number });
  return reply.ok ? { ...reply, data: reply.data[0] } : reply;
};

const loadChecks = (quiet: boolean) => send(callAt<typeof auditChecks>('/api/operator/auditChecks'), {}, { quiet });

const columns: Column<AuditEntry>[] = [
  {
    title: '时间',
    width: 176,
    opens: true,
    render: (_, { time, number }) => <Two second={`第 ${number} 条`}>{momentText(time)}</Two>,
  },
  {
    title: '操作人',
    width: 184,
    render: (_, { by, address }) => <Two second={address}>{by}</Two>,
  },
  { title: '操作', width: 216, render: (_, entry) => <DeedName entry={entry} /> },
  { title: '改动', render: (_, entry) => <Changes entry={entry} /> },
  { title: '原因', width: 184, dataIndex: 'why' },
];

/** What operators did, newest first, and whether its chain of hashes is whole (features P-06, Z-16). */
export default function Audit() {
  const [query] = useSearchParams();
  const filters = useAuditFilters(query.get('person'));
  const opened = useOpened();
  const { answer, reload } = useLoad(loadChecks);
  const [busy, once] = useSending();
  const [made, setMade] = useState(0);

  async function verify() {
    const reply = await once(() => send(callAt<typeof auditVerify>('/api/operator/auditVerify'), {}));
    if (!reply) return;
    if (!reply.ok) return toast(reply.message, 'failure');
    const { entries, brokenAt, fault } = reply.data;
    if (brokenAt === null) toast(`校验完成，${entries} 条记录完好`);
    else toast(`第 ${brokenAt} 条有问题：${fault}`, 'failure');
    setMade((count) => count + 1);
    reload();
  }

  return (
    <ListPage
      title="审计"
      note="每一条记录都带着前一条的哈希，任何角色都不能修改或删除。每天凌晨三点自动校验一次。"
      extra={
        <Button type="primary" loading={busy} onClick={() => void verify()}>
          立即校验
        </Button>
      }
      above={answer && <LastCheck check={answer.data.checks[0]} entries={answer.data.entries} />}
      filters={filters}
      columns={columns}
      rowKey={({ number }) => String(number)}
      to={({ number }) => opened.to(String(number))}
      load={load}
      pageSize={20}
      version={made}
      empty="没有符合条件的记录"
      emptyIcon="search"
    >
      <DetailDrawer id={opened.id} title="操作记录" width={880} load={one} onClose={opened.close}>
        {(entry) => (entry ? <WholeEntry entry={entry} /> : <p>没有这一条记录</p>)}
      </DetailDrawer>
    </ListPage>
  );
}

/** How far the chain was verified last, and what was found. */
function LastCheck({ check, entries }: { check: AuditCheck | undefined; entries: number }) {
  if (!check) return <Alert type="info" showIcon title={`还没有校验过，一共 ${entries} 条记录`} />;
  const { time, by, entries: checked, hash, brokenAt, fault } = check;
  const whole = brokenAt === null;
  const since = entries - checked;
  return (
    <section aria-label="最近一次校验">
      <Alert
        type={whole ? 'success' : 'error'}
        showIcon
        title={
          <>
            最近一次校验（{momentText(time)}，{by || '每日自动'}）：
            {!whole
              ? `第 ${brokenAt} 条有问题，${fault}`
              : checked > 0
                ? `第 1 到 ${checked} 条完好`
                : '当时还没有记录'}
            {whole && since > 0 && `，之后新增 ${since} 条`}
            {checked > 0 && (
              <>
                。末条哈希 <code title={hash}>{hash.slice(0, 12)}…</code>
              </>
            )}
          </>
        }
      />
    </section>
  );
}
