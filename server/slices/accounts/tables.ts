import type { ColumnType, Generated, Insertable, Selectable } from 'kysely';

export interface AccountTables {
  users: UserTable;
  sessions: SessionTable;
  consents: ConsentTable;
  sms_numbers: SmsNumberTable;
  sms_codes: SmsCodeTable;
  human_checks: HumanCheckTable;
  throttles: ThrottleTable;
  known_devices: KnownDeviceTable;
  account_suspensions: AccountSuspensionTable;
}

export interface UserTable {
  /** UUIDv7 */
  id: string;
  /** 11 digits; the sign-in name. `closed:` and the id once the account is closed; an operator's is `operator:` and the id */
  mobile: string;
  /** argon2id in PHC format */
  password_hash: string;
  /** 1 individual, 2 enterprise */
  account_type: 1 | 2;
  nick_name: string | null;
  avatar_url: string | null;
  /** 0 not said, 1 male, 2 female */
  gender: Generated<number>;
  /** 1 in use, 2 stopped by an operator, 3 waits to be closed, 4 closed; `userStatus` */
  status: Generated<number>;
  created_at: Date;
}

export interface SessionTable {
  /** UUIDv7 */
  id: string;
  user_id: string;
  /** SHA-256 of the token; the token itself is kept nowhere */
  token_hash: Buffer;
  created_at: Date;
  expires_at: Date;
  /** where it was opened, for the person to recognise */
  address: string;
  user_agent: string;
  /** last call with it, within ten minutes */
  seen_at: Date;
}

/** Where a person has signed in before: a hash of what the browser calls itself, else of what it looks like. */
export interface KnownDeviceTable {
  user_id: string;
  device: Buffer;
  seen_at: Date;
}

/** Who agreed to which wording of the agreement, and when; rows are only added. */
export interface ConsentTable {
  user_id: string;
  version: string;
  agreed_at: Date;
  address: string;
}

/** One row per number that was ever texted; its lock puts requests for one number in a row. */
export interface SmsNumberTable {
  mobile: string;
  last_at: Date;
}

export interface SmsCodeTable {
  id: string;
  mobile: string;
  /** smsPurposes of the contract */
  purpose: string;
  /** HMAC of number, purpose and code: six digits would be found at once behind a plain hash */
  code_hash: Buffer;
  created_at: Date;
  expires_at: Date;
  /** times that a code was tried against it */
  tries: Generated<number>;
  used_at: ColumnType<Date | null, null | undefined, Date>;
}

/** Challenges that were solved and used: a replay would verify again. */
export interface HumanCheckTable {
  nonce: string;
  expires_at: Date;
}

/** Failed sign-ins per account name (m:…) and address (a:…), whether or not the name exists. */
export interface ThrottleTable {
  key: string;
  failures: number;
  last_at: Date;
  /** nothing is tried before */
  free_at: Date;
}

/** Somebody whom an operator keeps out. One stands a person; rows stay. */
export interface AccountSuspensionTable {
  /** UUIDv7 */
  id: string;
  user_id: string;
  /** in words, for the person too */
  reason: string;
  began_at: Date;
  /** null: until it is lifted */
  until: Date | null;
  by_id: string;
  ended_at: Date | null;
  /** null of one whose time was over */
  ended_by: string | null;
  end_reason: Generated<string>;
  /** steps taken to hide what is public, and to show it again: `hide:shop`, `show:shop` … */
  done: Generated<string[]>;
  /** nothing is left to be hidden, or to be shown again */
  settled: Generated<boolean>;
}

export type AccountSuspensionRow = Selectable<AccountSuspensionTable>;
export type UserRow = Selectable<UserTable>;
export type NewUser = Insertable<UserTable>;
