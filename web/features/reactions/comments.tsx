import type { ReactNode } from 'react';
import { deferred } from '../../ui/deferred.tsx';
import type { Subject } from './kinds.ts';
import type { FirstComments } from './read.ts';
import form from '../../ui/form/form.module.css';
import styles from './comments.module.css';

export interface CommentsProps {
  subject: Subject;
  /** as the page was rendered, the same for everybody; undefined when they could not be had */
  first: FirstComments | undefined;
  /** seconds since 1970 at which the page was made */
  rendered: number;
  pageSize: number;
  title?: string;
  hint?: string;
  /** whoever wrote the thing itself is marked among those who comment */
  owner?: { id?: string; title: string };
  /** why nothing more can be written; the box is left out */
  closed?: ReactNode;
  /** after one was written or deleted, for what else on the page counts them */
  onChanged?: () => void;
}

const load = async () => ({ default: (await import('./comments-list.tsx')).CommentsList });

/** The comments on something, newest first, with the box to write one; a section of its own with a heading. */
export const Comments = deferred<CommentsProps>(load, import.meta.env.SSR ? await load() : undefined, [form, styles]);
