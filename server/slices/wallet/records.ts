import type { Kysely } from 'kysely';
import { yuan } from '../../../contract/process/money.ts';
import type { DB } from '../../db/schema.ts';
import type { MoneyRecord } from '../ledger/records.ts';
import { demandNids } from '../orders/queries.ts';
import { withdrawalNumbers } from './queries.ts';

/** What a record says, and what the platform kept of it. */
export const memoOf = ({ memo, feeFen }: MoneyRecord): string =>
  feeFen > 0 ? `${memo}（已扣平台服务费 ${yuan(feeFen)}）` : memo;

const causedBy = /^withdrawal:([\da-f-]{36}):/;

/** The number that people know of what each record is about: of its order or its withdrawal, '' for neither. */
export async function numbersOf(
  db: Kysely<DB>,
  records: readonly MoneyRecord[],
): Promise<(record: MoneyRecord) => string> {
  const withdrawalOf = ({ cause }: MoneyRecord) => causedBy.exec(cause)?.[1] ?? '';
  const orders = [...new Set(records.flatMap(({ demandId }) => demandId ?? []))];
  const withdrawals = [...new Set(records.map(withdrawalOf).filter((id) => id !== ''))];
  const [nids, numbers] = await Promise.all([demandNids(db, orders), withdrawalNumbers(db, withdrawals)]);
  return (record) => nids.get(record.demandId ?? '') ?? numbers.get(withdrawalOf(record)) ?? '';
}
