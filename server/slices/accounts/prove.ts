import type { Kysely } from 'kysely';
import { invalid, Refusal } from '../../../contract/errors.ts';
import type { SignedInContext } from '../../calls/context.ts';
import type { DB } from '../../db/schema.ts';
import { passwordMatches } from './passwords.ts';
import { findUser } from './queries.ts';
import type { UserRow } from './tables.ts';
import { attemptSucceeded, beginAttempt } from './throttle.ts';

/** One kind of accounts that have passwords: people's, and operators'. */
export interface Accounts<Row> {
  readonly find: (db: Kysely<DB>, id: string) => Promise<Row | undefined>;
  /** what failures are counted under */
  readonly countedUnder: (row: Row) => string;
}

/** Those of the portal's people. */
export const people: Accounts<UserRow> = { find: findUser, countedUnder: ({ mobile }) => mobile };

type Proving = Pick<SignedInContext, 'db' | 'caller' | 'address' | 'now'>;

export interface Proof {
  /** the one that is refused */
  readonly field: string;
  readonly password: string;
  /** said of a wrong one */
  readonly wrong: string;
}

/** Those whose password is being looked at in this process. */
const under = new Map<string, Promise<unknown>>();

/**
 * Whether the caller knows the password; throws the refusal of `field` when not. A stolen session must not become a place
 * to guess it at leisure, so each attempt counts as failed until it was right. One caller's attempts take turns: several at
 * once that are all right are not taken for guessing.
 */
export function proveAmong<Row extends { readonly password_hash: string }>(
  { find, countedUnder }: Accounts<Row>,
  { db, caller, address, now }: Proving,
  { field, password, wrong }: Proof,
): Promise<Row> {
  const before = under.get(caller.userId) ?? Promise.resolve();
  const proven = before.then(async () => {
    const row = await find(db, caller.userId);
    if (!row) throw new Refusal('sign_in_needed');
    const name = countedUnder(row);
    await beginAttempt(db, name, address, now);
    if (!(await passwordMatches(row.password_hash, password))) throw invalid(field, wrong);
    await attemptSucceeded(db, name, address, now);
    return row;
  });
  const over = proven.catch(() => undefined);
  under.set(caller.userId, over);
  void over.then(() => under.get(caller.userId) === over && under.delete(caller.userId));
  return proven;
}

/** The same of a person of the portal. */
export const provePassword = (context: Proving, proof: Proof): Promise<UserRow> => proveAmong(people, context, proof);
