import { Worker } from 'node:worker_threads';
import { Refusal } from '../../../../contract/errors.ts';
import { boundedQueue } from '../../uploads/queue.ts';
import type { ContractTerms } from './contract-terms.ts';

/** Milliseconds; a contract takes one or two seconds on a small machine that is busy. */
const patience = 30_000;

// Each thread reads two fonts of 10 MB: one after the other.
const inTurn = boundedQueue(1, 50);

/**
 * The contract as PDF, drawn in a thread of its own: reading the fonts and laying out the text would keep everybody else
 * waiting for up to a second.
 */
export const makeContract = (terms: ContractTerms): Promise<Buffer> =>
  inTurn(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        const worker = new Worker(new URL('./contract-worker.ts', import.meta.url), { workerData: terms });
        const timer = setTimeout(() => {
          void worker.terminate();
          reject(new Refusal('unavailable', '合同生成超时，请稍后再试'));
        }, patience);
        worker.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes)));
        worker.once('error', reject);
        worker.once('exit', (code) => {
          clearTimeout(timer);
          reject(new Error(`the contract's thread ended with ${code}`));
        });
      }),
  );
