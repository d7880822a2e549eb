import { type Kysely, sql } from 'kysely';
import { fenToYuan } from '../../../contract/fields.ts';
import {
  figureDays,
  type FigureSums,
  type FunnelSteps,
  operatorFigures,
  operatorFunnel,
} from '../../../contract/operator/figures.ts';
import { regionName } from '../../../contract/regions.ts';
import { orderStatus, orderStatuses, orderStatusNames } from '../../../contract/statuses.ts';
import { seconds } from '../../../contract/wire.ts';
import type { OperatorRole } from '../../calls/context.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import type { DB } from '../../db/schema.ts';
import { shanghaiDay } from '../ledger/post.ts';
import type { DeskPart } from '../operators/desk.ts';
import { hasRole, needRole } from '../operators/policy.ts';

const readers: readonly OperatorRole[] = ['reviewer', 'moderator', 'finance', 'admin', 'auditor'];
const moneyReaders: readonly OperatorRole[] = ['finance', 'admin', 'auditor'];

interface DaySums {
  day: string;
  published: number;
  tendered: number;
  tenders: number;
  firstSeconds: number;
  awarded: number;
  figures: ReadonlyMap<string, number>;
}

const dayLong = 86_400_000;

/** As many days until today, oldest first; what is not rolled up is nothing. */
async function daysOf(db: Kysely<DB>, now: Date, count: number): Promise<DaySums[]> {
  const days = Array.from({ length: count }, (_, index) =>
    shanghaiDay(new Date(now.getTime() - (count - 1 - index) * dayLong)),
  );
  const from = days[0] ?? '';
  const [funnels, figures] = await Promise.all([
    db
      .selectFrom('funnel_days')
      .select(({ fn }) => [
        sql<string>`day::text`.as('day'),
        fn.sum<number>('published').as('published'),
        fn.sum<number>('tendered').as('tendered'),
        fn.sum<number>('tenders').as('tenders'),
        fn.sum<number>('first_seconds').as('firstSeconds'),
        fn.sum<number>('awarded').as('awarded'),
      ])
      .where('day', '>=', from)
      .groupBy('funnel_days.day')
      .execute(),
    db
      .selectFrom('day_figures')
      .select([sql<string>`day::text`.as('day'), 'name', 'n'])
      .where('day', '>=', from)
      .execute(),
  ]);
  return days.map((day) => {
    const funnel = funnels.find((one) => one.day === day);
    const own = figures.filter((one) => one.day === day);
    return {
      day,
      published: Number(funnel?.published ?? 0),
      tendered: Number(funnel?.tendered ?? 0),
      tenders: Number(funnel?.tenders ?? 0),
      firstSeconds: Number(funnel?.firstSeconds ?? 0),
      awarded: Number(funnel?.awarded ?? 0),
      figures: new Map(own.map(({ name, n }) => [name, Number(n)])),
    };
  });
}

/** Seconds until the first tender, on the average of all that have one. */
function firstOf(days: readonly DaySums[]): number | null {
  const tendered = days.reduce((sum, day) => sum + day.tendered, 0);
  return tendered === 0 ? null : Math.round(days.reduce((sum, day) => sum + day.firstSeconds, 0) / tendered);
}

function sumsOf(days: readonly DaySums[], money: boolean): FigureSums {
  const sum = (of: (day: DaySums) => number) => days.reduce((total, day) => total + of(day), 0);
  const figure = (name: string) => sum(({ figures }) => figures.get(name) ?? 0);
  const demands = sum(({ published }) => published);
  return {
    demands,
    tendersPerDemand: demands === 0 ? null : Math.round((sum(({ tenders }) => tenders) / demands) * 10) / 10,
    firstTender: firstOf(days),
    awardRate: demands === 0 ? null : Math.round((sum(({ awarded }) => awarded) / demands) * 1000) / 10,
    completions: figure('completions'),
    disputes: figure('disputes'),
    held: money ? fenToYuan(figure('held')) : '',
    released: money ? fenToYuan(figure('released')) : '',
  };
}

/** The console's part for figures. */
export const figureDesk: DeskPart = { key: 'figures', name: '数据概览', roles: readers };

export const operatorFigureCalls: AnyImplementation[] = [
  implement(operatorFigures, async (_input, { db, caller, now }) => {
    needRole(caller, readers);
    const money = hasRole(caller, moneyReaders);
    const [days, states, run] = await Promise.all([
      daysOf(db, now, 2 * figureDays),
      db.selectFrom('state_counts').selectAll().execute(),
      db
        .selectFrom('figure_runs')
        .select(({ fn }) => fn.max('at').as('at'))
        .executeTakeFirst(),
    ]);
    const last = days.slice(figureDays);
    return {
      data: {
        days: last.map((one) => ({ day: one.day, ...sumsOf([one], money) })),
        last: sumsOf(last, money),
        before: sumsOf(days.slice(0, figureDays), money),
        states: orderStatuses
          .filter((status) => status !== orderStatus.draft)
          .map((status) => {
            const row = states.find((one) => one.status === status);
            return {
              status,
              name: orderStatusNames[status],
              count: Number(row?.n ?? 0),
              disputed: Number(row?.disputed ?? 0),
            };
          }),
        at: run?.at ? seconds(run.at) : null,
      },
    };
  }),
  implement(operatorFunnel, async ({ stage, region }, { db, caller, stages, now }) => {
    needRole(caller, readers);
    const key = stages.find(({ number }) => number === stage)?.key;
    const from = shanghaiDay(new Date(now.getTime() - (figureDays - 1) * dayLong));
    const rows = await db.selectFrom('funnel_days').selectAll().where('day', '>=', from).execute();
    const place = region === 'unknown' ? '' : region;
    const wanted = rows.filter(
      (row) => (key === undefined || row.stage === key) && (place === undefined || row.region === place),
    );
    const by = key === undefined ? ('stage' as const) : ('region' as const);
    const placeName = (code: string) => (code === '' ? '未知地区' : regionName(code));
    const nameOf = (one: string) =>
      by === 'stage' ? (stages.find((each) => each.key === one)?.name ?? one) : placeName(one);
    const groups = Map.groupBy(wanted, (row) => row[by]);
    return {
      data: {
        total: stepsOf(wanted),
        rows: [...groups]
          .map(([one, some]) => ({ key: one || 'unknown', name: nameOf(one), ...stepsOf(some) }))
          .toSorted((one, other) => other.published - one.published),
        by,
        regions: [...new Set(rows.map((row) => row.region))].toSorted().map((code) => ({
          code: code || 'unknown',
          name: placeName(code),
        })),
      },
    };
  }),
];

function stepsOf(rows: readonly FunnelSteps[]): FunnelSteps {
  const sum = (name: keyof FunnelSteps) => rows.reduce((total, row) => total + row[name], 0);
  return {
    published: sum('published'),
    tendered: sum('tendered'),
    awarded: sum('awarded'),
    accepted: sum('accepted'),
    completed: sum('completed'),
  };
}
