import { useState } from 'react';
import type { CallOutput } from '../../contract/call.ts';
import { durationText } from '../../contract/duration.ts';
import type { FigureDay, operatorFigures } from '../../contract/operator/figures.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { page } from '../portal/route-record.ts';
import { Link } from '../ui/link.tsx';
import { useNow } from '../ui/moments.tsx';
import { momentText, yuan } from '../ui/time.ts';
import { compared } from './figures/compared.ts';
import { FigureCard } from './figures/figure-card.tsx';
import styles from './figures/figures.module.css';
import { Funnel } from './figures/funnel.tsx';
import { useDesk } from './layout.tsx';
import sheet from './sheet.module.css';
import { DeskLink } from './ui/desk-link.tsx';
import { Loaded } from './ui/loaded.tsx';
import { PageHead } from './ui/page-head.tsx';
import { SheetCard, SmallTable } from './ui/sheet.tsx';

export const handle = page({ name: 'console-figures', title: '数据概览', ground: 'mist', bare: true, unlisted: true });

type Figures = CallOutput<typeof operatorFigures>;

const load = () => send(callAt<typeof operatorFigures>('/api/operator/figures'), {});

/** The last thirty days beside the thirty before (feature Z-16). */
export default function FiguresPage() {
  return (
    <Loaded load={load} head={{ title: '数据概览' }}>
      {(figures) => <Sheet figures={figures} />}
    </Loaded>
  );
}

const orNone = <Value,>(value: Value | null, text: (value: Value) => string) => (value === null ? '没有' : text(value));
const percent = (share: number) => `${share}%`;
const counted = (unit: string) => (value: number) => `${value} ${unit}`;

function Sheet({ figures: { last, before, days, states, at } }: { figures: Figures }) {
  const { parts } = useDesk().desk;
  const waiting = parts.filter((part) => part.waiting !== null);
  const toDo = waiting.reduce((total, part) => total + (part.waiting ?? 0), 0);
  const money = last.held !== '';
  const [opened] = useState(() => Math.floor(Date.now() / 1000));
  const now = useNow(opened);
  const until = at === null ? undefined : `截至 ${momentText(at)}`;
  const dates = days.map(({ day }) => day);
  const card = (
    title: string,
    value: string,
    note: string,
    name: string,
    of: (day: FigureDay) => number | null,
    text: (value: number) => string,
  ) => (
    <FigureCard
      key={title}
      title={title}
      value={value}
      note={note}
      chart={{ name, values: days.map(of), text }}
      days={dates}
      until={until}
    />
  );
  return (
    <div className={sheet.stack}>
      <PageHead
        title="数据概览"
        note={until === undefined ? '还没有统计，几分钟后再看' : `近 30 天，每小时统计一次，${until}`}
      />
      <div className={styles.cards} data-money={money || undefined}>
        {card(
          '发布的需求',
          String(last.demands),
          compared(last.demands, before.demands, 'count'),
          '每天发布的需求',
          (day) => day.demands,
          counted('份'),
        )}
        {card(
          '每份需求的投标',
          orNone(last.tendersPerDemand, String),
          compared(last.tendersPerDemand, before.tendersPerDemand, 'count'),
          '当天发布的需求平均收到的投标',
          (day) => day.tendersPerDemand,
          counted('份'),
        )}
        {card(
          '收到第一份投标',
          orNone(last.firstTender, durationText),
          compared(last.firstTender, before.firstTender, 'wait'),
          '当天发布的需求平均等待（小时）',
          (day) => (day.firstTender === null ? null : day.firstTender / 3600),
          (value) => durationText(value * 3600),
        )}
        {card(
          '选定率',
          orNone(last.awardRate, percent),
          compared(last.awardRate, before.awardRate, 'share'),
          '当天发布的需求已选定的比例',
          (day) => day.awardRate,
          percent,
        )}
        {card(
          '完成的订单',
          String(last.completions),
          compared(last.completions, before.completions, 'count'),
          '每天完成的订单',
          (day) => day.completions,
          counted('单'),
        )}
        {card(
          '新的争议',
          String(last.disputes),
          compared(last.disputes, before.disputes, 'count'),
          '每天发起的争议',
          (day) => day.disputes,
          counted('个'),
        )}
        {money &&
          card(
            '进入托管',
            yuan(last.held),
            compared(Number(last.held), Number(before.held), 'count'),
            '每天进入托管（元）',
            (day) => Number(day.held),
            yuan,
          )}
        {money &&
          card(
            '放款和退回',
            yuan(last.released),
            compared(Number(last.released), Number(before.released), 'count'),
            '每天放款和退回（元）',
            (day) => Number(day.released),
            yuan,
          )}
      </div>
      <div className={sheet.sheet}>
        <States states={states} note={until} />
        <SheetCard title="等待处理" note="此刻，与左侧菜单一致">
          <SmallTable
            label="等待处理"
            rows={waiting}
            columns={[
              { title: '事项', render: (_, { key, name }) => <Link to={`/console/${key}`}>{name}</Link> },
              { title: '件数', width: 64, align: 'right', dataIndex: 'waiting' },
              {
                title: '最早的已等',
                width: 128,
                render: (_, { oldest }) => oldest !== null && durationText(now - oldest),
              },
              {
                title: '占比',
                render: (_, { waiting: count }) => <Share of={count ?? 0} all={toDo} />,
              },
            ]}
            rowKey={({ key }) => key}
            empty="没有要处理的"
            minWidth={400}
          />
        </SheetCard>
        <Funnel />
      </div>
    </div>
  );
}

function Share({ of, all }: { of: number; all: number }) {
  return <span className={sheet.bar} style={{ width: `${all === 0 ? 0 : (of / all) * 100}%` }} />;
}

/** Where orders stood when it was last counted; the queue beside it counts as of now. */
function States({ states, note }: { states: Figures['states']; note: string | undefined }) {
  const sum = (of: 'count' | 'disputed') => states.reduce((total, one) => total + one[of], 0);
  const all = sum('count');
  return (
    <SheetCard title="订单现状" note={note}>
      <SmallTable
        label="订单现状"
        rows={[...states, { status: -1, name: '合计', count: all, disputed: sum('disputed') }]}
        columns={[
          {
            title: '状态',
            width: 96,
            render: (_, { status, name }) => (
              <DeskLink to={status >= 0 ? `/console/orders?status=${status}` : undefined}>{name}</DeskLink>
            ),
          },
          { title: '数量', width: 72, align: 'right', dataIndex: 'count' },
          { title: '其中争议中', width: 104, align: 'right', dataIndex: 'disputed' },
          {
            title: '占比',
            render: (_, { status, count }) => status >= 0 && <Share of={count} all={all} />,
          },
        ]}
        rowKey={({ status }) => String(status)}
        empty="没有订单"
      />
    </SheetCard>
  );
}
