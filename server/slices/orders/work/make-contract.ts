import { Refusal } from '../../../../contract/errors.ts';
import { drawnInThread } from '../../../threads.ts';
import { boundedQueue } from '../../uploads/queue.ts';
import type { ContractTerms } from './contract-terms.ts';

/** Milliseconds until the next contract; one takes one or two seconds on a small machine that is busy. */
const patience = 30_000;

// Each thread reads two fonts of 10 MB: one after the other.
const inTurn = boundedQueue(1, 50, '合同生成繁忙，请稍后再试');

/**
 * The contract as PDF, drawn in a thread of its own: reading the fonts and laying out the text would keep everybody else
 * waiting for up to a second.
 */
export async function makeContract(terms: ContractTerms): Promise<Buffer> {
  const [bytes] = await makeContracts([terms]);
  return bytes as Buffer;
}

/** Several, in their order: one thread that has read its fonts draws the next in a tenth of the time. */
export async function makeContracts(terms: readonly ContractTerms[]): Promise<Buffer[]> {
  if (terms.length === 0) return [];
  return inTurn(() =>
    drawnInThread(new URL('./contract-worker.ts', import.meta.url), terms, {
      patience,
      late: () => new Refusal('unavailable', '合同生成超时，请稍后再试'),
    }),
  );
}
