import type { AuditValue } from '../../../contract/operator/audit-values.ts';
import type { Generated, JSONColumnType, Selectable } from 'kysely';

export interface AuditTables {
  audit_entries: AuditEntryTable;
  audit_head: AuditHeadTable;
  audit_checks: AuditCheckTable;
}

/** What a record was like, in states, numbers and wire names; never what identifies a person. */
export type AuditState = Readonly<Record<string, AuditValue>>;

/** What operators did; rows are only added, which the table itself sees to. */
export interface AuditEntryTable {
  /** 1, 2, 3 … without a gap */
  number: string;
  /** UUIDv7 */
  id: string;
  at: Date;
  /** null for the command line */
  actor_id: string | null;
  /** what they were called then */
  actor_name: string;
  /** `certification.passed` … */
  action: string;
  subject_kind: string;
  subject_id: string;
  before: JSONColumnType<AuditState, string, never>;
  after: JSONColumnType<AuditState, string, never>;
  /** the operator's own words; '' where none were asked for */
  why: string;
  address: string;
  user_agent: string;
  /** hash of the entry before */
  previous: Buffer;
  /** {@link entryHash} */
  hash: Buffer;
}

/** The end of the chain, in one row: its lock puts those who add to it in a row. */
export interface AuditHeadTable {
  one: Generated<boolean>;
  number: string;
  hash: Buffer;
}

/** Each time the chain was verified, and how far it went then; rows are only added. */
export interface AuditCheckTable {
  id: string;
  at: Date;
  /** null for the nightly one */
  actor_id: string | null;
  /** how far the chain went, and its last hash: what was verified once must stay as it was */
  number: string;
  hash: Buffer;
  /** number of the first entry that is wrong or missing; null for none */
  broken_at: string | null;
  /** what is wrong with it, in words; '' for nothing */
  fault: string;
}

export type AuditEntryRow = Selectable<AuditEntryTable>;
export type AuditCheckRow = Selectable<AuditCheckTable>;
