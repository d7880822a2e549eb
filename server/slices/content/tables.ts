import type { ColumnType, Generated, Insertable, Selectable } from 'kysely';
import type { ContentKindKey } from '../../../contract/content-kinds.ts';

export interface ContentTables {
  content_items: ContentItemTable;
}

/** A kind's values as a form sends them, by wire name; checked before they are kept. */
export type WireValues = Readonly<Record<string, string>>;
type Said = ColumnType<WireValues | null, string | null | undefined, string | null>;

/** What operators put on the public pages: a draft, what is published, or both (decision 0040). */
export interface ContentItemTable {
  id: string;
  kind: ContentKindKey;
  place: string;
  /** what is being worked on; null where it is what is published */
  draft: Said;
  /** what the public sees within its spell; null for nothing */
  live: Said;
  position: Generated<number>;
  /** rises with every change: a change says which one it was made on */
  version: Generated<number>;
  /** last; null for never */
  published_at: Date | null;
  removed_at: Date | null;
  created_at: Date;
  updated_at: Date;
  /** null for what came with the portal */
  updated_by: string | null;
}

export type ContentItemRow = Selectable<ContentItemTable>;
export type NewContentItem = Insertable<ContentItemTable>;
