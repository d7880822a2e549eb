import type { Generated, JSONColumnType, Selectable } from 'kysely';
import type { Side } from '../../../../contract/process/facts.ts';
import type { ReviewStatus } from '../../../../contract/statuses.ts';

export interface OrderWorkTables {
  order_contracts: OrderContractTable;
  order_diary: OrderDiaryTable;
  order_appraisals: OrderAppraisalTable;
  shop_deals: ShopDealTable;
}

/** Every file that was put forward as an order's contract; the one that counts is the one the process knows the hash of. */
export interface OrderContractTable {
  /** UUIDv7 */
  id: string;
  demand_id: string;
  /** SHA-256, hex */
  hash: string;
  /** as its sender called it, made safe for a path */
  name: string;
  bytes: number;
  source: 'uploaded' | 'generated';
  side: Side;
  author_id: string;
  created_at: Date;
}

/** What the two sides tell each other of the work, in order; rows are only added. */
export interface OrderDiaryTable {
  /** UUIDv7 */
  id: string;
  demand_id: string;
  kind: 'report' | 'finish' | 'sendBack' | 'affirm' | 'redeliver';
  percent: number | null;
  content: Generated<string>;
  /** addresses of images */
  pictures: JSONColumnType<string[], string | undefined, string>;
  /** addresses of documents */
  files: JSONColumnType<string[], string | undefined, string>;
  side: Side;
  author_id: string;
  created_at: Date;
  /** of the form, made by the client: the same form sent again is the same entry */
  request_id: string | null;
}

/** What one side of an order says of the other. */
export interface OrderAppraisalTable {
  /** UUIDv7 */
  id: string;
  demand_id: string;
  /** that wrote it */
  side: Side;
  author_id: string;
  /** who is appraised */
  subject_id: string;
  /** the case that the order came from */
  case_id: string | null;
  /** 1..5 */
  score: number;
  labels: JSONColumnType<string[], string | undefined, string>;
  content: string;
  pictures: JSONColumnType<string[], string | undefined, string>;
  review_status: Generated<ReviewStatus>;
  /** told to the author when refused */
  review_reason: string | null;
  created_at: Date;
  /** since when anyone may read it, unless its review stops it; null while it is hidden */
  public_at: Date | null;
  /** when it went into the counts of shop and case; null while it is in none */
  counted_at: Date | null;
  /** '' while there is none */
  reply: Generated<string>;
  reply_status: Generated<ReviewStatus>;
  reply_reason: string | null;
  replied_at: Date | null;
}

/** The completed orders that a shop's number of deals has counted. */
export interface ShopDealTable {
  demand_id: string;
  provider_id: string;
  counted_at: Date;
}

export type OrderContractRow = Selectable<OrderContractTable>;
export type OrderDiaryRow = Selectable<OrderDiaryTable>;
export type OrderAppraisalRow = Selectable<OrderAppraisalTable>;
