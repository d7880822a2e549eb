import { z } from 'zod';
import { defineCall } from '../call.ts';
import { paging } from '../fields.ts';
import { anyOf, oneOf, wireDay } from '../wire.ts';

/** A gateway's statement of a day beside the ledger, line by line; for finance, admin and auditor. */

/** What a line comes to. The first four are what is wrong. */
export const verdicts = {
  amount: '金额不符',
  notHere: '账本没有',
  notThere: '对账单没有',
  twice: '对账单重复',
  waiting: '待核对',
  otherDay: '记在相邻日',
  same: '相符',
} as const;
export type Verdict = keyof typeof verdicts;
const verdictKeys = Object.keys(verdicts) as [Verdict, ...Verdict[]];
export const wrongVerdicts: readonly Verdict[] = ['amount', 'notHere', 'notThere', 'twice'];

const statementDay = z.object({
  gateway: z.string(),
  gatewayName: z.string(),
  day: z.string(),
  /** findings when it was compared last; null of a day that was not yet */
  findings: z.number().int().nullable(),
});

export const statementDays = defineCall({
  path: '/api/operator/statementDays',
  auth: 'operator',
  input: z.object({}),
  output: z.array(statementDay),
  summary: 'The last thirty days of every gateway, newest first, and what was found when they were compared',
});

const statementLine = z.object({
  /** 支付, 打款 … */
  kindName: z.string(),
  ourId: z.string(),
  /** of what it was for, where the ledger knows it; else '' */
  title: z.string(),
  demandNid: z.string(),
  userId: z.string(),
  nickname: z.string(),
  gatewayNumber: z.string(),
  /** yuan, signed towards us; '' where that side has none */
  gatewayMoney: z.string(),
  ledgerMoney: z.string(),
  gatewayTime: z.number().int().nullable(),
  ledgerTime: z.number().int().nullable(),
  verdict: z.enum(verdictKeys),
  verdictName: z.string(),
});
export type WireStatementLine = z.output<typeof statementLine>;

export const statementLines = defineCall({
  path: '/api/operator/statementLines',
  auth: 'operator',
  input: z.object({
    gateway: anyOf(['sandbox', 'alipay', 'wechat'], '支付通道不在可选范围内'),
    day: wireDay('日期'),
    show: oneOf(['all', 'wrong'], 'all', '筛选条件有误'),
    ...paging(100, 500),
  }),
  output: z.object({
    /** the gateway has one for the day */
    ready: z.boolean(),
    lines: z.array(statementLine),
    /** how many of each */
    counts: z.array(z.object({ verdict: z.enum(verdictKeys), name: z.string(), count: z.number().int() })),
    gatewaySum: z.string(),
    ledgerSum: z.string(),
  }),
  paged: true,
  summary: 'A gateway’s statement of a day beside the ledger’s entries, line by line, what differs first',
});
