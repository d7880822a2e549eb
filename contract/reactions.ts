import { z } from 'zod';
import { defineCall } from './call.ts';
import { paging, text } from './fields.ts';
import { likeStatus, reviewStatus } from './statuses.ts';
import { commentLength, emptyComment, subjectKinds } from './subjects.ts';
import { recordId } from './wire.ts';

const kind = z.enum(subjectKinds, '类型不在可选范围内');

/** What a comment may be, whatever it is about (specification §5). */
export const commentText = text({
  label: '评论',
  required: emptyComment,
  max: [commentLength, `评论最多${commentLength}字`],
  // What nobody can see is as good as nothing.
  pattern: [/[^\p{C}\p{Z}]/u, emptyComment],
  rows: 3,
  example: '底盘可以改成 42 厘米的柱距吗？',
});

/** 1 no, 2 yes: whether the one who asks has liked it (specification §3). */
export const likeFlag = z.literal(Object.values(likeStatus));

/** 0 waits for review, 1 is shown, 2 was refused. */
export const reviewFlag = z.literal(Object.values(reviewStatus));

const splitIds = (value: unknown) =>
  typeof value === 'string' ? value.split(',').flatMap((id) => (id.trim() === '' ? [] : [id.trim()])) : value;

/** Most ids that one question names. */
export const likedAtMost = 100;

/**
 * What of a page's things the reader has liked. Pages are rendered for everybody alike, so the browser asks for all flags of a
 * page at once. A visitor has liked nothing: an old login must not lead a reader to the sign-in page.
 */
export const getLiked = defineCall({
  path: '/api/Reaction/getLiked',
  auth: 'anyone',
  input: z.object({
    kind,
    ids: z.preprocess(
      splitIds,
      z.array(recordId('编号'), '请给出编号').max(likedAtMost, `一次最多${likedAtMost}个编号`),
    ),
  }),
  output: z.object({ liked: z.array(z.string()) }),
  summary: 'Which of these topics, products or cases the reader has liked; ids are comma-separated',
});

const ownComment = z.object({
  id: z.string(),
  content: z.string(),
  addTime: z.number().int(),
  status: reviewFlag,
  /** why it was refused; else '' */
  reason: z.string(),
});
export type OwnComment = z.output<typeof ownComment>;

/** Of one thing, the reader's own comments: which of those shown may be deleted, and those that only their author sees. */
export const getMyComments = defineCall({
  path: '/api/Reaction/getMyComments',
  auth: 'anyone',
  input: z.object({ kind, id: recordId('编号') }),
  output: z.array(ownComment),
  summary: 'The reader’s own newest comments on one thing, also those waiting for review or refused',
});

export const deleteComment = defineCall({
  path: '/api/Reaction/deleteComment',
  auth: 'user',
  input: z.object({ id: recordId('评论编号') }),
  output: z.object({ id: z.string() }),
  summary: 'Deletes a comment of one’s own',
});

/** Of the lists of what one liked and said; specification §9 gives six to the other lists of one's own. */
export const ownPageSize = 10;

/** What it is about; null when it was taken down or deleted. */
const about = z.object({ name: z.string(), path: z.string(), picture: z.string() }).nullable();

export const getMyCommentPage = defineCall({
  path: '/api/Reaction/getMyCommentPage',
  auth: 'user',
  input: z.object(paging(ownPageSize, 50)),
  output: z.array(ownComment.extend({ kind, about })),
  paged: true,
  summary: 'All comments of one’s own, newest first, also those waiting for review or refused',
});

export const getMyLikePage = defineCall({
  path: '/api/Reaction/getMyLikePage',
  auth: 'user',
  input: z.object(paging(ownPageSize, 50)),
  output: z.array(z.object({ id: z.string(), kind, addTime: z.number().int(), about })),
  paged: true,
  summary: 'What one likes, the newest first',
});

export const takeBackLike = defineCall({
  path: '/api/Reaction/takeBackLike',
  auth: 'user',
  input: z.object({ kind, id: recordId('编号') }),
  output: z.object({ id: z.string() }),
  summary: 'Takes a like back, also of what is no longer shown',
});
