import type { Kysely } from 'kysely';
import { shopCaseStatus } from '../../../contract/statuses.ts';
import { newId } from '../../db/ids.ts';
import type { DB } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import { buildShop } from '../shop/build.ts';
import { insertCases } from './store.ts';
import type { NewCase } from './tables.ts';

/** An approved case in a shop of its own, unless told otherwise, for tests. Gives its id. */
export async function buildCase(db: Kysely<DB>, overrides: Partial<NewCase> = {}): Promise<string> {
  const created_at = overrides.created_at instanceof Date ? overrides.created_at : new Date();
  const row: NewCase = {
    id: newId(created_at),
    shop_id: overrides.shop_id ?? (await buildShop(db)).id,
    stage_key: 'design',
    category: 'maternal',
    name: '能用到六岁的并床婴儿床',
    pictures: ['/files/a.jpg'],
    review_status: shopCaseStatus.approved,
    created_at,
    updated_at: created_at,
    ...overrides,
  };
  await inTransaction(db, (tx) => insertCases(tx, [row]));
  return row.id;
}
