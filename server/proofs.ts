import type { ProofChecks } from './slices/ledger/proofs.ts';
import { ledgerChecks } from './slices/ledger/proof.ts';
import { escrowCheck } from './slices/orders/held-check.ts';
import { disputedCheck } from './slices/payments/disputed-check.ts';
import { statementCheck } from './slices/payments/statement.ts';
import { frozenCheck } from './slices/wallet/frozen-check.ts';

/** All that the proof of the ledger looks at: what it can say of itself, and what only other slices know. */
export const proofChecks: ProofChecks = {
  inner: [...ledgerChecks, escrowCheck, frozenCheck, disputedCheck],
  outer: [statementCheck],
};
