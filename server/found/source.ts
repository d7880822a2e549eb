import type { Kysely } from 'kysely';
import type { DB } from '../db/schema.ts';

/** One page of a sitemap. */
export interface Found {
  /** path below the base */
  readonly path: string;
  readonly changedAt?: Date;
}

/**
 * One kind of public page, in parts of at most {@link partSize} that keep their bounds as records come and go. A slice
 * names its own; neither the parts nor a part may cost more the more records there are.
 */
export interface FoundSource {
  /** in the address of its parts: letters and hyphens */
  readonly name: string;
  /** names of the parts that have something to show, each of letters, digits and hyphens */
  parts(db: Kysely<DB>): Promise<readonly string[]>;
  /** what stands in a part; nothing for one that does not exist */
  pages(db: Kysely<DB>, part: string): Promise<readonly Found[]>;
}

/** Search engines take 50 000 addresses in a file; smaller ones are made and fetched in a moment. */
export const partSize = 2 ** 14;
