import { Refusal } from '../../../contract/errors.ts';
import type { Context } from '../../calls/context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { passwordMatches } from '../accounts/passwords.ts';
import { attemptSucceeded, beginAttempt } from '../accounts/throttle.ts';
import { audit } from '../audit/audit.ts';
import { codeKey, nameKey } from './counted.ts';
import { lockOperator, operatorByName } from './queries.ts';
import { hashOf, openOperatorSession } from './sessions.ts';
import type { OperatorRow } from './tables.ts';
import { openTicket } from './tickets.ts';
import { needCode, newTotpSecret, totpSeal, totpUri } from './totp.ts';

/** One sentence for an unknown name, a wrong password, a suspended operator, and a person's own account. */
const wrong = () =>
  new Refusal('invalid_input', '账号或密码错误。这里只供平台运营人员登录，个人和企业账号请从门户登录');

export interface Ticket {
  readonly ticket: string;
  /** of a first sign-in: what the authenticator is given */
  readonly enrol: { readonly secret: string; readonly uri: string } | null;
}

/** First step: whoever knows the password gets a ticket, and opens nothing yet. */
export async function beginSignIn(
  { db, secret, address, now }: Pick<Context, 'db' | 'secret' | 'address' | 'now'>,
  given: { name: string; password: string },
): Promise<Ticket> {
  const name = given.name.toLowerCase();
  await beginAttempt(db, nameKey(name), address, now);
  const operator = await operatorByName(db, name);
  const right = await passwordMatches(operator?.password_hash, given.password);
  if (!operator || !right || operator.status !== 1) throw wrong();
  await attemptSucceeded(db, nameKey(name), address, now);

  const fresh = operator.totp_sealed === null ? newTotpSecret() : null;
  const sealed = fresh === null ? null : totpSeal(secret).seal(fresh, operator.id);
  const ticket = await openTicket(db, operator, { sealed, sessionId: null, now });
  return { ticket, enrol: fresh === null ? null : { secret: fresh, uri: totpUri(fresh, operator.name) } };
}

/** Second step: a code that was not taken before opens the session, and binds the authenticator of a first sign-in. */
export async function finishSignIn(
  context: Context,
  given: { ticket: string; code: string },
): Promise<{ operator: OperatorRow; token: string; expiresAt: Date }> {
  const { db, secret, address, now } = context;
  const ticket = await db
    .selectFrom('operator_tickets')
    .selectAll()
    .where('hash', '=', hashOf(given.ticket))
    .where('session_id', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (!ticket) throw new Refusal('state_conflict', '登录已超时，请重新输入账号和密码');
  const { operator_id: id } = ticket;
  // Counted under the operator, not the ticket: a new ticket gives no new guesses.
  await beginAttempt(db, codeKey(id), address, now, '动态验证码');

  const entered = await inTransaction(db, async (tx) => {
    const operator = await lockOperator(tx, id, ticket.password_hash);
    const bound = totpSeal(secret).open(operator, id);
    const offered = totpSeal(secret).open(ticket, id);
    // Another first sign-in was faster: what this one's QR code says is bound to nothing.
    if (bound !== null && offered !== null)
      throw new Refusal('state_conflict', '该账号已绑定动态验证码，请重新登录后使用已绑定的验证码');
    const step = needCode(bound ?? offered, { field: 'code', code: given.code, last: Number(operator.totp_step) }, now);
    const enrolled = bound === null;
    const columns = enrolled ? { totp_key_id: ticket.totp_key_id, totp_sealed: ticket.totp_sealed } : {};
    const after = await tx
      .updateTable('operators')
      .set({ ...columns, totp_step: step, signed_in_at: now })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await tx.deleteFrom('operator_tickets').where('hash', '=', ticket.hash).execute();
    const opened = await openOperatorSession(tx, id, context, now);
    const subject = { kind: 'operator', id } as const;
    const doing = { ...context, caller: { userId: id } };
    if (enrolled)
      await audit(tx, doing, {
        action: 'operator.totp-bound',
        subject,
        before: { totp: false },
        after: { totp: true },
      });
    await audit(tx, doing, { action: 'operator.signed-in', subject, before: {}, after: {} });
    return { operator: after, ...opened };
  });
  await attemptSucceeded(db, codeKey(id), address, now);
  return entered;
}
