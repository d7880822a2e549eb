import { orderStatus } from '../../../contract/statuses.ts';
import type { Services } from '../../calls/context.ts';
import type { Tx } from '../../db/transaction.ts';
import { demandListed } from './events.ts';
import { demandChanged } from './changed.ts';
import { listed } from './lists.ts';

type Ground = Pick<Services, 'outbox' | 'bus'>;

/** Takes a person's demands out of sight while nobody can choose among tenders for them. Also those that may be open again. */
export async function holdBack(tx: Tx, ground: Ground, ownerId: string, now: Date): Promise<void> {
  const rows = await tx
    .updateTable('demands')
    .set({ held_at: now })
    .where('owner_id', '=', ownerId)
    .where('status', 'in', [orderStatus.tendering, orderStatus.awarded])
    .where('held_at', 'is', null)
    .returningAll()
    .execute();
  await tell(tx, ground, rows, -1);
}

/** Takes that back: what is still open is in the lists again, at its old place. */
export async function bringBack(tx: Tx, ground: Ground, ownerId: string): Promise<void> {
  const rows = await tx
    .updateTable('demands')
    .set({ held_at: null })
    .where('owner_id', '=', ownerId)
    .where('held_at', 'is not', null)
    .returningAll()
    .execute();
  await tell(tx, ground, rows, 1);
}

async function tell(
  tx: Tx,
  { outbox, bus }: Ground,
  rows: readonly (Parameters<typeof listed>[1] &
    Parameters<typeof demandChanged>[2] & { id: string; status: number })[],
  change: 1 | -1,
): Promise<void> {
  const open = rows.filter(({ status }) => status === orderStatus.tendering);
  for (const row of open.toSorted((one, other) => (one.stage < other.stage ? -1 : 1))) {
    await outbox.emit(tx, demandListed, { demandId: row.id });
    await listed(tx, row, change);
  }
  for (const row of rows) demandChanged(tx, bus, row);
}
