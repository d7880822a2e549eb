import { z } from 'zod';
import { defineCall } from '../call.ts';
import { paging } from '../fields.ts';
import { orderInfo, orderNid } from '../orders.ts';
import { orderStatuses } from '../statuses.ts';
import { anyOf, oneOfStages, optional, recordId } from '../wire.ts';
import { bookEntry } from './book.ts';

/** Calls of the operators who look after orders: roles finance, admin and auditor, who change nothing here. */

/** Orders beyond this are not counted. */
export const ordersCounted = 10_000;

const orderRow = z.object({
  demandNid: z.string(),
  name: z.string(),
  stageName: z.string(),
  status: z.number().int(),
  statusName: z.string(),
  owner: z.string(),
  ownerId: z.string(),
  /** '' while nobody was chosen */
  provider: z.string(),
  providerId: z.string(),
  /** yuan that was agreed on; '' before */
  amount: z.string(),
  /** yuan in escrow */
  held: z.string(),
  disputed: z.boolean(),
  time: z.number().int(),
});
export type OperatorOrderRow = z.output<typeof orderRow>;

export const operatorOrders = defineCall({
  path: '/api/operator/orderList',
  auth: 'operator',
  input: z.object({
    /** a number of a demand or a product line, or part of a name */
    query: optional(z.string().trim().max(60, '最多输入60个字')),
    /** either side */
    userId: optional(recordId('用户编号')),
    status: anyOf(orderStatuses.map(String), '订单状态不在可选范围内'),
    stage: oneOfStages,
    ...paging(20, 100),
  }),
  output: z.array(orderRow),
  paged: true,
  summary: 'Demands and orders, newest first, by number, name, person, status and stage; drafts excepted',
});

const payment = z.object({
  id: z.string(),
  title: z.string(),
  amount: z.string(),
  wayName: z.string(),
  status: z.string(),
  statusName: z.string(),
  gatewayNumber: z.string(),
  payer: z.string(),
  message: z.string(),
  time: z.number().int(),
  settleTime: z.number().int().nullable(),
});

/** What was put down of the work: that it was, not what it says. */
const work = z.object({
  kind: z.enum(['contract', 'diary']),
  what: z.string(),
  side: z.enum(['owner', 'provider']),
  /** of a contract's file; '' of anything else */
  hash: z.string(),
  time: z.number().int(),
});

export const operatorOrder = defineCall({
  path: '/api/operator/order',
  auth: 'operator',
  input: z.object({ demandNid: orderNid('需求编号') }),
  output: z.object({
    order: orderInfo,
    ownerId: z.string(),
    providerId: z.string(),
    payments: z.array(payment),
    /** of the ledger, newest first */
    entries: z.array(bookEntry),
    work: z.array(work),
    /** somebody asked to cancel, or opened a dispute: papers and words of the two sides are open to who rules */
    called: z.boolean(),
  }),
  summary:
    'One order with everything that happened to it and its money; what the two sides wrote only where a dispute called for it',
});
export type OperatorOrder = z.output<(typeof operatorOrder)['output']>;
