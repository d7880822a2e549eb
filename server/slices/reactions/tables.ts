import type { Generated, Insertable, Selectable } from 'kysely';
import type { ReviewStatus } from '../../../contract/statuses.ts';
import type { SubjectKind } from '../../../contract/subjects.ts';

export interface ReactionTables {
  comments: CommentTable;
  comment_buckets: CommentBucketTable;
  likes: LikeTable;
}

/** Of everything that can be commented on. */
export interface CommentTable {
  /** UUIDv7 */
  id: string;
  kind: SubjectKind;
  /** id of the topic, product, case or demand */
  subject_id: string;
  /** place among the comments on this subject, from 1, given once: the list is in its order, newest first */
  seq: number;
  user_id: string;
  content: string;
  review_status: Generated<ReviewStatus>;
  /** told to the author when refused */
  review_reason: string | null;
  created_at: Date;
  /** deleted by its author or taken down by an operator */
  removed_at: Date | null;
}

/**
 * How many shown comments lie in each stretch of places of a subject, kept so that a deep page is found without passing over
 * what comes before it. The first stretch has no row: it is what is left of the whole, and most subjects have no other.
 */
export interface CommentBucketTable {
  kind: SubjectKind;
  subject_id: string;
  bucket: number;
  n: number;
}

/** One row a person and thing, kept when the like is taken back. */
export interface LikeTable {
  kind: SubjectKind;
  subject_id: string;
  user_id: string;
  created_at: Date;
  /** taken back */
  removed_at: Date | null;
}

export type CommentRow = Selectable<CommentTable>;
export type NewComment = Insertable<CommentTable>;
