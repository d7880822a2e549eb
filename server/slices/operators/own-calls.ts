import { invalid } from '../../../contract/errors.ts';
import {
  beginTotp,
  confirmTotp,
  endOperatorDevice,
  operatorDevices,
  operatorPassword,
} from '../../../contract/operator/own-account.ts';
import { operatorTicketLifetime } from '../../../contract/operator/sign-in.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { inTransaction } from '../../db/transaction.ts';
import { deviceOf } from '../accounts/device-words.ts';
import { presentDevices } from '../accounts/present.ts';
import { audit } from '../audit/audit.ts';
import { beginNewAuthenticator, confirmNewAuthenticator } from './new-authenticator.ts';
import { changeOwnPassword } from './password.ts';
import { endOperatorSession, liveOperatorSessions } from './sessions.ts';

const limit = { max: 60, per: 600 };

/** An operator's own account. */
export const ownAccountCalls: AnyImplementation[] = [
  implement(
    operatorPassword,
    async (input, context) => {
      await changeOwnPassword(context, input);
      return { data: {} };
    },
    { limit },
  ),
  implement(
    beginTotp,
    async (input, context) => {
      const begun = await beginNewAuthenticator(context, input);
      return { data: { ...begun, expires_in: operatorTicketLifetime } };
    },
    { limit },
  ),
  implement(
    confirmTotp,
    async (input, context) => {
      await confirmNewAuthenticator(context, input);
      return { data: {} };
    },
    { limit },
  ),
  implement(operatorDevices, async (_input, { db, caller, now }) => ({
    data: presentDevices(await liveOperatorSessions(db, caller.userId, now), caller),
  })),
  implement(
    endOperatorDevice,
    async ({ id }, context) => {
      const { db, bus, caller } = context;
      // Leaving is another deed, and another entry of the record.
      if (id === caller.sessionId) throw invalid('id', '这是您正在使用的设备，要离开请点“退出登录”');
      await inTransaction(db, async (tx) => {
        const ended = await endOperatorSession(tx, bus, caller.userId, id);
        if (!ended) return;
        const subject = { kind: 'operator', id: caller.userId } as const;
        const before = { session: id, device: deviceOf(ended.user_agent).name };
        await audit(tx, context, { action: 'operator.device-ended', subject, before, after: {} });
      });
      return { data: {} };
    },
    { limit },
  ),
];
