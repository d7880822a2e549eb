import { categories } from '../../../contract/categories.ts';
import { likeStatus } from '../../../contract/statuses.ts';
import type { findTopicDiscussPage, publishDiscuss, Topic } from '../../../contract/topics.ts';
import type { CallData } from '../../../contract/call.ts';
import { joinList, seconds } from '../../../contract/wire.ts';
import type { PublicUser } from '../accounts/queries.ts';
import type { Comment } from '../reactions/queries.ts';
import type { TopicRow } from './tables.ts';

export function presentTopic(
  row: TopicRow,
  author: PublicUser | undefined,
  liked: boolean,
  readerId: string | undefined,
): Topic {
  return {
    id: row.id,
    name: row.title,
    hot: row.pinned,
    files: joinList(row.pictures),
    content: row.content,
    userId: row.user_id,
    nickName: author?.name ?? '',
    avatarUrl: author?.avatarUrl ?? '',
    addTime: seconds(row.created_at),
    showSum: row.read_count,
    praiseNum: row.like_count,
    discussNum: row.comment_count,
    praiseStatus: liked ? likeStatus.yes : likeStatus.no,
    topicType: categories.find((category) => category.key === row.category)?.topicType ?? 0,
    status: row.review_status,
    reason: row.review_reason ?? '',
    isOwner: row.user_id === readerId,
  };
}

export function presentTopicComment({ row, author }: Comment): CallData<typeof findTopicDiscussPage>[number] {
  return {
    id: row.id,
    topicId: row.subject_id,
    userId: row.user_id,
    discussNikeName: author?.name ?? '',
    discussAvatarUrl: author?.avatarUrl ?? '',
    content: row.content,
    discussTime: seconds(row.created_at),
  };
}

export function presentNewTopicComment(comment: Comment): CallData<typeof publishDiscuss> {
  return { ...presentTopicComment(comment), status: comment.row.review_status };
}
