import type { CallData } from '../../../contract/call.ts';
import type { queueList } from '../../../contract/operator/queues.ts';
import type { Waiting } from './desk.ts';

/** How much stands open in a queue, whoever has to act; and since when the longest waits for the one who asks. */
export type Queues = readonly (readonly [queue: string, standing: Waiting])[];

/** One opens where the longest waits, not at an empty one while something waits beside it. */
export function presentQueues(queues: Queues): CallData<typeof queueList> {
  const waiting = queues.filter(([, { since }]) => since !== null);
  const sinceOf = ([, { since }]: Queues[number]) => since?.getTime() ?? Infinity;
  const [longest] = waiting.toSorted((one, other) => sinceOf(one) - sinceOf(other));
  const first = longest ?? queues.find(([, { count }]) => count > 0) ?? queues[0];
  return {
    queues: queues.map(([queue, { count }]) => ({ queue, count })),
    first: first?.[0] ?? '',
  };
}
