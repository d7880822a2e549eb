import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Context } from '../../calls/context.ts';
import { networkOf } from '../../calls/network.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import { signedInElsewhere } from './events.ts';
import { openSession } from './sessions.ts';

/** Where a sign-in comes from. */
export type Entering = Pick<Context, 'address' | 'userAgent' | 'outbox'> & {
  /** what the browser calls itself */
  readonly device?: string | undefined;
};

/** Opens a session and gives its token; somebody who never signed in from there before is to be told of it. */
export async function enter(tx: Tx, userId: string, from: Entering, now: Date): Promise<string> {
  const { id, token } = await openSession(tx, userId, from, now);
  if (await isNewPlace(tx, userId, from, now)) await from.outbox.emit(tx, signedInElsewhere, { userId, sessionId: id });
  return token;
}

/** Remembers the device; whether it is a new one beside others that are known. */
async function isNewPlace(tx: Tx, userId: string, { device, ...from }: Entering, now: Date): Promise<boolean> {
  const said = device ?? `${from.userAgent} ${networkOf(from.address)}`;
  const hash = createHash('sha256').update(said).digest();
  const { rows } = await sql<{ fresh: boolean; others: boolean }>`
    insert into known_devices as k (user_id, device, seen_at) values (${userId}, ${hash}, ${now})
    on conflict (user_id, device) do update set seen_at = excluded.seen_at
    returning (xmax = 0) as fresh,
      exists (select 1 from known_devices o where o.user_id = k.user_id and o.device <> k.device) as others`.execute(
    tx,
  );
  return rows[0]?.fresh === true && rows[0].others;
}

/** Sessions of one person that last, the one heard of last first. */
export function liveSessions(db: Kysely<DB>, userId: string, now: Date) {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'address', 'created_at', 'seen_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
}
