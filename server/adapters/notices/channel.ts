/** A notice on its way out of the portal. */
export interface PushedNotice {
  /** of this delivery: the same one may be handed over twice where an answer was lost, and is one */
  readonly id: string;
  readonly userId: string;
  /** of what happened */
  readonly cause: string;
  readonly kind: string;
  readonly title: string;
  readonly text: string;
  /** path below the base */
  readonly link: string;
  readonly at: Date;
}

/** Where every notice goes besides the page: an app, a mailbox, an official account. */
export interface NoticeChannel {
  /** Resolves once the other side took it; throws when it did not. */
  push(notice: PushedNotice): Promise<void>;
}
