import type { Stage } from '../../../contract/stages/stage.ts';
import { orderStatus } from '../../../contract/statuses.ts';
import type { Services } from '../../calls/context.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { JobName } from '../../job-names.ts';
import { type Consumer, onMany } from '../../outbox/events.ts';
import { demandListed } from '../demands/events.ts';
import { demandById } from '../demands/queries.ts';
import { regionsOf } from '../demands/search.ts';
import { writeNoticesIn } from '../notices/write.ts';
import { type FollowKey, followersPage } from './queries.ts';
import { followName, followPath } from './words.ts';

/** people told in one transaction */
const batch = 500;

/** Every key that a demand fits, the narrowest first: a dozen at most, however many follow. */
export function keysOf(
  row: Parameters<typeof regionsOf>[0] & { category: string },
  stages: readonly Stage[],
): FollowKey[] {
  const regions = [...regionsOf(row, stages).toReversed(), ''];
  const keys = regions.flatMap((region) =>
    [row.stage, ''].flatMap((stage) => [row.category, ''].map((category) => ({ stage, category, region }))),
  );
  return keys.filter(({ stage, category, region }) => stage || category || region);
}

/**
 * Tells those who follow such demands of a new one: each once, by the narrowest of their follows, and its owner never. One
 * that comes back to the list is new to nobody who was told, nor to those who came later.
 */
export async function tellFollowers(services: Services, demandId: string): Promise<void> {
  const { db, stages } = services;
  const row = await demandById(db, demandId);
  if (row?.status !== orderStatus.tendering || row.entrusted || row.held_at || row.published_at === null) return;
  for (const key of keysOf(row, stages)) {
    const facts = {
      what: followName(key, stages),
      name: row.name,
      link: `/demand/${row.nid}`,
      list: followPath(key),
    };
    let after: string | undefined;
    for (;;) {
      const found = await followersPage(db, key, { before: row.published_at, after, most: batch });
      if (found.length === 0) break;
      const told = found.map(({ id, user_id: userId }) => ({
        userId,
        kind: 'newDemand' as const,
        cause: `follow ${demandId}`,
        bundle: id,
        actorId: row.owner_id,
        facts,
      }));
      await inTransaction(db, async (tx) => {
        const fresh = await writeNoticesIn(tx, services, told);
        if (fresh.length === 0) return;
        await tx
          .insertInto('follow_matches')
          .values(fresh.map(({ userId }) => ({ user_id: userId, demand_id: demandId, at: services.clock.now() })))
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      });
      if (found.length < batch) break;
      after = found.at(-1)?.user_id;
    }
  }
}

export const followConsumer: Consumer<JobName> = onMany(demandListed, 'follows', async (events, services) => {
  for (const demandId of new Set(events.map((event) => event.demandId))) await tellFollowers(services, demandId);
});
