import { beforeAll, expect, it } from 'vitest';
import { findTopicDiscussPage, findTopicPage, getTopicInfo } from '../../../contract/topics.ts';
import { seconds, splitList } from '../../../contract/wire.ts';
import { inTransaction } from '../../db/transaction.ts';
import { dataOf, type Portal, startPortal } from '../../testing/portal.ts';
import { buildUser, type BuiltUser } from '../accounts/build.ts';
import { addComments } from '../reactions/comment.ts';
import { addLikes } from '../reactions/like.ts';
import { buildTopic } from './build.ts';
import { topicSubject } from './subject.ts';

let portal: Portal;
let author: BuiltUser;
let liked: string;
const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 8, minute));

beforeAll(async () => {
  portal = await startPortal();
  const { db } = portal;
  author = await buildUser(db, { nickName: '剑麻不掉毛', avatarUrl: '/files/me.jpg' });
  for (let n = 1; n <= 12; n += 1)
    await buildTopic(db, {
      user_id: author.id,
      category: n > 10 ? 'pet' : 'maternal',
      title: `话题 ${n}`,
      created_at: at(n),
    });
  await buildTopic(db, { user_id: author.id, category: 'business', title: '置顶', pinned: true, created_at: at(0) });
  await buildTopic(db, { title: '删掉的', removed_at: at(59), created_at: at(50) });
  liked = await buildTopic(db, { user_id: author.id, category: 'pet', title: '缠绳用几毫米', created_at: at(20) });
});

const titles = async (input: object) =>
  dataOf(await portal.send(findTopicPage, input)).findTopicPageDto.map((topic) => topic.name);

it('[H-05] the hot tab has all of them, pinned first, then newest, ten a page', async () => {
  const expected = ['置顶', '缠绳用几毫米', ...Array.from({ length: 12 }, (_, i) => `话题 ${12 - i}`)];
  expect(await titles({})).toEqual(expected.slice(0, 10));
  expect(await titles({ topicType: 1, page: 2 })).toEqual(expected.slice(10));
});

it('[H-05] each tab has its own', async () => {
  expect(await titles({ topicType: 4 })).toEqual(['缠绳用几毫米', '话题 12', '话题 11']);
  expect(await titles({ topicType: 3 })).toEqual(['置顶']);
  expect(await titles({ topicType: 2, pageSize: 2, page: 5 })).toEqual(['话题 2', '话题 1']);
  expect(await portal.send(findTopicPage, { topicType: 7 })).toMatchObject({
    code: 1001,
    fields: { topicType: '话题类型不在可选范围内' },
  });
});

it('counts are of what is shown', async () => {
  expect(await portal.send(findTopicPage, {})).toMatchObject({ count: 14, pages: 2 });
  expect(await portal.send(findTopicPage, { topicType: 4 })).toMatchObject({ count: 3, pages: 1 });
});

it('[H-07] a topic with its author, pictures and numbers; comments ten a page, newest first', async () => {
  const { db, send } = portal;
  const fans = await Promise.all([buildUser(db, { nickName: '老禾' }), buildUser(db, { nickName: '小满' })]);
  await inTransaction(db, async (tx) => {
    await addLikes(
      tx,
      topicSubject,
      liked,
      fans.map((fan) => fan.id),
      at(21),
    );
    const comments = Array.from({ length: 11 }, (_, n) => ({
      user_id: fans[n % 2]!.id,
      content: `第 ${n} 条`,
      created_at: at(n),
    }));
    await addComments(tx, topicSubject, liked, comments);
  });
  const topic = dataOf(await send(getTopicInfo, { topicId: liked }));
  expect(topic).toMatchObject({
    name: '缠绳用几毫米',
    nickName: '剑麻不掉毛',
    avatarUrl: '/files/me.jpg',
    praiseNum: 2,
    discussNum: 11,
    praiseStatus: 1,
    topicType: 4,
    addTime: seconds(at(20)),
  });
  expect(splitList(topic.files)).toEqual(['/files/a.jpg', '/files/b.jpg']);
  expect(dataOf(await portal.as(fans[0]!)(getTopicInfo, { topicId: liked })).praiseStatus).toBe(2);

  const reply = await send(findTopicDiscussPage, { topicId: liked });
  expect(reply).toMatchObject({ count: 11, pages: 2 });
  expect(dataOf(reply).map((comment) => comment.content)).toEqual(
    Array.from({ length: 10 }, (_, i) => `第 ${10 - i} 条`),
  );
  expect(dataOf(reply)[0]).toMatchObject({ discussNikeName: '老禾', topicId: liked, discussTime: seconds(at(10)) });
});

it('a topic that is gone is not found', async () => {
  const gone = await buildTopic(portal.db, { removed_at: at(1) });
  for (const call of [getTopicInfo, findTopicDiscussPage])
    expect(await portal.send(call, { topicId: gone })).toMatchObject({ ok: false, code: 1004, status: 404 });
});
