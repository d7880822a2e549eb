import type { Generated, Selectable } from 'kysely';
import type { UploadKind } from '../../../contract/uploads.ts';

export interface UploadTables {
  uploads: UploadTable;
}

export interface UploadTable {
  id: string;
  /** who sent it; null for pictures that were drawn here */
  owner_id: string | null;
  kind: UploadKind;
  /**
   * expected: parameters for a direct upload were handed out; checking; stored: checked, has an address; refused;
   * removing: its files are being deleted, nothing may refer to it any more
   */
  state: 'expected' | 'checking' | 'stored' | 'refused' | 'removing';
  /** as the sender called it, made safe for a path */
  name: string;
  /** '' until stored, as the address and the hash */
  mime: Generated<string>;
  url: Generated<string>;
  /** of what is kept: a picture's master, a document itself */
  bytes: Generated<number>;
  /** pixels; 0 for what is no picture */
  width: Generated<number>;
  height: Generated<number>;
  /** of what arrived, hex */
  sha256: Generated<string>;
  created_at: Date;
  /** when something first referred to it; what nothing refers to is removed after a day */
  used_at: Date | null;
  /** until when a direct upload may still arrive; null when there is nothing to sweep behind it */
  posted_until: Date | null;
}

export type UploadRow = Selectable<UploadTable>;
