import type { Kysely } from 'kysely';
import { bucketPlaces } from '../db/kept-lists.ts';
import type { DB } from '../db/schema.ts';
import { partSize } from './source.ts';

const bucketsPerPart = partSize / bucketPlaces;

/** Names of the parts of a kept list, without the empty ones: adding up its buckets passes over no record. */
export async function filledParts(db: Kysely<DB>, list: string): Promise<string[]> {
  const buckets = await db
    .selectFrom('list_counts')
    .select('bucket')
    .where('list', '=', list)
    .where('kind', '=', 'newest')
    .where('n', '>', 0)
    .execute();
  const parts = new Set(buckets.map(({ bucket }) => Math.floor(bucket / bucketsPerPart)));
  return [...parts].toSorted((a, b) => a - b).map(String);
}

/** First place of a part, and the first behind it; undefined for what is no part's name. */
export function placesOf(part: string): { from: number; to: number } | undefined {
  if (!/^\d{1,9}$/.test(part)) return undefined;
  const from = Number(part) * partSize;
  return { from, to: from + partSize };
}
