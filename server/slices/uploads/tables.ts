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
  /** of one that is being checked: when that began, which also tells the check that ends it */
  checking_since: Generated<Date | null>;
  /** of one that was refused: what was said; '' of others */
  refusal: Generated<string>;
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
  /** of what arrived, hex; '' of what is private */
  sha256: Generated<string>;
  /** of what is kept: a picture's master, a document itself; hex. '' for what is sealed or came before this was noted */
  fingerprint: Generated<string>;
  /** encrypted where it lies, and shown by links that run out */
  private: Generated<boolean>;
  /** of a private one: which key its bytes and its name are sealed with */
  key_id: Generated<string | null>;
  /** of a private one: what the sender called it; `name` is then made up */
  sealed_name: Generated<Buffer | null>;
  created_at: Date;
  /** when something first referred to it; what nothing refers to is removed after a day */
  used_at: Date | null;
  /** until when a direct upload may still arrive; null when there is nothing to sweep behind it */
  posted_until: Date | null;
  /** of an upload that comes in parts: how long it will be, and how much has come; null for one that comes at once */
  total_bytes: number | null;
  received_bytes: Generated<number>;
}

export type UploadRow = Selectable<UploadTable>;
