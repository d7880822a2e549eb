import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { operatorTicketLifetime } from '../../../contract/operator/sign-in.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import { hashOf } from './sessions.ts';
import type { OperatorRow } from './tables.ts';
import type { totpSeal } from './totp.ts';

/** Gives a ticket to somebody whose password was right; a code is to follow. */
export async function openTicket(
  db: Tx | Kysely<DB>,
  { id, password_hash }: Pick<OperatorRow, 'id' | 'password_hash'>,
  given: {
    /** the secret that the code binds */
    sealed: ReturnType<ReturnType<typeof totpSeal>['seal']> | null;
    /** of a new authenticator: the session that it belongs to */
    sessionId: string | null;
    now: Date;
  },
): Promise<string> {
  const ticket = randomBytes(32).toString('base64url');
  await db
    .insertInto('operator_tickets')
    .values({
      hash: hashOf(ticket),
      operator_id: id,
      password_hash,
      totp_key_id: null,
      totp_sealed: null,
      ...given.sealed,
      session_id: given.sessionId,
      expires_at: new Date(given.now.getTime() + operatorTicketLifetime * 1000),
    })
    .execute();
  return ticket;
}
