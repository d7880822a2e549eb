import type { Kysely } from 'kysely';
import { type AccountKind, accountKinds } from '../../../contract/operator/book.ts';
import { payWayNames } from '../../../contract/payments.ts';
import type { DB } from '../../db/schema.ts';
import { publicUsers } from '../accounts/queries.ts';
import { demandNids } from '../orders/queries.ts';
import { withdrawalNumbers } from '../wallet/queries.ts';
import type { LedgerAccount } from './accounts.ts';
import { type BookRow, kindOf } from './book.ts';
import { withdrawalOf } from './movements.ts';

/** Names of what the ledger has beside people and orders. */
const channels: Readonly<Record<string, string>> = { ...payWayNames, demo: '演示数据的来源', bank: '银行人工打款' };

export interface Named {
  kind: AccountKind;
  name: string;
}

/** What entries are about: whose accounts, and which order or withdrawal. */
type About = Pick<BookRow, 'account' | 'demandId' | 'cause'>;

export interface Words {
  named: (account: LedgerAccount) => Named;
  /** the number that people know of an order; '' for none */
  nid: (row: Pick<About, 'demandId'>) => string;
  withdrawal: (row: Pick<About, 'cause'>) => { id: string; number: string } | null;
}

/** What accounts are called, and the numbers of the orders and withdrawals that they moved for. */
export async function wordsOf(db: Kysely<DB>, rows: readonly About[]): Promise<Words> {
  const accounts = rows.map(({ account }) => account);
  const demandIds = rows.map(({ demandId }) => demandId);
  const withdrawals = new Set(rows.flatMap(({ cause }) => withdrawalOf(cause) ?? []));
  const owners = (kinds: readonly AccountKind[]) => [
    ...new Set(accounts.filter((account) => kinds.includes(kindOf(account))).map(ownerOf)),
  ];
  const [people, nids, numbers] = await Promise.all([
    publicUsers(db, owners(['available', 'frozen'])),
    demandNids(db, [...new Set([...owners(['escrow']), ...demandIds.filter((id) => id !== null)])]),
    withdrawalNumbers(db, [...withdrawals]),
  ]);
  const whose = (account: LedgerAccount, kind: AccountKind): string => {
    if (kind === 'escrow') return nids.get(ownerOf(account)) ?? '';
    return kind === 'clearing'
      ? (channels[ownerOf(account)] ?? ownerOf(account))
      : (people.get(ownerOf(account))?.name ?? '');
  };
  return {
    named: (account) => {
      const kind = kindOf(account);
      const name = kind === 'income' ? '' : whose(account, kind);
      return { kind, name: name === '' ? accountKinds[kind] : `${accountKinds[kind]} · ${name}` };
    },
    nid: ({ demandId }) => nids.get(demandId ?? '') ?? '',
    withdrawal: ({ cause }) => {
      const id = withdrawalOf(cause);
      const number = id && numbers.get(id);
      return id && number ? { id, number } : null;
    },
  };
}

const ownerOf = (account: LedgerAccount): string => account.slice(account.indexOf(':') + 1);

/** What accounts alone are called. */
export async function accountNames(
  db: Kysely<DB>,
  accounts: readonly LedgerAccount[],
): Promise<(account: LedgerAccount) => Named> {
  return (
    await wordsOf(
      db,
      accounts.map((account) => ({ account, demandId: null, cause: '' })),
    )
  ).named;
}
