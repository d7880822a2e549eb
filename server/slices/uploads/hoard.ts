import type { Kysely } from 'kysely';
import { Refusal } from '../../../contract/errors.ts';
import type { DB } from '../../db/schema.ts';
import { unusedBytes } from './queries.ts';

/** What one account may have lying about that nothing refers to: a few long forms with videos. */
const hoardAtMost = 1024 ** 3;

/**
 * Limits per minute do not keep one account from filling the disk within the day that unused uploads stay. Throws too_many;
 * whoever uses what was uploaded, or waits for the day to pass, may go on.
 */
export async function refuseHoarding(db: Kysely<DB>, owner: string, now: Date): Promise<void> {
  if ((await unusedBytes(db, owner, now)) < hoardAtMost) return;
  throw new Refusal('too_many', '已上传而未使用的文件过多，请先提交表单，或明天再试');
}
