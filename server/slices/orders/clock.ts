import type { Services } from '../../calls/context.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Sweep } from '../../outbox/events.ts';
import { dueAt } from '../../../contract/process/next.ts';
import { factsOf } from './facts.ts';
import { catchUp } from './transition.ts';

const batch = 100;

/**
 * Lets the clock act on every order whose time has come. Each order is a transaction of its own; one that another
 * process holds is left to it. Bears running twice at once.
 */
export const sweepOrders: Sweep = {
  name: 'orders',
  run: async (services, stopping) => {
    let after: { due_at: Date; id: string } | undefined;
    for (;;) {
      const due = await dueOrders(services, after);
      for (const { id } of due) {
        if (stopping.aborted) return;
        // One order that cannot go on must not keep all those behind it from going on.
        await catchUpOne(services, id).catch((error: unknown) =>
          services.log.error({ err: error, demandId: id }, 'the clock could not act on an order'),
        );
      }
      after = due.at(-1);
      if (due.length < batch || after === undefined) return;
    }
  },
};

// By key, not from the start each time: one that could not go on stays due.
async function dueOrders({ db, clock }: Services, after: { due_at: Date; id: string } | undefined) {
  const found = await db
    .selectFrom('demands')
    .select(['id', 'due_at'])
    .where('due_at', '<=', clock.now())
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('due_at', 'id'), '>', tuple(after?.due_at ?? new Date(0), after?.id ?? '')),
      ),
    )
    .orderBy('due_at')
    .orderBy('id')
    .limit(batch)
    .execute();
  return found.flatMap(({ id, due_at }) => (due_at === null ? [] : [{ id, due_at }]));
}

async function catchUpOne(services: Services, id: string): Promise<void> {
  const now = services.clock.now();
  await inTransaction(services.db, async (tx) => {
    const row = await tx
      .selectFrom('demands')
      .selectAll()
      .where('id', '=', id)
      .where('due_at', '<=', now)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!row) return;
    const { facts } = await catchUp(tx, services, { row, facts: await factsOf(tx, row, services.stages) }, now);
    // A due time may be early (a tender moves it on without writing it), never late.
    const due = dueAt(facts);
    if (due !== null && due > now.getTime())
      await tx
        .updateTable('demands')
        .set({ due_at: new Date(due), updated_at: now })
        .where('id', '=', id)
        .execute();
  });
}

/** The clock checked again on read: what is due among these orders happens before they are shown. */
export async function settleDue(
  services: Services,
  orders: readonly { id: string; due_at: Date | null }[],
  now: Date,
): Promise<boolean> {
  const due = orders.filter(({ due_at }) => due_at !== null && due_at <= now);
  for (const { id } of due) await catchUpOne(services, id);
  return due.length > 0;
}
