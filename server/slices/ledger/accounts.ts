/**
 * The accounts of the ledger (rulings §4), by a name that says whose they are. A positive balance is what the portal owes
 * to the account's owner. What lies at a gateway is owed to us, so its clearing account is negative by as much.
 */
export type LedgerAccount =
  | `available:${string}`
  | `frozen:${string}`
  | `escrow:${string}`
  | `clearing:${string}`
  | 'income';

/** what a person may spend */
export const available = (userId: string): LedgerAccount => `available:${userId}`;
/** what a person has asked to be paid out */
export const frozen = (userId: string): LedgerAccount => `frozen:${userId}`;
/** what an order holds */
export const escrow = (demandId: string): LedgerAccount => `escrow:${demandId}`;
/** minus what lies at a gateway; `demo` is where demo money comes from */
export const clearing = (gateway: string): LedgerAccount => `clearing:${gateway}`;
/** the platform's commission */
export const income: LedgerAccount = 'income';

/** Whose spending account it is; null for every other kind. */
export function holderOf(account: LedgerAccount): string | null {
  return account.startsWith('available:') ? account.slice('available:'.length) : null;
}

/**
 * Accounts that every order of the portal touches are kept in this many balances, of which a movement takes any one, so
 * that two movements rarely wait for each other. A person's or an order's own account has one.
 */
export const stripes = 16;
export const isStriped = (account: LedgerAccount): boolean => account === income || account.startsWith('clearing:');
