import type { JSONColumnType, Selectable } from 'kysely';
import type { InputStatement } from '../../../../contract/handing-on.ts';

export interface HandingTables {
  demand_inputs: DemandInputTable;
}

/** What the stages before had delivered when a follow-on was published, or when its owner last took a change on. */
export interface DemandInputTable {
  /** the follow-on */
  demand_id: string;
  /** SHA-256 of the statement's canonical text, hex */
  hash: string;
  statement: JSONColumnType<InputStatement, string, string>;
  pinned_at: Date;
}

export type DemandInputRow = Selectable<DemandInputTable>;
