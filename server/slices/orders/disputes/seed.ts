import { v7 as uuid } from 'uuid';
import { isSide } from '../../../../contract/process/facts.ts';
import type { Tx } from '../../../db/transaction.ts';
import type { OrderRow } from '../facts.ts';
import type { PastStep } from '../seed.ts';
import { openings } from './present.ts';

/** What the two sides of a past order gave as evidence, each piece to the dispute that was open then. */
export async function seedEvidence(tx: Tx, row: OrderRow, steps: readonly PastStep[]): Promise<void> {
  const provider = row.provider_id;
  if (provider === null) return;
  let opened: Date | undefined;
  const pieces = steps.flatMap(({ action, by, at, words = '' }) => {
    if (openings.includes(action)) opened = at;
    if (action !== 'addEvidence' || opened === undefined || !isSide(by)) return [];
    return {
      id: uuid({ msecs: at.getTime() }),
      demand_id: row.id,
      opened_at: opened,
      side: by,
      author_id: by === 'owner' ? row.owner_id : provider,
      content: words,
      pictures: JSON.stringify([]),
      files: JSON.stringify([]),
      created_at: at,
      request_id: null,
    };
  });
  if (pieces.length > 0) await tx.insertInto('dispute_evidence').values(pieces).execute();
}
