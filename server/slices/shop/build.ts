import type { Kysely } from 'kysely';
import { newId } from '../../db/ids.ts';
import type { DB } from '../../db/schema.ts';
import { buildUser, type BuiltUser } from '../accounts/build.ts';
import type { NewShop } from './tables.ts';

/** A shop with its keeper, for tests: `await buildShop(db, { shop_name: '三榫制造' })`. */
export async function buildShop(
  db: Kysely<DB>,
  overrides: Partial<NewShop> & { certified?: boolean } = {},
): Promise<{ id: string; keeper: BuiltUser }> {
  const { certified = false, ...columns } = overrides;
  const keeper = await buildUser(db, { accountType: 2 });
  const now = columns.created_at instanceof Date ? columns.created_at : new Date();
  const id = newId(now);
  await db
    .insertInto('shops')
    .values({ id, user_id: keeper.id, shop_name: '三榫制造', created_at: now, shown_at: now, ...columns })
    .execute();
  if (certified) {
    await db
      .insertInto('certifications')
      .values({
        id: newId(now),
        user_id: keeper.id,
        account_type: 2,
        stage_key: columns.stage_keys?.[0] ?? 'make',
        name: columns.shop_name ?? '三榫制造',
        province_code: '36',
        city_code: '3607',
        status: 1,
        created_at: now,
        decided_at: now,
      })
      .execute();
  }
  return { id, keeper };
}
