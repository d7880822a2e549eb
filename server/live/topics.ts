import type { Bus } from '../bus.ts';
import { onCommit, type Tx } from '../db/transaction.ts';

/**
 * What a person's open pages may be waiting for: `payment/<id>`, `messages/<conversation>`, `conversation/<id>` for whether one may write … The topic is all they are told;
 * they read again.
 */
export type LiveTopic =
  | `payment/${string}`
  | `messages/${string}`
  | `messages-read/${string}`
  | `conversation/${string}`
  | `notice/${number}`
  | `export/${string}`
  | 'certification'
  | 'cases';

const prefix = 'live:';

/** Tells the pages that somebody has open, on whichever process they listen, once the transaction has committed. */
export function tellUser(tx: Tx, bus: Bus, userId: string, topic: LiveTopic): void {
  onCommit(tx, () => bus.publish({ tags: [`${prefix}${userId}:${topic}`] }));
}

/** Whom a tag of the bus is for, and what it says; null for a tag that is meant for caches. */
export function readTag(tag: string): { userId: string; topic: string } | null {
  if (!tag.startsWith(prefix)) return null;
  const cut = tag.indexOf(':', prefix.length);
  return { userId: tag.slice(prefix.length, cut), topic: tag.slice(cut + 1) };
}
