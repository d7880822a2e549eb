import type { ColumnType, Generated, Insertable, Selectable } from 'kysely';
import type { CategoryKey } from '../../../contract/categories.ts';
import type { ShopCaseStatus } from '../../../contract/statuses.ts';

export interface CaseTables {
  cases: CaseTable;
  case_revisions: CaseRevisionTable;
}

/** What a form's controls hold. */
export type HeldValues = Readonly<Record<string, string | readonly string[]>>;
type DraftValues = ColumnType<HeldValues | null, string | null | undefined, string | null>;

/** What is kept as JSON is written as text: pg would make a PostgreSQL array of a JavaScript one. */
type Json<T> = ColumnType<T, string | undefined, string>;

export interface CaseTable {
  id: string;
  shop_id: string;
  stage_key: string;
  category: CategoryKey;
  name: string;
  pictures: string[];
  address: string | null;
  lat: number | null;
  lng: number | null;
  /** coordinate system of the point */
  datum: Generated<string>;
  /** the stage's other case fields by inner name, as the catalogue has them */
  details: Json<Record<string, unknown>>;
  review_status: Generated<ShopCaseStatus>;
  /** told to the owner when rejected */
  review_reason: string | null;
  /** it was public and an operator took it down; false again once it is shown, or its keeper has sent it in anew */
  taken_down: Generated<boolean>;
  /** chosen by an operator for stage pages and category pages */
  recommended: Generated<boolean>;
  /** in which order, from 0; null for one that nobody placed */
  recommended_place: number | null;
  like_count: Generated<number>;
  comment_count: Generated<number>;
  /** appraisals of orders that came from this case, and how many of them praise */
  appraisal_count: Generated<number>;
  praise_count: Generated<number>;
  /** label → how often it was given */
  labels: Json<Record<string, number>>;
  created_at: Date;
  updated_at: Date;
  /** taken down by its owner */
  removed_at: Date | null;
  /** place in the public lists of its stage, given once when it is first shown */
  list_seq: number | null;
  /** rises with every change by its owner: a change says which one it was made on */
  version: Generated<number>;
  /** kept unfinished: what the form held, by inner keys; the other columns are as they were last sent in */
  draft: DraftValues;
  /** of the form that it came from: sent twice it is one case */
  request_id: string | null;
  /** when it was last sent in for review */
  submitted_at: Date | null;
}

/**
 * A change of an approved case: waiting, refused, or kept unfinished. The public goes on seeing the case as it stands in
 * `cases`, until this is approved and takes its place.
 */
export interface CaseRevisionTable {
  case_id: string;
  category: CategoryKey;
  name: string;
  pictures: string[];
  address: string | null;
  lat: number | null;
  lng: number | null;
  datum: Generated<string>;
  details: Json<Record<string, unknown>>;
  draft: DraftValues;
  /** never approved: then it is no revision any more */
  review_status: Generated<ShopCaseStatus>;
  review_reason: string | null;
  submitted_at: Date | null;
  updated_at: Date;
}

export type CaseRevisionRow = Selectable<CaseRevisionTable>;

export type CaseRow = Selectable<CaseTable>;
export type NewCase = Insertable<CaseTable>;
