import { Alert, Button, Space } from 'antd';
import { useCallback, useState } from 'react';
import { forkReason, type resolveTraceFork, type TraceState, type traceState } from '../../contract/operator/trace.ts';
import { text } from '../../contract/fields.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { page } from '../portal/route-record.ts';
import { momentText } from '../ui/time.ts';
import { toast } from '../ui/toast.tsx';
import { useDesk } from './layout.tsx';
import styles from './sheet.module.css';
import { Ask } from './ui/ask.tsx';
import { useTaken } from './ui/claim.tsx';
import { FieldItem } from './ui/field-item.tsx';
import { Loaded } from './ui/loaded.tsx';
import { PageHead } from './ui/page-head.tsx';
import { Facts, SheetCard, SmallTable } from './ui/sheet.tsx';
import { Two } from './ui/two.tsx';

export const handle = page({ name: 'console-trace', title: '溯源锚定', ground: 'mist', bare: true, unlisted: true });

type Fork = TraceState['forks'][number];

const load = (quiet: boolean) => send(callAt<typeof traceState>('/api/operator/traceState'), {}, { quiet });

/** Where the heads of the trace log are kept outside, who else signs them, and forks (feature Z-12). */
export default function Trace() {
  const { reload: recount } = useDesk();
  return (
    <>
      <PageHead
        title="溯源锚定"
        note="溯源日志的检查点定时存到数据库之外。外部保存的与日志对不上时，停止签发，直到管理员核查处理。"
      />
      <Loaded load={load} every={60}>
        {(state, reload) => (
          <div className={styles.stack}>
            <Verdict state={state} />
            <Forks
              state={state}
              onResolved={() => {
                reload();
                recount();
              }}
            />
            <Targets state={state} />
            <Witnesses state={state} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function Verdict({ state: { size, signed, signed_time: time, origin, minutes, forks } }: { state: TraceState }) {
  const standing = forks.filter(({ resolved_time: resolved }) => resolved === null).length;
  return (
    <Alert
      type={standing > 0 ? 'error' : 'success'}
      showIcon
      title={standing > 0 ? `日志分叉 ${standing} 处，已停止签发` : '日志与外部保存的一致'}
      description={`日志 ${origin}，共 ${size} 条记录，已签发到第 ${signed} 条${time === null ? '' : `（${momentText(time)}）`}；每 ${minutes} 分钟锚定一次新的检查点。`}
    />
  );
}

/** What the one who looked into it writes, as the call asks for it. */
const reasonField = {
  ...text({ label: '核查结果', required: '请写明核查结果', max: [500, '核查结果最多500个字'], rows: 4, example: '' }),
  schema: forkReason,
};

function Forks({ state, onResolved }: { state: TraceState; onResolved: () => void }) {
  const open = state.forks.filter(({ resolved_time: resolved }) => resolved === null);
  const takenBy = useTaken('fork', open.map(({ id }) => id).join(','), state);
  return state.forks.map((fork) => (
    <ForkCard key={fork.id} fork={fork} why={state.reason} taken={takenBy.get(fork.id)} onResolved={onResolved} />
  ));
}

function ForkCard({
  fork,
  why,
  taken,
  onResolved,
}: {
  fork: Fork;
  why: string;
  /** who is dealing with it */
  taken: string | undefined;
  onResolved: () => void;
}) {
  const { id, who, size, root, ownRoot, found_time: found, resolved_time: resolved, resolvedBy, reason } = fork;
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  return (
    <SheetCard
      title={`${who}保存的第 ${size} 条处的检查点与日志不一致`}
      note={resolved === null ? '待核查' : '已处理'}
      wide
    >
      <Facts
        facts={[
          ['外部保存', <code key="root">{root}</code>],
          ['现在的日志', ownRoot === '' ? '没有这么多记录' : <code key="own">{ownRoot}</code>],
          ['发现时间', momentText(found)],
          ...(resolved === null ? [] : ([['处理', `${momentText(resolved)}，${resolvedBy}：${reason}`]] as const)),
        ]}
      />
      {resolved === null && (
        <Space size={12} style={{ marginTop: 12 }}>
          <Button
            type="primary"
            disabled={why !== ''}
            aria-description={why || undefined}
            onClick={() => setOpen(true)}
          >
            核查完毕，恢复签发
          </Button>
          {(why || taken) && <span className={styles.quiet}>{why || `${taken}正在处理`}</span>}
        </Space>
      )}
      {open && (
        <Ask<{ reason: string }, unknown>
          title="恢复签发"
          claim={{ kind: 'fork', id }}
          question="请先查清原因：数据库是否从旧备份恢复、数据是否被改动。核查结果会公开，供所有核对溯源记录的人查看。"
          action="恢复签发"
          send={({ reason: words }) =>
            send(callAt<typeof resolveTraceFork>('/api/operator/traceForkResolve'), { id, reason: words })
          }
          onDone={() => {
            close();
            toast('已处理，下一分钟恢复签发');
            onResolved();
          }}
          onClose={close}
        >
          <FieldItem name="reason" field={reasonField} autoFocus />
        </Ask>
      )}
    </SheetCard>
  );
}

function Targets({ state: { targets } }: { state: TraceState }) {
  return (
    <SheetCard title="锚定处" wide>
      <SmallTable
        label="锚定处"
        rows={targets}
        rowKey={({ id }) => id}
        empty="还没有锚定过，日志有了第一条记录后开始"
        columns={[
          {
            title: '锚定处',
            render: (_, { name, kind, id }) => <Two second={kind === 'evm' && id.replace('evm:', '链 ')}>{name}</Two>,
          },
          {
            title: '已锚定到',
            width: 208,
            render: (_, { size, anchored_time: at }) =>
              size === null || at === null ? '还没有' : <Two second={momentText(at)}>第 {size} 条</Two>,
          },
          {
            title: '待补',
            width: 128,
            render: (_, { waiting }) => (waiting === 0 ? '无' : `${waiting} 个检查点`),
          },
          {
            title: '状态',
            render: (_, { used, fault, reached_time: reached }) =>
              used ? (
                <Two alarm={fault !== ''} second={fault || (reached !== null && momentText(reached))}>
                  {fault === '' ? '正常' : '没有应答'}
                </Two>
              ) : (
                '已停用'
              ),
          },
        ]}
      />
    </SheetCard>
  );
}

function Witnesses({ state: { witnesses } }: { state: TraceState }) {
  return (
    <SheetCard title="见证人" wide>
      <SmallTable
        label="见证人"
        rows={witnesses}
        rowKey={({ name }) => name}
        empty="没有登记见证人。登记公钥（OMO_TRACE_WITNESSES）后，见证人可以在检查点上联署。"
        columns={[
          { title: '见证人', render: (_, { name }) => name },
          {
            title: '联署',
            render: (_, { size, signed_time: at }) =>
              size === null || at === null ? '还没有联署过' : `联署到第 ${size} 条，${momentText(at)}`,
          },
        ]}
      />
    </SheetCard>
  );
}
