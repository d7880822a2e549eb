import { type Kysely, sql } from 'kysely';
import { type ContentKindKey, contentKinds } from '../../../contract/content-kinds.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import type { ContentItemRow } from './tables.ts';

type Reader = Kysely<DB> | Tx;

const standing = (db: Reader) => db.selectFrom('content_items').selectAll().where('removed_at', 'is', null);

/** What is published, in the operators' order. Operators put it there by hand: it is little. */
export function publishedItems(db: Reader): Promise<ContentItemRow[]> {
  return standing(db).where('live', 'is not', null).orderBy('position').orderBy('id').execute();
}

/** Everything of a kind that was not removed, in the operators' order; what was taken off last. */
export function itemsOf(db: Reader, kind: ContentKindKey, place?: string): Promise<ContentItemRow[]> {
  return standing(db)
    .where('kind', '=', kind)
    .$if(place !== undefined, (query) => query.where('place', '=', place as string))
    .orderBy('place')
    .orderBy(sql`live is null and published_at is not null`)
    .orderBy('position')
    .orderBy('id')
    .execute();
}

export function itemById(db: Reader, id: string): Promise<ContentItemRow | undefined> {
  return standing(db).where('id', '=', id).executeTakeFirst();
}

/** What one is called in lists: by its draft, else by what is published. */
export const titleOf = ({ kind, draft, live }: Pick<ContentItemRow, 'kind' | 'draft' | 'live'>): string =>
  (draft ?? live ?? {})[contentKinds[kind].title] ?? '';

/** What items are called, those that were removed among them. */
export async function contentTitles(db: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('content_items')
    .select(['id', 'kind', 'draft', 'live'])
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, titleOf(row)]));
}

export function lockItem(tx: Tx, id: string): Promise<ContentItemRow | undefined> {
  return standing(tx).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Whether operators have ever published something of this kind. */
export async function everPublished(db: Reader, kind: ContentKindKey): Promise<boolean> {
  const row = db
    .selectFrom('content_items')
    .select('id')
    .where('kind', '=', kind)
    .where('published_at', 'is not', null)
    .limit(1);
  return (await row.executeTakeFirst()) !== undefined;
}
