import type { ColumnType, Generated, Insertable, Selectable } from 'kysely';
import type { CategoryKey } from '../../../contract/categories.ts';
import type { ShopCaseStatus } from '../../../contract/statuses.ts';

export interface CaseTables {
  cases: CaseTable;
}

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
  /** chosen by an operator for stage pages and category pages */
  recommended: Generated<boolean>;
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
}

export type CaseRow = Selectable<CaseTable>;
export type NewCase = Insertable<CaseTable>;
