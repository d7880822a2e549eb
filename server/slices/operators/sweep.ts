import { operatorIdle } from '../../../contract/operator/sign-in.ts';
import type { Sweep } from '../../outbox/events.ts';

/** Deletes sessions and tickets that have run out. */
export const operatorSweep: Sweep = {
  name: 'operators',
  run: async ({ db, clock }) => {
    const now = clock.now();
    const idle = new Date(now.getTime() - operatorIdle * 1000);
    await db
      .deleteFrom('operator_sessions')
      .where((row) => row.or([row('expires_at', '<=', now), row('seen_at', '<=', idle)]))
      .execute();
    await db.deleteFrom('operator_tickets').where('expires_at', '<=', now).execute();
  },
};
