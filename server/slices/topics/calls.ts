import { categories } from '../../../contract/categories.ts';
import { Refusal } from '../../../contract/errors.ts';
import {
  deleteTopic,
  findMyTopicPage,
  findTopicDiscussPage,
  findTopicPage,
  getTopicInfo,
  likeTopic,
  publishDiscuss,
  publishTopic,
  readTopic,
  unlikeTopic,
} from '../../../contract/topics.ts';
import type { Context } from '../../calls/context.ts';
import { networkOf } from '../../calls/network.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { publicUsers } from '../accounts/queries.ts';
import { writeComment } from '../reactions/comment.ts';
import { likedBy, setLike } from '../reactions/like.ts';
import { commenting, liking } from '../reactions/limits.ts';
import { listComments } from '../reactions/queries.ts';
import { shownTopics } from './lists.ts';
import { presentNewTopicComment, presentTopic, presentTopicComment } from './present.ts';
import { removeTopic, savePublished } from './publish.ts';
import { ownTopic, shownTopic, topicsOf } from './queries.ts';
import type { Reads } from './reads.ts';
import { foundTopic, topicSubject } from './subject.ts';
import type { TopicRow } from './tables.ts';

/** A person writes a topic; a program that publishes them by the dozen is stopped. */
const publishing = { max: 20, per: 600 };
const deleting = { max: 60, per: 60 };
/** Of one address, behind which there may be a whole office. */
const reading = { max: 300, per: 60 };

export const topicCalls = (reads: Reads): AnyImplementation[] => [
  implement(findTopicPage, async ({ topicType, page, pageSize }, context) => {
    const category = categories.find((one) => String(one.topicType) === topicType)?.key;
    const { rows, count } = await shownTopics(context.db, category, { page, pageSize });
    return { data: { findTopicPageDto: await present(rows, context) }, page: { count, page, pageSize } };
  }),
  implement(getTopicInfo, async ({ topicId }, context) => {
    const { db, caller } = context;
    const own = caller && (await ownTopic(db, topicId, caller.userId));
    const [topic] = await present([own ?? (await findTopic(topicId, context))], context);
    if (!topic) throw new Refusal('not_found');
    return { data: topic };
  }),
  implement(findMyTopicPage, async (page, context) => {
    const { rows, count } = await topicsOf(context.db, context.caller.userId, page);
    return { data: { findTopicPageDto: await present(rows, context) }, page: { count, ...page } };
  }),
  implement(
    publishTopic,
    async (input, context) => {
      const { id, review_status } = await savePublished(context, input);
      return { data: { topicId: id, status: review_status } };
    },
    { limit: publishing },
  ),
  implement(
    deleteTopic,
    async ({ topicId }, context) => {
      await removeTopic(context, topicId);
      return { data: { topicId } };
    },
    { limit: deleting },
  ),
  implement(
    readTopic,
    async ({ topicId }, { caller, address, userAgent, now }) => {
      reads.note(topicId, caller ?? { network: networkOf(address), browser: userAgent }, now);
      return { data: { topicId } };
    },
    { limit: reading },
  ),
  implement(findTopicDiscussPage, async ({ topicId, page, pageSize }, context) => {
    const topic = await findTopic(topicId, context);
    const comments = await listComments(context.db, 'topic', topicId, { page, pageSize });
    return { data: comments.map(presentTopicComment), page: { count: topic.comment_count, page, pageSize } };
  }),
  implement(
    publishDiscuss,
    async ({ topicId, content }, context) => {
      const found = foundTopic(await findTopic(topicId, context));
      return { data: presentNewTopicComment(await writeComment(context, topicSubject, found, content)) };
    },
    { limit: commenting },
  ),
  ...[
    { call: likeTopic, want: true },
    { call: unlikeTopic, want: false },
  ].map(({ call, want }) =>
    implement(
      call,
      async ({ topicId }, context) => {
        const found = foundTopic(await findTopic(topicId, context));
        const { status, count } = await setLike(context, topicSubject, found, want);
        return { data: { topicId, praiseStatus: status, praiseNum: count } };
      },
      { limit: liking },
    ),
  ),
];

async function findTopic(id: string, { db }: Context): Promise<TopicRow> {
  const row = await shownTopic(db, id);
  if (!row) throw new Refusal('not_found', '话题不存在或已被删除');
  return row;
}

async function present(rows: readonly TopicRow[], { db, caller }: Context) {
  const [people, liked] = await Promise.all([
    publicUsers(
      db,
      rows.map((row) => row.user_id),
    ),
    likedBy(
      db,
      'topic',
      caller?.userId,
      rows.map((row) => row.id),
    ),
  ]);
  return rows.map((row) => presentTopic(row, people.get(row.user_id), liked.has(row.id), caller?.userId));
}
