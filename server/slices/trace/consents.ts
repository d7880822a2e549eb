import type { Kysely } from 'kysely';
import type { TraceConsent } from '../../../contract/trace/calls.ts';
import type { ConsentName } from '../../../contract/trace/consents.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';

/** Who never said anything agreed to nothing. */
const none: TraceConsent = { name: false, words: false, product: false };

/** What each of these people agreed to. */
export async function consentsOf(
  db: Kysely<DB> | Tx,
  userIds: readonly string[],
): Promise<(userId: string | null) => TraceConsent> {
  const asked = [...new Set(userIds)];
  const rows =
    asked.length === 0 ? [] : await db.selectFrom('trace_consents').selectAll().where('user_id', 'in', asked).execute();
  const known = new Map(rows.map(({ user_id, name, words, product }) => [user_id, { name, words, product }]));
  return (userId) => (userId === null ? none : (known.get(userId) ?? none));
}

/** Takes effect at once: pages of traces are made anew for each who asks. */
export async function saveConsent(
  db: Kysely<DB> | Tx,
  userId: string,
  change: Partial<Record<ConsentName, boolean>>,
  now: Date,
): Promise<TraceConsent> {
  const { name, words, product } = await db
    .insertInto('trace_consents')
    .values({ user_id: userId, ...none, ...change, updated_at: now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...change, updated_at: now }))
    .returningAll()
    .executeTakeFirstOrThrow();
  return { name, words, product };
}
