import { type Kysely, sql } from 'kysely';
import type { DB } from '../db/schema.ts';
import type { Tx } from '../db/transaction.ts';

/** What stands in the outbox and in the queues of jobs, for those who look after the portal. */

export interface QueueFacts {
  name: string;
  waiting: number;
  active: number;
  retrying: number;
  failed: number;
}

/** Events that no consumer was told of yet, and for how many seconds the oldest has waited. */
export async function outboxLag(db: Kysely<DB>): Promise<{ waiting: number; oldest: number }> {
  // The first twelve digits of an id are when it was made.
  const { rows } = await sql<{ waiting: number; oldest: number }>`
    select count(*)::int as waiting, coalesce(extract(epoch from now()) -
      min(('x' || lpad(left(replace(id::text, '-', ''), 12), 16, '0'))::bit(64)::bigint) / 1000.0, 0)::float8 as oldest
    from (select id from outbox_events order by id limit 10000) as batch`.execute(db);
  const { waiting = 0, oldest = 0 } = rows[0] ?? {};
  return { waiting, oldest: Math.max(0, oldest) };
}

const ofConsumers = sql`name like 'consumer.%'`;

export async function queueFacts(db: Kysely<DB>): Promise<QueueFacts[]> {
  const { rows } = await sql<QueueFacts>`
    select substr(name, 10) as name, (count(*) filter (where state = 'created'))::int as waiting,
      (count(*) filter (where state = 'active'))::int as active,
      (count(*) filter (where state = 'retry'))::int as retrying,
      (count(*) filter (where state = 'failed'))::int as failed
    from pgboss.job where ${ofConsumers} and state in ('created', 'active', 'retry', 'failed')
    group by name order by 5 desc, 4 desc, 2 desc, 1`.execute(db);
  return rows;
}

export interface FailingJob {
  id: string;
  /** of the consumer */
  name: string;
  event: string;
  payload: object;
  error: string;
  tries: number;
  state: 'retry' | 'failed' | 'active';
  at: Date;
  next: Date;
}

const columns = sql`id, substr(name, 10) as name, data ->> 'event' as event, data -> 'payload' as payload,
  coalesce(output ->> 'message', output::text, '') as error, retry_count as tries, state::text as state,
  created_on as at, start_after as next`;
const failing = sql`${ofConsumers} and (state = 'failed' or (state = 'retry' and retry_count > 0))`;

/** One of them that is being tried again is still among them. */
const listed = sql`(${failing} or (${ofConsumers} and state = 'active' and retry_count > 0))`;

/** Jobs that failed: those given up first, then the newest. */
export async function failingJobs(
  db: Kysely<DB>,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: FailingJob[]; count: number }> {
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<FailingJob>`
      select ${columns} from pgboss.job where ${listed}
      order by state = 'failed' desc, created_on desc, id limit ${limit} offset ${offset}`.execute(db),
    sql<{ n: number }>`select count(*)::int as n from pgboss.job where ${listed}`.execute(db),
  ]);
  return { rows, count: counted[0]?.n ?? 0 };
}

/** Those that are tried no more, and since when the first of them is not. */
export async function jobsGivenUp(db: Kysely<DB>): Promise<{ count: number; since: Date | null }> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*)::int as count, min(coalesce(completed_on, created_on)) as since
    from pgboss.job where ${ofConsumers} and state = 'failed'`.execute(db);
  return rows[0] ?? { count: 0, since: null };
}

/** One of them, locked. */
export async function lockFailingJob(tx: Tx, id: string): Promise<FailingJob | undefined> {
  const { rows } = await sql<FailingJob>`
    select ${columns} from pgboss.job where id = ${id}::uuid and ${failing} for update`.execute(tx);
  return rows[0];
}

/** Has it tried again at once, and afterwards as often as any other. */
export async function retryJob(tx: Tx, id: string): Promise<void> {
  await sql`
    update pgboss.job set state = 'retry', start_after = now(), completed_on = null,
      keep_until = greatest(keep_until, now() + interval '3 days'),
      retry_limit = greatest(retry_limit, retry_count + 3)
    where id = ${id}::uuid and ${failing}`.execute(tx);
}

export async function discardJob(tx: Tx, id: string): Promise<void> {
  await sql`delete from pgboss.job where id = ${id}::uuid and ${failing}`.execute(tx);
}
