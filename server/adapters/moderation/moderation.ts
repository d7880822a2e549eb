export interface Verdict {
  /** nothing was found: it may be shown at once */
  clean: boolean;
  /** what was found, for the operator who looks at it */
  words: readonly string[];
}

/** Looks at what people want to show to everybody, before it is shown. */
export interface Moderation {
  /** All texts of one record together: a title and what stands below it. */
  check(texts: readonly string[]): Promise<Verdict>;
}
