import type { Generated, Selectable } from 'kysely';

export interface PersonalDataTables {
  data_exports: DataExportTable;
  account_closings: AccountClosingTable;
}

/** An archive of one's data that somebody asked for. */
export interface DataExportTable {
  /** UUIDv7; also names the folder of its files and what they are sealed with */
  id: string;
  user_id: string;
  /** gone: ready once, and removed since */
  state: 'asked' | 'ready' | 'failed' | 'gone';
  /** of the archive as it is downloaded */
  bytes: Generated<number>;
  /** key in the storage of the attempt that came first; null until it is ready */
  file: Generated<string | null>;
  asked_at: Date;
  finished_at: Date | null;
  /** until when it may be downloaded */
  expires_at: Date | null;
}

/** Somebody who leaves, or left, or came back in time. One stands a person. */
export interface AccountClosingTable {
  id: string;
  user_id: string;
  asked_at: Date;
  /** when it is done, unless somebody signs in before */
  due_at: Date;
  cancelled_at: Date | null;
  /** steps taken: `hide:shop`, `erase:wallet` … */
  done: Generated<string[]>;
  /** nothing is left to be done: erased, or shown again */
  finished_at: Date | null;
}

export type AccountClosingRow = Selectable<AccountClosingTable>;
export type DataExportRow = Selectable<DataExportTable>;
