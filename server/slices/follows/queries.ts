import type { Kysely } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { FollowRow } from './tables.ts';

/** What a follow asks for, or one of the keys under which a demand is looked for; '' for any. */
export interface FollowKey {
  stage: string;
  category: string;
  region: string;
}

export async function followsOf(db: Kysely<DB>, userId: string): Promise<FollowRow[]> {
  return db.selectFrom('follows').selectAll().where('user_id', '=', userId).orderBy('id', 'desc').execute();
}

/** Follows of exactly this key, made by then, by person from one on: at flat cost, however many others there are. */
export async function followersPage(
  db: Kysely<DB>,
  { stage, category, region }: FollowKey,
  { before, after, most }: { before: Date; after: string | undefined; most: number },
): Promise<FollowRow[]> {
  return db
    .selectFrom('follows')
    .selectAll()
    .where('stage', '=', stage)
    .where('category', '=', category)
    .where('region', '=', region)
    .where('created_at', '<=', before)
    .$if(after !== undefined, (query) => query.where('user_id', '>', after as string))
    .orderBy('user_id')
    .limit(most)
    .execute();
}

export async function wantsDigest(db: Kysely<DB>, userIds: readonly string[]): Promise<(userId: string) => boolean> {
  const rows = await db
    .selectFrom('follow_settings')
    .select('user_id')
    .where('user_id', 'in', [...userIds])
    .where('digest', '=', false)
    .execute();
  const off = new Set(rows.map(({ user_id }) => user_id));
  return (userId) => !off.has(userId);
}
