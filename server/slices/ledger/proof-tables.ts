import type { Generated, JSONColumnType, Selectable } from 'kysely';
import type { Finding, ProofCheck } from '../../../contract/operator/ledger.ts';

export interface LedgerProofTables {
  ledger_proofs: LedgerProofTable;
  statement_days: StatementDayTable;
  statement_findings: StatementFindingTable;
}

/** How far a gateway's statements were compared with the ledger, without a gap. */
export interface StatementDayTable {
  gateway: string;
  /** the last one that was, YYYY-MM-DD in Asia/Shanghai */
  day: string;
}

/** A day of a gateway's statement on which something is wrong, until it is clean. */
export interface StatementFindingTable {
  gateway: string;
  /** YYYY-MM-DD in Asia/Shanghai */
  day: string;
  findings: JSONColumnType<Finding[], string, string>;
  compared_at: Date;
}

/** What a proof found; one a night, and as many as operators ask for. */
export interface LedgerProofTable {
  id: string;
  /** YYYY-MM-DD in Asia/Shanghai; one nightly proof a day */
  day: string;
  trigger: 'nightly' | 'operator';
  asked_by: string | null;
  at: Date;
  /** null while it runs, or when its process died */
  finished_at: Date | null;
  seconds: Generated<number>;
  checks: JSONColumnType<ProofCheck[], string | undefined, string>;
  counts: JSONColumnType<Partial<ProofCounts>, string | undefined, string>;
  /** fen by kind of account */
  totals: JSONColumnType<KindTotal[], string | undefined, string>;
  finding_count: Generated<number>;
  /** the first hundred */
  findings: JSONColumnType<Finding[], string | undefined, string>;
  /** what could not be looked at yet, and is looked at by a later one */
  waiting: JSONColumnType<Finding[], string | undefined, string>;
}

export interface ProofCounts {
  transactions: number;
  entries: number;
  accounts: number;
  orders: number;
}

export interface KindTotal {
  /** of account; a clearing account stands for itself */
  kind: string;
  fen: number;
}

export type LedgerProofRow = Selectable<LedgerProofTable>;
