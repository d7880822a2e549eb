import type { Kysely } from 'kysely';
import { type Block, closingDays } from '../../../contract/closing.ts';
import { Refusal } from '../../../contract/errors.ts';
import type { Services } from '../../calls/context.ts';
import { newId } from '../../db/ids.ts';
import type { DB } from '../../db/schema.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import type { JobName } from '../../job-names.ts';
import { type Consumer, on, type Sweep } from '../../outbox/events.ts';
import { accountReopened } from '../accounts/events.ts';
import { endOtherSessions } from '../accounts/sessions.ts';
import { beginClosing, lockStanding, userStatus } from '../accounts/standing.ts';
import { closingAsked } from './events.ts';
import type { Leaving, PersonalPart } from './part.ts';
import type { AccountClosingRow } from './tables.ts';

const day = 24 * 3600_000;

export async function blocksOf(
  db: Kysely<DB> | Tx,
  parts: readonly PersonalPart[],
  userId: string,
  now: Date,
): Promise<Block[]> {
  const blocks: Block[] = [];
  for (const part of parts) blocks.push(...((await part.blocks?.(db, userId, now)) ?? []));
  return blocks;
}

/** Throws a Refusal while something stands in the way: what is open, or an earlier closing that is still being undone. */
export async function mayLeave(
  db: Kysely<DB> | Tx,
  parts: readonly PersonalPart[],
  userId: string,
  now: Date,
): Promise<void> {
  const [first, ...more] = await blocksOf(db, parts, userId, now);
  if (first)
    throw new Refusal('state_conflict', more.length > 0 ? `${first.text}，还有${more.length}项未了结` : first.text);
  // Two at once would hide and show the same things in any order.
  const undone = await db
    .selectFrom('account_closings')
    .select('id')
    .where('user_id', '=', userId)
    .where('finished_at', 'is', null)
    .executeTakeFirst();
  if (undone) throw new Refusal('state_conflict', '账号刚恢复，资料还在还原，请一分钟后再申请注销');
}

/**
 * Begins to close an account. With its row locked nothing can begin with its owner: of an award at the same moment either the
 * award is seen here and stands in the way, or the award sees that there is nobody any more.
 */
export async function beginLeaving(
  { db, outbox, bus }: Pick<Services, 'db' | 'outbox' | 'bus'>,
  parts: readonly PersonalPart[],
  userId: string,
  now: Date,
): Promise<AccountClosingRow> {
  return inTransaction(db, async (tx) => {
    const user = await lockStanding(tx, userId);
    if (user?.status !== userStatus.open) throw new Refusal('sign_in_needed');
    await mayLeave(tx, parts, userId, now);
    await beginClosing(tx, userId);
    const row = await tx
      .insertInto('account_closings')
      .values({
        id: newId(now),
        user_id: userId,
        asked_at: now,
        due_at: new Date(now.getTime() + closingDays * day),
        cancelled_at: null,
        finished_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await endOtherSessions(tx, bus, userId);
    await outbox.emit(tx, closingAsked, { closingId: row.id });
    return row;
  });
}

/** Takes a closing as far as it can go now. Each step is a transaction of its own, and none is taken twice. */
export async function continueLeaving(
  services: Services,
  parts: readonly PersonalPart[],
  closingId: string,
): Promise<void> {
  while (await inTransaction(services.db, (tx) => takeStep(tx, services, parts, closingId)));
}

/** Gives whether there may be another. */
async function takeStep(
  tx: Tx,
  services: Services,
  parts: readonly PersonalPart[],
  closingId: string,
): Promise<boolean> {
  const now = services.clock.now();
  const row = await tx
    .selectFrom('account_closings')
    .selectAll()
    .where('id', '=', closingId)
    .where('finished_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return false;
  const leaving: Leaving = { userId: row.user_id, askedAt: row.asked_at, now };
  const way = await wayOf(tx, parts, row, now);
  if (way === 'wait') return false;
  const next = parts.find(
    ({ name, [way]: step }) => step && !row.done.includes(`${way}:${name}`) && due(row, way, name),
  );
  if (!next) {
    if (way !== 'hide') await note(tx, row, { finished_at: now });
    return false;
  }
  await next[way]?.(tx, services, leaving);
  await note(tx, row, { done: [...row.done, `${way}:${next.name}`] });
  return true;
}

/** What was not hidden need not be shown. */
const due = ({ done }: AccountClosingRow, way: Way, name: string) => way !== 'show' || done.includes(`hide:${name}`);

type Way = 'hide' | 'show' | 'erase';

async function wayOf(tx: Tx, parts: readonly PersonalPart[], row: AccountClosingRow, now: Date): Promise<Way | 'wait'> {
  if (row.cancelled_at) return 'show';
  if (row.done.some((step) => step.startsWith('erase:'))) return 'erase';
  const user = await lockStanding(tx, row.user_id);
  if (user?.status !== userStatus.closing) {
    // Back by signing in, or stopped by an operator meanwhile: either way it is not closed.
    await note(tx, row, { cancelled_at: now });
    return 'show';
  }
  if (now < row.due_at) return 'hide';
  // Money that came in late, say: it waits until its owner has come back and seen to it.
  return (await blocksOf(tx, parts, row.user_id, now)).length > 0 ? 'wait' : 'erase';
}

async function note(tx: Tx, { id }: AccountClosingRow, change: Partial<AccountClosingRow>): Promise<void> {
  await tx.updateTable('account_closings').set(change).where('id', '=', id).execute();
}

export const closingConsumers = (parts: readonly PersonalPart[]): Consumer<JobName>[] => [
  on(closingAsked, 'account-closing', ({ closingId }, services) => continueLeaving(services, parts, closingId)),
  on(accountReopened, 'account-reopened', ({ userId }, services) => continueClosingsOf(services, parts, userId)),
];

/** The same of whatever somebody has under way. */
export async function continueClosingsOf(
  services: Services,
  parts: readonly PersonalPart[],
  userId: string,
): Promise<void> {
  const rows = await services.db
    .selectFrom('account_closings')
    .select('id')
    .where('user_id', '=', userId)
    .where('finished_at', 'is', null)
    .execute();
  for (const { id } of rows) await continueLeaving(services, parts, id);
}

/** Whose days are over, and what was interrupted. */
export const closingSweep = (parts: readonly PersonalPart[]): Sweep => ({
  name: 'account-closings',
  run: async (services, stopping) => {
    const rows = await services.db
      .selectFrom('account_closings')
      .select('id')
      .where('finished_at', 'is', null)
      .orderBy('id')
      .execute();
    for (const { id } of rows) {
      if (stopping.aborted) return;
      try {
        await continueLeaving(services, parts, id);
      } catch (error) {
        services.log.error({ err: error, closingId: id }, 'an account could not be closed any further');
      }
    }
  },
});
