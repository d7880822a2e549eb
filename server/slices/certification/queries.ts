import type { Kysely } from 'kysely';
import { certificationStatus } from '../../../contract/statuses.ts';
import type { DB } from '../../db/schema.ts';

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
