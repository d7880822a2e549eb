import type { ColumnType, Generated, Insertable, JSONColumnType, Selectable } from 'kysely';
import type { OrderStatus, PaymentStatus, TenderStatus } from '../../../contract/statuses.ts';
import type { Appraisal, CancelRequest, Contract, Dispute, Side } from '../../../contract/process/facts.ts';

export interface DemandTables {
  product_lines: ProductLineTable;
  demands: DemandTable;
  tenders: TenderTable;
}

/** What one product goes through, from design to logistics (rulings §3). */
export interface ProductLineTable {
  /** UUIDv7 */
  id: string;
  /** shown */
  nid: string;
  owner_id: string;
  name: string;
  created_at: Date;
}

/** What runs beside the status; only the process reads it. Moments are milliseconds since 1970. */
export interface Proceedings {
  contract?: Contract | null;
  cancelRequest?: CancelRequest | null;
  dispute?: Dispute | null;
  disputeWithdrawn?: boolean;
  incoming?: 'sound' | 'faulty' | null;
  input?: 'changed' | 'confirmed' | null;
  appraisals?: Record<Side, Appraisal | null>;
  appraisalsPublic?: boolean;
}

/**
 * A demand and, once a tender was chosen, its order: one row, one status. Columns from `status` to `provider_removed` are
 * written by the orders slice's transition alone.
 */
export interface DemandTable {
  /** UUIDv7 */
  id: string;
  /** shown; begins with the stage's letters */
  nid: string;
  line_id: string;
  /** false once the stage was raised again in this line */
  in_line: Generated<boolean>;
  /** key in the stage catalogue */
  stage: string;
  /** key of the category */
  category: string;
  owner_id: string;
  name: string;
  description: Generated<string>;
  /** addresses of images */
  pictures: JSONColumnType<string[], string | undefined, string>;
  /** addresses of documents */
  files: JSONColumnType<string[], string | undefined, string>;
  /** the stage's own fields, by inner key */
  details: JSONColumnType<Record<string, unknown>, string | undefined, string>;
  budget_fen: number;
  deadline_at: Date;
  status: OrderStatus;
  /** when the waiting periods of this status began; moved on by the time a dispute froze */
  status_since: Date;
  /** when the clock must act on it */
  due_at: Date | null;
  /** when somebody is to be warned that their time runs out in a day */
  near_at: Date | null;
  /** came about by entrusting a case */
  entrusted: Generated<boolean>;
  case_id: string | null;
  provider_id: string | null;
  awarded_tender_id: string | null;
  /** agreed with the award */
  amount_fen: Generated<number>;
  /** the platform's share of a release in hundredths of a percent, frozen when the work was agreed */
  commission_basis_points: Generated<number>;
  /** tenders that stand */
  tender_count: Generated<number>;
  comment_count: Generated<number>;
  down_status: Generated<PaymentStatus>;
  second_status: Generated<PaymentStatus>;
  final_status: Generated<PaymentStatus>;
  /** highest percent reported */
  progress: Generated<number>;
  report_count: Generated<number>;
  send_backs: Generated<number>;
  reminders: Generated<number>;
  retention_until: Date | null;
  proceedings: JSONColumnType<Proceedings, string | undefined, string>;
  owner_removed: Generated<boolean>;
  provider_removed: Generated<boolean>;
  /** its owner is suspended: it is in no list, and only its two sides and bidders know of it */
  held_at: Generated<Date | null>;
  created_at: Date;
  /** last time it went to 1 from a draft or was made public */
  published_at: Date | null;
  /** when a tender was chosen, or the case entrusted */
  ordered_at: Date | null;
  updated_at: ColumnType<Date, Date, Date>;
  /** place in its stage's public list, given with the first publication and never changed; null for what was never listed */
  list_seq: number | null;
  /** of the form that published it, made by the client: the same form sent again is the same demand */
  request_id: string | null;
}

/** Sealed until the deadline or the choice (rulings §2). One row a bidder and demand, used again after a withdrawal. */
export interface TenderTable {
  /** UUIDv7 */
  id: string;
  demand_id: string;
  bidder_id: string;
  days: number;
  offer_fen: number;
  /** voided: the demand's terms changed; declined: chosen, but not taken on */
  status: Generated<TenderStatus>;
  created_at: Date;
  updated_at: Date;
  /** how often it was changed since it last began to stand */
  changes: Generated<number>;
  /** the bidder's words beside days and offer */
  note: Generated<string>;
}

export type DemandRow = Selectable<DemandTable>;
export type NewDemand = Insertable<DemandTable>;
export type TenderRow = Selectable<TenderTable>;
