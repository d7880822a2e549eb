import { Refusal } from '../../../../contract/errors.ts';
import type { Caller } from '../../../calls/context.ts';
import type { Tx } from '../../../db/transaction.ts';
import { hasRole } from '../../operators/policy.ts';
import { keeperOf } from '../../shop/queries.ts';
import { lockCase } from './queries.ts';
import { isWaiting, type Kept } from './standing.ts';

/** One's own case, locked; to everybody else there is none. */
export async function ownLocked(tx: Tx, userId: string, id: string): Promise<Kept> {
  const found = await lockCase(tx, id);
  if (!found || (await keeperOf(tx, found.row.shop_id)) !== userId) throw noSuchCase();
  return found;
}

export const noSuchCase = () => new Refusal('not_found', '案例不存在或已被删除');

/** Who decides on cases, and who may look on. */
export const deciders = ['reviewer', 'admin'] as const;
export const reviewReaders = [...deciders, 'auditor'] as const;

/** Why an operator may not decide on what they look at; undefined when they may. */
export function whyNotDecide(caller: Caller, kept: Kept, keeperId: string | undefined): string | undefined {
  if (!hasRole(caller, deciders)) return '审计只能查看，不能处理';
  if (keeperId === caller.userId) return '不能审核自己的案例';
  if (!isWaiting(kept)) return '已经处理过，或者店主撤回了';
  return undefined;
}
