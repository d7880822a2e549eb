import type { Kysely } from 'kysely';
import type { SubjectKind } from '../../../contract/subjects.ts';
import type { SignedInContext } from '../../calls/context.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';

/** A thing that can be liked or commented on, as far as that needs to know it. */
export interface Found {
  id: string;
  likes: number;
  comments: number;
  /** What its own page is tagged with. Lists that show how often it is liked are made anew a second or two later anyway. */
  tag: string;
}

export interface Kept {
  userId: string;
  name: string;
  /** path of its page below the base */
  path: string;
}

/** What a list of one's own reactions says of a thing. */
export interface Card {
  name: string;
  /** path of its page below the base */
  path: string;
  /** address of a picture; '' where there is none */
  picture: string;
}

export interface Counts {
  likes: number;
  comments: number;
}

/** What a slice says of its things, so that liking and commenting are written once. */
export interface Subject {
  readonly kind: SubjectKind;
  /** undefined for what the public does not see */
  find(db: Kysely<DB> | Tx, id: string): Promise<Found | undefined>;
  /** Adds to the counts that its row keeps, and gives them. Locks the row until the transaction ends, also when adding nothing. */
  count(tx: Tx, id: string, change: Partial<Counts>): Promise<Counts>;
  /** Whose it is, for those who are told of likes and comments; undefined for what is nobody's. */
  kept(db: Kysely<DB>, id: string): Promise<Kept | undefined>;
  /** Those of these that the public sees, by id. */
  cards(db: Kysely<DB>, ids: readonly string[]): Promise<Map<string, Card>>;
  /** What it says to the public in words, for who judges a comment on it; undefined for what the public does not see. */
  words(db: Kysely<DB>, id: string): Promise<string | undefined>;
  /** What others than its writer read of a comment now; without it, all of it. */
  readable?(db: Kysely<DB>, id: string, words: string): Promise<string>;
  /** Runs in the transaction of a new comment, before anything else; throws where it may not be commented on. */
  commenting?(tx: Tx, context: SignedInContext, found: Found): Promise<void>;
}
