import { z } from 'zod';
import { defineCall } from './call.ts';
import { orderSummary } from './orders.ts';

// 产品线: one product's way along the chain, for its owner (rulings §3).

const thing = z.object({
  url: z.string(),
  /** SHA-256 of what is kept, hex; '' where it is not known */
  hash: z.string(),
});

const lineStageDetail = z.object({
  stage: z.string(),
  name: z.string(),
  /** null where the stage has no demand */
  order: orderSummary.nullable(),
  /** what was asked for: quantities, kinds, places, in words */
  details: z.array(z.object({ label: z.string(), value: z.string() })),
  /** what was shown of the work and delivered again, the newest first; null before anything was */
  delivered: z
    .object({
      pictures: z.array(thing),
      files: z.array(thing),
      /** SHA-256 of the contract in force; '' for none */
      contract: z.string(),
      /** how often it was delivered again */
      again: z.number().int(),
    })
    .nullable(),
  /** what is held back of the price until the goods have proved sound; null before it is */
  retention: z
    .object({
      /** yuan */
      amount: z.string(),
      state: z.enum(['held', 'released', 'disputed', 'divided']),
      /** seconds; when it is released by itself; null where it is not held, or a dispute freezes it */
      until: z.number().int().nullable(),
    })
    .nullable(),
  /** what the form of this stage asks for, and whether the line says it already; of the stage that can be published now */
  needs: z.array(z.object({ label: z.string(), given: z.boolean() })),
  /** records of the stage in the trace log */
  records: z.number().int(),
});
export type LineStageDetail = z.output<typeof lineStageDetail>;

export const getProductLine = defineCall({
  path: '/api/Demand/productLine',
  auth: 'user',
  input: z.object({
    productLineNid: z.string('请指明产品线编号').trim().min(1, '请指明产品线编号').max(40, '产品线编号有误'),
  }),
  output: z.object({
    name: z.string(),
    productLineNid: z.string(),
    /** category key, of its latest demand */
    type: z.string(),
    /** seconds since 1970 */
    time: z.number().int(),
    /** records of the line in the trace log */
    records: z.number().int(),
    /** on the labels; '' until one was made */
    code: z.string(),
    /** key of the stage in which the line takes a demand now; '' for none */
    opens: z.string(),
    stages: z.array(lineStageDetail),
  }),
  summary:
    'One product line of the caller’s: per stage the order, what was delivered, the retention, and what the next stage needs.',
});
