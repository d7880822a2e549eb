import {
  operatorConfirm,
  operatorIdle,
  operatorSignin,
  operatorSignout,
  operatorTicketLifetime,
} from '../../../contract/operator/sign-in.ts';
import { seconds } from '../../../contract/wire.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { inTransaction } from '../../db/transaction.ts';
import { publicUsers } from '../accounts/queries.ts';
import { audit } from '../audit/audit.ts';
import { endOperatorSession } from './sessions.ts';
import { beginSignIn, finishSignIn } from './sign-in.ts';

/** Per address, beside what slows down guessing at one account. */
const limit = { max: 60, per: 600 };

export const operatorSignInCalls: AnyImplementation[] = [
  implement(
    operatorSignin,
    async (input, context) => {
      const { ticket, enrol } = await beginSignIn(context, input);
      return { data: { ticket, enrol, expires_in: operatorTicketLifetime } };
    },
    { limit },
  ),
  implement(
    operatorConfirm,
    async (input, context) => {
      const { operator, token, expiresAt } = await finishSignIn(context, input);
      const people = await publicUsers(context.db, [operator.id]);
      return {
        data: {
          token,
          operator_id: operator.id,
          name: operator.name,
          nick_name: people.get(operator.id)?.name ?? operator.name,
          roles: operator.roles,
          expires_at: seconds(expiresAt),
          idle: operatorIdle,
        },
      };
    },
    { limit },
  ),
  implement(operatorSignout, async (_input, context) => {
    const { db, bus, caller } = context;
    if (caller?.operates)
      await inTransaction(db, async (tx) => {
        if (!(await endOperatorSession(tx, bus, caller.userId, caller.sessionId))) return;
        const subject = { kind: 'operator', id: caller.userId } as const;
        await audit(tx, { ...context, caller }, { action: 'operator.signed-out', subject, before: {}, after: {} });
      });
    return { data: {} };
  }),
];
