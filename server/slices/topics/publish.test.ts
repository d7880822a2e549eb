import { beforeAll, describe, expect, it } from 'vitest';
import { getMyComments } from '../../../contract/reactions.ts';
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
  topicsTag,
  topicTag,
} from '../../../contract/topics.ts';
import { inTransaction } from '../../db/transaction.ts';
import { dataOf, type Portal, startPortal } from '../../testing/portal.ts';
import { buildUser, type BuiltUser } from '../accounts/build.ts';
import { decideComment } from '../reactions/decide.ts';
import { subjects } from '../reactions/subjects.ts';
import { uploadPicture } from '../uploads/build.ts';
import { buildTopic } from './build.ts';
import { recount } from './lists.ts';
import { decideTopic } from './publish.ts';
import { countReads } from './reads.ts';

let portal: Portal;
let author: BuiltUser;
let stranger: BuiltUser;
let picture: string;
beforeAll(async () => {
  portal = await startPortal({ parts: { limits: { take: async () => 0 } } });
  [author, stranger] = [await buildUser(portal.db, { nickName: '老禾' }), await buildUser(portal.db)];
  picture = await uploadPicture(portal.as(author));
});

const form = (more: object = {}) => ({
  topicType: '4',
  titel: '缠绳用几毫米',
  content: '8 毫米的断了十一处。',
  files: picture,
  ...more,
});
const publish = async (more: object = {}) => dataOf(await portal.as(author)(publishTopic, form(more)));
const shownIds = async (topicType = '1') =>
  dataOf(await portal.send(findTopicPage, { topicType, pageSize: 50 })).findTopicPageDto.map(({ id }) => id);
const events = async (id: string) =>
  (await portal.db.selectFrom('outbox_events').selectAll().where('event', '=', 'topic.changed').execute()).filter(
    ({ payload }) => 'topicId' in payload && payload.topicId === id,
  ).length;

describe('publishing', () => {
  it('[H-06] is on its tab and the hot one at once, with its count', async () => {
    const before = await portal.send(findTopicPage, { topicType: '4' });
    const { topicId, status } = await publish();
    expect(status).toBe(1);
    expect((await shownIds())[0]).toBe(topicId);
    expect((await shownIds('4'))[0]).toBe(topicId);
    expect(await shownIds('2')).not.toContain(topicId);
    expect(await portal.send(findTopicPage, { topicType: '4' })).toMatchObject({
      count: before.ok ? before.count + 1 : 0,
    });
    expect(await portal.send(getTopicInfo, { topicId })).toMatchObject({
      data: {
        name: '缠绳用几毫米',
        files: picture,
        nickName: '老禾',
        topicType: 4,
        praiseNum: 0,
        showSum: 0,
        status: 1,
      },
    });
    expect(await events(topicId)).toBe(1);
  });

  it.each([
    [{ titel: '' }, 'titel', '标题不能为空!'],
    [{ titel: '  ' }, 'titel', '标题不能为空!'],
    [{ titel: '木'.repeat(51) }, 'titel', '输入标题过长'],
    [{ titel: '👍👍👍' }, 'titel', '标题里要有文字'],
    [{ titel: '\u200b\u200d' }, 'titel', '标题里要有文字'],
    [{ content: '' }, 'content', '内容不能为空！'],
    [{ content: '\u200b' }, 'content', '内容不能为空！'],
    [{ content: '木'.repeat(10_000) }, 'content', '内容过长，最多5000个字'],
    [{ files: '' }, 'files', '请至少上传一张图片！'],
    [{ topicType: '1' }, 'topicType', '话题类型不在可选范围内'],
    [{ files: 'https://evil.example/a.jpg' }, 'files', '上传的文件不存在或已过期，请重新上传'],
  ])('[H-06] refuses %j beside its field', async (spoilt, field, message) => {
    expect(await portal.as(author)(publishTopic, form(spoilt))).toMatchObject({
      code: 1001,
      message,
      fields: { [field]: message },
    });
  });

  it('[H-06] at most nine pictures; a sign-in is needed', async () => {
    const files = Array.from({ length: 10 }, () => picture).join(',');
    expect(await portal.as(author)(publishTopic, form({ files }))).toMatchObject({
      fields: { files: '最多上传9张图片' },
    });
    expect(await portal.send(publishTopic, form())).toMatchObject({ code: 1002 });
  });

  it('[H-06] [Z-04] one form is one topic, also when it is sent ten times at once', async () => {
    const requestId = crypto.randomUUID();
    const sent = await Promise.all(Array.from({ length: 10 }, () => publish({ requestId })));
    expect(new Set(sent.map(({ topicId }) => topicId)).size).toBe(1);
    const { topicId } = await publish({ requestId, titel: '缠绳用六毫米' });
    expect(topicId).toBe(sent[0]?.topicId);
    expect(await portal.send(getTopicInfo, { topicId })).toMatchObject({ data: { name: '缠绳用六毫米' } });
    const mine = await shownIds();
    expect(mine.filter((id) => id === topicId).length).toBe(1);
  });

  it('[H-06] a script is text like any other', async () => {
    const script = '<script>alert(1)</script> 木';
    const { topicId } = await publish({ titel: script, content: script });
    expect(await portal.send(getTopicInfo, { topicId })).toMatchObject({ data: { name: script, content: script } });
  });

  it('[H-07] the author changes and deletes it, nobody else; a deleted one is nowhere', async () => {
    const { topicId } = await publish();
    const told: string[] = [];
    const end = portal.app.services.bus.subscribe(({ tags }) => void told.push(...tags));
    expect(await portal.as(stranger)(publishTopic, form({ id: topicId, titel: '改' }))).toMatchObject({ code: 1003 });
    expect(await portal.as(stranger)(deleteTopic, { topicId })).toMatchObject({ code: 1003 });
    expect(told).toEqual([]);
    await publish({ id: topicId, topicType: '2' });
    expect(told).toEqual([topicTag(topicId), topicsTag]);
    expect(await shownIds('4')).not.toContain(topicId);
    expect(await shownIds('2')).toContain(topicId);
    expect(await portal.as(author)(deleteTopic, { topicId })).toMatchObject({ ok: true });
    end();
    expect(await events(topicId)).toBe(3);
    expect(await shownIds('2')).not.toContain(topicId);
    for (const call of [getTopicInfo, findTopicDiscussPage])
      expect(await portal.as(author)(call, { topicId })).toMatchObject({ code: 1004 });
    expect(await portal.as(author)(deleteTopic, { topicId })).toMatchObject({ code: 1004 });
    expect(await portal.as(author)(publishTopic, form({ id: topicId }))).toMatchObject({ code: 1004 });
  });

  it('[H-09] my topics, six a page, newest first', async () => {
    const someone = await buildUser(portal.db);
    const ids: string[] = [];
    for (let n = 0; n < 8; n += 1)
      ids.unshift(await buildTopic(portal.db, { user_id: someone.id, created_at: new Date(Date.UTC(2026, 0, 1, n)) }));
    const page = async (number: number) => {
      const reply = await portal.as(someone)(findMyTopicPage, { page: number });
      expect(reply).toMatchObject({ count: 8, pages: 2 });
      return dataOf(reply).findTopicPageDto.map(({ id }) => id);
    };
    expect(await page(1)).toEqual(ids.slice(0, 6));
    expect(await page(2)).toEqual(ids.slice(6));
    expect(await portal.send(findMyTopicPage, {})).toMatchObject({ code: 1002 });
  });

  it('[H-05] pinned ones lead the hot tab over all its pages, none twice, none missing', async () => {
    const pinned = [];
    for (let n = 0; n < 3; n += 1) pinned.unshift(await buildTopic(portal.db, { pinned: true, title: `置顶${n}` }));
    const all = await shownIds();
    expect(all.slice(0, 3)).toEqual(pinned);
    const paged: string[] = [];
    for (let page = 1; page <= Math.ceil(all.length / 4); page += 1) {
      const reply = await portal.send(findTopicPage, { page, pageSize: 4 });
      expect(reply).toMatchObject({ count: all.length });
      paged.push(...dataOf(reply).findTopicPageDto.map(({ id }) => id));
    }
    expect(paged).toEqual(all);
    const kept = () =>
      portal.db.selectFrom('list_counts').selectAll().where('list', 'like', 'topics%').where('n', '<>', 0);
    const before = await kept().orderBy('list').orderBy('kind').orderBy('bucket').execute();
    await inTransaction(portal.db, recount);
    expect(await kept().orderBy('list').orderBy('kind').orderBy('bucket').execute()).toEqual(before);
  });
});

describe('review', () => {
  it('a topic that the word list stops is its author’s alone, whole, until an operator lets it through', async () => {
    const { services } = portal.app;
    const bad = { titel: '晚上一起来', content: '線上赌\u200d 博，稳得很' };
    const { topicId, status } = await publish(bad);
    expect(status).toBe(0);
    expect(await events(topicId)).toBe(0);
    expect(await shownIds()).not.toContain(topicId);
    for (const send of [portal.send, portal.as(stranger)])
      for (const call of [getTopicInfo, findTopicDiscussPage, likeTopic])
        expect(await send(call, { topicId })).toMatchObject({ ok: false });
    expect(await portal.as(author)(getTopicInfo, { topicId })).toMatchObject({
      data: { content: bad.content, status: 0, reason: '' },
    });
    const mine = dataOf(await portal.as(author)(findMyTopicPage, {})).findTopicPageDto;
    expect(mine.find(({ id }) => id === topicId)).toMatchObject({ status: 0 });
    // Written anew without the word it still waits: somebody is to look at it.
    expect(await publish({ id: topicId, titel: '晚上一起来', content: '喝茶' })).toMatchObject({ status: 0 });

    await expect(decideTopic(services, topicId, { approve: false, reason: ' ' })).rejects.toThrow('请填写不通过的原因');
    await decideTopic(services, topicId, { approve: false, reason: '与家具无关' });
    expect(await portal.as(author)(getTopicInfo, { topicId })).toMatchObject({
      data: { status: 2, reason: '与家具无关' },
    });
    await expect(decideTopic(services, topicId, { approve: false, reason: '再来' })).rejects.toThrow('已经审核过了');
    expect(await publish({ id: topicId, titel: '说说床垫', content: '偏硬的好' })).toMatchObject({ status: 0 });
    expect(await portal.as(author)(getTopicInfo, { topicId })).toMatchObject({ data: { reason: '' } });

    const count = async () => {
      const reply = await portal.send(findTopicPage, { topicType: '4' });
      return reply.ok ? reply.count : 0;
    };
    const before = await count();
    await decideTopic(services, topicId, { approve: true });
    expect(await count()).toBe(before + 1);
    expect(await shownIds()).toContain(topicId);
    expect(await events(topicId)).toBe(1);
    // A shown one is taken down again.
    await decideTopic(services, topicId, { approve: false, reason: '有人投诉' });
    expect(await count()).toBe(before);
    expect(await portal.send(getTopicInfo, { topicId })).toMatchObject({ code: 1004 });
  });

  it('a shown topic that is changed to what the word list stops is hidden', async () => {
    const { topicId } = await publish();
    expect(await publish({ id: topicId, content: '办 假 证' })).toMatchObject({ status: 0 });
    expect(await portal.send(getTopicInfo, { topicId })).toMatchObject({ code: 1004 });
    expect(await shownIds()).not.toContain(topicId);
  });

  it('a comment waits likewise; counts and lists of the public know nothing of it', async () => {
    const { services } = portal.app;
    const { topicId } = await publish();
    const mine = portal.as(stranger);
    await mine(publishDiscuss, { topicId, content: '先来一句' });
    const { id, status } = dataOf(await mine(publishDiscuss, { topicId, content: '代 开 發 票' }));
    await mine(publishDiscuss, { topicId, content: '再来一句' });
    expect(status).toBe(0);
    const list = async () => {
      const reply = await portal.send(findTopicDiscussPage, { topicId });
      return [reply.ok && reply.count, dataOf(reply).map(({ content }) => content)];
    };
    const own = async (user: BuiltUser) =>
      dataOf(await portal.as(user)(getMyComments, { kind: 'topic', id: topicId })).map((one) => [
        one.status,
        one.reason,
      ]);
    expect(await list()).toEqual([2, ['再来一句', '先来一句']]);
    expect(dataOf(await portal.send(getTopicInfo, { topicId })).discussNum).toBe(2);
    expect(await own(stranger)).toEqual([
      [1, ''],
      [0, ''],
      [1, ''],
    ]);
    expect(await own(author)).toEqual([]);
    await decideComment(services, subjects, id, { approve: false, reason: '广告' });
    expect((await own(stranger))[1]).toEqual([2, '广告']);
    expect(await list()).toEqual([2, ['再来一句', '先来一句']]);
    await decideComment(services, subjects, id, { approve: true });
    // Where it was written, not where it was let through.
    expect(await list()).toEqual([3, ['再来一句', '代 开 發 票', '先来一句']]);
    await expect(decideComment(services, subjects, id, { approve: true })).rejects.toThrow('已经审核过了');
    await decideComment(services, subjects, id, { approve: false, reason: '看错了' });
    expect(await list()).toEqual([2, ['再来一句', '先来一句']]);
  });
});

describe('reads', () => {
  it('[H-07] are counted once an hour and reader, without a write a read, and exactly', async () => {
    const { db, app } = portal;
    const topicId = await buildTopic(db);
    const other = await buildTopic(db);
    const reads = countReads(db, app.services.log);
    const now = new Date('2026-11-21T08:00:00Z');
    const count = async (id: string) => dataOf(await portal.send(getTopicInfo, { topicId: id })).showSum;
    for (let n = 0; n < 500; n += 1) reads.note(topicId, { userId: `reader ${n % 250}` }, now);
    reads.note(other, { userId: 'reader 1' }, now);
    reads.note('01900000-0000-7000-8000-000000000000', { userId: 'reader 1' }, now);
    expect(await count(topicId)).toBe(0);
    await Promise.all([reads.flush(), reads.flush()]);
    expect([await count(topicId), await count(other)]).toEqual([250, 1]);
    reads.note(topicId, { userId: 'reader 1' }, new Date(now.getTime() + 3_599_000));
    reads.note(topicId, { userId: 'reader 1' }, new Date(now.getTime() + 3_600_000));
    await reads.close();
    expect(await count(topicId)).toBe(251);
  });

  it('[H-07] of one network are counted thirty times an hour at most, whatever its browsers call themselves', async () => {
    const { db, app } = portal;
    const [topicId, other] = [await buildTopic(db), await buildTopic(db)];
    const reads = countReads(db, app.services.log);
    const now = new Date('2026-03-01T08:00:00Z');
    for (let n = 0; n < 200; n += 1) reads.note(topicId, { network: '10.1.1.1', browser: `${n}`.repeat(500) }, now);
    reads.note(other, { network: '10.1.1.1', browser: 'a' }, now);
    reads.note(topicId, { network: '10.1.1.2', browser: 'a' }, now);
    reads.note(topicId, { network: '10.1.1.1', browser: 'late' }, new Date(now.getTime() + 3_600_000));
    await reads.close();
    const counts = await db
      .selectFrom('topics')
      .select(['id', 'read_count'])
      .where('id', 'in', [topicId, other])
      .execute();
    expect(new Map(counts.map(({ id, read_count }) => [id, read_count]))).toEqual(
      new Map([
        [topicId, 32],
        [other, 1],
      ]),
    );
  });

  it('[H-07] the call itself writes nothing and needs no account', async () => {
    const topicId = await buildTopic(portal.db);
    expect(await portal.send(readTopic, { topicId })).toMatchObject({ ok: true });
    expect(await portal.as(author)(readTopic, { topicId })).toMatchObject({ ok: true });
    expect(await portal.send(readTopic, { topicId: 'x' })).toMatchObject({ code: 1001 });
    const written = () =>
      portal.db.selectFrom('topics').select('read_count').where('id', '=', topicId).executeTakeFirst();
    await expect.poll(async () => (await written())?.read_count, { timeout: 8000 }).toBe(2);
  });
});
