import { endDevice, endOtherDevices, getDevices } from '../../../contract/devices.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { inTransaction } from '../../db/transaction.ts';
import { liveSessions } from './devices.ts';
import { presentDevices } from './present.ts';
import { endOtherSessions, endSession } from './sessions.ts';

const limit = { max: 60, per: 600 };

export const deviceCalls: AnyImplementation[] = [
  implement(getDevices, async (_input, { db, caller, now }) => {
    return { data: presentDevices(await liveSessions(db, caller.userId, now), caller) };
  }),
  implement(
    endDevice,
    async ({ id }, { db, bus, caller }) => {
      await endSession(db, bus, { userId: caller.userId, sessionId: id });
      return { data: {} };
    },
    { limit },
  ),
  implement(
    endOtherDevices,
    async (_input, { db, bus, caller }) => {
      const ended = await inTransaction(db, (tx) => endOtherSessions(tx, bus, caller.userId, caller.sessionId));
      return { data: { ended } };
    },
    { limit },
  ),
];
