import type { Kysely } from 'kysely';
import { certificationStatus } from '../../../contract/statuses.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import type { CertificationRow } from './tables.ts';

/** Which of these users carry 已认证. */
export async function certifiedAmong(db: Kysely<DB>, userIds: readonly string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('certifications')
    .select('user_id')
    .where('user_id', 'in', [...new Set(userIds)])
    .where('status', '=', certificationStatus.passed)
    .execute();
  return new Set(rows.map((row) => row.user_id));
}

/** The name on the papers of a passed certification; null without one. */
export async function certifiedName(db: Kysely<DB> | Tx, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('certifications')
    .select('name')
    .where('user_id', '=', userId)
    .where('status', '=', certificationStatus.passed)
    .executeTakeFirst();
  return row?.name ?? null;
}

/** The passed certification of each of these users; who has none is not in it. */
export async function passedCertifications(
  db: Kysely<DB> | Tx,
  userIds: readonly string[],
): Promise<Map<string, CertificationRow>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('certifications')
    .selectAll()
    .where('user_id', 'in', [...new Set(userIds)])
    .where('status', '=', certificationStatus.passed)
    .execute();
  return new Map(rows.map((row) => [row.user_id, row]));
}
