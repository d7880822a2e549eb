import { parentPort, workerData } from 'node:worker_threads';
import { drawLabels, type LabelJob } from './draw-labels.ts';

// A thread of its own for some files of labels: see threads.ts.
for (const job of workerData as readonly LabelJob[]) parentPort?.postMessage(await drawLabels(job));
