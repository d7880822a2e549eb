import { Worker } from 'node:worker_threads';

/**
 * Has things drawn in a thread of its own, in their order: what reads large fonts and lays out text would keep everybody else
 * waiting. The thread posts bytes for each of `jobs` (its `workerData`). Rejects with `late()` when one takes longer than
 * `patience` milliseconds.
 */
export function drawnInThread(
  module: URL,
  jobs: readonly unknown[],
  { patience, late }: { patience: number; late: () => Error },
): Promise<Buffer[]> {
  return new Promise<Buffer[]>((resolve, reject) => {
    const drawn: Buffer[] = [];
    const worker = new Worker(module, { workerData: jobs });
    const timer = setTimeout(() => {
      void worker.terminate();
      reject(late());
    }, patience);
    worker.on('message', (bytes: Uint8Array) => {
      timer.refresh();
      drawn.push(Buffer.from(bytes));
      if (drawn.length === jobs.length) resolve(drawn);
    });
    worker.once('error', reject);
    worker.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`the thread of ${module.pathname.split('/').at(-1)} ended with ${code}`));
    });
  });
}
