import type { Kysely } from 'kysely';
import { Refusal } from '../../../contract/errors.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import { publicUsers } from '../accounts/queries.ts';

/** Names of operators by id. */
export async function operatorNames(
  db: Kysely<DB> | Tx,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => string> {
  const people = await publicUsers(
    db,
    ids.filter((id) => id !== null),
  );
  return (id) => (id === null ? '' : (people.get(id)?.name ?? ''));
}

/**
 * Refuses a change that was made on what somebody else has changed since: whoever comes second is told, and nothing is
 * overwritten.
 */
export async function needVersion(
  tx: Tx,
  row: { readonly version: number; readonly updated_by: string | null },
  version: number | undefined,
): Promise<void> {
  if (row.version === version) return;
  const who = (await operatorNames(tx, [row.updated_by]))(row.updated_by);
  throw new Refusal(
    'state_conflict',
    `${who === '' ? '另一位同事' : who}刚刚改过这一条，没有保存您的修改。请刷新看过最新内容再改`,
  );
}

/** Refuses an order that was made on another than there is now. */
export function needOrder(before: readonly string[], now: readonly string[]): void {
  if (before.length !== now.length || before.some((id, index) => id !== now[index]))
    throw new Refusal('state_conflict', '列表刚刚变过，没有保存您的排序。请刷新看过最新顺序再排');
}

/** Refuses what is no other order of the same. */
export function needSame(before: readonly string[], after: readonly string[]): void {
  const wanted = new Set(after);
  if (wanted.size !== after.length || after.length !== before.length || before.some((id) => !wanted.has(id)))
    throw new Refusal('invalid_input', '排序里有重复或缺少的条目', { after: '排序里有重复或缺少的条目' });
}
