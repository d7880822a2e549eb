import type { Generated, Insertable, Selectable } from 'kysely';
import type { CategoryKey } from '../../../contract/categories.ts';
import type { ReviewStatus } from '../../../contract/statuses.ts';

export interface TopicTables {
  topics: TopicTable;
}

export interface TopicTable {
  id: string;
  user_id: string;
  category: CategoryKey;
  title: string;
  content: string;
  /** 1 to 9 */
  pictures: string[];
  /** put before the others on the hot tab by an operator */
  pinned: Generated<boolean>;
  read_count: Generated<number>;
  like_count: Generated<number>;
  comment_count: Generated<number>;
  review_status: Generated<ReviewStatus>;
  /** told to the author when refused */
  review_reason: string | null;
  created_at: Date;
  /** last change of its words or pictures */
  updated_at: Date;
  /** deleted by its author or taken down by an operator */
  removed_at: Date | null;
  /** of the form that published it, made by the client: the same form sent again is the same topic */
  request_id: string | null;
  /** place on the tabs, given when it is first shown and kept */
  list_seq: number | null;
}

export type TopicRow = Selectable<TopicTable>;
export type NewTopic = Insertable<TopicTable>;
