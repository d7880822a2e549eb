import { z } from 'zod';
import { defineCall } from '../call.ts';
import { paging } from '../fields.ts';
import { optional, recordId } from '../wire.ts';

/** What a proof of the ledger looks at. */
export const proofChecks = {
  sums: '每笔分录合计为零',
  chain: '账户分录连续，余额逐笔相符',
  balances: '账户余额等于分录之和',
  negative: '没有负余额',
  days: '按日汇总等于分录之和',
  escrow: '托管金额等于订单应托管金额',
  frozen: '冻结金额等于在途提现',
  payments: '通道收到的金额等于应付金额',
  statement: '通道余额等于通道对账单',
} as const;
export type ProofCheck = keyof typeof proofChecks;
const checkKeys = Object.keys(proofChecks) as [ProofCheck, ...ProofCheck[]];

const finding = z.object({
  check: z.enum(checkKeys),
  /** the account, transaction, order or withdrawal in question */
  subject: z.string(),
  message: z.string(),
});
export type Finding = z.output<typeof finding>;

const proof = z.object({
  id: z.string(),
  /** nightly, or asked for by an operator */
  trigger: z.enum(['nightly', 'operator']),
  askedBy: z.string(),
  create_time: z.number().int(),
  /** null while it runs */
  finish_time: z.number().int().nullable(),
  /** seconds that it took */
  seconds: z.number(),
  counts: z.object({
    transactions: z.number().int(),
    entries: z.number().int(),
    accounts: z.number().int(),
    orders: z.number().int(),
  }),
  /** yuan by kind of account; together they are 0.00 */
  totals: z.array(z.object({ kind: z.string(), name: z.string(), money: z.string() })),
  /** sum of all of them */
  total: z.string(),
  findingCount: z.number().int(),
  /** the first hundred */
  findings: z.array(finding),
  /** what could not be compared yet: its check is neither right nor wrong */
  waiting: z.array(finding),
  /** which checks were made */
  checks: z.array(z.enum(checkKeys)),
});
export type LedgerProof = z.output<typeof proof>;

export const ledgerProofs = defineCall({
  path: '/api/operator/ledgerProofList',
  auth: 'operator',
  input: z.object({ id: optional(recordId('核对编号')), ...paging(10, 50) }),
  output: z.array(proof),
  paged: true,
  summary: 'Proofs of the ledger, newest first, for finance, admin and auditor; id one of them alone',
});

export const proveLedger = defineCall({
  path: '/api/operator/ledgerProve',
  auth: 'operator',
  input: z.object({}),
  output: proof,
  summary: 'Proves the whole ledger now, and keeps the result',
});
