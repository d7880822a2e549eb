import type { Kysely } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { Waiting } from '../../operators/desk.ts';

/** Forks that nobody has resolved. */
export async function standingForks(db: Kysely<DB> | Tx): Promise<number> {
  const { count } = await db
    .selectFrom('trace_forks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('resolved_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** The same for those who look after them. */
export function forksWaiting(db: Kysely<DB>): Promise<Waiting> {
  return db
    .selectFrom('trace_forks')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('found_at').as('since')])
    .where('resolved_at', 'is', null)
    .executeTakeFirstOrThrow();
}

/** Heads that are due somewhere and not kept there yet. */
export async function anchorsWaiting(db: Kysely<DB>): Promise<number> {
  const { count } = await db
    .selectFrom('trace_anchors')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('anchored_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
