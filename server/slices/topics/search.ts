import type { Kysely } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { SearchEntry } from '../search/entry.ts';
import { sortsOf } from '../search/saying.ts';
import { shown } from './queries.ts';

/** Those of these topics that anyone may find. */
export async function topicEntries(db: Kysely<DB>, ids: readonly string[]): Promise<SearchEntry[]> {
  const rows = await db
    .selectFrom('topics')
    .select(['id', 'user_id', 'category', 'title', 'content', 'pictures', 'created_at'])
    .where('id', 'in', [...ids])
    .where(shown)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    body: row.content,
    also: sortsOf([], [], row.category),
    stages: [],
    category: row.category,
    provinceCode: null,
    cityCode: null,
    at: row.created_at,
    card: { picture: row.pictures[0], userId: row.user_id },
  }));
}
