import { v7 as uuid } from 'uuid';
import { describe, expect, it } from 'vitest';
import type { CallInput } from '../../../contract/call.ts';
import { takeClaim } from '../../../contract/operator/claims.ts';
import { getDesk } from '../../../contract/operator/desk.ts';
import { moderate, moderationItem, moderationList } from '../../../contract/operator/moderation.ts';
import { queueList } from '../../../contract/operator/queues.ts';
import { noticesAfter } from '../../../contract/notices.ts';
import { caseCalls } from '../../../contract/cases.ts';
import { decideCase } from '../../../contract/operator/cases.ts';
import { ownCaseCalls } from '../../../contract/own-cases.ts';
import { getConversations, getMessages, openConversation, sendMessage } from '../../../contract/messages.ts';
import { operatorPerson } from '../../../contract/operator/people.ts';
import { stageByNumber } from '../../../contract/stages/index.ts';
import { reportContent } from '../../../contract/reports.ts';
import { findTopicDiscussPage, deleteTopic, getTopicInfo, publishDiscuss } from '../../../contract/topics.ts';
import { seconds } from '../../../contract/wire.ts';
import type { OperatorRole } from '../../calls/context.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser, type BuiltUser } from '../accounts/build.ts';
import { buildCase } from '../cases/build.ts';
import { exampleCase } from '../cases/own/build.ts';
import { buildDemand } from '../demands/build.ts';
import { buildTender } from '../orders/build.ts';
import { buildShop } from '../shop/build.ts';
import { buildTopic } from '../topics/build.ts';
import { storedVideo, uploadPicture } from '../uploads/build.ts';

const portal = await startPortal();
const { db, clock } = portal;

const operator = async (operatorRoles: OperatorRole[] = ['moderator']) =>
  portal.as(await buildUser(db, { nickName: '林悦', operatorRoles, now: clock.now() }));
const [desk, colleague] = [await operator(), await operator()];
const author = await buildUser(db, { nickName: '老禾', now: clock.now() });
const topicOf = (title: string, more: object = {}) => buildTopic(db, { user_id: author.id, title, ...more });
const report = async (who: BuiltUser, id: string, more: object = {}) =>
  portal.as(who)(reportContent, { kind: 'topic', id, reason: 'advert', words: '', ...more });
const told = async (who: BuiltUser) => {
  await portal.app.worker.tick();
  return dataOf(await portal.as(who)(noticesAfter, { after: '0' })).items.map(({ kind, text }) => `${kind} ${text}`);
};
const word = async (id: string, decision: 'keep' | 'hide', more: object = {}) => {
  const { version } = dataOf(await desk(moderationItem, { kind: 'topic', id }));
  return { kind: 'topic', id, version, decision, reason: decision === 'hide' ? '含有广告' : '', ...more } as const;
};
const queue = async (name: 'held' | 'reported' | 'hidden') =>
  dataOf(await desk(moderationList, { queue: name })).map(({ title }) => title);
const waiting = async () => dataOf(await desk(getDesk, {})).parts.find(({ key }) => key === 'moderation')?.waiting;
const person = () => buildUser(db, { now: clock.now() });

describe('[P-04] reporting', () => {
  it('is once a person and thing, of what is shown and of others, with a reason', async () => {
    const id = await topicOf('柜门拉手怎么选');
    const reader = await person();
    const before = (await waiting()) ?? 0;
    expect(dataOf(await report(reader, id))).toEqual({ already: false });
    expect(dataOf(await report(reader, id, { reason: 'abuse' }))).toEqual({ already: true });
    clock.advance(1000);
    dataOf(await report(await person(), id, { reason: 'other', words: '图是偷来的' }));
    expect(await report(await person(), id, { reason: 'other' })).toMatchObject({
      code: 1001,
      fields: { words: '请说明举报的原因' },
    });
    expect(await report(await person(), id, { reason: 'dull' })).toMatchObject({ code: 1001 });
    expect(await report(author, id)).toMatchObject({ code: 1003 });
    expect(await portal.send(reportContent, { kind: 'topic', id, reason: 'advert', words: '' })).toMatchObject({
      code: 1002,
    });
    expect(await waiting()).toBe(before + 1);
    const { reports, reported } = dataOf(await desk(moderationItem, { kind: 'topic', id }));
    expect(reports).toBe(2);
    expect(reported.map(({ reason, words }) => [reason, words])).toEqual([
      ['other', '图是偷来的'],
      ['advert', ''],
    ]);
  });

  it('stops who reports by the dozen', async () => {
    const many = await person();
    const id = await topicOf('限次');
    const codes = [];
    for (let n = 0; n < 21; n += 1) codes.push(await report(many, id));
    expect(codes.at(-1)).toMatchObject({ code: 1006 });
  });

  it('leaves the queue when its author deletes it', async () => {
    const id = await topicOf('很快就删');
    dataOf(await report(await person(), id));
    dataOf(await portal.as(author)(deleteTopic, { topicId: id }));
    expect(await queue('reported')).not.toContain('很快就删');
    expect(await desk(moderationItem, { kind: 'topic', id })).toMatchObject({ code: 1004 });
  });
});

describe('[P-04] the desk', () => {
  it('hides what was reported: nobody finds it, its author and who reported it are told; shown again it is back', async () => {
    const id = await topicOf('加微信领图纸');
    const reader = await person();
    dataOf(await report(reader, id));
    expect(await queue('reported')).toContain('加微信领图纸');
    expect(await desk(moderate, await word(id, 'hide', { reason: ' ' }))).toMatchObject({
      code: 1001,
      fields: { reason: '请填写原因，作者会看到' },
    });
    dataOf(await desk(moderate, await word(id, 'hide')));
    expect(await portal.send(getTopicInfo, { topicId: id })).toMatchObject({ code: 1004 });
    expect(dataOf(await portal.as(author)(getTopicInfo, { topicId: id }))).toMatchObject({
      status: 2,
      reason: '含有广告',
    });
    expect(await queue('reported')).not.toContain('加微信领图纸');
    // Where it is hidden, it says why, by whom and when.
    const hiding = { reason: '含有广告', by: '林悦', time: seconds(clock.now()) };
    const hiddenNow = dataOf(await desk(moderationList, { queue: 'hidden' }));
    expect(hiddenNow.find((row) => row.id === id)).toMatchObject({ title: '加微信领图纸', hidden: hiding });
    expect(dataOf(await desk(moderationItem, { kind: 'topic', id })).hidden).toEqual(hiding);
    expect(await told(author)).toContain('moderated 您的话题《加微信领图纸》已被隐藏（原因：含有广告）');
    expect(await told(reader)).toContain('reportSettled 您举报的话题《加微信领图纸》已被隐藏，感谢您的反馈');

    dataOf(await desk(moderate, await word(id, 'keep')));
    expect(dataOf(await portal.send(getTopicInfo, { topicId: id })).status).toBe(1);
    expect(dataOf(await desk(moderationItem, { kind: 'topic', id })).hidden).toBeNull();
    expect(await told(author)).toContain('moderated 您的话题《加微信领图纸》已通过审核，所有人可以看到');
    const noted = await db
      .selectFrom('audit_entries')
      .selectAll()
      .where('subject_id', '=', id)
      .orderBy('number')
      .execute();
    expect(noted.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['topic.hidden', { status: 1 }, { status: 2, reports: 1 }],
      ['topic.shown', { status: 2 }, { status: 1, reports: 0 }],
    ]);
  });

  it('keeps what was reported for nothing: its author is not troubled, who reported it is told', async () => {
    const id = await topicOf('榫头要不要上胶');
    const reader = await person();
    dataOf(await report(reader, id));
    dataOf(await desk(moderate, await word(id, 'keep')));
    expect(dataOf(await portal.send(getTopicInfo, { topicId: id })).status).toBe(1);
    expect((await told(author)).filter((line) => line.includes('榫头'))).toEqual([]);
    expect(await told(reader)).toContain(
      'reportSettled 您举报的话题《榫头要不要上胶》已查看，没有发现违规，感谢您的反馈',
    );
    expect(await desk(moderate, await word(id, 'keep'))).toMatchObject({ code: 1005 });
  });

  it('lets through or hides a comment that was held; counts and lists follow', async () => {
    const topicId = await topicOf('评论在这里');
    const talker = await person();
    const { id, status } = dataOf(await portal.as(talker)(publishDiscuss, { topicId, content: '代 开 发 票' }));
    expect(status).toBe(0);
    expect(await queue('held')).toContain('评论在这里');
    const { version, content } = dataOf(await desk(moderationItem, { kind: 'comment', id }));
    expect(content).toBe('代 开 发 票');
    dataOf(await desk(moderate, { kind: 'comment', id, version, decision: 'keep', reason: '' }));
    expect(dataOf(await portal.send(findTopicDiscussPage, { topicId })).map((one) => one.id)).toEqual([id]);
    const { version: then } = dataOf(await desk(moderationItem, { kind: 'comment', id }));
    dataOf(await desk(moderate, { kind: 'comment', id, version: then, decision: 'hide', reason: '广告' }));
    expect(dataOf(await portal.send(findTopicDiscussPage, { topicId }))).toEqual([]);
    expect(await told(talker)).toContain('moderated 您的评论《代 开 发 票》已被隐藏（原因：广告）');
  });

  it('a comment is read under what it stands under, among the comments around it, by whoever may look', async () => {
    const topicId = await topicOf('评论的上下文', { content: '很长的正文。'.repeat(80) });
    const talker = portal.as(await buildUser(db, { nickName: '阿柴', now: clock.now() }));
    const say = async (content: string) => dataOf(await talker(publishDiscuss, { topicId, content })).id;
    const ids: string[] = [];
    for (let number = 1; number <= 8; number += 1) ids.push(await say(`第${number}条评论`));
    await say('代 开 发 票');
    const about = { kind: 'comment', id: ids[6] ?? '' } as const;
    const { under, around, path } = dataOf(await (await operator(['auditor']))(moderationItem, about));
    expect(under).toMatchObject({ kind: 'topic', words: expect.stringMatching(/^(很长的正文。){50}…$/) });
    expect(path).toBe(`/topic/${topicId}`);
    // What waits for its own word is left out; of the rest as many as may be.
    expect(around.map(({ content }) => content)).toEqual([2, 3, 4, 5, 6, 7, 8].map((n) => `第${n}条评论`));
    expect(around[0]).toMatchObject({ by: null, nickname: '阿柴', hidden: false });
    const { version } = dataOf(await desk(moderationItem, about));
    dataOf(await desk(moderate, { ...about, version, decision: 'hide', reason: '广告' }));
    expect(dataOf(await desk(moderationItem, about)).around.find(({ id }) => id === about.id)).toMatchObject({
      hidden: true,
    });
    // Of a topic that is hidden itself nothing is told here, and a topic stands under nothing.
    dataOf(await desk(moderate, await word(topicId, 'hide')));
    expect(dataOf(await desk(moderationItem, about))).toMatchObject({ under: null, around: [] });
    expect(dataOf(await desk(moderationItem, { kind: 'topic', id: topicId }))).toMatchObject({
      under: null,
      around: [],
    });
  });

  it('tells nothing of an entrusted demand beside the comment itself: its two sides alone read there', async () => {
    const owner = await buildUser(db, { nickName: '东家', now: clock.now() });
    const { id } = await buildDemand(portal.app.services, { owner, description: '只给一家看' });
    await db.updateTable('demands').set({ entrusted: true }).where('id', '=', id).execute();
    const rows = ['一', '二'].map((words, index) => ({
      id: uuid(),
      kind: 'demand' as const,
      subject_id: id,
      seq: index + 1,
      user_id: owner.id,
      content: words,
      created_at: clock.now(),
    }));
    await db.insertInto('comments').values(rows).execute();
    const found = dataOf(await desk(moderationItem, { kind: 'comment', id: rows[0]?.id ?? '' }));
    expect(found).toMatchObject({ content: '一', under: null, around: [] });
  });

  it('takes one decision of two operators at once; what a colleague has or its author changed is not decided unseen', async () => {
    const id = await topicOf('两个人同时看');
    dataOf(await report(await person(), id));
    const given = await word(id, 'hide');
    const both = await Promise.all([desk(moderate, given), colleague(moderate, { ...given, decision: 'keep' })]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both.find(({ ok }) => !ok)).toMatchObject({ code: 1005 });

    const other = await topicOf('同事在处理');
    dataOf(await report(await person(), other));
    dataOf(await colleague(takeClaim, { kind: 'content', id: `topic:${other}` }));
    expect(await desk(moderate, await word(other, 'hide'))).toMatchObject({ code: 1005, message: /正在处理这一件/ });
    expect(dataOf(await portal.send(getTopicInfo, { topicId: other })).status).toBe(1);
    expect(await colleague(moderate, { ...(await word(other, 'hide')), version: '0' })).toMatchObject({
      code: 1005,
      message: '作者刚刚改过，请看过最新内容再决定',
    });
  });

  it('tells how much stands in each queue, and in which the longest waits, held or reported', async () => {
    // What others left waiting is settled first.
    await db
      .updateTable('reports')
      .set({ settled_at: clock.now(), outcome: 'kept' })
      .where('settled_at', 'is', null)
      .execute();
    await db.updateTable('comments').set({ review_status: 1 }).where('review_status', '=', 0).execute();
    const told = async () => {
      const { queues, first } = dataOf(await desk(queueList, { part: 'moderation' }));
      return { ...Object.fromEntries(queues.map(({ queue: name, count }) => [name, count])), first };
    };
    expect(await told()).toEqual({ held: 0, reported: 0, first: 'held' });
    const topicId = await topicOf('哪个等得久');
    clock.advance(1000);
    dataOf(await report(await person(), topicId));
    dataOf(await report(await person(), topicId));
    expect(await told()).toEqual({ held: 0, reported: 1, first: 'reported' });
    clock.advance(1000);
    dataOf(await portal.as(await person())(publishDiscuss, { topicId, content: '代 开 发 票' }));
    expect(await told()).toEqual({ held: 1, reported: 1, first: 'reported' });
    // Whoever decides reads which words stopped it; what was only reported has none.
    const [held] = dataOf(await desk(moderationList, { queue: 'held' }));
    expect(dataOf(await desk(moderationItem, { kind: 'comment', id: held?.id ?? '' })).sensitive).toEqual(['代开发票']);
    expect(dataOf(await desk(moderationItem, { kind: 'topic', id: topicId })).sensitive).toEqual([]);
    dataOf(await desk(moderate, await word(topicId, 'hide')));
    expect(await told()).toEqual({ held: 1, reported: 0, first: 'held' });
    const gone = await topicOf('报了又删');
    dataOf(await report(await person(), gone));
    dataOf(await portal.as(author)(deleteTopic, { topicId: gone }));
    // The list leaves it out at once, the count with the next look at the queues.
    expect(await queue('reported')).toEqual([]);
    expect(await told()).toMatchObject({ reported: 0 });
    expect(await (await operator(['finance']))(queueList, { part: 'moderation' })).toMatchObject({ code: 1003 });
  });

  it('is for those who look after content; auditors look on', async () => {
    const id = await topicOf('谁能看');
    const auditor = await operator(['auditor']);
    expect(dataOf(await auditor(moderationItem, { kind: 'topic', id })).may).toMatchObject({ enabled: false });
    expect(await auditor(moderate, await word(id, 'hide'))).toMatchObject({ code: 1003 });
    expect(await (await operator(['finance']))(moderationList, {})).toMatchObject({ code: 1003 });
    expect(await portal.as(author)(moderationList, {})).toMatchObject({ code: 1003 });
  });
});

describe('[P-04] reports on cases and messages', () => {
  it('a case is taken down for a reason, its owner and who reported it are told, and shown again it is back', async () => {
    const keeper = await person();
    const shop = await buildShop(db, { user_id: keeper.id });
    const id = await buildCase(db, {
      shop_id: shop.id,
      name: '盗图的床',
      details: JSON.stringify({ idea: '照着别家做' }),
    });
    const reader = await person();
    const about = { kind: 'case', id } as const;
    expect(await portal.as(keeper)(reportContent, { ...about, reason: 'advert', words: '' })).toMatchObject({
      code: 1003,
    });
    dataOf(await portal.as(reader)(reportContent, { ...about, reason: 'infringing', words: '是我们店的图' }));
    expect(await queue('reported')).toContain('盗图的床');
    const found = dataOf(await desk(moderationItem, about));
    expect(found).toMatchObject({ title: '盗图的床', authorId: keeper.id, reports: 1, status: 1 });
    expect(found.content).toContain('照着别家做');
    const stage = stageByNumber(1);
    if (!stage) throw new Error('no stage');
    const { info } = caseCalls(stage);
    dataOf(await portal.send(info, { id }));
    const { version } = found;
    dataOf(await desk(moderate, { ...about, version, decision: 'hide', reason: '盗用他人的图片' }));
    expect(await portal.send(info, { id })).toMatchObject({ code: 1004 });
    expect(await told(keeper)).toContain('moderated 您的案例《盗图的床》已被下架（原因：盗用他人的图片）');
    expect(await told(reader)).toContain('reportSettled 您举报的案例《盗图的床》已被下架，感谢您的反馈');
    expect(await queue('hidden')).toContain('盗图的床');
    const { version: then } = dataOf(await desk(moderationItem, about));
    dataOf(await desk(moderate, { ...about, version: then, decision: 'keep', reason: '' }));
    expect(dataOf(await portal.send(info, { id })).name).toBe('盗图的床');
    expect(await queue('hidden')).not.toContain('盗图的床');
    // Dismissed it stays as it was.
    dataOf(await portal.as(await person())(reportContent, { ...about, reason: 'untrue', words: '' }));
    const { version: last } = dataOf(await desk(moderationItem, about));
    dataOf(await desk(moderate, { ...about, version: last, decision: 'keep', reason: '' }));
    expect(dataOf(await portal.send(info, { id })).name).toBe('盗图的床');
  });

  it('a case that was taken down leaves the hidden ones when its owner sends it in anew; refused at its review it is the desk of cases', async () => {
    const keeper = await person();
    const send = portal.as(keeper);
    const stage = stageByNumber(1);
    if (!stage) throw new Error('no stage');
    const { save } = ownCaseCalls(stage);
    const files = { picture: await uploadPicture(send), video: await storedVideo(db) };
    const given = { ...exampleCase(stage, files), name: '改了再交的桌' } as CallInput<typeof save>;
    const { id, version: first } = dataOf(await send(save, given));
    const reviewer = await operator(['reviewer']);
    dataOf(await reviewer(decideCase, { id, version: first, decision: 'approve' }));
    const about = { kind: 'case', id } as const;
    const hide = async () => {
      const { version } = dataOf(await desk(moderationItem, about));
      dataOf(await desk(moderate, { ...about, version, decision: 'hide', reason: '含有广告' }));
    };
    const back = async () => {
      const { version } = dataOf(await desk(moderationItem, about));
      return desk(moderate, { ...about, version, decision: 'keep', reason: '' });
    };
    await hide();
    const before = dataOf(await desk(moderationList, { queue: 'hidden' })).length;
    expect(await queue('hidden')).toContain('改了再交的桌');
    const again = dataOf(
      await send(save, { ...given, id, version: first, name: '改好的桌' } as CallInput<typeof save>),
    );
    expect(await queue('hidden')).not.toContain('改好的桌');
    expect(dataOf(await desk(moderationList, { queue: 'hidden' }))).toHaveLength(before - 1);
    expect(await back()).toMatchObject({ code: 1005 });
    dataOf(await reviewer(decideCase, { id, version: again.version, decision: 'refuse', reason: '图片不清楚' }));
    expect(await queue('hidden')).not.toContain('改好的桌');
    expect(await back()).toMatchObject({ code: 1005 });
    expect(await portal.send(caseCalls(stage).info, { id })).toMatchObject({ code: 1004 });
  });

  it('a case with a change under way is taken down with it, and its owner mends the newest', async () => {
    const shop = await buildShop(db, { user_id: (await person()).id });
    const id = await buildCase(db, { shop_id: shop.id, name: '旧名' });
    const now = clock.now();
    const change = { category: 'pet', name: '新名', pictures: [], address: null, lat: null, lng: null } as const;
    await db
      .insertInto('case_revisions')
      .values({
        case_id: id,
        ...change,
        pictures: [],
        details: '{}',
        review_reason: null,
        submitted_at: now,
        updated_at: now,
      })
      .execute();
    dataOf(await portal.as(await person())(reportContent, { kind: 'case', id, reason: 'advert', words: '' }));
    const { version } = dataOf(await desk(moderationItem, { kind: 'case', id }));
    dataOf(await desk(moderate, { kind: 'case', id, version, decision: 'hide', reason: '含有广告' }));
    const row = await db.selectFrom('cases').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ name: '新名', review_status: 2, review_reason: '含有广告' });
    expect(await db.selectFrom('case_revisions').where('case_id', '=', id).select('name').execute()).toEqual([]);
  });

  it('a message is for the two alone: the other side reports it, an operator sees it only then, and a line takes its place', async () => {
    const [owner, bidder] = [await person(), await person()];
    const demand = await buildDemand(portal.app.services, { owner });
    await buildTender(portal.app.services, demand, { bidder });
    const { conversationId } = dataOf(await portal.as(bidder)(openConversation, { demandNid: demand.nid }));
    const said = { conversationId, content: '不给好评就曝光你', pictures: '', files: '', clientId: 'client-0001' };
    const { id } = dataOf(await portal.as(bidder)(sendMessage, said));
    const about = { kind: 'message', id } as const;
    const given = { ...about, reason: 'abuse', words: '' } as const;
    // Nobody looks at what nobody complained of, and a stranger learns of nothing.
    expect(await desk(moderationItem, about)).toMatchObject({ code: 1004 });
    expect(await desk(moderate, { ...about, version: '1-1-0', decision: 'hide', reason: '辱骂' })).toMatchObject({
      code: 1004,
    });
    expect(await portal.as(await person())(reportContent, given)).toMatchObject({ code: 1004 });
    expect(await portal.as(bidder)(reportContent, given)).toMatchObject({ code: 1003 });
    dataOf(await portal.as(owner)(reportContent, given));
    const { version, content, path } = dataOf(await desk(moderationItem, about));
    expect([content, path]).toEqual(['不给好评就曝光你', '']);
    const looks = db.selectFrom('audit_entries').select('action').where('subject_id', '=', id).orderBy('number');
    expect(await looks.execute()).toEqual([{ action: 'message.seen' }]);
    expect(await portal.as(owner)(moderationItem, about)).toMatchObject({ code: 1003 });
    const tags: string[] = [];
    const end = portal.app.services.bus.subscribe((told) => void tags.push(...(told.tags ?? [])));
    dataOf(await desk(moderate, { ...about, version, decision: 'hide', reason: '威胁对方' }));
    for (const side of [owner, bidder]) {
      const { messages, hidden } = dataOf(await portal.as(side)(getMessages, { conversationId }));
      expect(messages).toMatchObject([{ id, hidden: true, content: '', pictures: [], files: [] }]);
      // Also to a page that has it already, and asks for what came after.
      expect(hidden).toEqual([1]);
      expect(dataOf(await portal.as(side)(getMessages, { conversationId, after: 1 })).hidden).toEqual([1]);
      const [row] = dataOf(await portal.as(side)(getConversations, {}));
      expect(row?.last.content).toBe('这条消息违反平台规定，已被隐藏');
    }
    expect(await told(bidder)).toContain('moderated 您的消息《不给好评就曝光你》已被隐藏（原因：威胁对方）');
    expect(await queue('hidden')).toContain(demand.name);
    expect(dataOf(await desk(operatorPerson, { id: bidder.id })).reports).toMatchObject({ count: 1, open: 0 });

    const { version: then } = dataOf(await desk(moderationItem, about));
    dataOf(await desk(moderate, { ...about, version: then, decision: 'keep', reason: '' }));
    for (const side of [owner, bidder]) {
      const { messages, hidden } = dataOf(await portal.as(side)(getMessages, { conversationId }));
      expect(messages).toMatchObject([{ id, hidden: false, content: '不给好评就曝光你' }]);
      expect(hidden).toEqual([]);
    }
    end();
    // Both sides' open pages heard of it, each time.
    const pages = [owner, bidder].map((side) => `live:${side.id}:messages/${conversationId}`);
    expect(tags.filter((tag) => tag.includes(':messages/'))).toEqual([...pages, ...pages]);
  });

  it('a reported message is read among what was said around it, by who decides; each look says how far it went', async () => {
    const [owner, bidder] = [
      await buildUser(db, { nickName: '宋掌柜', now: clock.now() }),
      await buildUser(db, { nickName: '青木坊', now: clock.now() }),
    ];
    const demand = await buildDemand(portal.app.services, { owner });
    await buildTender(portal.app.services, demand, { bidder });
    const { conversationId } = dataOf(await portal.as(bidder)(openConversation, { demandNid: demand.nid }));
    const say = async (who: BuiltUser, content: string, number: number) => {
      const more = { pictures: '', files: '', clientId: `around-${number}` };
      return dataOf(await portal.as(who)(sendMessage, { conversationId, content, ...more })).id;
    };
    const ids: string[] = [];
    for (let number = 1; number <= 14; number += 1)
      ids.push(await say(number % 2 === 0 ? owner : bidder, `第${number}句`, number));
    const about = { kind: 'message', id: ids[7] ?? '' } as const;
    dataOf(await portal.as(bidder)(reportContent, { ...about, reason: 'abuse', words: '' }));

    const { around } = dataOf(await desk(moderationItem, about));
    expect(around.map(({ content }) => content)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13].map((n) => `第${n}句`));
    expect(around.find(({ id }) => id === about.id)).toMatchObject({ seq: 8, by: 'owner', nickname: '宋掌柜' });
    expect(around[0]).toMatchObject({ by: 'bidder', nickname: '青木坊', pictures: 0, files: 0, hidden: false });
    const auditor = await operator(['auditor']);
    expect(dataOf(await auditor(moderationItem, about))).toMatchObject({ content: '第8句', around: [] });
    const looks = db.selectFrom('audit_entries').select(['action', 'after']).where('subject_id', '=', about.id);
    expect(await looks.orderBy('number').execute()).toEqual([
      { action: 'message.seen', after: { status: 1, lines: '3-13' } },
      { action: 'message.seen', after: { status: 1 } },
    ]);

    // At an end of the conversation there is less, and what was hidden says so.
    const last = { kind: 'message', id: ids[13] ?? '' } as const;
    dataOf(await portal.as(bidder)(reportContent, { ...last, reason: 'abuse', words: '' }));
    const { version } = dataOf(await desk(moderationItem, last));
    dataOf(await desk(moderate, { ...last, version, decision: 'hide', reason: '辱骂' }));
    // Once it is decided, what was said around it is for the two again; where another is reported it is read there.
    expect(dataOf(await desk(moderationItem, last))).toMatchObject({ content: '第14句', around: [] });
    const beside = { kind: 'message', id: ids[12] ?? '' } as const;
    dataOf(await portal.as(owner)(reportContent, { ...beside, reason: 'abuse', words: '' }));
    const then = dataOf(await desk(moderationItem, beside)).around;
    expect(then.map(({ seq, hidden }) => [seq, hidden])).toEqual([
      [8, false],
      [9, false],
      [10, false],
      [11, false],
      [12, false],
      [13, false],
      [14, true],
    ]);
    // Of what stands by itself there is nothing around.
    expect(dataOf(await desk(moderationItem, { kind: 'topic', id: await topicOf('单独的话题') })).around).toEqual([]);
  });
});
