import type { Selectable } from 'kysely';
import type { ReportKind, ReportReason } from '../../../contract/report-reasons.ts';

export interface ModerationTables {
  reports: ReportTable;
}

/** One row a person and thing. */
export interface ReportTable {
  /** UUIDv7 */
  id: string;
  kind: ReportKind;
  /** id of the topic or comment */
  subject_id: string;
  reporter_id: string;
  /** who wrote it; null of what was reported before this was kept and is gone */
  author_id: string | null;
  reason: ReportReason;
  /** in the reporter's own words; '' for none */
  words: string;
  created_at: Date;
  /** when an operator had looked into it, or it was gone by itself */
  settled_at: Date | null;
  /** `gone`: its author deleted it meanwhile */
  outcome: 'kept' | 'hidden' | 'gone' | null;
}

export type ReportRow = Selectable<ReportTable>;
