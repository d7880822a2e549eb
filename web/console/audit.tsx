import { Button, Descriptions } from 'antd';
import { useState } from 'react';
import type { AuditCheck, auditChecks, AuditEntry, auditList, auditVerify } from '../../contract/operator/audit.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { page } from '../portal/route-record.ts';
import { momentText } from '../ui/time.ts';
import { toast } from '../ui/toast.tsx';
import { useSending } from '../ui/use-sending.ts';
import type { Filter } from './ui/filters.tsx';
import { type Column, ListPage } from './ui/list-page.tsx';
import type { ListQuery } from './ui/list-query.ts';
import { Two } from './ui/two.tsx';
import { useLoad } from './ui/use-load.ts';

export const handle = page({ name: 'console-audit', title: '审计', ground: 'mist', bare: true, unlisted: true });

const filters: readonly Filter[] = [
  { kind: 'search', name: 'person', label: '操作人' },
  { kind: 'search', name: 'action', label: '操作，如 withdrawal' },
  { kind: 'search', name: 'subject', label: '对象编号' },
  { kind: 'days', from: 'from', until: 'to', label: '日期' },
];

const load = (query: ListQuery, quiet: boolean) => {
  const { person, action, subject, from, to, page: number } = query;
  return send(
    callAt<typeof auditList>('/api/operator/auditList'),
    { person, action, subject, from, to, page: number },
    { quiet },
  );
};
const loadChecks = (quiet: boolean) => send(callAt<typeof auditChecks>('/api/operator/auditChecks'), {}, { quiet });

/** `{"status":0}` → `status 0`, a line for each. */
function States({ json }: { json: string }) {
  const states = Object.entries(JSON.parse(json) as Record<string, unknown>);
  return states.map(([name, value]) => (
    <div key={name}>
      {name}：{Array.isArray(value) ? value.join('、') : String(value)}
    </div>
  ));
}

const columns: Column<AuditEntry>[] = [
  { title: '序号', dataIndex: 'number', width: 72 },
  { title: '时间', width: 150, render: (_, { time }) => momentText(time) },
  {
    title: '操作人',
    width: 200,
    render: (_, { by, address, device }) => <Two second={[address, device].filter(Boolean).join('，')}>{by}</Two>,
  },
  {
    title: '操作',
    width: 220,
    render: (_, { action, subjectKind, subjectId }) => <Two second={`${subjectKind}:${subjectId}`}>{action}</Two>,
  },
  { title: '之前', render: (_, { before }) => <States json={before} /> },
  { title: '之后', render: (_, { after }) => <States json={after} /> },
  { title: '原因', dataIndex: 'why' },
  { title: '哈希', width: 120, render: (_, { hash }) => <code title={hash}>{hash.slice(0, 12)}…</code> },
];

/** What operators did, newest first, and whether its chain of hashes is whole (features P-06, Z-16). */
export default function Audit() {
  const { answer, reload } = useLoad(loadChecks);
  const [busy, once] = useSending();
  const [made, setMade] = useState(0);
  const last = answer?.data.checks[0];

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
      filters={filters}
      columns={columns}
      rowKey={({ number }) => String(number)}
      load={load}
      pageSize={20}
      version={made}
      minWidth={1180}
      empty="没有符合条件的记录"
    >
      {last && <LastCheck check={last} />}
    </ListPage>
  );
}

function LastCheck({ check: { time, by, entries, hash, brokenAt, fault } }: { check: AuditCheck }) {
  const items = [
    { key: 'time', label: '时间', children: `${momentText(time)}，${by || '每日自动'}` },
    { key: 'entries', label: '校验到', children: `第 ${entries} 条` },
    { key: 'result', label: '结果', children: brokenAt === null ? '完好' : `第 ${brokenAt} 条：${fault}` },
    { key: 'hash', label: '末条哈希', children: <code>{hash}</code> },
  ];
  return (
    <section aria-label="最近一次校验">
      <Descriptions title="最近一次校验" size="small" column={1} bordered items={items} />
    </section>
  );
}
