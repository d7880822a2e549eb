import { invalid, Refusal } from '../../../contract/errors.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { passwordMatches } from './passwords.ts';
import { findUser } from './queries.ts';
import type { UserRow } from './tables.ts';
import { attemptSucceeded, beginAttempt } from './throttle.ts';

/** People whose password is being looked at in this process. */
const under = new Map<string, Promise<unknown>>();

/**
 * Whether the caller knows the password; throws the refusal of `field` when not. A stolen session must not become a place
 * to guess it at leisure, so each attempt counts as failed until it was right. One person's attempts take turns: several at
 * once that are all right are not taken for guessing.
 */
export function provePassword(
  context: Pick<SignedInContext, 'db' | 'caller' | 'address' | 'now'>,
  { field, password, wrong }: { field: string; password: string; wrong: string },
): Promise<UserRow> {
  const { db, caller, address, now } = context;
  const before = under.get(caller.userId) ?? Promise.resolve();
  const proven = before.then(async () => {
    const user = await findUser(db, caller.userId);
    if (!user) throw new Refusal('sign_in_needed');
    await beginAttempt(db, user.mobile, address, now);
    if (!(await passwordMatches(user.password_hash, password))) throw invalid(field, wrong);
    await attemptSucceeded(db, user.mobile, address, now);
    return user;
  });
  const over = proven.catch(() => undefined);
  under.set(caller.userId, over);
  void over.then(() => under.get(caller.userId) === over && under.delete(caller.userId));
  return proven;
}
