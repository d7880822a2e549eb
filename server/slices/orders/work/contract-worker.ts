import { parentPort, workerData } from 'node:worker_threads';
import type { ContractTerms } from './contract-terms.ts';
import { drawContract } from './draw-contract.ts';

// A thread of its own for one contract: see make-contract.ts.
parentPort?.postMessage(await drawContract(workerData as ContractTerms));
