import { fenToYuan } from '../../../contract/fields.ts';
import { operatorOrder, operatorOrders } from '../../../contract/operator/orders.ts';
import { paymentStateNames, payWayNames } from '../../../contract/payments.ts';
import { held } from '../../../contract/process/facts.ts';
import { actions } from '../../../contract/process/row.ts';
import { orderStatusNames, type OrderStatus } from '../../../contract/statuses.ts';
import { seconds } from '../../../contract/wire.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { inTransaction } from '../../db/transaction.ts';
import { publicUsers } from '../accounts/queries.ts';
import { auditLook } from '../audit/audit.ts';
import { entriesOfOrder } from '../ledger/book-calls.ts';
import type { DeskPart } from '../operators/desk.ts';
import { needRole } from '../operators/policy.ts';
import { messageOf, titleOf } from '../payments/present.ts';
import { paymentsOfOrder } from '../payments/queries.ts';
import { standingDispute } from './disputes/present.ts';
import { currentOrder } from './disputes/read.ts';
import { onlookers } from './disputes/rule.ts';
import { factsFrom, type OrderRow } from './facts.ts';
import { historyOf, soughtOrders } from './queries.ts';
import { orderSeenByOperator } from './read.ts';
import { contractsOf, diaryOf } from './work/queries.ts';

const reports = { page: 1, pageSize: 100 };

async function paymentsOf({ db }: SignedInContext, row: OrderRow) {
  const rows = await paymentsOfOrder(db, row.id);
  const people = await publicUsers(
    db,
    rows.map(({ user_id }) => user_id),
  );
  return rows.map((one) => ({
    id: one.id,
    title: titleOf(one),
    amount: fenToYuan(one.amount_fen),
    wayName: payWayNames[one.way],
    status: one.status,
    statusName: paymentStateNames[one.status],
    gatewayNumber: one.gateway_number,
    payer: people.get(one.user_id)?.name ?? '',
    message: messageOf(one),
    time: seconds(one.created_at),
    settleTime: one.settled_at && seconds(one.settled_at),
  }));
}

/** That contracts were put forward and reports made; what they say is the two sides' own. */
async function workOf({ db }: SignedInContext, row: OrderRow) {
  const [contracts, diary] = await Promise.all([contractsOf(db, row.id), diaryOf(db, row.id, reports)]);
  const lines = [
    ...contracts.map(({ side, hash, source, created_at }) => ({
      kind: 'contract' as const,
      what: source === 'generated' ? '提交平台生成的合同' : '上传合同',
      side,
      hash,
      time: seconds(created_at),
    })),
    ...diary.rows.map(({ kind, percent, side, created_at }) => ({
      kind: 'diary' as const,
      what: percent === null ? actions[kind] : `${actions[kind]} ${percent}%`,
      side,
      hash: '',
      time: seconds(created_at),
    })),
  ];
  return lines.toSorted((one, other) => other.time - one.time);
}

/** The console's part for orders. */
export const orderDesk: DeskPart = { key: 'orders', name: '订单', roles: onlookers };

export const operatorOrderCalls: AnyImplementation[] = [
  implement(operatorOrders, async ({ query, userId, status, stage, ...page }, context) => {
    const { db, caller, stages } = context;
    needRole(caller, onlookers);
    const wanted = status === undefined ? undefined : (Number(status) as OrderStatus);
    const key = stages.find(({ number }) => number === stage)?.key;
    const { rows, count } = await soughtOrders(db, { query, userId, status: wanted, stage: key }, page);
    const people = await publicUsers(
      db,
      rows.flatMap(({ owner_id, provider_id }) => (provider_id === null ? [owner_id] : [owner_id, provider_id])),
    );
    const data = rows.map((row) => ({
      demandNid: row.nid,
      name: row.name,
      stageName: stages.find((one) => one.key === row.stage)?.name ?? row.stage,
      status: row.status,
      statusName: orderStatusNames[row.status],
      owner: people.get(row.owner_id)?.name ?? '',
      ownerId: row.owner_id,
      provider: people.get(row.provider_id ?? '')?.name ?? '',
      providerId: row.provider_id ?? '',
      amount: row.amount_fen > 0 ? fenToYuan(row.amount_fen) : '',
      // The line says nothing of the money.
      held: fenToYuan(
        held(
          factsFrom(
            row,
            stages.map(() => null),
            stages,
          ),
        ),
      ),
      disputed: row.proceedings.dispute != null,
      time: seconds(row.published_at ?? row.created_at),
    }));
    return { data, page: { count, ...page } };
  }),
  implement(operatorOrder, async ({ demandNid }, context) => {
    const { db, caller } = context;
    needRole(caller, onlookers);
    const row = await currentOrder(context, demandNid.toUpperCase());
    const subject = { kind: 'order', id: row.nid } as const;
    const look = { action: 'order.seen', subject, state: { status: row.status } } as const;
    await inTransaction(db, (tx) => auditLook(tx, context, look));
    const [order, history, payments, entries, work] = await Promise.all([
      orderSeenByOperator(context, row),
      historyOf(db, row.id),
      paymentsOf(context, row),
      entriesOfOrder(context, row.id),
      workOf(context, row),
    ]);
    const called = standingDispute(history).length > 0;
    return {
      data: { order, ownerId: row.owner_id, providerId: row.provider_id ?? '', payments, entries, work, called },
    };
  }),
];
