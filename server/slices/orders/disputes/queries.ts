import { type Kysely, sql } from 'kysely';
import type { DisputePhase } from '../../../../contract/operator/disputes.ts';
import type { Side } from '../../../../contract/process/facts.ts';
import { freeFor } from '../../operators/claims.ts';
import type { Waiting } from '../../operators/desk.ts';
import type { SignedInContext } from '../../../calls/context.ts';
import type { DB } from '../../../db/schema.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { OrderRow } from '../facts.ts';

type Reader = Kysely<DB> | Tx;

/** Evidence of one dispute of an order, in the order in which it came. */
export const evidenceOf = (db: Reader, demandId: string, openedAt: Date) =>
  db
    .selectFrom('dispute_evidence')
    .selectAll()
    .where('demand_id', '=', demandId)
    .where('opened_at', '=', openedAt)
    .orderBy('id')
    .execute();

export async function evidenceCount(db: Reader, demandId: string, openedAt: Date, side: Side): Promise<number> {
  const { count } = await db
    .selectFrom('dispute_evidence')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('demand_id', '=', demandId)
    .where('opened_at', '=', openedAt)
    .where('side', '=', side)
    .executeTakeFirstOrThrow();
  return count;
}

export const evidenceOfRequest = (db: Reader, demandId: string, side: Side, requestId: string) =>
  db
    .selectFrom('dispute_evidence')
    .select('id')
    .where('demand_id', '=', demandId)
    .where('side', '=', side)
    .where('request_id', '=', requestId)
    .executeTakeFirst();

const phaseOf = sql<DisputePhase>`demands.proceedings -> 'dispute' ->> 'phase'`;

/** Of a row of `demands`. */
export const inDispute = sql<boolean>`jsonb_typeof(demands.proceedings -> 'dispute') = 'object'`;

/** When the present phase began, in milliseconds: of one that waits for a ruling, since when it does. */
const phaseSince = sql<number>`(demands.proceedings -> 'dispute' ->> 'phaseSince')::float8`;

/** Disputes in which the clock has something to do by now. */
export const disputesDue = (db: Reader, now: Date) =>
  db.selectFrom('demands').select(['id', 'due_at']).where(inDispute).where('due_at', '<=', now).limit(100).execute();

/** Orders in dispute: those that wait for a ruling first, the longest waiting at the head, then those that were there first. */
export async function disputed(
  db: Reader,
  { phase, page, pageSize }: { phase: DisputePhase | undefined; page: number; pageSize: number },
): Promise<{ rows: OrderRow[]; count: number }> {
  const open = db
    .selectFrom('demands')
    .where(inDispute)
    .$if(phase !== undefined, (query) => query.where(phaseOf, '=', phase as DisputePhase));
  const { count } = await open.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await open
    .selectAll('demands')
    .orderBy(sql`${phaseOf} = 'ruling'`, 'desc')
    .orderBy(sql`case when ${phaseOf} = 'ruling' then ${phaseSince} end`)
    .orderBy(sql`demands.proceedings -> 'dispute' -> 'openedAt'`)
    .orderBy('id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { rows, count };
}

/**
 * Of those that wait for a ruling of this operator and no colleague has, the one that follows `after` in the queue, else the one that
 * waits longest. Null where there is no other.
 */
export async function nextRuling(
  db: Reader,
  { caller, now }: Pick<SignedInContext, 'caller' | 'now'>,
  after: { id: string; since: number },
): Promise<string | null> {
  const row = await db
    .selectFrom('demands')
    .select('nid')
    .where(inDispute)
    .where(phaseOf, '=', 'ruling')
    .where('owner_id', '!=', caller.userId)
    .where(sql<boolean>`provider_id is distinct from ${caller.userId}::uuid`)
    .where(freeFor('dispute', sql.ref('demands.nid'), { operatorId: caller.userId, now }))
    .where('id', '!=', after.id)
    .orderBy(sql<boolean>`(${phaseSince}, id) < (${after.since}::float8, ${after.id}::uuid)`)
    .orderBy(phaseSince)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.nid ?? null;
}

type Queue = readonly [DisputePhase, Waiting];

/** How many are in each phase. The two are still heard in the others: only a ruling waits for an operator. */
export async function disputeQueues(db: Reader): Promise<readonly [Queue, ...Queue[]]> {
  const rows = await db
    .selectFrom('demands')
    .select(({ fn }) => [
      phaseOf.as('phase'),
      fn.countAll<number>().as('count'),
      sql<number>`min(${phaseSince})`.as('since'),
    ])
    .where(inDispute)
    .groupBy(phaseOf)
    .execute();
  const queue = (phase: DisputePhase): Queue => {
    const found = rows.find((row) => row.phase === phase);
    return [phase, { count: found?.count ?? 0, since: found && phase === 'ruling' ? new Date(found.since) : null }];
  };
  return [queue('ruling'), queue('evidence'), queue('negotiation')];
}

/** The first of these queues alone, which every open console asks for: the index of phases answers it. */
export async function awaitingRuling(db: Reader): Promise<Waiting> {
  const { count, since } = await db
    .selectFrom('demands')
    .select(({ fn }) => [fn.countAll<number>().as('count'), sql<number | null>`min(${phaseSince})`.as('since')])
    .where(inDispute)
    .where(phaseOf, '=', 'ruling')
    .executeTakeFirstOrThrow();
  return { count, since: since === null ? null : new Date(since) };
}
