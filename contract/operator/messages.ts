import { z } from 'zod';
import { defineCall } from '../call.ts';
import { evidencePicture } from '../order-disputes.ts';
import { orderNid } from '../orders.ts';
import { optional } from '../wire.ts';

export const disputeMessages = defineCall({
  path: '/api/operator/disputeMessages',
  auth: 'operator',
  input: z.object({
    demandNid: orderNid('需求编号'),
    /** those before this place; without it the newest */
    before: optional(z.coerce.number('位置有误').int('位置有误').min(1, '位置有误').max(1_000_000_000, '位置有误')),
  }),
  output: z.object({
    /** in the order in which they were said */
    messages: z.array(
      z.object({
        id: z.string(),
        seq: z.number().int(),
        by: z.enum(['owner', 'provider']),
        nickname: z.string(),
        content: z.string(),
        pictures: z.array(evidencePicture.extend({ width: z.number().int(), height: z.number().int() })),
        files: z.array(z.object({ name: z.string(), url: z.string() })),
        /** seconds since 1970 */
        time: z.number().int(),
      }),
    ),
    /** there are earlier ones */
    more: z.boolean(),
  }),
  summary: 'What the two sides of an order said to each other, for who rules while a dispute is open on it.',
});
