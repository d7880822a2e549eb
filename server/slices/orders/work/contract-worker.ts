import { parentPort, workerData } from 'node:worker_threads';
import type { ContractTerms } from './contract-terms.ts';
import { drawContract } from './draw-contract.ts';

// A thread of its own for some contracts: see make-contract.ts.
for (const terms of workerData as readonly ContractTerms[]) parentPort?.postMessage(await drawContract(terms));
