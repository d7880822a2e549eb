import { sql } from 'kysely';
import type { Sweep } from '../../outbox/events.ts';

const day = 24 * 3_600_000;
/** days that a notice is kept once it was read, and that it is remembered what somebody was told of */
const [keptFor, rememberedFor] = [90 * day, 180 * day];
const lookedAtFor = 30 * day;
const atOnce = 5000;

/** Takes away notices that were read long ago. */
export const noticeSweep: Sweep = {
  name: 'old-notices',
  run: async ({ db, clock }, stopping) => {
    const now = clock.now().getTime();
    const [old, forgotten] = [new Date(now - keptFor), new Date(now - rememberedFor)];
    while (!stopping.aborted) {
      const { numAffectedRows } = await sql`
        delete from notices where id in (
          select id from notices where read_at < ${old} order by read_at limit ${atOnce})`.execute(db);
      if (Number(numAffectedRows ?? 0) < atOnce) break;
    }
    // What was given up and nobody looked at.
    await db
      .deleteFrom('notice_deliveries')
      .where('given_up_at', '<', new Date(now - lookedAtFor))
      .execute();
    while (!stopping.aborted) {
      const { numAffectedRows } = await sql`
        delete from notice_causes where (user_id, cause) in (
          select user_id, cause from notice_causes where at < ${forgotten} order by at limit ${atOnce})`.execute(db);
      if (Number(numAffectedRows ?? 0) < atOnce) break;
    }
  },
};
