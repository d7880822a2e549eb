import type { Services } from '../../calls/context.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import type { JobName } from '../../job-names.ts';
import { type Consumer, on, type Sweep } from '../../outbox/events.ts';
import { accountReleased, accountSuspended } from '../accounts/events.ts';
import {
  lockUnsettled,
  noteSteps,
  overdueSuspensions,
  release,
  unsettledSuspensions,
} from '../accounts/suspensions.ts';
import { continueClosingsOf } from '../personal-data/closing.ts';
import type { PersonalPart } from '../personal-data/part.ts';

/**
 * What everybody sees of somebody who is kept out is hidden, and shown again afterwards, by the same steps as of somebody who
 * leaves: each a transaction of its own that notes itself, none taken twice. One suspension after the other: what is still to
 * be shown of one that was lifted would else be shown after the next has hidden it.
 */
async function settle(services: Services, parts: readonly PersonalPart[], userId: string): Promise<void> {
  for (const { id } of await unsettledSuspensions(services.db, userId))
    while (await inTransaction(services.db, (tx) => takeStep(tx, services, parts, id)));
}

/** Gives whether there may be another. */
async function takeStep(tx: Tx, services: Services, parts: readonly PersonalPart[], id: string): Promise<boolean> {
  const row = await lockUnsettled(tx, id);
  if (!row) return false;
  const way = row.ended_at === null ? 'hide' : 'show';
  const next = parts.find(
    ({ name, [way]: step }) =>
      step &&
      !row.done.includes(`${way}:${name}`) &&
      // What was not hidden need not be shown.
      (way === 'hide' || row.done.includes(`hide:${name}`)),
  );
  if (!next) {
    await noteSteps(tx, id, { settled: true });
    return false;
  }
  const now = services.clock.now();
  await next[way]?.(tx, services, { userId: row.user_id, askedAt: row.began_at, now });
  await noteSteps(tx, id, { done: [...row.done, `${way}:${next.name}`] });
  return true;
}

export const suspensionConsumers = (parts: readonly PersonalPart[]): Consumer<JobName>[] => [
  on(accountSuspended, 'account-suspended', async ({ userId }, services) => {
    // One that was being closed comes back to light first: afterwards nothing but this may show it.
    await continueClosingsOf(services, parts, userId);
    await settle(services, parts, userId);
  }),
  on(accountReleased, 'account-released', ({ userId }, services) => settle(services, parts, userId)),
];

/** Whose time is over, and what was interrupted. */
export const suspensionSweep = (parts: readonly PersonalPart[]): Sweep => ({
  name: 'account-suspensions',
  run: async (services, stopping) => {
    const { db, clock, log } = services;
    const now = clock.now();
    for (const { user_id: userId } of await overdueSuspensions(db, now)) {
      if (stopping.aborted) return;
      await inTransaction(db, (tx) => release(tx, services, { userId, reason: '', byId: null, now }));
    }
    for (const userId of new Set((await unsettledSuspensions(db)).map(({ user_id }) => user_id))) {
      if (stopping.aborted) return;
      try {
        await continueClosingsOf(services, parts, userId);
        await settle(services, parts, userId);
      } catch (error) {
        log.error({ err: error, userId }, 'a suspension could not be carried out any further');
      }
    }
  },
});
