import type { JSONColumnType, Selectable } from 'kysely';
import type { Side } from '../../../../contract/process/facts.ts';

export interface DisputeTables {
  dispute_evidence: DisputeEvidenceTable;
}

/** What a side gave as evidence; rows are only added. */
export interface DisputeEvidenceTable {
  /** UUIDv7 */
  id: string;
  demand_id: string;
  /** when the dispute that it belongs to was opened: an order may have several, one after the other */
  opened_at: Date;
  side: Side;
  author_id: string;
  content: string;
  /** addresses of images */
  pictures: JSONColumnType<string[], string | undefined, string>;
  /** addresses of documents */
  files: JSONColumnType<string[], string | undefined, string>;
  created_at: Date;
  /** of the form, made by the client: the same form sent again is the same piece */
  request_id: string | null;
}

export type DisputeEvidenceRow = Selectable<DisputeEvidenceTable>;
