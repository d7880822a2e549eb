import type { Kysely } from 'kysely';
import { yuan } from '../../../contract/process/money.ts';
import type { DB } from '../../db/schema.ts';
import { withdrawalOf } from '../ledger/movements.ts';
import type { MoneyRecord } from '../ledger/records.ts';
import { demandNids } from '../orders/queries.ts';
import { withdrawalNumbers } from './queries.ts';

/** What a record says, and what the platform kept of it. */
export const memoOf = ({ memo, feeFen }: MoneyRecord): string =>
  feeFen > 0 ? `${memo}（已扣平台服务费 ${yuan(feeFen)}）` : memo;

/** The number that people know of what each record is about: of its order or its withdrawal, '' for neither. */
export async function numbersOf(
  db: Kysely<DB>,
  records: readonly MoneyRecord[],
): Promise<(record: MoneyRecord) => string> {
  const orders = [...new Set(records.flatMap(({ demandId }) => demandId ?? []))];
  const withdrawals = [...new Set(records.flatMap(({ cause }) => withdrawalOf(cause) ?? []))];
  const [nids, numbers] = await Promise.all([demandNids(db, orders), withdrawalNumbers(db, withdrawals)]);
  return (record) => nids.get(record.demandId ?? '') ?? numbers.get(withdrawalOf(record.cause) ?? '') ?? '';
}
