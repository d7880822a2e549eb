import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { regionField, type Stage } from '../../../contract/stages/stage.ts';
import type { Services } from '../../calls/context.ts';
import type { DB } from '../../db/schema.ts';
import { firstIdAt } from '../../db/ids.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import type { Sweep } from '../../outbox/events.ts';
import { shanghaiDay } from '../ledger/post.ts';
import { openings } from '../orders/disputes/present.ts';
import { inDispute } from '../orders/disputes/queries.ts';
import type { FigureRunTable } from './tables.ts';

const hour = 3_600_000;
const dayLong = 24 * hour;

/** Days that are worked out anew every hour, and every night: what changes later than that is no longer shown. */
const recentDays = 3;
const allDays = 120;
/** hour of Asia/Shanghai from which on the night's run may be made, when few are about */
const nightHour = 4;
/** rows that one statement counts at most */
const atOnce = 20_000;

interface Day {
  day: string;
  begin: Date;
  end: Date;
}

function daysUntil(now: Date, count: number): Day[] {
  return Array.from({ length: count }, (_, back) => {
    const day = shanghaiDay(new Date(now.getTime() - back * dayLong));
    const begin = new Date(`${day}T00:00:00+08:00`);
    return { day, begin, end: new Date(begin.getTime() + dayLong) };
  });
}

/** Works one day out from the records themselves. Each statement looks at that day's rows alone, by an index. */
export async function rollUpDay(
  { db, stages }: Pick<Services, 'db' | 'stages'>,
  { day, begin, end }: Day,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.deleteFrom('funnel_days').where('day', '=', day).execute();
    await funnelOf(tx, stages, { day, begin, end });
    await tx.deleteFrom('day_figures').where('day', '=', day).execute();
    await happenedOn(tx, { day, begin, end });
  });
}

/** By where a demand is to go, of the stages that ask, else by where its owner is certified; '' where neither is known. */
async function funnelOf(tx: Tx, stages: readonly Stage[], { day, begin, end }: Day): Promise<void> {
  const asked = stages.flatMap((stage) => {
    const field = regionField(stage);
    return field ? [[stage.key, field.key] as const] : [];
  });
  const fields = JSON.stringify(Object.fromEntries(asked));
  const region = sql`coalesce(d.details -> (${fields}::jsonb ->> d.stage) ->> 0, c.province_code, '')`;
  await sql`
    insert into funnel_days (day, stage, region, published, tendered, tenders, first_seconds, awarded, accepted, completed)
    select ${day}::date, d.stage, ${region} as region, count(*), count(t.first_at), coalesce(sum(t.n), 0),
      coalesce(sum(greatest(0, extract(epoch from t.first_at - d.published_at))), 0)::int8,
      count(*) filter (where h.awarded), count(*) filter (where h.accepted), count(*) filter (where d.status = 7)
    from demands d
    left join certifications c on c.user_id = d.owner_id and c.status = 1
    left join lateral (
      select min(created_at) as first_at, count(*) as n from tenders where demand_id = d.id
    ) t on true
    left join lateral (
      select bool_or(action = 'award') as awarded, bool_or(action = 'accept') as accepted
      from order_history where demand_id = d.id
    ) h on true
    where d.published_at >= ${begin} and d.published_at < ${end} and not d.entrusted
    group by d.stage, 3`.execute(tx);
}

async function happenedOn(tx: Tx, { day, begin, end }: Day): Promise<void> {
  // Faulty goods open one only where something was retained, which their line then proposes to divide.
  const opens = sql`(action in (${sql.join(openings)}) and (action <> 'inspectFaulty' or owner_fen is not null))`;
  await sql`
    insert into day_figures (day, name, n)
    select ${day}::date, name, n from (
      select
        case when ${opens} then 'disputes' else 'completions' end as name,
        count(*) as n
      from order_history
      where at >= ${begin} and at < ${end}
        and (${opens} or (to_status = 7 and from_status <> 7))
      group by 1
      union all
      select case when e.amount_fen > 0 then 'held' else 'released' end, abs(sum(e.amount_fen))
      from ledger_entries e
      where e.transaction_id >= ${firstIdAt(begin)} and e.transaction_id < ${firstIdAt(end)} and e.account like 'escrow:%'
      group by 1
    ) as found`.execute(tx);
}

/** Counts all orders by their status, and those in dispute among them, so many rows at a time. Gives whether it came to its end. */
async function countStates(db: Kysely<DB>, stopping: AbortSignal): Promise<boolean> {
  const counts = new Map<number, { n: number; disputed: number }>();
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    if (stopping.aborted) return false;
    const { rows } = await sql<{ status: number; n: number; disputed: number; last: string }>`
      select status, count(*)::int as n, (count(*) filter (where disputed))::int as disputed, max(id::text) as last
      from (select id, status, ${inDispute} as disputed from demands where id > ${after}::uuid order by id limit ${atOnce}) as batch
      group by status`.execute(db);
    for (const { status, n, disputed } of rows) {
      const before = counts.get(status);
      counts.set(status, { n: (before?.n ?? 0) + n, disputed: (before?.disputed ?? 0) + disputed });
    }
    if (rows.reduce((sum, { n }) => sum + n, 0) < atOnce) break;
    after =
      rows
        .map(({ last }) => last)
        .toSorted()
        .at(-1) ?? after;
  }
  await inTransaction(db, async (tx) => {
    await tx.deleteFrom('state_counts').execute();
    const rows = [...counts].map(([status, count]) => ({ status, ...count }));
    if (rows.length > 0) await tx.insertInto('state_counts').values(rows).execute();
  });
  return true;
}

/** Milliseconds after which a run that is not through is taken for dead, and made again by whoever looks next. */
const patience = 30 * 60_000;

type RunName = FigureRunTable['name'];

/** Takes a run that had none since, so that of several processes one makes it; false when it is not due, or under way. */
async function take(db: Kysely<DB>, name: RunName, now: Date, since: Date): Promise<boolean> {
  const dead = new Date(now.getTime() - patience);
  const { rows } = await sql`
    insert into figure_runs as r (name, begun_at) values (${name}, ${now})
    on conflict (name) do update set begun_at = excluded.begun_at
    where (r.at is null or r.at <= ${since}) and (r.begun_at is null or r.begun_at <= ${dead})
    returning name`.execute(db);
  return rows.length > 0;
}

/** Ends what was taken at `now`. One that was stopped counts as none: the next look makes it again. */
async function end(db: Kysely<DB>, names: readonly RunName[], now: Date, whole: boolean): Promise<void> {
  await db
    .updateTable('figure_runs')
    .set({ begun_at: null, ...(whole && { at: now }) })
    .where('name', 'in', names)
    .where('begun_at', '=', now)
    .execute();
}

async function firstDay(db: Kysely<DB>): Promise<string | undefined> {
  const row = await db
    .selectFrom('demands')
    .select('published_at')
    .where('published_at', 'is not', null)
    .orderBy('published_at')
    .limit(1)
    .executeTakeFirst();
  return row?.published_at ? shanghaiDay(row.published_at) : undefined;
}

/** milliseconds between two days of a long run, in which the others come first */
const breath = 20;

export const figureSweep: Sweep = {
  name: 'figures',
  run: async (services: Services, stopping) => {
    const { db, clock } = services;
    const now = clock.now();
    const today = new Date(`${shanghaiDay(now)}T00:00:00+08:00`);
    const tonight = new Date(today.getTime() + nightHour * hour);
    const counted = db.selectFrom('figure_runs').select('name').where('name', '=', 'all').where('at', 'is not', null);
    // A portal that was never counted does not wait for the night.
    const never = (await counted.executeTakeFirst()) === undefined;
    const night = (never || now >= tonight) && (await take(db, 'all', now, new Date(tonight.getTime() - 1)));
    // The night's run is an hourly one, too.
    const recent = await take(db, 'recent', now, night ? now : new Date(now.getTime() - hour));
    const taken: RunName[] = [...(night ? ['all' as const] : []), ...(recent ? ['recent' as const] : [])];
    if (taken.length === 0) return;
    // What fails is not tried again every minute, but after that patience.
    const whole = await rollUp(services, daysUntil(now, night ? allDays : recentDays), night, stopping);
    await end(db, taken, now, whole);
  },
};

/** Gives whether it came to its end. @param slowly others come first */
async function rollUp(
  services: Services,
  days: readonly Day[],
  slowly: boolean,
  stopping: AbortSignal,
): Promise<boolean> {
  const { db } = services;
  const first = await firstDay(db);
  for (const one of days) {
    // Before the first demand there was nothing.
    if (first === undefined || one.day < first) break;
    if (stopping.aborted) return false;
    await rollUpDay(services, one);
    if (slowly) await sleep(breath);
  }
  return countStates(db, stopping);
}
