import { Button, Space } from 'antd';
import { useCallback, useState } from 'react';
import { durationText } from '../../contract/duration.ts';
import { deliveriesText, outboxText, quietText } from './health/backlog.ts';
import {
  type Health as HealthData,
  healthReasonField,
  longestTimed,
  type operatorHealth,
  type operatorTroubles,
  type settleTrouble,
  type Trouble,
  troubleId,
  troubleKinds,
} from '../../contract/operator/health.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { page } from '../portal/route-record.ts';
import { Tag } from '../ui/tag.tsx';
import { momentText } from '../ui/time.ts';
import { toast } from '../ui/toast.tsx';
import { useDesk } from './layout.tsx';
import styles from './sheet.module.css';
import { peopleText, TroubleWords } from './health/trouble.tsx';
import { Ask } from './ui/ask.tsx';
import { FieldItem } from './ui/field-item.tsx';
import type { Filter } from './ui/filters.tsx';
import { type Column, ListPage, useListReload } from './ui/list-page.tsx';
import type { ListQuery } from './ui/list-query.ts';
import { Loaded } from './ui/loaded.tsx';
import { Facts, SheetCard, SmallTable } from './ui/sheet.tsx';
import { Two } from './ui/two.tsx';

export const handle = page({ name: 'console-health', title: '系统健康', ground: 'mist', bare: true, unlisted: true });

const load = (quiet: boolean) => send(callAt<typeof operatorHealth>('/api/operator/health'), {}, { quiet });

const filters: readonly Filter[] = [
  {
    kind: 'tabs',
    name: 'kind',
    label: '按类别筛选',
    fallback: 'job',
    options: Object.entries(troubleKinds).map(([value, label]) => ({ value, label })),
  },
];

const loadTroubles = ({ kind, page: number }: ListQuery, quiet: boolean) =>
  send(callAt<typeof operatorTroubles>('/api/operator/troubleList'), { kind, page: number }, { quiet });

const columns = (may: boolean): Column<Trouble>[] => [
  { title: '时间', width: 172, render: (_, { time }) => momentText(time) },
  { title: '类别', width: 144, dataIndex: 'name' },
  { title: '内容', render: (_, trouble) => <TroubleWords trouble={trouble} /> },
  {
    title: '状态',
    width: 176,
    render: (_, { failed, tries, next, due }) =>
      due ? (
        <Tag tone="business">正在重试</Tag>
      ) : (
        <Two second={next === null ? `试了 ${tries} 次` : `试了 ${tries} 次，${momentText(next)} 再试`}>
          <Tag tone={failed ? 'danger' : 'warning'}>{failed ? '已停止重试' : '还在重试'}</Tag>
        </Two>
      ),
  },
  ...(may
    ? [
        {
          title: '处理',
          width: 172,
          fixed: 'end' as const,
          render: (_: unknown, row: Trouble) => <Deeds trouble={row} />,
        },
      ]
    : []),
];

/** How the portal is, and what failed (feature Z-16). */
export default function Health() {
  return (
    <Loaded load={load} every={30} head={{ title: '系统健康' }}>
      {(health) => (
        <ListPage
          title="系统健康"
          note={
            health.alarms.length === 0 ? (
              quietText(health)
            ) : (
              <span style={{ color: 'var(--danger)' }}>{health.alarms.join('；')}</span>
            )
          }
          filters={filters}
          columns={columns(health.may)}
          rowKey={troubleId}
          claims={health.may ? 'trouble' : undefined}
          load={loadTroubles}
          every={5}
          pageSize={20}
          empty={({ kind }) => (kind === 'delivery' ? '没有发送失败的短信和推送' : '没有失败的任务')}
        >
          <Facets health={health} />
        </ListPage>
      )}
    </Loaded>
  );
}

const mega = (bytes: number): string =>
  bytes >= 1 << 30
    ? `${Math.round((bytes / (1 << 30)) * 10) / 10} GB`
    : `${Math.round((bytes / (1 << 20)) * 10) / 10} MB`;

/** Times are counted by steps: what is known of them is the step that they stay under. */
const boundText = (bound: number | null) => bound ?? `超过 ${longestTimed}`;

function Facets({ health: { database, storage, outbox, queues, deliveries, calls, process } }: { health: HealthData }) {
  return (
    <div className={styles.sheet}>
      <SheetCard title="数据库" note={`PostgreSQL ${database.version}`}>
        <Facts
          facts={[
            ['大小', mega(database.bytes)],
            ['连接', `${database.connections} / ${database.mostConnections}，${database.active} 个正在执行`],
            ['最久的语句', database.active > 1 ? `已执行 ${durationText(database.longest)}` : '没有正在执行的语句'],
            [
              '最大的表',
              database.tables
                .slice(0, 5)
                .map(({ name, bytes }) => `${name} ${mega(bytes)}`)
                .join('，'),
            ],
            ...(database.slowest === null
              ? [['慢语句', '数据库没有开启语句统计（pg_stat_statements），看不到'] as const]
              : []),
          ]}
        />
        {database.slowest && (
          <SmallTable
            label="慢语句"
            rows={database.slowest}
            columns={[
              { title: '语句', dataIndex: 'text', ellipsis: true },
              { title: '次数', width: 88, align: 'right', dataIndex: 'calls' },
              { title: '平均毫秒', width: 96, align: 'right', render: (_, { mean }) => Math.round(mean * 10) / 10 },
            ]}
            rowKey={({ text, total }) => `${text} ${total}`}
            empty="还没有记下慢语句"
          />
        )}
      </SheetCard>
      <SheetCard title="任务和投递">
        <Facts
          facts={[
            ['后台事件', outboxText(outbox)],
            ['短信和推送', deliveriesText(deliveries)],
            [
              '文件',
              `${storage.files} 个，${mega(storage.bytes)}${storage.free === null ? '' : `，磁盘剩 ${mega(storage.free)}`}`,
            ],
            ['本进程', `Node ${process.node}，内存 ${mega(process.memory)}，已运行 ${durationText(process.uptime)}`],
            ...(queues.length === 0 ? [['任务队列', '没有等待的任务'] as const] : []),
          ]}
        />
        {queues.length > 0 && (
          <SmallTable
            label="任务队列"
            rows={queues}
            columns={[
              { title: '任务', dataIndex: 'name' },
              { title: '等待', width: 72, align: 'right', dataIndex: 'waiting' },
              { title: '进行中', width: 80, align: 'right', dataIndex: 'active' },
              { title: '重试', width: 72, align: 'right', dataIndex: 'retrying' },
              { title: '停止重试', width: 96, align: 'right', dataIndex: 'failed' },
            ]}
            rowKey={({ name }) => name}
            empty="没有等待的任务"
          />
        )}
      </SheetCard>
      <SheetCard title="慢的请求" note="本进程启动以来，毫秒" wide>
        <SmallTable
          label="慢的请求"
          rows={calls}
          columns={[
            { title: '类别', width: 72, dataIndex: 'kind' },
            { title: '请求', dataIndex: 'name' },
            { title: '方法', width: 88, dataIndex: 'method' },
            { title: '次数', width: 88, align: 'right', dataIndex: 'count' },
            { title: '平均', width: 88, align: 'right', dataIndex: 'mean' },
            { title: '一半不超过', width: 112, align: 'right', render: (_, { p50 }) => boundText(p50) },
            { title: '95% 不超过', width: 112, align: 'right', render: (_, { p95 }) => boundText(p95) },
            { title: '出错', width: 88, align: 'right', dataIndex: 'errors' },
          ]}
          rowKey={({ method, kind, name }) => `${method} ${kind} ${name}`}
          empty="还没有请求"
          minWidth={760}
        />
      </SheetCard>
    </div>
  );
}

const deedNames = { retry: '重试', discard: '放弃' } as const;

function Deeds({ trouble: { id, kind, about, subject, people, others } }: { trouble: Trouble }) {
  const [asked, setAsked] = useState<'retry' | 'discard'>();
  const reload = useListReload();
  const { reload: recount } = useDesk();
  const close = useCallback(() => setAsked(undefined), []);
  return (
    <Space size={8}>
      <Button size="small" onClick={() => setAsked('retry')}>
        重试
      </Button>
      <Button size="small" danger onClick={() => setAsked('discard')}>
        放弃
      </Button>
      {asked && (
        <Ask<{ reason: string }, unknown>
          title={`${deedNames[asked]}这一条`}
          question={asked === 'retry' ? '马上再试一次，之后照常自动重试。' : '放弃后不能找回，它要做的事不会再做。'}
          claim={{ kind: 'trouble', id: troubleId({ kind, id }) }}
          figures={[
            ['内容', about],
            ...(subject ? [['关于', subject.name] as const] : []),
            ...(people.length > 0 ? [['涉及', peopleText({ people, others })] as const] : []),
          ]}
          action={deedNames[asked]}
          danger={asked === 'discard'}
          send={({ reason }) =>
            send(callAt<typeof settleTrouble>('/api/operator/troubleSettle'), { kind, id, deed: asked, reason })
          }
          onDone={() => {
            toast(asked === 'retry' ? '已安排重试' : '已放弃');
            close();
            reload();
            recount();
          }}
          onClose={close}
        >
          <FieldItem name="reason" field={healthReasonField} autoFocus />
        </Ask>
      )}
    </Space>
  );
}
