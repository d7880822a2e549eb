import { z } from 'zod';
import { defineCall } from './call.ts';
import { categories } from './categories.ts';
import { images, paging, text } from './fields.ts';
import { commentText, likeFlag, reviewFlag } from './reactions.ts';
import { topicContentLength, topicTitleLength } from './subjects.ts';
import { oneOf, optional, recordId, requestId } from './wire.ts';

/** Number of the tab that shows topics of every category (rulings §1). */
export const hotTopics = 1;

const topicTypes = [hotTopics, ...categories.map((category) => category.topicType)].map(String);

const topic = z.object({
  id: z.string(),
  name: z.string(),
  /** pinned by the operators */
  hot: z.boolean(),
  /** addresses of pictures, comma-separated */
  files: z.string(),
  content: z.string(),
  userId: z.string(),
  nickName: z.string(),
  avatarUrl: z.string(),
  addTime: z.number().int(),
  showSum: z.number().int(),
  praiseNum: z.number().int(),
  discussNum: z.number().int(),
  /** 2: liked by the one who asks */
  praiseStatus: likeFlag,
  topicType: z.number().int(),
  /** 1 for what all may see; the author's own may wait (0) or have been refused (2) */
  status: reviewFlag,
  /** why it was refused; else '' */
  reason: z.string(),
  /** written by the one who asks */
  isOwner: z.boolean(),
});
export type Topic = z.output<typeof topic>;

const topicId = recordId('话题编号');

/** Specification §9: topics and their comments, ten a page. */
export const topicPageSize = 10;

export const findTopicPage = defineCall({
  path: '/api/Topic/findTopicPage',
  auth: 'anyone',
  input: z.object({
    topicType: oneOf(topicTypes, String(hotTopics), '话题类型不在可选范围内'),
    ...paging(topicPageSize, 50),
  }),
  output: z.object({ findTopicPageDto: z.array(topic) }),
  paged: true,
  summary:
    'Topics of one tab: 1 hot (all), 2 maternal, 3 business, 4 pet; newest first, pinned ones before them on tab 1',
});

export const getTopicInfo = defineCall({
  path: '/api/Topic/getTopicInfo',
  auth: 'anyone',
  input: z.object({ topicId }),
  output: topic,
  summary: 'One topic',
});

/** Specification §5: what a topic is written with, each under the name that the wire has for it. */
export const topicFields = {
  titel: text({
    label: '标题',
    required: '标题不能为空!',
    max: [topicTitleLength, '输入标题过长'],
    // Pictograms and invisible characters alone say nothing, and nobody finds them again.
    pattern: [/[\p{L}\p{N}]/u, '标题里要有文字'],
    example: '护栏间距终于卡在 58 毫米',
  }),
  content: text({
    label: '内容',
    required: '内容不能为空！',
    max: [topicContentLength, `内容过长，最多${topicContentLength}个字`],
    pattern: [/[^\p{C}\p{Z}]/u, '内容不能为空！'],
    rows: 10,
    example: '国标写 45 到 65，做到 60 以上孩子的脚踝能伸出来。',
  }),
  files: images({ label: '图片', required: '请至少上传一张图片！', max: 9, example: '' }),
} as const;

export const publishTopic = defineCall({
  path: '/api/Topic/publish',
  auth: 'user',
  input: z.object({
    topicType: oneOf(topicTypes.slice(1), '2', '话题类型不在可选范围内'),
    titel: topicFields.titel.schema,
    content: topicFields.content.schema,
    files: topicFields.files.schema,
    /** of a topic of one's own that is to be changed; an empty one is none */
    id: optional(recordId('话题编号')),
    requestId,
  }),
  output: z.object({ topicId: z.string(), status: reviewFlag }),
  summary: 'Publishes a topic, or changes one of one’s own (id); status 0 waits for review',
});

export const deleteTopic = defineCall({
  path: '/api/Topic/delete',
  auth: 'user',
  input: z.object({ topicId }),
  output: z.object({ topicId: z.string() }),
  summary: 'Deletes a topic of one’s own',
});

/** Specification §9: my topics. */
export const myTopicPageSize = 6;

export const findMyTopicPage = defineCall({
  path: '/api/Topic/findMyTopicPage',
  auth: 'user',
  input: z.object(paging(myTopicPageSize, 50)),
  output: z.object({ findTopicPageDto: z.array(topic) }),
  paged: true,
  summary: 'One’s own topics, newest first, also those waiting for review or refused',
});

/** Sent by the page once it is read; see `reads.ts` of the topics. */
export const readTopic = defineCall({
  path: '/api/Topic/read',
  auth: 'anyone',
  input: z.object({ topicId }),
  output: z.object({ topicId: z.string() }),
  summary: 'Counts a reader of a topic, once an hour',
});

const discuss = z.object({
  id: z.string(),
  topicId: z.string(),
  userId: z.string(),
  discussNikeName: z.string(),
  discussAvatarUrl: z.string(),
  content: z.string(),
  discussTime: z.number().int(),
});

export const findTopicDiscussPage = defineCall({
  path: '/api/Topic/findTopicDiscussPage',
  auth: 'anyone',
  input: z.object({ topicId, ...paging(topicPageSize, 50) }),
  output: z.array(discuss),
  paged: true,
  summary: 'Comments on one topic, newest first',
});

export const publishDiscuss = defineCall({
  path: '/api/Topic/publishDiscuss',
  auth: 'user',
  input: z.object({ content: commentText.schema, topicId }),
  output: discuss.extend({ status: reviewFlag }),
  summary: 'Comments on a topic; status 0 waits for review',
});

const praised = z.object({ topicId: z.string(), praiseStatus: likeFlag, praiseNum: z.number().int() });

export const likeTopic = defineCall({
  path: '/api/Topic/like',
  auth: 'user',
  input: z.object({ topicId }),
  output: praised,
  summary: 'Likes a topic; twice is once',
});

export const unlikeTopic = defineCall({
  path: '/api/Topic/unlike',
  auth: 'user',
  input: z.object({ topicId }),
  output: praised,
  summary: 'Takes a like of a topic back',
});

/** What a page that shows any topics is tagged with, and is dropped from the cache by. */
export const topicsTag = 'topics';

/** What a page that shows one topic is tagged with. */
export const topicTag = (id: string): string => `topic:${id}`;
