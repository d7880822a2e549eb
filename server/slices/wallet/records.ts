import type { Kysely } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { MoneyRecord } from '../ledger/records.ts';
import { demandNids } from '../orders/queries.ts';
import { withdrawalNumbers } from './queries.ts';

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
