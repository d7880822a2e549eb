import { Refusal } from '../../../../contract/errors.ts';
import { fenToYuan } from '../../../../contract/fields.ts';
import type { rulings } from '../../../../contract/operator/disputes.ts';
import type { Split } from '../../../../contract/process/facts.ts';
import type { Caller, OperatorRole, SignedInContext } from '../../../calls/context.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { audit } from '../../audit/audit.ts';
import { needClaim } from '../../operators/claims.ts';
import { hasRole } from '../../operators/policy.ts';
import type { OrderRow } from '../facts.ts';
import { lockOrder, move } from '../transition.ts';
import { nextRuling } from './queries.ts';

export const judges: readonly OperatorRole[] = ['finance', 'admin'];
export const onlookers: readonly OperatorRole[] = ['finance', 'admin', 'auditor'];

/** Why an operator may not rule on this order; '' when they may. */
export function judgeFault(
  { userId, operatorRoles }: Pick<Caller, 'userId' | 'operatorRoles'>,
  row: Pick<OrderRow, 'owner_id' | 'provider_id'>,
): string {
  if (!hasRole({ operatorRoles }, judges)) return '裁决需要财务或管理员的权限';
  return row.owner_id === userId || row.provider_id === userId ? '您是这份订单的一方，不能裁决' : '';
}

/** An operator's ruling: divides exactly what is held, or sends the order back to work. */
export async function rule(
  context: SignedInContext,
  demandNid: string,
  ruling: (typeof rulings)[number],
  { reason, split }: { reason: string; split?: Split },
): Promise<{ data: { orderStatus: number; next: string | null } }> {
  const { caller, now } = context;
  return inTransaction(context.db, async (tx) => {
    const order = await lockOrder(tx, context, demandNid, now);
    const fault = judgeFault(caller, order.row);
    if (fault !== '') throw new Refusal('not_allowed', fault);
    const input = { reason, ...(split && { split }) };
    const doing = { action: ruling, actor: 'operator', actorId: caller.userId, input, now } as const;
    await needClaim(tx, context, { kind: 'dispute', id: demandNid });
    const since = order.facts.dispute?.phaseSince ?? 0;
    const { row } = await move(tx, context, order, doing);
    await audit(tx, context, {
      action: `dispute.${ruling}`,
      subject: { kind: 'order', id: row.id },
      before: { status: order.row.status },
      after: {
        status: row.status,
        ...(split && { owner: fenToYuan(split.ownerFen), provider: fenToYuan(split.providerFen) }),
      },
      why: reason,
    });
    const next = await nextRuling(tx, context, { id: row.id, since });
    return { data: { orderStatus: row.status, next } };
  });
}
