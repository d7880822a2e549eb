import type { Kysely } from 'kysely';
import { newId } from '../../db/ids.ts';
import type { DB } from '../../db/schema.ts';
import type { NewPresaleProduct } from './tables.ts';

/** A product on the pre-sale shelf, for tests; gives its id. */
export async function buildPresaleProduct(db: Kysely<DB>, overrides: Partial<NewPresaleProduct> = {}): Promise<string> {
  const created_at = overrides.created_at instanceof Date ? overrides.created_at : new Date();
  const row: NewPresaleProduct = {
    id: newId(created_at),
    category: 'maternal',
    name: '可并床婴儿床',
    company: '三榫制造',
    description: '榉木床框，侧板一收就并到大床边。',
    pictures: ['/files/a.jpg'],
    price_fen: 128_000,
    unit: '张',
    quantity: 200,
    ends_at: new Date(created_at.getTime() + 30 * 86_400_000),
    created_at,
    ...overrides,
  };
  await db.insertInto('presale_products').values(row).execute();
  return row.id;
}
