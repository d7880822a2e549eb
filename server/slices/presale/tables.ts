import type { Generated, Insertable, Selectable } from 'kysely';
import type { CategoryKey } from '../../../contract/categories.ts';

export interface PresaleTables {
  presale_products: PresaleProductTable;
  presale_joins: PresaleJoinTable;
}

export interface PresaleProductTable {
  id: string;
  category: CategoryKey;
  name: string;
  /** maker */
  company: string;
  description: string;
  pictures: string[];
  price_fen: number;
  /** what a piece is counted in: 张, 把 … */
  unit: string;
  /** pieces offered */
  quantity: number;
  /** pieces spoken for; the sum of the standing joins */
  joined: Generated<number>;
  like_count: Generated<number>;
  comment_count: Generated<number>;
  /** an operator's order within the category */
  position: Generated<number>;
  ends_at: Date;
  created_at: Date;
  removed_at: Date | null;
}

export interface PresaleJoinTable {
  id: string;
  product_id: string;
  user_id: string;
  number: number;
  /** mobile number or email */
  contact: string;
  /** of a piece, when it was booked */
  price_fen: number;
  created_at: Date;
  updated_at: Date;
  removed_at: Date | null;
}

export type PresaleProductRow = Selectable<PresaleProductTable>;
export type PresaleJoinRow = Selectable<PresaleJoinTable>;
export type NewPresaleProduct = Insertable<PresaleProductTable>;
