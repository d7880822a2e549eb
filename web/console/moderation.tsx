import { useMemo } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import type { CallOutput } from '../../contract/call.ts';
import {
  type ModeratedRow,
  type moderationQueueList,
  type moderationList,
  moderationQueues,
} from '../../contract/operator/moderation.ts';
import { reportKindNames } from '../../contract/report-reasons.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { page } from '../portal/route-record.ts';
import { momentText } from '../ui/time.ts';
import type { Filter } from './ui/filters.tsx';
import { type Column, ListPage } from './ui/list-page.tsx';
import type { ListQuery } from './ui/list-query.ts';
import { Loaded } from './ui/loaded.tsx';

export const handle = page({
  name: 'console-moderation',
  title: '内容审核',
  ground: 'mist',
  bare: true,
  unlisted: true,
});

type Queues = CallOutput<typeof moderationQueueList>['queues'];

const filtersOf = (queues: Queues): readonly Filter[] => [
  {
    kind: 'tabs',
    name: 'queue',
    label: '按队列筛选',
    // An address always names its queue: without one it leads to where something waits.
    fallback: '',
    options: queues.map(({ queue, count }) => ({ value: queue, label: moderationQueues[queue], count })),
  },
];

const columns: Column<ModeratedRow>[] = [
  { title: '类型', width: 72, render: (_, { kind }) => reportKindNames[kind] },
  {
    title: '内容',
    opens: true,
    render: (_, { kind, title, content }) => (
      <span className="clip2">{kind === 'topic' || kind === 'case' ? title : content || title}</span>
    ),
  },
  {
    title: '所在',
    width: 240,
    render: (_, { kind, title }) => (kind === 'comment' || kind === 'message' ? title : ''),
  },
  { title: '作者', width: 144, dataIndex: 'author' },
  { title: '举报', width: 72, align: 'right', render: (_, { reports }) => reports || '' },
  { title: '时间', width: 184, render: (_, { since }) => momentText(since) },
];

const load = ({ queue, page: number }: ListQuery, quiet: boolean) =>
  send(callAt<typeof moderationList>('/api/operator/moderationList'), { queue, page: number }, { quiet });

const loadCounts = (quiet: boolean) =>
  send(callAt<typeof moderationQueueList>('/api/operator/moderationQueueList'), {}, { quiet });

const head = { title: '内容审核' };

/** What people wrote in public and was held by the word list, reported, or hidden (feature P-04). */
export default function Moderation() {
  const [query] = useSearchParams();
  return (
    <Loaded load={loadCounts} every={30} head={head}>
      {({ queues, first }) =>
        query.get('queue') ? <Queue queues={queues} /> : <Navigate replace to={`?queue=${first}`} />
      }
    </Loaded>
  );
}

function Queue({ queues }: { queues: Queues }) {
  const filters = useMemo(() => filtersOf(queues), [queues]);
  return (
    <ListPage
      title={head.title}
      filters={filters}
      columns={columns}
      rowKey={({ kind, id }) => `${kind}:${id}`}
      to={({ kind, id }) => `/console/moderation/${kind}/${id}`}
      waits={({ since }, { queue }) => (queue === 'hidden' ? null : since)}
      claims="content"
      load={load}
      pageSize={20}
      every={30}
      empty={({ queue }) =>
        queue === 'hidden' ? '没有隐藏的内容' : queue === 'reported' ? '没有待处理的举报' : '没有等待审核的内容'
      }
    />
  );
}
