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
  /** its own picture; '' for none: its keeper's stands for it */
  avatar_url: Generated<string>;
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
  /** when its keeper first named it, or a case of it was first approved; until then it only holds what nobody else sees */
  shown_at: Date | null;
  /** its keeper leaves, or has left: nobody sees it */
  closed_at: Generated<Date | null>;
}

export type ShopRow = Selectable<ShopTable>;
export type NewShop = Insertable<ShopTable>;
