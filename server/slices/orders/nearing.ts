import type { Side } from '../../../contract/process/facts.ts';
import { nearAt, nearing, warnedBefore } from '../../../contract/process/words.ts';
import type { Services } from '../../calls/context.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Sweep } from '../../outbox/events.ts';
import { orderNearing } from './events.ts';
import { factsOf, type OrderRow } from './facts.ts';

const batch = 100;

/** A day before the process's timers run out, those who can still act are told. Each order once per timer and moment. */
export const nearingSweep: Sweep = {
  name: 'orders-nearing',
  run: async (services, stopping) => {
    let after: { near_at: Date; id: string } | undefined;
    for (;;) {
      const near = await nearOrders(services, after);
      for (const { id } of near) {
        if (stopping.aborted) return;
        // One that cannot be read must not keep all those behind it from being told.
        await warn(services, id).catch((error: unknown) =>
          services.log.warn({ err: error, demandId: id }, 'nobody could be told that an order’s time runs out'),
        );
      }
      after = near.at(-1);
      if (near.length < batch || after === undefined) return;
    }
  },
};

// By key, not from the start each time: one that cannot be read stays where it is.
async function nearOrders({ db, clock }: Services, after: { near_at: Date; id: string } | undefined) {
  const found = await db
    .selectFrom('demands')
    .select(['id', 'near_at'])
    .where('near_at', '<=', clock.now())
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('near_at', 'id'), '>', tuple(after?.near_at ?? new Date(0), after?.id ?? '')),
      ),
    )
    .orderBy('near_at')
    .orderBy('id')
    .limit(batch)
    .execute();
  return found.flatMap(({ id, near_at }) => (near_at === null ? [] : [{ id, near_at }]));
}

/** One that another process holds is left to it. */
async function warn({ db, clock, outbox, stages }: Services, id: string): Promise<void> {
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    const row = await tx
      .selectFrom('demands')
      .selectAll()
      .where('id', '=', id)
      .where('near_at', '<=', now)
      .forNoKeyUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!row?.near_at) return;
    const facts = await factsOf(tx, row, stages);
    for (const { timer, at, to } of nearing(facts)) {
      const from = at - warnedBefore;
      // What was told before, is not near yet, or is over.
      if (from < row.near_at.getTime() || from > now.getTime() || at <= now.getTime()) continue;
      await outbox.emit(tx, orderNearing, { demandId: row.id, timer, at, recipients: peopleOf(row, to) });
    }
    const near = nearAt(facts, now.getTime());
    await tx
      .updateTable('demands')
      .set({ near_at: near === null ? null : new Date(near) })
      .where('id', '=', row.id)
      .execute();
  });
}

function peopleOf(row: OrderRow, sides: readonly Side[]): Partial<Record<Side, string>> {
  const people = { owner: row.owner_id, provider: row.provider_id };
  return Object.fromEntries(sides.flatMap((side) => (people[side] ? [[side, people[side]]] : [])));
}
