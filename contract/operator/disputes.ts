import { z } from 'zod';
import { defineCall } from '../call.ts';
import { paging } from '../fields.ts';
import { disputeReasonField, disputeRecord, ownerPartField, providerPartField } from '../order-disputes.ts';
import { orderInfo, orderNid } from '../orders.ts';
import { anyOf, optional } from '../wire.ts';

/** Calls of the operators who rule on disputes: roles finance and admin; auditors may read. */

const order = z.object({ demandNid: orderNid('需求编号') });

export const disputePhases = { negotiation: '协商', evidence: '举证', ruling: '裁决' } as const;
export type DisputePhase = keyof typeof disputePhases;

const disputeCase = z.object({
  demandNid: z.string(),
  name: z.string(),
  orderStatus: z.number().int(),
  demandStatusName: z.string(),
  phase: z.enum(['negotiation', 'evidence', 'ruling']),
  openedBy: z.enum(['owner', 'provider']),
  owner: z.string(),
  provider: z.string(),
  /** yuan */
  held: z.string(),
  /** seconds since 1970; when it was opened */
  since: z.number().int(),
  /** seconds; since when a ruling is waited for, null where the two are still heard */
  waitsSince: z.number().int().nullable(),
  /** seconds; when the phase ends by itself, null where a ruling is waited for */
  until: z.number().int().nullable(),
});

export const operatorDisputes = defineCall({
  path: '/api/operator/disputeList',
  auth: 'operator',
  input: z.object({ phase: anyOf(['negotiation', 'evidence', 'ruling'], '争议阶段不在可选范围内'), ...paging(20) }),
  output: z.array(disputeCase),
  paged: true,
  summary: 'Orders in dispute: those that wait for a ruling first, the longest waiting at the head, then the oldest.',
});

export const operatorDispute = defineCall({
  path: '/api/operator/dispute',
  auth: 'operator',
  input: order,
  output: z.object({
    order: orderInfo,
    /** whose it is; '' without a provider */
    ownerId: z.string(),
    providerId: z.string(),
    dispute: disputeRecord,
    /** whether what the two said to each other may be read by the one who asks */
    hears: z.boolean(),
    /** what the one who asks may do now, and why not */
    actions: z.array(
      z.object({
        action: z.enum(['ruleComplete', 'ruleClose', 'ruleResume']),
        label: z.string(),
        enabled: z.boolean(),
        reason: z.string(),
      }),
    ),
    /** the one that waits for a ruling after this; null at the end */
    next: z.string().nullable(),
  }),
  summary: 'One dispute with its order, history, proposals and evidence.',
});

export const rulings = ['ruleComplete', 'ruleClose', 'ruleResume'] as const;

export const ruleDispute = defineCall({
  path: '/api/operator/ruleDispute',
  auth: 'operator',
  input: order.extend({
    ruling: z.enum(rulings, '请选择裁决结果'),
    reason: disputeReasonField.schema,
    /** of a division; the two parts are exactly what is held */
    ownerAmount: optional(ownerPartField.schema),
    providerAmount: optional(providerPartField.schema),
  }),
  output: z.object({ orderStatus: z.number().int(), next: z.string().nullable() }),
  summary: 'Rules on a dispute: divides what is held and completes or closes the order, or sends it back to work.',
});
