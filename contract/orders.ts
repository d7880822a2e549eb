import { z } from 'zod';
import { defineCall } from './call.ts';
import { paging, text, yuanToFen } from './fields.ts';
import { inputState } from './input-state.ts';
import { orderStatuses } from './statuses.ts';

/** Orders on a page of one's own list. */
export const orderPageSize = 6;

export const orderNid = (label: string) =>
  text({ label, required: `缺少${label}`, max: [40, `${label}有误`], example: 'DM-2611-0093' }).schema;

export const reasonField = text({
  label: '原因',
  required: '请填写原因',
  min: [2, '请至少输入两个字的原因'],
  max: [200, '原因最多200字'],
  rows: 3,
  example: '排产已满，一个月内开不了工',
});

const order = z.object({ demandNid: orderNid('需求编号') });
const reasoned = order.extend({ reason: reasonField.schema });
const none = z.object({ orderStatus: z.number().int() });

/** What the owner agrees to: a bidder may change the tender while it is being looked at. Absent: as it stands. */
const asSeen = {
  /** yuan */
  offer: z
    .unknown()
    .optional()
    .transform((value, context): number | undefined => {
      if (value === undefined || value === '') return undefined;
      const fen = typeof value === 'string' ? yuanToFen(value) : undefined;
      if (fen === undefined) context.addIssue({ code: 'custom', message: '报价有误' });
      return fen;
    }),
  completionDay: z
    .unknown()
    .optional()
    .transform((value, context): number | undefined => {
      if (value === undefined || value === '') return undefined;
      if (/^\d{1,4}$/.test(String(value))) return Number(value);
      context.addIssue({ code: 'custom', message: '预计完成天数有误' });
    }),
};

const statusFilter = z
  .unknown()
  .optional()
  .transform((value, context) => {
    if (value === undefined || value === '') return null;
    const found = orderStatuses.find((status) => String(status) === value || status === value);
    if (found === undefined) context.addIssue({ code: 'custom', message: '订单状态有误' });
    return found ?? null;
  });
const list = z.object({ orderStatus: statusFilter, ...paging(orderPageSize) });

/** What one may do with an order, and why not when the button is disabled (rulings §2). */
export const orderAction = z.object({
  action: z.string(),
  label: z.string(),
  enabled: z.boolean(),
  /** empty when enabled */
  reason: z.string(),
  /** what the call takes besides the number: `reason` … */
  needs: z.array(z.string()),
});

/** How far the work on an order is, for the cards of its page. */
const workFacts = {
  /** highest percent reported */
  progress: z.number().int(),
  reportCount: z.number().int(),
  sendBacks: z.number().int(),
  /** how often the owner may still send it back */
  sendBacksLeft: z.number().int(),
  /** yuan in escrow */
  heldAmount: z.string(),
  /** days that the stage retains the last instalment for */
  retentionDays: z.number().int(),
  /** seconds; when the retention is released by itself; null before acceptance */
  retentionUntil: z.number().int().nullable(),
};

/** 下一步 */
export const nextStepShape = z.object({
  what: z.string(),
  /** seconds since 1970; null when nothing happens by itself */
  at: z.number().int().nullable(),
  /** owner, provider …; null when nobody has to act */
  waitsFor: z.string().nullable(),
  money: z.string(),
  /** status afterwards */
  to: z.number().int(),
});

const party = z.object({
  nickname: z.string(),
  avatarUrl: z.string(),
  accountType: z.number().int(),
  /** of the shop that they keep; '' where there is none */
  shopId: z.string(),
});

/** The record of specification §3 "My-demand order": name and number of the line, then a status and a number a stage. */
export const myDemandOrder = z
  // type is the line's category, of its latest demand
  .object({ name: z.string(), productLineNid: z.string(), type: z.string() })
  // The names are the catalogue's (`statusField`, `nidField`), and the chain is handed to the process at start.
  .catchall(z.union([z.number().int(), z.string(), z.null()]));

/** The same line for reading: a stage a row, in the order of the chain. */
export const lineStage = z.object({
  stage: z.string(),
  name: z.string(),
  demandNid: z.string(),
  /** null where the stage has no demand */
  orderStatus: z.number().int().nullable(),
  statusName: z.string(),
  providerName: z.string(),
});

const sums = {
  /** yuan with 2 decimals */
  budget: z.string(),
  /** agreed sum in yuan; '' until a tender is chosen */
  amount: z.string(),
  downPaymentStatus: z.number().int(),
  theSecondPaymentStatus: z.number().int(),
  finalPaymentStatus: z.number().int(),
  /** 0..3 (specification §4) */
  paymentProgress: z.number().int(),
};

export const orderSummary = z.object({
  demandNid: z.string(),
  name: z.string(),
  /** stage number */
  orderType: z.number().int(),
  stage: z.string(),
  category: z.string(),
  orderStatus: z.number().int(),
  demandStatusName: z.string(),
  /** what the reader is to the order */
  role: z.string(),
  /** the other side; null while there is none */
  counterpart: party.nullable(),
  picture: z.string(),
  tenderCount: z.number().int(),
  /** came about by entrusting a case, not by tendering */
  entrusted: z.boolean(),
  ...sums,
  demandBese: z.object({
    name: z.string(),
    orderNum: z.string(),
    budget: z.string(),
    issueEndTime: z.number().int(),
  }),
  issueEndTime: z.number().int(),
  saveTime: z.number().int(),
  /** seconds; null until a tender is chosen */
  orderTime: z.number().int().nullable(),
  productLineNid: z.string(),
  /** 输入已变: changed until the owner takes it on, confirmed from then */
  inputState,
  /** a dispute freezes everything else */
  frozen: z.boolean(),
  actions: z.array(orderAction),
  nextStep: nextStepShape,
});

export const orderInfo = orderSummary.extend({
  ...workFacts,
  demandDescribe: z.string(),
  demandPics: z.array(z.string()),
  files: z.array(z.string()),
  /** the stage's own fields, worded for reading */
  details: z.array(z.object({ label: z.string(), value: z.string() })),
  owner: party,
  provider: party.nullable(),
  /** the case that was entrusted; `shown` is false once it was taken down */
  fromCase: z
    .object({ id: z.string(), name: z.string(), stage: z.string(), category: z.string(), shown: z.boolean() })
    .nullable(),
  /** the chosen tender */
  tender: z.object({ completionDay: z.number().int(), offer: z.string() }).nullable(),
  instalments: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      percent: z.number().int(),
      /** yuan */
      amount: z.string(),
      status: z.number().int(),
      statusName: z.string(),
    }),
  ),
  history: z.array(
    z.object({
      action: z.string(),
      label: z.string(),
      /** owner, provider, clock … */
      actor: z.string(),
      nickname: z.string(),
      /** seconds */
      time: z.number().int(),
      fromStatus: z.number().int(),
      toStatus: z.number().int(),
      statusName: z.string(),
      reason: z.string(),
    }),
  ),
  productLine: myDemandOrder,
  line: z.array(lineStage),
});

export const myDemandList = defineCall({
  path: '/api/Demand/myDemand',
  auth: 'user',
  input: list,
  output: z.array(orderSummary),
  paged: true,
  summary: 'Demands and orders that the caller started, newest first, of one status or all.',
});

export const myPartList = defineCall({
  path: '/api/order/myListPage',
  auth: 'user',
  input: list,
  output: z.array(orderSummary),
  paged: true,
  summary: 'Orders that the caller works on or has a standing tender for, newest first, of one status or all.',
});

export const myDemandOrderList = defineCall({
  path: '/api/Demand/myDemandOrder',
  auth: 'user',
  input: z.object(paging(orderPageSize)),
  output: z.array(myDemandOrder),
  paged: true,
  summary: 'Product lines of the caller with the status and number of the demand in each stage.',
});

export const getOrderInfo = defineCall({
  path: '/api/order/demandInfo',
  auth: 'user',
  input: order,
  output: orderInfo,
  summary: 'One order with its history, what may be done with it, the next step and its product line.',
});

export const successful = defineCall({
  path: '/api/Demand/successful',
  auth: 'user',
  input: order.extend({ tenderId: orderNid('投标编号'), ...asSeen }),
  output: none,
  summary:
    'The owner chooses a tender (合作成功). With offer and completionDay as they were seen, one that was changed meanwhile is refused.',
});

export const acceptOrder = defineCall({
  path: '/api/order/accept',
  auth: 'user',
  input: order,
  output: none,
  summary: 'The chosen provider takes the order on.',
});

export const declineOrder = defineCall({
  path: '/api/order/decline',
  auth: 'user',
  input: reasoned,
  output: none,
  summary: 'The chosen provider declines with a reason; the demand is open again, an entrusted case is closed.',
});

export const cancelOrder = defineCall({
  path: '/api/order/cancel',
  auth: 'user',
  input: reasoned,
  output: none,
  summary: 'Cancels with a reason: free before the work is taken on, at once afterwards while no money is held.',
});

export const getCancelReason = defineCall({
  path: '/api/order/cancelReason',
  auth: 'user',
  input: order,
  output: z.object({ reason: z.string(), nickname: z.string(), time: z.number().int() }),
  summary: 'Why an order was cancelled or last declined, by whom and when.',
});

export const deleteOrder = defineCall({
  path: '/api/Demand/delete',
  auth: 'user',
  input: order,
  output: none,
  summary: 'Removes an ended order from the caller’s own list; nothing is deleted.',
});
