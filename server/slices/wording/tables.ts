import type { Generated, Selectable } from 'kysely';

export interface WordingTables {
  held_words: HeldWordTable;
  synonym_groups: SynonymGroupTable;
}

/** What somebody writes with one of these in it waits for review. */
export interface HeldWordTable {
  id: string;
  /** as an operator wrote it */
  word: string;
  /** as it is looked for: see `adapters/moderation/normalise.ts` */
  plain: string;
  created_at: Date;
  /** null for what came with the portal */
  created_by: string | null;
}

/** Words that search takes for the same. */
export interface SynonymGroupTable {
  id: string;
  words: string[];
  /** rises with every change: a change says which one it was made on */
  version: Generated<number>;
  created_at: Date;
  updated_at: Date;
  /** null for what came with the portal */
  updated_by: string | null;
}

export type HeldWordRow = Selectable<HeldWordTable>;
export type SynonymGroupRow = Selectable<SynonymGroupTable>;
