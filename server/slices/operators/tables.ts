import type { ClaimKind } from '../../../contract/operator/claims.ts';
import type { ColumnType, Generated, Selectable } from 'kysely';
import type { OperatorRole } from '../../calls/context.ts';

export interface OperatorTables {
  operator_claims: OperatorClaimTable;
  operators: OperatorTable;
  operator_tickets: OperatorTicketTable;
  operator_sessions: OperatorSessionTable;
}

export interface OperatorTable {
  /** of a row in `users` that nobody can sign in to: what they did is kept under it */
  id: string;
  /** what they sign in with, in small letters: a number, or a word */
  name: string;
  /** argon2id in PHC format */
  password_hash: string;
  roles: Generated<OperatorRole[]>;
  /** 1 in use, 2 suspended */
  status: Generated<1 | 2>;
  /** null until the first sign-in binds an authenticator */
  totp_key_id: string | null;
  totp_sealed: Buffer | null;
  /** the thirty seconds whose code was taken last: neither it nor an earlier one is taken again */
  totp_step: ColumnType<string, number | undefined, number>;
  created_at: Date;
  signed_in_at: Date | null;
}

/** Who has given the right password and is to give the code: of a sign-in, or of a new authenticator. */
export interface OperatorTicketTable {
  /** SHA-256 of the ticket */
  hash: Buffer;
  operator_id: string;
  /** as it was when the password was right: a new one ends the tickets of the old */
  password_hash: string;
  /** the secret that is to be bound, of a first sign-in and of a new authenticator */
  totp_key_id: string | null;
  totp_sealed: Buffer | null;
  /** whose new authenticator it is; null of a sign-in */
  session_id: string | null;
  expires_at: Date;
}

export interface OperatorSessionTable {
  id: string;
  operator_id: string;
  /** SHA-256 of the token; the token itself is kept nowhere */
  token_hash: Buffer;
  created_at: Date;
  /** whatever is done with it */
  expires_at: Date;
  /** last call, within a minute; half an hour without one ends it */
  seen_at: Date;
  address: string;
  user_agent: string;
}

export type OperatorRow = Selectable<OperatorTable>;

/** Who is dealing with what of a queue; a row that has run out counts for nothing. */
export interface OperatorClaimTable {
  kind: ClaimKind;
  subject_id: string;
  operator_id: string;
  taken_at: Date;
  until: Date;
}
