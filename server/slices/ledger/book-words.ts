import type { Kysely } from 'kysely';
import { type AccountKind, accountKinds } from '../../../contract/operator/book.ts';
import { payWayNames } from '../../../contract/payments.ts';
import type { DB } from '../../db/schema.ts';
import { publicUsers } from '../accounts/queries.ts';
import { demandNids } from '../orders/queries.ts';
import type { LedgerAccount } from './accounts.ts';
import { kindOf } from './book.ts';

/** Names of what the ledger has beside people and orders. */
const channels: Readonly<Record<string, string>> = { ...payWayNames, demo: '演示数据的来源', bank: '银行人工打款' };

export interface Named {
  kind: AccountKind;
  name: string;
}

/** What accounts are called, with whose they are; and the numbers of demands. */
export async function namesOf(
  db: Kysely<DB>,
  accounts: readonly LedgerAccount[],
  demandIds: readonly (string | null)[],
): Promise<{ named: (account: LedgerAccount) => Named; nid: (demandId: string | null) => string }> {
  const owners = (kinds: readonly AccountKind[]) => [
    ...new Set(accounts.filter((account) => kinds.includes(kindOf(account))).map(ownerOf)),
  ];
  const [people, nids] = await Promise.all([
    publicUsers(db, owners(['available', 'frozen'])),
    demandNids(db, [...new Set([...owners(['escrow']), ...demandIds.filter((id) => id !== null)])]),
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
    nid: (id) => nids.get(id ?? '') ?? '',
  };
}

const ownerOf = (account: LedgerAccount): string => account.slice(account.indexOf(':') + 1);
