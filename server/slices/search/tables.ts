import type { ColumnType, Insertable, Selectable } from 'kysely';
import type { SearchCard } from './entry.ts';

export interface SearchTables {
  search_entries: SearchEntryTable;
  search_grams: SearchGramTable;
  search_heads: SearchHeadTable;
}

/** What can be found, as it is shown: one row a record that anyone may see. */
export interface SearchEntryTable {
  /** see places.ts: kind and order of coming */
  place: number;
  kind: number;
  record_id: string;
  title: string;
  body: string;
  /** characters with their positions, title weight A, body B */
  words: ColumnType<string, string, string>;
  stage_keys: string[];
  category: string | null;
  province_code: string | null;
  city_code: string | null;
  published_at: Date;
  card: ColumnType<SearchCard, string, string>;
}

/** What it is found by, apart from the rest so that counting reads little. */
export interface SearchGramTable {
  place: number;
  /** hashed, see places.ts */
  grams: number[];
}

/** One row a kind. Its lock puts changes of the index in a row. */
export interface SearchHeadTable {
  kind: number;
  /** last number given within the kind */
  last_number: number;
  /** how the rows were made; rows of another version are made anew */
  version: number;
}

export type SearchEntryRow = Selectable<SearchEntryTable>;
export type NewSearchEntry = Insertable<SearchEntryTable>;
