import { type Kysely, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { Refusal } from '../../../contract/errors.ts';
import { freshFacts } from '../../../contract/process/facts.ts';
import { next } from '../../../contract/process/next.ts';
import { orderStatus } from '../../../contract/statuses.ts';
import type { Services, SignedInContext } from '../../calls/context.ts';
import type { DB } from '../../db/schema.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { eventRow } from '../../outbox/outbox.ts';
import { orderMoved } from '../orders/events.ts';
import { mayKnow } from '../orders/policy.ts';
import { lockOrder, move, roleOf } from '../orders/transition.ts';
import { demandTags } from './changed.ts';
import { findDemand } from './queries.ts';
import type { DemandRow, TenderRow } from './tables.ts';

export interface Bid {
  demandNid: string;
  completionDay: number;
  /** fen */
  offer: number;
  note: string;
}

interface Tendered {
  tender: TenderRow;
  tenderCount: number;
}

type Written = TenderRow & Pick<DemandRow, 'nid' | 'stage' | 'category' | 'owner_id' | 'tender_count'>;

/**
 * Tenders for a demand, or changes the own tender: one stands per demand and bidder, however often and however many at once
 * are sent. This is the busiest write of the portal, so what nearly always holds is asked and done in one statement, and
 * the process is asked why when it does not.
 */
export async function tender(context: SignedInContext, bid: Bid): Promise<Tendered> {
  const { db, now, caller, bus } = context;
  const written = await write(db, caller.userId, bid, now);
  if (!written) return refuse(context, bid.demandNid);
  const tenderCount = written.tender_count;
  if (written.changes === 0) bus.publish({ tags: demandTags(written) });
  return { tender: written, tenderCount };
}

// The conditions are the process's own for `tender` and `changeTender`; a test holds them against the table. The demand's
// row is locked, so that equal tenders sent at once come one after the other; the count touches none of its indexes.
async function write(db: Kysely<DB>, bidderId: string, bid: Bid, now: Date): Promise<Written | undefined> {
  const event = eventRow(orderMoved, {
    demandId: '',
    action: 'tender',
    historyId: null,
    recipients: { owner: '' },
  });
  const { rows } = await sql<Written>`
    with demand as (
      select id, nid, stage, category, owner_id, tender_count from demands
      where nid = ${bid.demandNid} and owner_id <> ${bidderId} and status = ${sql.lit(orderStatus.tendering)}
        and held_at is null and (deadline_at > ${now} or proceedings ->> 'input' is not null and exists (
          select 1 from tenders mine where mine.demand_id = demands.id and mine.bidder_id = ${bidderId}
            and mine.status = 'standing'))
      for no key update
    ), mine as (
      insert into tenders as t (id, demand_id, bidder_id, days, offer_fen, note, created_at, updated_at)
      select ${uuid()}::uuid, id, ${bidderId}::uuid, ${bid.completionDay}::int, ${bid.offer}::int8, ${bid.note}::text,
        ${now}::timestamptz, ${now}::timestamptz
      from demand
      on conflict (demand_id, bidder_id) do update set
        days = excluded.days, offer_fen = excluded.offer_fen, note = excluded.note, status = 'standing',
        changes = case t.status when 'standing' then t.changes + 1 else 0 end,
        created_at = case t.status when 'standing' then t.created_at else excluded.created_at end,
        updated_at = excluded.updated_at
      returning *
    ), counted as (
      update demands set tender_count = demands.tender_count + 1
      from mine where demands.id = mine.demand_id and mine.changes = 0
    ), told as (
      insert into outbox_events (id, event, payload)
      select ${event.id}::uuid, ${event.event}::text, ${event.payload}::jsonb || jsonb_build_object(
        'demandId', demand.id, 'recipients', jsonb_build_object('owner', demand.owner_id))
      from demand, mine where mine.changes = 0
    )
    select mine.*, demand.nid, demand.stage, demand.category, demand.owner_id,
      demand.tender_count + case mine.changes when 0 then 1 else 0 end as tender_count
    from demand, mine`.execute(db);
  return rows[0];
}

/** Says why. A demand that was changed a moment ago may take the tender after all: that is for the sender to try. */
async function refuse({ db, now, caller }: SignedInContext, nid: string): Promise<never> {
  const demand = await findDemand(db, nid);
  if (!demand || !mayKnow(demand, caller.userId)) throw new Refusal('not_found', '没有找到这份需求');
  if (demand.owner_id === caller.userId) throw new Refusal('not_allowed', '不能给自己的需求投标');
  const { deadline_at, status_since, ...facts } = demand;
  const step = next(
    freshFacts({
      status: facts.status,
      entrusted: facts.entrusted,
      deadlineAt: deadline_at.getTime(),
      since: status_since.getTime(),
      tenders: facts.tender_count,
    }),
    'tender',
    'stranger',
    now.getTime(),
  );
  throw step.ok ? new Refusal('state_conflict') : new Refusal(step.kind, step.reason);
}

/** Gives how many tenders stand afterwards. */
export async function withdraw(context: SignedInContext, nid: string): Promise<number> {
  const { now, caller } = context;
  return inTransaction(context.db, (tx) => withdrawTender(tx, context, nid, caller.userId, now));
}

/** The same for whoever's it is. */
export async function withdrawTender(
  tx: Tx,
  ground: Pick<Services, 'outbox' | 'stages' | 'bus'>,
  nid: string,
  bidderId: string,
  now: Date,
): Promise<number> {
  const order = await lockOrder(tx, ground, nid, now);
  const actor = await roleOf(tx, ground, order.row, bidderId);
  const moved = await move(tx, ground, order, { action: 'withdrawTender', actor, actorId: bidderId, now });
  await tx
    .updateTable('tenders')
    .set({ status: 'withdrawn', updated_at: now })
    .where('demand_id', '=', order.row.id)
    .where('bidder_id', '=', bidderId)
    .execute();
  return moved.row.tender_count;
}
