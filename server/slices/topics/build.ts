import type { Kysely } from 'kysely';
import { newId } from '../../db/ids.ts';
import type { DB } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import { buildUser } from '../accounts/build.ts';
import { insertTopics } from './store.ts';
import type { NewTopic } from './tables.ts';

/** A topic for tests; gives its id. */
export async function buildTopic(db: Kysely<DB>, overrides: Partial<NewTopic> = {}): Promise<string> {
  const created_at = overrides.created_at instanceof Date ? overrides.created_at : new Date();
  const row: NewTopic = {
    id: newId(created_at),
    user_id: overrides.user_id ?? (await buildUser(db)).id,
    category: 'maternal',
    title: '护栏间距终于卡在 58 毫米',
    content: '国标写 45 到 65，做到 60 以上孩子的脚踝能伸出来。',
    pictures: ['/files/a.jpg', '/files/b.jpg'],
    created_at,
    updated_at: created_at,
    ...overrides,
  };
  await inTransaction(db, (tx) => insertTopics(tx, [row]));
  return row.id;
}
