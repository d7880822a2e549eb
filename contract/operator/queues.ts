import { z } from 'zod';
import { defineCall } from '../call.ts';

/** Parts of the console whose list is several queues side by side. */
export const queuedParts = ['cases', 'certifications', 'disputes', 'moderation', 'withdrawals'] as const;
export type QueuedPart = (typeof queuedParts)[number];

export const queueList = defineCall({
  path: '/api/operator/queueList',
  auth: 'operator',
  input: z.object({ part: z.enum(queuedParts, '没有这个队列') }),
  output: z.object({
    /** in the order in which they are shown, by what the list's call knows them by; what is settled is none of them */
    queues: z.array(z.object({ queue: z.string(), count: z.number().int() })),
    /** where the longest waits for the one who asks; where nothing does, the first that is not empty, else the first */
    first: z.string(),
  }),
  summary: 'How much stands open in each queue of a part of the console, and in which one the longest waits',
});
