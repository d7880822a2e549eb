import { type ModeratedRow, type moderationList, moderationQueues } from '../../contract/operator/moderation.ts';
import { reportKindNames } from '../../contract/report-reasons.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { page } from '../portal/route-record.ts';
import { momentText } from '../ui/time.ts';
import type { Column } from './ui/list-page.tsx';
import type { ListQuery } from './ui/list-query.ts';
import { QueuePage } from './ui/queue-page.tsx';
import { Two } from './ui/two.tsx';

export const handle = page({
  name: 'console-moderation',
  title: '内容审核',
  ground: 'mist',
  bare: true,
  unlisted: true,
});

const tabs = {
  name: 'queue',
  label: '按队列筛选',
  options: Object.entries(moderationQueues).map(([value, label]) => ({ value, label })),
};

const settled = ({ queue }: ListQuery): boolean => queue === 'hidden';
const waits = (query: ListQuery): boolean => !settled(query);

const columns: Column<ModeratedRow>[] = [
  { title: '类型', width: 72, render: (_, { kind }) => reportKindNames[kind] },
  {
    title: '内容',
    opens: true,
    render: (_, { kind, title, content }) => (
      <span className="clip2">{kind === 'topic' || kind === 'case' ? title : content || '一条消息，打开后查看'}</span>
    ),
  },
  {
    title: '所在',
    width: 176,
    render: (_, { kind, title }) => (kind === 'comment' || kind === 'message' ? title : ''),
  },
  { title: '作者', width: 144, dataIndex: 'author' },
  { title: '举报', width: 72, align: 'right', when: waits, render: (_, { reports }) => reports || '' },
  { title: '时间', width: 184, when: waits, render: (_, { since }) => momentText(since) },
  {
    title: '隐藏的原因',
    when: settled,
    render: (_, { hidden }) => <span className="clip2">{hidden?.reason}</span>,
  },
  {
    title: '隐藏',
    width: 184,
    when: settled,
    render: (_, { hidden }) =>
      hidden && <Two second={hidden.time !== null && momentText(hidden.time)}>{hidden.by}</Two>,
  },
];

const load = ({ queue, page: number }: ListQuery, quiet: boolean) =>
  send(callAt<typeof moderationList>('/api/operator/moderationList'), { queue, page: number }, { quiet });

/** What people wrote in public and was held by the word list, reported, or hidden (feature P-04). */
export default function Moderation() {
  return (
    <QueuePage
      part="moderation"
      title="内容审核"
      tabs={tabs}
      columns={columns}
      rowKey={({ kind, id }) => `${kind}:${id}`}
      to={({ kind, id }) => `/console/moderation/${kind}/${id}`}
      waits={({ since }, query) => (waits(query) ? since : null)}
      claims="content"
      load={load}
      pageSize={20}
      empty={({ queue }) =>
        queue === 'hidden' ? '没有隐藏的内容' : queue === 'reported' ? '没有待处理的举报' : '没有等待审核的内容'
      }
    />
  );
}
