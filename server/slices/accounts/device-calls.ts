import { endDevice, endOtherDevices, getDevices } from '../../../contract/devices.ts';
import { seconds } from '../../../contract/wire.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { inTransaction } from '../../db/transaction.ts';
import { deviceOf, maskedAddress } from './device-words.ts';
import { liveSessions } from './devices.ts';
import { endOtherSessions, endSession } from './sessions.ts';

const limit = { max: 60, per: 600 };

export const deviceCalls: AnyImplementation[] = [
  implement(getDevices, async (_input, { db, caller, now }) => {
    const rows = await liveSessions(db, caller.userId, now);
    const devices = rows.map((row) => ({
      id: row.id,
      ...deviceOf(row.user_agent),
      address: maskedAddress(row.address),
      signed_in: seconds(row.created_at),
      last_seen: seconds(row.seen_at),
      current: row.id === caller.sessionId,
    }));
    return { data: [...devices.filter(({ current }) => current), ...devices.filter(({ current }) => !current)] };
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
