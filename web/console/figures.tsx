import { Select } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import type { CallOutput } from '../../contract/call.ts';
import {
  type FigureDay,
  funnelNames,
  type FunnelSteps,
  type operatorFigures,
  type operatorFunnel,
} from '../../contract/operator/figures.ts';
import { stages } from '../../contract/stages/index.ts';
import { callAt, send } from '../client/transport.browser.ts';
import { page } from '../portal/route-record.ts';
import { Link } from '../ui/link.tsx';
import { Ago } from '../ui/moments.tsx';
import { momentText, yuan } from '../ui/time.ts';
import { DayBars } from './figures/day-bars.tsx';
import { useDesk } from './layout.tsx';
import styles from './sheet.module.css';
import { type ListQuery, useListQuery } from './ui/list-query.ts';
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

const hours = (seconds: number | null) =>
  seconds === null
    ? '没有'
    : seconds < 3600
      ? `${Math.round(seconds / 60)} 分钟`
      : `${Math.round(seconds / 360) / 10} 小时`;
const percent = (value: number | null) => (value === null ? '没有' : `${value}%`);

function compared(now: number | null, before: number | null): string {
  if (now === null || before === null || before === 0) return '前 30 天没有可比的';
  const change = Math.round(((now - before) / before) * 100);
  return change === 0 ? '与前 30 天持平' : `比前 30 天${change > 0 ? '多' : '少'} ${Math.abs(change)}%`;
}

function Sheet({ figures: { last, before, days, states, disputed, at } }: { figures: Figures }) {
  const { parts } = useDesk().desk;
  const waiting = parts.filter((part) => part.waiting !== null);
  const money = last.held !== '';
  const [opened] = useState(() => Math.floor(Date.now() / 1000));
  const tiles: readonly (readonly [string, string, string])[] = [
    ['发布的需求', String(last.demands), compared(last.demands, before.demands)],
    ['每份需求的投标', String(last.tendersPerDemand), compared(last.tendersPerDemand, before.tendersPerDemand)],
    ['收到第一份投标', hours(last.firstTender), compared(last.firstTender, before.firstTender)],
    ['选定率', percent(last.awardRate), compared(last.awardRate, before.awardRate)],
    ['完成的订单', String(last.completions), compared(last.completions, before.completions)],
    ['新的争议', String(last.disputes), `现在有 ${disputed} 个争议`],
    ...(money
      ? ([
          ['进入托管', yuan(last.held), compared(Number(last.held), Number(before.held))],
          ['放款和退回', yuan(last.released), compared(Number(last.released), Number(before.released))],
        ] as const)
      : []),
  ];
  return (
    <div className={styles.stack}>
      <PageHead
        title="数据概览"
        note={at === null ? '还没有统计，几分钟后再看' : `近 30 天，每小时统计一次，最近一次 ${momentText(at)}`}
      />
      <dl className={styles.tiles}>
        {tiles.map(([name, value, note]) => (
          <div key={name} className={`${styles.card} ${styles.tile}`}>
            <dt>{name}</dt>
            <dd>{value}</dd>
            <dd style={{ fontSize: 14 }}>
              <small>{note}</small>
            </dd>
          </div>
        ))}
      </dl>
      <div className={styles.sheet}>
        <Chart title="每天发布的需求" days={days} of={(day) => day.demands} />
        <Chart title="每天选定的投标" days={days} of={(day) => day.awards} />
        {money && <Chart title="每天进入托管（元）" days={days} of={(day) => Number(day.held)} text={short} />}
        <Chart title="每天完成的订单" days={days} of={(day) => day.completions} />
        <SheetCard title="订单现状">
          <SmallTable
            label="订单现状"
            rows={states}
            columns={[
              { title: '状态', width: 96, dataIndex: 'name' },
              { title: '数量', width: 96, align: 'right', dataIndex: 'count' },
              {
                title: '占比',
                render: (_, { count }) => {
                  const all = states.reduce((sum, one) => sum + one.count, 0);
                  return <span className={styles.bar} style={{ width: `${all === 0 ? 0 : (count / all) * 100}%` }} />;
                },
              },
            ]}
            rowKey={({ name }) => name}
            empty="没有订单"
          />
        </SheetCard>
        <SheetCard title="等待处理">
          <SmallTable
            label="等待处理"
            rows={waiting}
            columns={[
              { title: '事项', render: (_, { key, name }) => <Link to={`/console/${key}`}>{name}</Link> },
              { title: '件数', width: 96, align: 'right', dataIndex: 'waiting' },
              {
                title: '最早的一件',
                width: 176,
                render: (_, { oldest }) => oldest !== null && <Ago at={oldest} rendered={opened} />,
              },
            ]}
            rowKey={({ key }) => key}
            empty="没有要处理的"
          />
        </SheetCard>
        <Funnel />
      </div>
    </div>
  );
}

const short = (value: number): string => (value >= 10_000 ? `${Math.round(value / 1000) / 10}万` : String(value));

function Chart({
  title,
  days,
  of,
  text,
}: {
  title: string;
  days: readonly FigureDay[];
  of: (day: FigureDay) => number;
  text?: (value: number) => string;
}) {
  // What is drawn changes with the days alone.
  // oxlint-disable-next-line react/exhaustive-deps -- `of` is written anew with each render and always takes the same part
  const drawn = useMemo(() => days.map((day) => ({ day: day.day, value: of(day) })), [days]);
  return (
    <SheetCard title={title}>
      <DayBars name={title} days={drawn} text={text} />
    </SheetCard>
  );
}

const steps = Object.entries(funnelNames) as [keyof FunnelSteps, string][];
const none: ListQuery = {};

function Funnel() {
  const { values, change } = useListQuery(none);
  const { stage = '', region = '' } = values;
  const loadIt = useCallback(
    () => send(callAt<typeof operatorFunnel>('/api/operator/funnel'), { stage, region }),
    [stage, region],
  );
  return (
    <SheetCard title="近 30 天发布的需求走到哪一步" note="选环节后按地区看" wide>
      <Loaded load={loadIt}>
        {({ total, rows, by, regions }) => (
          <>
            <div style={{ display: 'flex', gap: 12, marginBottom: 8 }}>
              <Select
                aria-label="环节"
                placeholder="全部环节"
                allowClear
                style={{ minWidth: 132 }}
                value={stage || undefined}
                options={stages.map(({ number, name }) => ({ value: String(number), label: name }))}
                onChange={(value?: string) => change({ stage: value ?? '' })}
              />
              <Select
                aria-label="地区"
                placeholder="全部地区"
                allowClear
                style={{ minWidth: 132 }}
                value={region || undefined}
                options={regions.map(({ code, name }) => ({ value: code, label: name }))}
                onChange={(value?: string) => change({ region: value ?? '' })}
              />
            </div>
            <SmallTable
              label="漏斗"
              rows={[{ key: 'total', name: '合计', ...total }, ...rows]}
              columns={[
                { title: by === 'stage' ? '环节' : '地区', width: 120, dataIndex: 'name' },
                ...steps.map(([key, name]) => ({
                  title: name,
                  key,
                  render: (_: unknown, row: FunnelSteps) => {
                    const share = row.published === 0 ? 0 : Math.round((row[key] / row.published) * 100);
                    return (
                      <>
                        {row[key]} <small className={styles.quiet}>{share}%</small>
                        <span className={styles.bar} style={{ width: `${share}%` }} />
                      </>
                    );
                  },
                })),
              ]}
              rowKey={({ key }) => key}
              empty="没有"
              minWidth={720}
            />
          </>
        )}
      </Loaded>
    </SheetCard>
  );
}
