import type { SignedInContext } from '../../calls/context.ts';
import { replacePassword } from '../accounts/change-password.ts';
import type { Accounts } from '../accounts/prove.ts';
import { audit } from '../audit/audit.ts';
import { nameKey } from './counted.ts';
import { operatorById } from './queries.ts';
import { endOperatorSessions } from './sessions.ts';
import type { OperatorRow } from './tables.ts';

/** Those who prove a password of the console. */
export const operators: Accounts<OperatorRow> = { find: operatorById, countedUnder: ({ name }) => nameKey(name) };

/** An operator proves the old password and sets a new one; their other sessions end. */
export function changeOwnPassword(
  context: SignedInContext,
  words: { oldPassword: string; password: string },
): Promise<void> {
  const { bus, caller } = context;
  return replacePassword(operators, context, words, async (tx, operator, passwordHash) => {
    const changed = await tx
      .updateTable('operators')
      .set({ password_hash: passwordHash })
      .where('id', '=', operator.id)
      .where('password_hash', '=', operator.password_hash)
      .returning('id')
      .executeTakeFirst();
    if (!changed) return false;
    await endOperatorSessions(tx, bus, operator.id, caller.sessionId);
    const subject = { kind: 'operator', id: operator.id } as const;
    await audit(tx, context, { action: 'operator.password-changed', subject, before: {}, after: {} });
    return true;
  });
}
