import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Reply } from '../../../contract/call.ts';
import { withdrawTender } from '../../../contract/demands.ts';
import {
  getConversation,
  getConversations,
  getMessages,
  getUnread,
  markRead,
  openConversation,
  sendMessage,
} from '../../../contract/messages.ts';
import { disputeMessages } from '../../../contract/operator/messages.ts';
import { openDispute, refuseSplit, withdrawDispute } from '../../../contract/order-disputes.ts';
import { acceptOrder, cancelOrder, declineOrder, successful } from '../../../contract/orders.ts';
import { readTag } from '../../live/topics.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { type BuiltUser, buildUser } from '../accounts/build.ts';
import { buildDemand } from '../demands/build.ts';
import { buildOrder, buildTender } from '../orders/build.ts';
import { uploadDocument, uploadPrivateDocument } from '../../../contract/uploads.ts';
import { uploadPaper } from '../certification/build.ts';
import { buildDocx, uploadPicture } from '../uploads/build.ts';
import { buildMoney } from '../wallet/build.ts';
import { pageOfMessages } from './queries.ts';

const portal = await startPortal();
const { services } = portal.app;
const refusal = (reply: Reply<unknown>) => (reply.ok ? 'went through' : `${reply.code} ${reply.message}`);
let owner: BuiltUser;
let bidder: BuiltUser;
let rival: BuiltUser;
let stranger: BuiltUser;

beforeAll(async () => {
  const now = portal.clock.now();
  owner = await buildUser(portal.db, { nickName: '陈掌柜', now });
  bidder = await buildUser(portal.db, { nickName: '三榫制造', accountType: 2, now });
  rival = await buildUser(portal.db, { nickName: '另一家', now });
  stranger = await buildUser(portal.db, { now });
});

let made = 0;
const words = (conversationId: string, content: string, more: object = {}) => {
  made += 1;
  return { conversationId, content, pictures: '', files: '', clientId: `client-${made}`, ...more };
};

/** A demand with two tenders, and the owner's conversation with the first of the two bidders. */
async function talk() {
  const demand = await buildDemand(services, { owner, name: '三层猫爬架' });
  const tenderId = await buildTender(services, demand, { bidder });
  const rivalTenderId = await buildTender(services, demand, { bidder: rival });
  const { conversationId } = dataOf(await portal.as(owner)(openConversation, { demandNid: demand.nid, tenderId }));
  return { demandNid: demand.nid, tenderId, rivalTenderId, conversationId };
}

const contents = async (user: BuiltUser, conversationId: string) =>
  dataOf(await portal.as(user)(getMessages, { conversationId })).messages.map(({ content }) => content);

describe('who speaks to whom', () => {
  test('[Z-09] the owner and a bidder find the same conversation, also when both open it at once', async () => {
    const demand = await buildDemand(services, { owner });
    const tenderId = await buildTender(services, demand, { bidder });
    const about = { demandNid: demand.nid };
    const replies = await Promise.all([
      portal.as(owner)(openConversation, { ...about, tenderId }),
      portal.as(bidder)(openConversation, about),
      portal.as(owner)(openConversation, { ...about, tenderId }),
      portal.as(bidder)(openConversation, about),
    ]);
    expect(new Set(replies.map((reply) => dataOf(reply).conversationId)).size).toBe(1);
    const { conversationId = '' } = dataOf(replies[0] as (typeof replies)[0]);
    expect(dataOf(await portal.as(owner)(getConversation, { conversationId }))).toMatchObject({
      demandNid: demand.nid,
      role: 'owner',
      partner: { nickname: '三榫制造' },
      masking: true,
      writing: { enabled: true, reason: '' },
    });
    expect(dataOf(await portal.as(bidder)(getConversation, { conversationId }))).toMatchObject({
      role: 'bidder',
      partner: { nickname: '陈掌柜' },
    });
    // Nothing was said: it troubles nobody's list.
    const listed = dataOf(await portal.as(bidder)(getConversations, {}));
    expect(listed.map(({ id }) => id)).not.toContain(conversationId);
  });

  test('[Z-09] a stranger, another bidder and an operator have no such conversation', async () => {
    const { demandNid, conversationId, tenderId } = await talk();
    dataOf(await portal.as(owner)(sendMessage, words(conversationId, '侧板用 18 厘吗')));
    const judge = await buildUser(portal.db, { operatorRoles: ['finance', 'admin'], now: portal.clock.now() });
    const none = '1004 没有找到这个对话';
    const notTheirs = '1003 运营账号只用于运营后台，请用个人或企业账号进行此操作';
    for (const [other, said] of [
      [stranger, none],
      [rival, none],
      [judge, notTheirs],
    ] as const) {
      const theirs = portal.as(other);
      for (const reply of [
        await theirs(getConversation, { conversationId }),
        await theirs(getMessages, { conversationId }),
        await theirs(sendMessage, words(conversationId, '我也说一句')),
        await theirs(markRead, { conversationId, seq: 1 }),
      ])
        expect(refusal(reply)).toBe(said);
    }
    expect(await portal.send(getMessages, { conversationId })).toMatchObject({ code: 1002 });
    expect(refusal(await portal.as(stranger)(openConversation, { demandNid }))).toBe('1005 投标之后才能联系发布方');
    expect(refusal(await portal.as(judge)(disputeMessages, { demandNid }))).toBe('1004 这份订单没有进行中的争议');
    // Whose tender it names is the owner's business alone: a rival speaks for themself.
    const { conversationId: own } = dataOf(await portal.as(rival)(openConversation, { demandNid, tenderId }));
    expect(own).not.toBe(conversationId);
    expect(await contents(rival, own)).toEqual([]);
    const elsewhere = await talk();
    const wrong = await portal.as(owner)(openConversation, { demandNid, tenderId: elsewhere.tenderId });
    expect(wrong).toMatchObject({ fields: { tenderId: '没有找到这份投标' } });
    expect(await portal.as(owner)(openConversation, { demandNid })).toMatchObject({
      fields: { tenderId: '请指明要联系哪一位投标人' },
    });
  });

  test('[Z-09] an entrusted case: owner and provider; to others there is no such demand', async () => {
    const order = await buildOrder(services, { owner, provider: bidder, so: 'awarded' });
    const about = { demandNid: order.nid };
    const { conversationId } = dataOf(await portal.as(owner)(openConversation, about));
    expect(dataOf(await portal.as(bidder)(openConversation, about))).toEqual({ conversationId });
    expect(refusal(await portal.as(rival)(openConversation, about))).toBe('1004 没有找到这份需求');
    dataOf(await portal.as(owner)(sendMessage, words(conversationId, '我的电话 13800000001')));
    expect(await contents(bidder, conversationId)).toEqual(['我的电话 ***']);
    dataOf(await portal.as(bidder)(acceptOrder, about));
    expect(await contents(bidder, conversationId)).toEqual(['我的电话 13800000001']);
  });

  test('[Z-09] chosen, it goes on in the same conversation; the others stay readable and say why they end', async () => {
    const { demandNid, tenderId, rivalTenderId, conversationId } = await talk();
    const { conversationId: theirs } = dataOf(
      await portal.as(owner)(openConversation, { demandNid, tenderId: rivalTenderId }),
    );
    dataOf(await portal.as(owner)(sendMessage, words(theirs, '能含运费吗')));
    dataOf(await portal.as(bidder)(sendMessage, words(conversationId, '下周二能来看样')));
    dataOf(await portal.as(owner)(successful, { demandNid, tenderId }));
    dataOf(await portal.as(owner)(sendMessage, words(conversationId, '好，定了')));
    expect(await contents(bidder, conversationId)).toEqual(['下周二能来看样', '好，定了']);
    expect(dataOf(await portal.as(owner)(openConversation, { demandNid }))).toEqual({ conversationId });
    const head = dataOf(await portal.as(bidder)(getConversation, { conversationId }));
    expect(head).toMatchObject({ role: 'provider', masking: true, writing: { enabled: true } });
    dataOf(await portal.as(bidder)(acceptOrder, { demandNid }));
    expect(dataOf(await portal.as(bidder)(getConversation, { conversationId }))).toMatchObject({ masking: false });

    expect(await contents(rival, theirs)).toEqual(['能含运费吗']);
    const reason = '这份需求已选定其他承接方，不能再发消息';
    expect(dataOf(await portal.as(rival)(getConversation, { conversationId: theirs })).writing).toEqual({
      enabled: false,
      reason,
    });
    expect(refusal(await portal.as(rival)(sendMessage, words(theirs, '含')))).toBe(`1005 ${reason}`);
  });

  test('[Z-09] withdrawn, declined or cancelled: nobody writes any more', async () => {
    const left = await talk();
    dataOf(await portal.as(bidder)(withdrawTender, left));
    expect(refusal(await portal.as(owner)(sendMessage, words(left.conversationId, '在吗')))).toBe(
      '1005 投标已撤回，不能再发消息',
    );
    const declined = await talk();
    dataOf(await portal.as(owner)(successful, declined));
    dataOf(await portal.as(bidder)(sendMessage, words(declined.conversationId, '电话 13900000002')));
    dataOf(await portal.as(bidder)(declineOrder, { ...declined, reason: '排不开了' }));
    expect(await contents(owner, declined.conversationId)).toEqual(['电话 ***']);
    expect(refusal(await portal.as(owner)(sendMessage, words(declined.conversationId, '为什么')))).toBe(
      '1005 本次合作没有达成，不能再发消息',
    );
    dataOf(await portal.as(owner)(cancelOrder, { ...declined, reason: '不做了' }));
    expect(refusal(await portal.as(owner)(sendMessage, words(declined.conversationId, '为什么')))).toBe(
      '1005 订单已取消，不能再发消息',
    );
  });

  test('[Z-09] [Z-15] to an account that was closed nobody writes; what was said stays readable', async () => {
    const leaving = await buildUser(portal.db, { now: portal.clock.now() });
    const { nid: demandNid } = await buildOrder(services, { owner, provider: leaving, so: 'accepted' });
    const { conversationId } = dataOf(await portal.as(owner)(openConversation, { demandNid }));
    dataOf(await portal.as(owner)(sendMessage, words(conversationId, '合作愉快')));
    const closed = { status: 4, mobile: `closed:${leaving.id}` } as const;
    await portal.db.updateTable('users').set(closed).where('id', '=', leaving.id).execute();
    const reason = '对方的账号已注销，不能再发消息';
    expect(refusal(await portal.as(owner)(sendMessage, words(conversationId, '还在吗')))).toBe(`1005 ${reason}`);
    const head = dataOf(await portal.as(owner)(getConversation, { conversationId }));
    expect(head.writing).toEqual({ enabled: false, reason });
    expect(await contents(owner, conversationId)).toEqual(['合作愉快']);
  });
});

describe('what is said', () => {
  test('[Z-09] an order that is cancelled while a message is looked at takes it no more', async () => {
    const { conversationId, ...choice } = await talk();
    const check = vi.spyOn(services.moderation, 'check').mockImplementationOnce(async () => {
      dataOf(await portal.as(owner)(cancelOrder, { ...choice, reason: '不做了' }));
      return { clean: true, words: [] };
    });
    const reply = await portal.as(bidder)(sendMessage, words(conversationId, '还做吗'));
    check.mockRestore();
    expect(refusal(reply)).toBe('1005 订单已取消，不能再发消息');
    expect(await contents(owner, conversationId)).toEqual([]);
  });

  test('[Z-09] sent twice, and many at once, a message is one; places have no gaps', async () => {
    const { conversationId } = await talk();
    const same = words(conversationId, '只说一遍');
    const replies = await Promise.all([1, 2, 3, 4, 5, 6].map(() => portal.as(owner)(sendMessage, same)));
    expect(new Set(replies.map((reply) => dataOf(reply).id)).size).toBe(1);
    // The other side's page may have made the same id.
    await Promise.all(
      [1, 2, 3, 4].flatMap((n) => [
        portal.as(owner)(sendMessage, words(conversationId, `问 ${n}`)),
        portal.as(bidder)(sendMessage, words(conversationId, `答 ${n}`, { clientId: `same-id-${n}` })),
      ]),
    );
    const { messages } = dataOf(await portal.as(bidder)(getMessages, { conversationId }));
    expect(messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(messages.filter(({ content }) => content === '只说一遍')).toHaveLength(1);
    expect(dataOf(await portal.as(bidder)(getConversation, { conversationId })).unread).toBe(5);
    const events = await portal.db
      .selectFrom('outbox_events')
      .select('payload')
      .where('event', '=', 'message.sent')
      .execute();
    const told = events.filter(
      ({ payload }) => (payload as { conversationId: string }).conversationId === conversationId,
    );
    expect(told).toHaveLength(9);
    const [first] = messages;
    expect(told.map(({ payload }) => payload)).toContainEqual(
      expect.objectContaining({ messageId: first?.id, cause: first?.id, toUserId: bidder.id }),
    );
  });

  test('[Z-09] both sides hear of it at once, and nobody else does', async () => {
    const { conversationId } = await talk();
    const heard: unknown[] = [];
    const end = services.bus.subscribe(({ tags }) => heard.push(...tags.map(readTag).filter((told) => told !== null)));
    const topic = `messages/${conversationId}`;
    dataOf(await portal.as(owner)(sendMessage, words(conversationId, '在吗')));
    expect(heard).toEqual([
      { userId: owner.id, topic },
      { userId: bidder.id, topic },
    ]);
    dataOf(await portal.as(bidder)(markRead, { conversationId, seq: 1 }));
    expect(heard.slice(2)).toEqual([
      { userId: bidder.id, topic },
      { userId: owner.id, topic: `messages-read/${conversationId}` },
    ]);
    dataOf(await portal.as(bidder)(markRead, { conversationId, seq: 1 }));
    expect(heard).toHaveLength(4);
    end();
  });

  test('[Z-09] whoever has a conversation open hears that the order went on, and nobody of a step within it', async () => {
    const { conversationId, rivalTenderId, ...choice } = await talk();
    const { demandNid } = choice;
    const { conversationId: theirs } = dataOf(
      await portal.as(owner)(openConversation, { demandNid, tenderId: rivalTenderId }),
    );
    await portal.app.worker.tick();
    const heard: string[] = [];
    const end = services.bus.subscribe(({ tags }) =>
      heard.push(
        ...tags
          .map((tag) => readTag(tag))
          .flatMap((told) => (told?.topic.startsWith('conversation/') ? `${told.userId} ${told.topic}` : [])),
      ),
    );
    const both = [conversationId, theirs].flatMap((id, at) =>
      [owner, [bidder, rival][at]].map((user) => `${user?.id} conversation/${id}`),
    );
    for (const step of [successful, acceptOrder]) {
      heard.length = 0;
      dataOf(await portal.as(step === successful ? owner : bidder)(step, choice));
      await portal.app.worker.tick();
      expect(heard.toSorted()).toEqual(both.toSorted());
    }
    end();
  });

  test('[Z-09] read marks go on and never back; what is unread is counted per conversation and in all', async () => {
    const one = await talk();
    const other = await talk();
    const before = dataOf(await portal.as(bidder)(getUnread, {})).unread;
    for (const content of ['一', '二', '三'])
      dataOf(await portal.as(owner)(sendMessage, words(one.conversationId, content)));
    dataOf(await portal.as(owner)(sendMessage, words(other.conversationId, '四')));
    dataOf(await portal.as(bidder)(sendMessage, words(one.conversationId, '五')));
    const mine = portal.as(bidder);
    const unread = async () => {
      const list = dataOf(await mine(getConversations, {}));
      return [one, other].map(({ conversationId }) => list.find(({ id }) => id === conversationId)?.unread);
    };
    expect(await unread()).toEqual([3, 1]);
    expect(dataOf(await mine(getUnread, {})).unread).toBe(before + 4);
    const seen = async () => dataOf(await portal.as(owner)(getMessages, one)).read;
    expect(await seen()).toBeNull();
    portal.clock.advance(60_000);
    const at = Math.floor(portal.clock.now().getTime() / 1000);
    expect(dataOf(await mine(markRead, { ...one, seq: 2 })).unread).toBe(before + 2);
    expect(await seen()).toEqual({ seq: 2, time: at });
    portal.clock.advance(60_000);
    await Promise.all([3, 1, 2, 3].map((seq) => mine(markRead, { ...one, seq })));
    expect(await unread()).toEqual([0, 1]);
    expect(await seen()).toEqual({ seq: 3, time: at + 60 });
    dataOf(await mine(markRead, { ...one, seq: 1 }));
    expect([await seen(), await unread()]).toEqual([{ seq: 3, time: at + 60 }, [0, 1]]);
    // Nobody reads what was not said yet.
    dataOf(await mine(markRead, { ...one, seq: 900 }));
    expect((await seen())?.seq).toBe(4);
    dataOf(await portal.as(owner)(sendMessage, words(one.conversationId, '六')));
    expect(await unread()).toEqual([1, 1]);
  });

  test('[Z-09] contact details are covered until the order is taken on, for the other side alone, and stand after it', async () => {
    const { conversationId, ...choice } = await talk();
    const text = '打 138 0000 0001，或微信：chen_zg，板厚 1200*600*750';
    const sent = dataOf(await portal.as(owner)(sendMessage, words(conversationId, text)));
    expect(sent).toMatchObject({ content: text, masked: true, mine: true });
    const shown = '打 ***，或微信：***，板厚 1200*600*750';
    const first = async (user: BuiltUser) => dataOf(await portal.as(user)(getMessages, { conversationId })).messages[0];
    expect(await first(bidder)).toMatchObject({ content: shown, masked: true, mine: false, clientId: '' });
    expect(await first(owner)).toMatchObject({ content: text, masked: true });
    const listed = async (user: BuiltUser) =>
      dataOf(await portal.as(user)(getConversations, {})).find(({ id }) => id === conversationId)?.last.content;
    expect([await listed(bidder), await listed(owner)]).toEqual([shown, text]);
    dataOf(await portal.as(owner)(successful, choice));
    expect(await first(bidder)).toMatchObject({ content: shown, masked: true });
    dataOf(await portal.as(bidder)(acceptOrder, choice));
    for (const user of [bidder, owner]) expect(await first(user)).toMatchObject({ content: text, masked: false });
    expect(await listed(bidder)).toBe(text);
  });

  test('[Z-09] a choice that is taken back uncovers nothing; what was uncovered stays so when the order ends', async () => {
    const { conversationId, ...choice } = await talk();
    dataOf(await portal.as(bidder)(sendMessage, words(conversationId, '打 13900000002')));
    dataOf(await portal.as(owner)(successful, choice));
    expect(await contents(owner, conversationId)).toEqual(['打 ***']);
    dataOf(await portal.as(owner)(cancelOrder, { ...choice, reason: '看过了' }));
    expect(await contents(owner, conversationId)).toEqual(['打 ***']);

    const { conversationId: other, ...taken } = await talk();
    dataOf(await portal.as(bidder)(sendMessage, words(other, '打 13900000002')));
    dataOf(await portal.as(owner)(successful, taken));
    dataOf(await portal.as(bidder)(acceptOrder, taken));
    dataOf(await portal.as(owner)(cancelOrder, { ...taken, reason: '不做了' }));
    expect(await contents(owner, other)).toEqual(['打 13900000002']);
    const listed = dataOf(await portal.as(owner)(getConversations, {}));
    const last = (id: string) => listed.find((one) => one.id === id)?.last.content;
    expect([last(conversationId), last(other)]).toEqual(['打 ***', '打 13900000002']);
  });

  test('[Z-09] blocked words are named and nothing is sent; nor is nothing, nor too much', async () => {
    const { conversationId } = await talk();
    const send = portal.as(owner);
    expect(await send(sendMessage, words(conversationId, '代 开 发 票 便宜'))).toMatchObject({
      code: 1001,
      fields: { content: '消息里有不能发送的词：代开发票' },
    });
    expect(await send(sendMessage, words(conversationId, ' \n '))).toMatchObject({
      fields: { content: '请输入消息' },
    });
    expect(await send(sendMessage, words(conversationId, '木'.repeat(1001)))).toMatchObject({
      fields: { content: '消息最多1000字' },
    });
    const foreign = words(conversationId, '看图', { pictures: 'https://example.com/a.jpg' });
    expect(await send(sendMessage, foreign)).toMatchObject({
      fields: { pictures: '上传的文件不存在或已过期，请重新上传' },
    });
    expect(await contents(bidder, conversationId)).toEqual([]);
  });

  test('[Z-09] pictures and files come under addresses for their readers alone', async () => {
    const { conversationId } = await talk();
    const send = portal.as(owner);
    const { url: picture } = await uploadPaper(send);
    const docx = () => ({ file: new File([new Uint8Array(buildDocx())], '打样_13800000001.docx') });
    const { url } = dataOf(await send(uploadPrivateDocument, {}, docx()));
    // An address that anybody could open, and a file that somebody else sent.
    const open = dataOf(await send(uploadDocument, {}, docx())).url;
    const theirs = (await uploadPaper(portal.as(bidder))).url;
    for (const wrong of [{ files: open }, { pictures: await uploadPicture(send) }, { pictures: theirs }])
      expect(await send(sendMessage, words(conversationId, '看图', wrong))).toMatchObject({ code: 1001 });
    dataOf(await send(sendMessage, words(conversationId, '', { pictures: picture, files: url })));
    const [message] = dataOf(await portal.as(bidder)(getMessages, { conversationId })).messages;
    expect(message?.files[0]?.name).toBe('打样_***.docx');
    const [shot] = message?.pictures ?? [];
    expect(shot?.width).toBeGreaterThan(0);
    for (const address of [shot?.small, shot?.large, message?.files[0]?.url]) {
      expect(address).toMatch(/^\/files\/sealed\//);
      expect((await fetch(portal.url + address)).status).toBe(200);
    }
    expect(JSON.stringify(message)).not.toContain(picture);
    for (const address of [picture, url]) expect((await fetch(portal.url + address)).status).toBe(404);
    // Nor does whoever fetches it learn the name; its sender does.
    const named = async (address = '') => {
      const { headers } = await fetch(portal.url + address);
      return decodeURIComponent(headers.get('content-disposition')?.split("''")[1] ?? '');
    };
    expect(await named(message?.files[0]?.url)).toBe('附件.docx');
    const [sent] = dataOf(await send(getMessages, { conversationId })).messages;
    expect(await named(sent?.files[0]?.url)).toBe('打样_13800000001.docx');
    const [own] = dataOf(await send(getConversations, {})).filter(({ id }) => id === conversationId);
    expect(own?.last).toMatchObject({ mine: true, content: '', pictures: 1, files: 1 });
  });

  test('[Z-09] a long conversation comes in pages, backwards and onwards, each message once', async () => {
    const { conversationId } = await talk();
    const total = pageOfMessages * 2 + 7;
    for (let n = 1; n <= total; n += 1) {
      if (n % 30 === 0) portal.clock.advance(61_000);
      dataOf(await portal.as(owner)(sendMessage, words(conversationId, String(n))));
    }
    const read = portal.as(bidder);
    const seen: number[] = [];
    let before: number | undefined;
    for (let more = true; more;) {
      const page = dataOf(await read(getMessages, { conversationId, before }));
      seen.unshift(...page.messages.map(({ content }) => Number(content)));
      ({ more } = page);
      before = page.messages[0]?.seq;
    }
    expect(seen).toEqual(Array.from({ length: total }, (_, n) => n + 1));
    const onwards = dataOf(await read(getMessages, { conversationId, after: total - 3 }));
    expect([onwards.messages.map(({ seq }) => seq), onwards.more]).toEqual([[total - 2, total - 1, total], false]);
    expect(dataOf(await read(getMessages, { conversationId, after: 0 })).more).toBe(true);
  });

  test('[Z-09] who writes by the hundred is stopped', async () => {
    const { conversationId } = await talk();
    const eager = portal.as(bidder);
    portal.clock.advance(61_000);
    const codes = new Set<number>();
    for (let n = 0; n < 45; n += 1) {
      const reply = await eager(sendMessage, words(conversationId, String(n)));
      codes.add(reply.ok ? 0 : reply.code);
    }
    expect(codes).toEqual(new Set([0, 1006]));
    portal.clock.advance(61_000);
  });
});

test('[Z-09] [Z-06] while a dispute is open, who rules on it reads what the two sides said', async () => {
  const now = portal.clock.now();
  await buildMoney(portal.db, owner.id, 8_640_001, now);
  const { nid: demandNid } = await buildOrder(services, { owner, provider: bidder, so: 'downHeld' });
  const { conversationId } = dataOf(await portal.as(owner)(openConversation, { demandNid }));
  dataOf(await portal.as(owner)(sendMessage, words(conversationId, '说好的 18 厘')));
  dataOf(await portal.as(bidder)(sendMessage, words(conversationId, '改过，电话 13900000002')));
  const judge = await buildUser(portal.db, { operatorRoles: ['finance'], now });
  const auditor = await buildUser(portal.db, { operatorRoles: ['auditor'], now });
  const ask = () => portal.as(judge)(disputeMessages, { demandNid });
  expect(refusal(await ask())).toContain('1004');
  const split = { ownerAmount: '25920.00', providerAmount: '0' };
  dataOf(await portal.as(owner)(openDispute, { demandNid, reason: '板厚不对', ...split }));
  const looks = () =>
    portal.db
      .selectFrom('audit_entries')
      .select(['actor_id', 'subject_id', 'after'])
      .where('action', '=', 'conversation.seen')
      .execute();
  // They may still agree by themselves.
  expect(refusal(await ask())).toBe('1005 双方还在协商，进入举证后才能查看对话');
  expect(await looks()).toEqual([]);
  dataOf(await portal.as(bidder)(refuseSplit, { demandNid, reason: '厚度对的' }));
  const { messages, more } = dataOf(await ask());
  expect(messages.map(({ by, nickname, content }) => [by, nickname, content])).toEqual([
    ['owner', '陈掌柜', '说好的 18 厘'],
    ['provider', '三榫制造', '改过，电话 13900000002'],
  ]);
  expect(more).toBe(false);
  // Who looked stands in the record, once for as long as the page lies open.
  dataOf(await ask());
  expect(await looks()).toEqual([
    { actor_id: judge.id, subject_id: conversationId, after: { demandNid, phase: 'evidence' } },
  ]);
  expect(refusal(await portal.as(auditor)(disputeMessages, { demandNid }))).toBe('1003 需要财务或管理员的权限');
  expect(refusal(await portal.as(stranger)(disputeMessages, { demandNid }))).toContain('1003');
  dataOf(await portal.as(owner)(withdrawDispute, { demandNid }));
  expect(refusal(await ask())).toContain('1004');
});
