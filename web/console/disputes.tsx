import type { CallOutput } from '../../contract/call.ts';
import { disputePhases, type operatorDisputes } from '../../contract/operator/disputes.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { sideNames } from '../features/orders/dispute/record.ts';
import { page } from '../portal/route-record.ts';
import { momentText, yuan } from '../ui/time.ts';
import type { Column } from './ui/list-page.tsx';
import type { ListQuery } from './ui/list-query.ts';
import { QueuePage } from './ui/queue-page.tsx';
import { Two } from './ui/two.tsx';

export const handle = page({ name: 'console-disputes', title: '争议裁决', ground: 'mist', bare: true, unlisted: true });

type Row = CallOutput<typeof operatorDisputes>[number];

const phases = ['ruling', 'evidence', 'negotiation'] as const;

const tabs = {
  name: 'phase',
  label: '按阶段筛选',
  options: phases.map((phase) => ({
    value: phase,
    label: phase === 'ruling' ? '待裁决' : `${disputePhases[phase]}中`,
  })),
};

const load = ({ phase, page: number }: ListQuery, quiet: boolean) =>
  send(callAt<typeof operatorDisputes>('/api/operator/disputeList'), { phase, page: number }, { quiet });

const columns: Column<Row>[] = [
  {
    title: '订单',
    opens: true,
    render: (_, { name, demandNid, demandStatusName }) => (
      <Two second={`${demandNid}，${demandStatusName}`}>{name}</Two>
    ),
  },
  { title: '双方', render: (_, { owner, provider }) => <Two second={`承接方 ${provider}`}>{`发布方 ${owner}`}</Two> },
  { title: '托管中', width: 144, align: 'right', render: (_, { held }) => <b>{yuan(held)}</b> },
  {
    title: '发起',
    width: 192,
    render: (_, { openedBy, since }) => <Two second={momentText(since)}>{sideNames[openedBy]}</Two>,
  },
  {
    title: '本阶段到期',
    width: 192,
    when: ({ phase }) => phase !== 'ruling',
    render: (_, { until }) => until !== null && momentText(until),
  },
];

/** Orders in dispute; those that wait for a ruling are shown first (feature P-05). */
export default function Disputes() {
  return (
    <QueuePage
      part="disputes"
      title="争议裁决"
      tabs={tabs}
      columns={columns}
      rowKey={({ demandNid }) => demandNid}
      to={({ demandNid }) => `/console/disputes/${demandNid}`}
      waits={({ waitsSince }) => waitsSince}
      claims="dispute"
      load={load}
      pageSize={20}
      empty={({ phase }) => (phase === 'ruling' ? '没有等待裁决的争议' : '这个阶段没有争议')}
    />
  );
}
