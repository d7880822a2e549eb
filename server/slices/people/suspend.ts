import { invalid, Refusal } from '../../../contract/errors.ts';
import { seconds } from '../../../contract/wire.ts';
import type { Caller, SignedInContext } from '../../calls/context.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { lockStanding, userStatus } from '../accounts/standing.ts';
import { release, suspend } from '../accounts/suspensions.ts';
import { audit } from '../audit/audit.ts';
import { keeperFault } from './policy.ts';

/** Longest that somebody is kept out by a date; beyond it an open end says what is meant. */
const mostYears = 5;

/** Somebody whose standing an operator may change; what is noted as before is what stands under this lock. */
async function lockKept(tx: Tx, caller: Caller, id: string) {
  const user = await lockStanding(tx, id);
  if (!user) throw new Refusal('not_found', '没有找到这位用户');
  const fault = keeperFault(caller, user);
  if (fault) throw new Refusal('not_allowed', fault);
  return user;
}

/** Keeps somebody out. What everybody saw of them is hidden a moment later, by what follows from the event. */
export async function suspendPerson(
  context: SignedInContext,
  { id, reason, until }: { id: string; reason: string; until?: Date },
): Promise<number> {
  const { db, caller, now } = context;
  if (until !== undefined && until <= now) throw invalid('until', '停用到的时间须晚于现在');
  if (until !== undefined && until.getTime() > now.getTime() + mostYears * 366 * 86_400_000)
    throw invalid('until', `最多停用${mostYears}年，要更久请不填时间`);
  return inTransaction(db, async (tx) => {
    const user = await lockKept(tx, caller, id);
    const row = await suspend(tx, context, { userId: id, reason, until: until ?? null, byId: caller.userId, now });
    await audit(tx, context, {
      action: 'user.suspended',
      subject: { kind: 'user', id },
      before: { status: user.status },
      after: { status: userStatus.stopped, until: row.until && seconds(row.until) },
      why: reason,
    });
    return userStatus.stopped;
  });
}

/** Lets somebody in again before their time is over. Throws state_conflict for who is not kept out. */
export async function releasePerson(
  context: SignedInContext,
  { id, reason }: { id: string; reason: string },
): Promise<number> {
  const { db, caller, now } = context;
  return inTransaction(db, async (tx) => {
    const user = await lockKept(tx, caller, id);
    const row = await release(tx, context, { userId: id, reason, byId: caller.userId, now });
    if (!row) throw new Refusal('state_conflict', '该账号没有停用，请刷新后再看');
    await audit(tx, context, {
      action: 'user.released',
      subject: { kind: 'user', id },
      before: { status: user.status },
      after: { status: userStatus.open },
      why: reason,
    });
    return userStatus.open;
  });
}
