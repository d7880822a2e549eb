import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely';
import type { AnchorKind, OnChain } from '../../../contract/trace/anchor.ts';
import type { KeyKind } from '../../../contract/trace/note.ts';
import type { Opened, TraceRecord } from '../../../contract/trace/record.ts';

export interface TraceTables {
  trace_records: TraceRecordTable;
  trace_tiles: TraceTileTable;
  trace_log: TraceLogTable;
  trace_checkpoints: TraceCheckpointTable;
  trace_keys: TraceKeyTable;
  trace_codes: TraceCodeTable;
  trace_consents: TraceConsentTable;
  trace_scans: TraceScanTable;
  trace_anchors: TraceAnchorTable;
  trace_anchor_targets: TraceAnchorTargetTable;
  trace_cosignatures: TraceCosignatureTable;
  trace_forks: TraceForkTable;
}

/** What is known of a step when it is taken; its place in line and log is given when it is taken into the log. */
export type RecordBody = Omit<TraceRecord, 'version' | 'line' | 'place' | 'before'>;

type Once<T> = ColumnType<T | null, undefined, T>;

export interface TraceRecordTable {
  /** UUIDv7; of the step's row in order_history */
  id: string;
  line_id: string;
  body: JSONColumnType<RecordBody, string, never>;
  /** what opens the record's seals, by name; emptied when whose name it is closes the account */
  opened: JSONColumnType<Record<string, Opened>, string, string>;
  /** place in the log, in the line, the canonical text, its leaf hash: all null until it is in the log */
  log_index: Once<number>;
  place: Once<number>;
  text: Once<string>;
  leaf: Once<Buffer>;
}

export interface TraceTileTable {
  level: number;
  index: number;
  hashes: Buffer;
}

/** One row: locked by whoever takes records into the log. */
export interface TraceLogTable {
  one: Generated<boolean>;
  /** records in the log */
  size: number;
}

export interface TraceCheckpointTable {
  size: number;
  root: Buffer;
  /** C2SP signed note */
  note: string;
  made_at: Date;
}

/** Every key that ever signed, and when. */
export interface TraceKeyTable {
  /** base64 */
  bytes: string;
  kind: KeyKind;
  used_from: Date;
  used_until: Date | null;
}

/** The code on the labels of a product line; who has it may see the line's trace. */
export interface TraceCodeTable {
  code: string;
  line_id: string;
  scans: Generated<number>;
  created_at: Date;
}

/** How often a code was scanned on a day; of who did, nothing is kept. */
export interface TraceScanTable {
  code: string;
  /** `YYYY-MM-DD` in China */
  day: string;
  count: number;
}

/** What a person agreed to have shown of theirs; who has no row agreed to nothing. */
export interface TraceConsentTable {
  user_id: string;
  /** shop's or public name, in the records of what they did */
  name: boolean;
  /** what they said of their progress, and its pictures */
  words: boolean;
  /** what they, as the owner, call the product */
  product: boolean;
  updated_at: Date;
}

/** A head of the log that is to be kept outside, or is. */
export interface TraceAnchorTable {
  /** `AnchorTarget.id` */
  target: string;
  /** of the checkpoint */
  size: number;
  due_at: Date;
  /** by the clock of whoever keeps it; null while it is not */
  anchored_at: Date | null;
  chain: JSONColumnType<OnChain, string | null, string | null> | null;
}

export interface TraceAnchorTargetTable {
  target: string;
  kind: AnchorKind;
  /** until when a process has it to itself */
  busy_until: Date | null;
  /** when it last answered, when it last did not, and why */
  reached_at: Date | null;
  failed_at: Date | null;
  fault: Generated<string>;
}

export interface TraceCosignatureTable {
  size: number;
  /** name and id of the key */
  witness: string;
  /** as it stands below the note */
  line: string;
  signed_at: Date;
}

/** A head that we signed once, and that our log does not go on from. */
export interface TraceForkTable {
  id: string;
  /** an anchor's target, or a witness */
  source: string;
  size: number;
  root: Buffer;
  /** what our log has at that size; null where it is shorter */
  own_root: Buffer | null;
  /** signed note that shows it, where there is one */
  note: Generated<string>;
  found_at: Date;
  /** until then nothing is signed */
  resolved_at: Date | null;
  resolved_by: string | null;
  /** what the operator made of it */
  reason: Generated<string>;
}

export type TraceForkRow = Selectable<TraceForkTable>;

export type TraceRecordRow = Selectable<TraceRecordTable>;
