import type { Generated, Insertable, Selectable } from 'kysely';

export interface ShopTables {
  shops: ShopTable;
}

/** One a provider. */
export interface ShopTable {
  id: string;
  user_id: string;
  shop_name: string;
  introduction: Generated<string>;
  province_code: string | null;
  city_code: string | null;
  /** stages it serves */
  stage_keys: Generated<string[]>;
  /** GCJ-02 */
  lat: number | null;
  lng: number | null;
  /** completed orders as provider */
  deal_count: Generated<number>;
  /** public appraisals received, the sum of their 1..5, and how many were 4 or 5 */
  score_count: Generated<number>;
  score_total: Generated<number>;
  favourable_count: Generated<number>;
  created_at: Date;
}

export type ShopRow = Selectable<ShopTable>;
export type NewShop = Insertable<ShopTable>;
