import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { likeCase, postCaseComment, unlikeCase } from '../../../contract/cases.ts';
import { commentPresell, getPresellInfo, likePresell, unlikePresell } from '../../../contract/presale.ts';
import { deleteComment, getLiked, getMyComments } from '../../../contract/reactions.ts';
import { stages } from '../../../contract/stages/index.ts';
import {
  findTopicDiscussPage,
  getTopicInfo,
  likeTopic,
  publishDiscuss,
  topicTag,
  unlikeTopic,
} from '../../../contract/topics.ts';
import { inTransaction } from '../../db/transaction.ts';
import { dataOf, type Portal, startPortal } from '../../testing/portal.ts';
import { buildUser, type BuiltUser } from '../accounts/build.ts';
import { buildCase } from '../cases/build.ts';
import { buildPresaleProduct } from '../presale/build.ts';
import { buildTopic } from '../topics/build.ts';
import { topicSubject } from '../topics/subject.ts';
import { removeComment, addComments } from './comment.ts';
import { subjects } from './subjects.ts';

let portal: Portal;
let one: BuiltUser;
let other: BuiltUser;
beforeAll(async () => {
  portal = await startPortal();
  [one, other] = [await buildUser(portal.db, { nickName: '老禾' }), await buildUser(portal.db, { nickName: '小满' })];
});

const events = async () =>
  (await portal.db.selectFrom('outbox_events').selectAll().where('event', 'like', 'reaction.%').execute()).map(
    ({ event, payload }) => ({ event, ...payload }),
  );

describe('likes', () => {
  it('[H-08] 200 accounts at once are exactly 200 likes, and back exactly none', async () => {
    const { db } = portal;
    const topicId = await buildTopic(db);
    const people = await Promise.all(Array.from({ length: 200 }, () => buildUser(db)));
    const all = (call: typeof likeTopic) =>
      // Each twice: a finger on a phone is not exact.
      Promise.all(people.flatMap((user) => [1, 2].map(() => portal.as(user)(call, { topicId }))));
    const count = async () => dataOf(await portal.send(getTopicInfo, { topicId })).praiseNum;

    expect((await all(likeTopic)).filter(({ ok }) => !ok)).toEqual([]);
    expect(await count()).toBe(200);
    expect((await all(unlikeTopic)).filter(({ ok }) => !ok)).toEqual([]);
    expect(await count()).toBe(0);
  }, 60_000);

  it('[H-08] twice is once, for the one who asks alone', async () => {
    const topicId = await buildTopic(portal.db);
    const liked = { data: { topicId, praiseStatus: 2, praiseNum: 1 } };
    const none = { data: { topicId, praiseStatus: 1, praiseNum: 0 } };
    const mine = portal.as(one);
    expect(await mine(unlikeTopic, { topicId })).toMatchObject(none);
    expect(await mine(likeTopic, { topicId })).toMatchObject(liked);
    expect(await mine(likeTopic, { topicId })).toMatchObject(liked);
    expect(dataOf(await mine(getTopicInfo, { topicId })).praiseStatus).toBe(2);
    expect(dataOf(await portal.as(other)(getTopicInfo, { topicId })).praiseStatus).toBe(1);
    expect(dataOf(await portal.send(getTopicInfo, { topicId })).praiseStatus).toBe(1);
    expect(await mine(unlikeTopic, { topicId })).toMatchObject(none);
    expect(await mine(unlikeTopic, { topicId })).toMatchObject(none);
    expect(await mine(likeTopic, { topicId })).toMatchObject(liked);
    // Told once, however often it was taken back.
    expect((await events()).filter((event) => 'subjectId' in event && event.subjectId === topicId)).toEqual([
      { event: 'reaction.liked', kind: 'topic', subjectId: topicId, userId: one.id },
    ]);
  });

  it('[H-03] a product: like changes over, or is told which', async () => {
    const productId = await buildPresaleProduct(portal.db);
    const mine = portal.as(one);
    const status = async () => {
      const { thisUserLoveStatus, likeSum } = dataOf(await mine(getPresellInfo, { productId }));
      return [thisUserLoveStatus, likeSum];
    };
    await mine(likePresell, { productId });
    expect(await status()).toEqual([2, 1]);
    await mine(likePresell, { productId, thisUserLoveStatus: '2' });
    expect(await status()).toEqual([2, 1]);
    await mine(likePresell, { productId });
    expect(await status()).toEqual([1, 0]);
    await mine(likePresell, { productId, thisUserLoveStatus: '2' });
    await mine(unlikePresell, { productId });
    expect(await status()).toEqual([1, 0]);
  });

  it('[C-08] a case of every stage is liked and commented on under its own stage only', async () => {
    for (const stage of stages) {
      const case_id = await buildCase(portal.db, { stage_key: stage.key });
      const of = { type: stage.number, case_id };
      expect(await portal.as(one)(likeCase, of)).toMatchObject({ data: { case_id, like_status: 2, like_count: 1 } });
      expect(await portal.as(one)(unlikeCase, of)).toMatchObject({ data: { like_status: 1, like_count: 0 } });
      expect(await portal.as(one)(postCaseComment, { ...of, content: '多重？' })).toMatchObject({
        data: { nick_name: '老禾', content: '多重？', status: 1 },
      });
      const elsewhere = { case_id, type: (stage.number % stages.length) + 1 };
      expect(await portal.as(one)(likeCase, elsewhere)).toMatchObject({ code: 1004 });
      expect(await portal.as(one)(postCaseComment, { ...elsewhere, content: '多重？' })).toMatchObject({ code: 1004 });
    }
  });

  it('[H-08] needs a sign-in and something that is shown', async () => {
    const gone = await buildTopic(portal.db, { removed_at: new Date() });
    const waiting = await buildTopic(portal.db, { review_status: 0 });
    expect(await portal.send(likeTopic, { topicId: gone })).toMatchObject({ code: 1002 });
    for (const topicId of [gone, waiting]) {
      expect(await portal.as(one)(likeTopic, { topicId })).toMatchObject({ code: 1004 });
      expect(await portal.as(one)(publishDiscuss, { topicId, content: '在吗' })).toMatchObject({ code: 1004 });
    }
    const hidden = await buildCase(portal.db, { review_status: 0 });
    expect(await portal.as(one)(likeCase, { type: 1, case_id: hidden })).toMatchObject({ code: 1004 });
  });

  it('the flags of a whole page in one question; a visitor has liked nothing', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => buildTopic(portal.db)));
    await portal.as(one)(likeTopic, { topicId: ids[1] as string });
    const question = { kind: 'topic', ids: ids.join(',') } as const;
    expect(await portal.as(one)(getLiked, question)).toMatchObject({ data: { liked: [ids[1]] } });
    expect(await portal.as(one)(getLiked, { ...question, kind: 'case' })).toMatchObject({ data: { liked: [] } });
    expect(await portal.send(getLiked, question)).toMatchObject({ data: { liked: [] } });
    expect(await portal.as({ token: 'old' })(getLiked, question)).toMatchObject({ data: { liked: [] } });
    expect(await portal.send(getLiked, { kind: 'topic', ids: 'x' })).toMatchObject({ code: 1001 });
  });

  it('[H-08] a program that likes by the hundred is stopped', async () => {
    const topicId = await buildTopic(portal.db);
    const eager = portal.as(await buildUser(portal.db));
    const codes = [];
    for (let n = 0; n < 130; n += 1) {
      const reply = await eager(n % 2 ? unlikeTopic : likeTopic, { topicId });
      if (!reply.ok) codes.push(reply.code);
    }
    // Each of the two calls has its own limit of 120.
    expect(codes).toEqual([]);
    for (let n = 0; n < 60; n += 1) {
      const reply = await eager(likeTopic, { topicId });
      if (!reply.ok) codes.push(reply.code);
    }
    expect(new Set(codes)).toEqual(new Set([1006]));
  });
});

describe('comments', () => {
  it('[H-07] many at once are all counted, each with a place of its own', async () => {
    const topicId = await buildTopic(portal.db);
    const people = await Promise.all(Array.from({ length: 40 }, () => buildUser(portal.db)));
    const replies = await Promise.all(
      people.map((user, n) => portal.as(user)(publishDiscuss, { topicId, content: `第 ${n} 条` })),
    );
    expect(replies.filter(({ ok }) => !ok)).toEqual([]);
    expect(await portal.send(findTopicDiscussPage, { topicId, pageSize: 50 })).toMatchObject({ count: 40 });
    expect(dataOf(await portal.send(getTopicInfo, { topicId })).discussNum).toBe(40);
    const { rows } = await sql<{ seq: number }>`
      select seq from comments where subject_id = ${topicId} order by seq`.execute(portal.db);
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
  });

  it('[H-07] [H-04] what is written: something, up to 500 characters, shown as it is', async () => {
    const topicId = await buildTopic(portal.db);
    const productId = await buildPresaleProduct(portal.db);
    const mine = portal.as(one);
    for (const content of ['', '   ', '\n'])
      expect(await mine(publishDiscuss, { topicId, content })).toMatchObject({
        code: 1001,
        message: '请输入评论',
        fields: { content: '请输入评论' },
      });
    expect(await mine(commentPresell, { productId, content: '' })).toMatchObject({ message: '请输入评论' });
    expect(await mine(publishDiscuss, { topicId, content: '木'.repeat(501) })).toMatchObject({
      fields: { content: '评论最多500字' },
    });
    const script = '<script>alert(1)</script>👩‍👩‍👧‍👦';
    expect(await mine(publishDiscuss, { topicId, content: script })).toMatchObject({ data: { content: script } });
    expect(await mine(commentPresell, { productId, content: '侧板能单手收吗' })).toMatchObject({
      data: { nickName: '老禾', content: '侧板能单手收吗', status: 1 },
    });
    expect(dataOf(await mine(getPresellInfo, { productId })).evaluateSum).toBe(1);
  });

  it('[H-07] the author deletes, nobody else does; counts follow', async () => {
    const topicId = await buildTopic(portal.db);
    const { id } = dataOf(await portal.as(one)(publishDiscuss, { topicId, content: '打错了' }));
    await portal.as(other)(publishDiscuss, { topicId, content: '留着' });
    expect(await portal.send(deleteComment, { id })).toMatchObject({ code: 1002 });
    expect(await portal.as(other)(deleteComment, { id })).toMatchObject({ code: 1003 });
    const mine = async (user: BuiltUser) =>
      dataOf(await portal.as(user)(getMyComments, { kind: 'topic', id: topicId })).map(({ content }) => content);
    expect(await mine(one)).toEqual(['打错了']);
    // At once: the second is told that it is gone, and counts nothing.
    const replies = await Promise.all([1, 2, 3].map(() => portal.as(one)(deleteComment, { id })));
    expect(replies.map((reply) => (reply.ok ? 0 : reply.code)).toSorted()).toEqual([0, 1004, 1004]);
    expect(await mine(one)).toEqual([]);
    expect(dataOf(await portal.send(getTopicInfo, { topicId })).discussNum).toBe(1);
    const list = await portal.send(findTopicDiscussPage, { topicId });
    expect(list).toMatchObject({ count: 1 });
    expect(dataOf(list).map(({ content }) => content)).toEqual(['留着']);
  });

  it('pages that show the thing are told, after the commit and only of what changed', async () => {
    const topicId = await buildTopic(portal.db);
    const told: string[][] = [];
    const end = portal.app.services.bus.subscribe(({ tags }) => void told.push([...tags]));
    // Its own page alone: one like must not drop the home page and every list.
    const tags = [topicTag(topicId)];
    const mine = portal.as(one);
    await mine(likeTopic, { topicId });
    await mine(likeTopic, { topicId });
    expect(told).toEqual([tags]);
    const { id } = dataOf(await mine(publishDiscuss, { topicId, content: '好看' }));
    expect(told).toEqual([tags, tags]);
    await mine(publishDiscuss, { topicId, content: '' });
    await mine(deleteComment, { id });
    expect(told).toEqual([tags, tags, tags]);
    end();
  });

  it('a page far down is the one that counting would give, also where comments were deleted', async () => {
    const topicId = await buildTopic(portal.db);
    const total = 5000;
    const past = Array.from({ length: total }, (_, n) => ({
      user_id: one.id,
      content: String(n + 1),
      created_at: new Date(Date.UTC(2026, 0, 1) + n * 60_000),
    }));
    await inTransaction(portal.db, (tx) => addComments(tx, topicSubject, topicId, past));
    const { services } = portal.app;
    const caller = { userId: one.id, sessionId: one.id, accountType: 1, operates: false, operatorRoles: [] } as const;
    const incoming = { token: '', requestId: '', address: '', userAgent: '', now: new Date() };
    const gone = await portal.db
      .selectFrom('comments')
      .select('id')
      .where('subject_id', '=', topicId)
      .where(sql<boolean>`seq % 70 = 3`)
      .execute();
    for (const { id } of gone) await removeComment({ ...services, ...incoming, caller }, subjects, id);

    const expected = Array.from({ length: total }, (_, n) => total - n).filter((n) => n % 70 !== 3);
    const reply = async (page: number) =>
      dataOf(await portal.send(findTopicDiscussPage, { topicId, page, pageSize: 50 })).map(({ content }) => +content);
    for (const page of [1, 2, 41, 42, 60, 98, 99, 100, 5000])
      expect([page, await reply(page)]).toEqual([page, expected.slice((page - 1) * 50, page * 50)]);
  }, 60_000);
});
