import { type Kysely, type RawBuilder, sql } from 'kysely';
import { maskPhone } from '../../../contract/mask.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import { hasInName, publicUsers } from '../accounts/queries.ts';
import { certifiedAmong } from '../certification/queries.ts';
import type { ShopRow } from './tables.ts';

/** A shop as others see it, wherever its name is shown. */
export interface ShopCard {
  id: string;
  userId: string;
  /** a number that serves as a name is not told in full */
  name: string;
  /** as its keeper wrote it, for its keeper alone */
  ownName: string;
  introduction: string;
  provinceCode: string | null;
  cityCode: string | null;
  stageKeys: readonly string[];
  point: { lat: number; lng: number } | null;
  avatarUrl: string;
  /** its own picture; '' for none */
  ownPicture: string;
  certified: boolean;
  /** 0..5 with one decimal; 0 without any appraisal */
  score: number;
  /** completed orders as provider */
  dealCount: number;
  /** appraisals of 4 or 5 in percent; 0 without any */
  favourable: number;
  openedAt: Date;
}

async function cards(db: Kysely<DB>, rows: readonly ShopRow[]): Promise<ShopCard[]> {
  const userIds = rows.map((row) => row.user_id);
  const [certified, people] = await Promise.all([certifiedAmong(db, userIds), publicUsers(db, userIds)]);
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    name: maskPhone(row.shop_name),
    ownName: row.shop_name,
    introduction: row.introduction,
    provinceCode: row.province_code,
    cityCode: row.city_code,
    stageKeys: row.stage_keys,
    point: row.lat === null || row.lng === null ? null : { lat: row.lat, lng: row.lng },
    ownPicture: row.avatar_url,
    avatarUrl: row.avatar_url || (people.get(row.user_id)?.avatarUrl ?? ''),
    certified: certified.has(row.user_id),
    score: row.score_count === 0 ? 0 : Math.round((row.score_total / row.score_count) * 10) / 10,
    dealCount: row.deal_count,
    favourable: row.score_count === 0 ? 0 : Math.round((row.favourable_count / row.score_count) * 100),
    openedAt: row.created_at,
  }));
}

/** By shop id. */
export async function shopCards(db: Kysely<DB>, shopIds: readonly string[]): Promise<Map<string, ShopCard>> {
  if (shopIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('shops')
    .selectAll()
    .where('id', 'in', [...new Set(shopIds)])
    .where('closed_at', 'is', null)
    .execute();
  return new Map((await cards(db, rows)).map((card) => [card.id, card]));
}

/** By the keeper's user id; who keeps no shop is not in it. */
export async function shopsOfUsers(db: Kysely<DB>, userIds: readonly string[]): Promise<Map<string, ShopCard>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('shops')
    .selectAll()
    .where('user_id', 'in', [...new Set(userIds)])
    .where('closed_at', 'is', null)
    .execute();
  return new Map((await cards(db, rows)).map((card) => [card.userId, card]));
}

/** What a user's shop is called; undefined for who keeps none. */
export async function shopNameOf(db: Kysely<DB> | Tx, userId: string): Promise<string | undefined> {
  const row = await db.selectFrom('shops').select('shop_name').where('user_id', '=', userId).executeTakeFirst();
  return row && maskPhone(row.shop_name);
}

/** The user who keeps a shop. */
export async function keeperOf(db: Kysely<DB> | Tx, shopId: string): Promise<string | undefined> {
  const row = await db.selectFrom('shops').select('user_id').where('id', '=', shopId).executeTakeFirst();
  return row?.user_id;
}

/** The shop's id by its keeper's user id; who keeps no shop is not in it. */
export async function shopIdsOf(db: Kysely<DB>, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('shops')
    .select(['id', 'user_id'])
    .where('user_id', 'in', [...new Set(userIds)])
    .where('closed_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.id]));
}

/** Who keeps a shop with these words in its name, so many at most. */
export async function keepersNamed(db: Kysely<DB>, words: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('shops')
    .select('user_id')
    .where(hasInName('shop_name', words))
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Shops as their keepers have them, also those that nobody else sees, by their keepers. */
export async function shopsKeptBy(db: Kysely<DB>, userIds: readonly string[]): Promise<Map<string, ShopRow>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('shops')
    .selectAll()
    .where('user_id', 'in', [...userIds])
    .execute();
  return new Map(rows.map((row) => [row.user_id, row]));
}

/** A query for the ids of shops that somebody keeps, also those that nobody else sees. */
export const keptShopIds = (userId: string): RawBuilder<{ id: string }> =>
  sql`select id from shops where user_id = ${userId}`;
