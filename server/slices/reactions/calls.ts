import {
  deleteComment,
  getLiked,
  getMyCommentPage,
  getMyComments,
  getMyLikePage,
  takeBackLike,
} from '../../../contract/reactions.ts';
import { seconds } from '../../../contract/wire.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { removeComment } from './comment.ts';
import { likedBy, takeBack } from './like.ts';
import { commenting, liking } from './limits.ts';
import { ownCommentPage, ownLikePage } from './own-lists.ts';
import { ownComments } from './queries.ts';
import { subjects } from './subjects.ts';

/** What is the same for everything that can be liked or commented on; the rest are calls of its own slice. */
export const reactionCalls: AnyImplementation[] = [
  implement(getLiked, async ({ kind, ids }, { db, caller }) => ({
    data: { liked: [...(await likedBy(db, kind, caller?.userId, ids))] },
  })),
  implement(getMyComments, async ({ kind, id }, { db, caller }) => {
    const rows = caller ? await ownComments(db, { kind, id }, caller.userId) : [];
    return {
      data: rows.map((row) => ({
        id: row.id,
        content: row.content,
        addTime: seconds(row.created_at),
        status: row.review_status,
        reason: row.review_reason ?? '',
      })),
    };
  }),
  implement(getMyCommentPage, (page, context) => ownCommentPage(context, page)),
  implement(getMyLikePage, (page, context) => ownLikePage(context, page)),
  implement(
    takeBackLike,
    async ({ kind, id }, context) => {
      await takeBack(context, subjects[kind], id);
      return { data: { id } };
    },
    { limit: liking },
  ),
  implement(
    deleteComment,
    async ({ id }, context) => {
      await removeComment(context, subjects, id);
      return { data: { id } };
    },
    { limit: commenting },
  ),
];
