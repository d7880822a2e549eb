import { sql } from 'kysely';
import type { Services } from '../../calls/context.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Sweep } from '../../outbox/events.ts';
import { openAmong } from '../demands/queries.ts';
import { shanghaiDay } from '../ledger/post.ts';
import { type Told, writeNoticesIn } from '../notices/write.ts';
import { wantsDigest } from './queries.ts';

const [hour, day] = [3_600_000, 86_400_000];
/** China has one time, at UTC+8 and without summer time. */
const shanghai = 8 * hour;
/** the hour of the digest */
const morning = 8;
/** people in one transaction */
const batch = 200;
/** demands named in a digest */
const named = 3;

/** The newest eight in the morning that has been. */
export const lastMorning = (now: Date): Date =>
  new Date(Math.floor((now.getTime() + shanghai - morning * hour) / day) * day + morning * hour - shanghai);

/** Each morning everybody who follows something is told once of all that came since the last time, if there is anything. */
export const digestSweep: Sweep = {
  name: 'digests',
  run: async (services, stopping) => {
    const until = lastMorning(services.clock.now());
    while (!stopping.aborted && (await digest(services, until)) === batch);
  },
};

/** Of the next people whose matches are due; gives how many. What is told goes in the same transaction. */
function digest(services: Services, until: Date): Promise<number> {
  return inTransaction(services.db, async (tx) => {
    // One process at a time: two would name the same demands.
    await sql`select pg_advisory_xact_lock(hashtext('follow-digest'))`.execute(tx);
    const people = await tx
      .selectFrom('follow_matches')
      .select('user_id')
      .distinct()
      .where('at', '<', until)
      .orderBy('user_id')
      .limit(batch)
      .execute();
    const ids = people.map(({ user_id }) => user_id);
    if (ids.length === 0) return 0;
    const wants = await wantsDigest(tx, ids);
    const rows = await tx
      .selectFrom('follow_matches')
      .select(['user_id', 'demand_id'])
      .where('user_id', 'in', ids)
      .where('at', '<', until)
      .orderBy('at', 'desc')
      .orderBy('demand_id', 'desc')
      .execute();
    // What was taken meanwhile is no news.
    const open = await openAmong(
      tx,
      rows.map((row) => row.demand_id),
    );
    const told = ids.filter(wants).flatMap((userId): Told[] => {
      const own = rows.filter((row) => row.user_id === userId);
      const names = own.flatMap(({ demand_id }) => (open.has(demand_id) ? [`《${open.get(demand_id)}》`] : []));
      if (names.length === 0) return [];
      const facts = {
        number: names.length,
        names: names.slice(0, named).join('') + (names.length > named ? '等' : ''),
      };
      return [{ userId, kind: 'digest', cause: `digest ${shanghaiDay(until)}`, facts }];
    });
    if (told.length > 0) await writeNoticesIn(tx, services, told);
    await tx.deleteFrom('follow_matches').where('user_id', 'in', ids).where('at', '<', until).execute();
    return ids.length;
  });
}
