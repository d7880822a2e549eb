import type { Sweep } from '../../outbox/events.ts';

const day = 24 * 3600 * 1000;

/** Deletes what nothing asks for any more: run-out sessions and challenges, codes and failures of days ago. */
export const accountSweep: Sweep = {
  name: 'accounts',
  run: async ({ db, clock }) => {
    const now = clock.now();
    const old = new Date(now.getTime() - 2 * day);
    await db.deleteFrom('sessions').where('expires_at', '<=', now).execute();
    await db.deleteFrom('human_checks').where('expires_at', '<=', now).execute();
    await db.deleteFrom('sms_codes').where('created_at', '<', old).execute();
    await db.deleteFrom('sms_numbers').where('last_at', '<', old).execute();
    // Who comes back after half a year is told, once more, that somebody did.
    const forgotten = new Date(now.getTime() - 180 * day);
    await db.deleteFrom('known_devices').where('seen_at', '<', forgotten).execute();
    await db.deleteFrom('throttles').where('last_at', '<', old).execute();
  },
};
