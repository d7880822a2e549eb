import { createHash } from 'node:crypto';
import type { AuditState } from './tables.ts';

/** What the hash of an entry covers, besides the hash of the one before. */
export interface ChainedEntry {
  readonly number: number;
  readonly id: string;
  readonly at: Date;
  readonly actor_id: string | null;
  readonly actor_name: string;
  readonly action: string;
  readonly subject_kind: string;
  readonly subject_id: string;
  readonly before: AuditState;
  readonly after: AuditState;
  readonly why: string;
  readonly address: string;
  readonly user_agent: string;
}

/** What the first entry follows. */
export const chainStart = Buffer.alloc(32);

/**
 * SHA-256 over the hash before and over the entry as JSON, its parts in this order and its states' names sorted: the database
 * keeps those in an order of its own. Written entries are verified by it, so it never changes.
 */
export function entryHash(previous: Buffer, entry: ChainedEntry): Buffer {
  const content = JSON.stringify([
    entry.number,
    entry.id,
    entry.at.toISOString(),
    entry.actor_id,
    entry.actor_name,
    entry.action,
    entry.subject_kind,
    entry.subject_id,
    sorted(entry.before),
    sorted(entry.after),
    entry.why,
    entry.address,
    entry.user_agent,
  ]);
  return createHash('sha256').update(previous).update(content).digest();
}

const sorted = (state: AuditState) => Object.entries(state).toSorted(([one], [other]) => (one < other ? -1 : 1));
