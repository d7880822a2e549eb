import type { Generated, Insertable, JSONColumnType, Selectable } from 'kysely';
import type { AccountType, CertificationStatus } from '../../../contract/statuses.ts';

export interface CertificationTables {
  certifications: CertificationTable;
}

/** What identifies a person or reaches one: kept sealed, together. */
export interface Identity {
  /** as on the papers */
  name: string;
  addressDetail: string;
  contactName: string;
  contactPhone: string;
  contactEmail: string;
}

/** Addresses of private uploads, by the items' inner keys. */
export type Papers = Readonly<Record<string, readonly string[]>>;

/** An application: after a refusal the same row is handed in again. */
export interface CertificationTable {
  id: string;
  user_id: string;
  account_type: AccountType;
  /** what the enterprise does in the chain; null for individuals */
  stage_key: string | null;
  /** of a row that was not sealed yet; null once it is */
  name: string | null;
  /** which key {@link Identity} is sealed with */
  key_id: Generated<string | null>;
  /** {@link Identity} as JSON: nonce, ciphertext and tag of AES-256-GCM */
  sealed: Generated<Buffer | null>;
  /** HMAC of {@link Identity}'s name, by which whoever has the whole name finds it; null of a row that has none yet */
  name_index: Generated<Buffer | null>;
  papers: JSONColumnType<Papers, string | undefined, string>;
  /** what was refused, by inner key, with the reason; empty unless it failed */
  refusals: JSONColumnType<Readonly<Record<string, string>>, string | undefined, string>;
  /** what the refusal before named and was handed in anew since, by inner key, with the reason it was refused for */
  answered: JSONColumnType<Readonly<Record<string, string>>, string | undefined, string>;
  /** counts how often it was handed in: a decision is about one of them */
  revision: Generated<number>;
  /** of the form that was handed in last */
  request_id: Generated<string | null>;
  province_code: string;
  city_code: string;
  /** one open and one passed application a user at most */
  status: CertificationStatus;
  created_at: Date;
  submitted_at: Generated<Date | null>;
  decided_at: Date | null;
  decided_by: Generated<string | null>;
  /** of somebody who has left: until when the law has the name kept */
  erase_at: Generated<Date | null>;
}

export type NewCertification = Insertable<CertificationTable>;
export type CertificationRow = Selectable<CertificationTable>;
