import { Refusal } from '../../../contract/errors.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { proveAmong } from '../accounts/prove.ts';
import { attemptSucceeded, beginAttempt } from '../accounts/throttle.ts';
import { audit } from '../audit/audit.ts';
import { codeKey } from './counted.ts';
import { operators } from './password.ts';
import { lockOperator } from './queries.ts';
import { endOperatorSessions, hashOf } from './sessions.ts';
import { openTicket } from './tickets.ts';
import { needCode, newTotpSecret, totpSeal, totpUri } from './totp.ts';

/**
 * First step: password and present code, as at the door. The present authenticator stays bound until the new one has proven
 * itself; of several begun in one session the last alone can be bound.
 */
export async function beginNewAuthenticator(
  context: SignedInContext,
  given: { password: string; code: string },
): Promise<{ ticket: string; secret: string; uri: string }> {
  const { db, secret, caller, address, now } = context;
  const proof = { field: 'password', password: given.password, wrong: '当前密码错误' };
  const { id, name, password_hash: passwordHash } = await proveAmong(operators, context, proof);
  await beginAttempt(db, codeKey(id), address, now, '动态验证码');
  const fresh = newTotpSecret();
  const seals = totpSeal(secret);
  const ticket = await inTransaction(db, async (tx) => {
    const operator = await lockOperator(tx, id, passwordHash);
    const present = { field: 'code', code: given.code, last: Number(operator.totp_step) };
    const step = needCode(seals.open(operator, id), present, now);
    // Held, so that it does not end under the ticket that belongs to it.
    const session = await tx
      .selectFrom('operator_sessions')
      .select('id')
      .where('id', '=', caller.sessionId)
      .forKeyShare()
      .executeTakeFirst();
    if (!session) throw new Refusal('sign_in_needed');
    await tx.updateTable('operators').set({ totp_step: step }).where('id', '=', id).execute();
    await tx.deleteFrom('operator_tickets').where('session_id', '=', session.id).execute();
    return openTicket(tx, operator, { sealed: seals.seal(fresh, id), sessionId: session.id, now });
  });
  await attemptSucceeded(db, codeKey(id), address, now);
  return { ticket, secret: fresh, uri: totpUri(fresh, name) };
}

/**
 * Second step: a code of the new authenticator puts it in the present one's place, and ends the operator's other sessions, as
 * whoever has lost a telephone wants. Guesses need not be counted: who sends them was told the secret.
 */
export async function confirmNewAuthenticator(
  context: SignedInContext,
  given: { ticket: string; newCode: string },
): Promise<void> {
  const { db, bus, secret, caller, now } = context;
  const over = () => new Refusal('state_conflict', '这次更换已过期或已完成，请重新开始');
  await inTransaction(db, async (tx) => {
    const ticket = await tx
      .selectFrom('operator_tickets')
      .selectAll()
      .where('hash', '=', hashOf(given.ticket))
      .where('session_id', '=', caller.sessionId)
      .where('expires_at', '>', now)
      .executeTakeFirst();
    if (!ticket) throw over();
    const { id } = await lockOperator(tx, caller.userId, ticket.password_hash);
    const { totp_key_id, totp_sealed } = ticket;
    // No code of this secret was ever taken, whatever was of the other.
    const step = needCode(totpSeal(secret).open(ticket, id), { field: 'newCode', code: given.newCode, last: 0 }, now);
    const { numDeletedRows: taken } = await tx
      .deleteFrom('operator_tickets')
      .where('hash', '=', ticket.hash)
      .executeTakeFirst();
    if (taken === 0n) throw over();
    await tx.updateTable('operators').set({ totp_key_id, totp_sealed, totp_step: step }).where('id', '=', id).execute();
    await endOperatorSessions(tx, bus, id, caller.sessionId);
    const subject = { kind: 'operator', id } as const;
    await audit(tx, context, { action: 'operator.totp-replaced', subject, before: {}, after: {} });
  });
}
