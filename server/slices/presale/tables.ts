import type { ColumnType, Generated, Insertable, Selectable } from 'kysely';
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
  /** when those who booked were told that it is over */
  end_told_at: Date | null;
  /** what is being worked on, as a form sends it; null where it is what the other columns say */
  draft: ColumnType<Readonly<Record<string, string>> | null, string | null | undefined, string | null>;
  /** null: the other columns are those of a draft that nobody sees */
  published_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** null for as soon as it is published */
  starts_at: Date | null;
  /** rises with every change by an operator */
  version: Generated<number>;
  updated_at: Date | null;
  updated_by: string | null;
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
  /** null for what is not settled */
  settlement: 'done' | 'lapsed' | null;
  settled_at: Date | null;
  /** told to who booked */
  settlement_note: Generated<string>;
}

export type PresaleProductRow = Selectable<PresaleProductTable>;
export type PresaleJoinRow = Selectable<PresaleJoinTable>;
export type NewPresaleProduct = Insertable<PresaleProductTable>;
