import type { AnchorKind, OnChain } from '../../../contract/trace/anchor.ts';

/**
 * Where heads of the trace log are kept outside of the database. One file per kind beside this one, and ONE file of tests that
 * every kind passes. A method rejects with `AnchorConflict` for a head that does not go with what is kept there, and with any
 * other error when it is not known whether it was heard: then it may be asked again.
 */
export interface AnchorTarget {
  readonly kind: AnchorKind;
  /** Which one: of this kind, and of this very place. Stays the same from start to start. */
  readonly id: string;
  /** heads that are sent in one go */
  readonly batch: number;
  /** Keeps a head. The same one again gives the same anchor, never a second; resolves once it is kept for good. */
  anchor(head: NewAnchor): Promise<Anchored>;
  /** The largest head that is kept there; null for none. */
  newest(): Promise<KeptHead | null>;
}

export interface KeptHead {
  readonly size: number;
  readonly root: Buffer;
}

export interface NewAnchor extends KeptHead {
  /** as the log signed it */
  readonly note: string;
  readonly now: Date;
}

export interface Anchored {
  /** by the clock of whoever keeps it */
  readonly at: Date;
  readonly chain: OnChain | null;
}

/** Another head of this size, or a larger one, is kept there: `kept`. */
export class AnchorConflict extends Error {
  override readonly name = 'AnchorConflict';
  readonly kept: KeptHead;
  constructor(kept: KeptHead) {
    super(`a head of ${kept.size} records is kept there`);
    this.kept = kept;
  }
}
