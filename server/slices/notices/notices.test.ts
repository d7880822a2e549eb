import { readFileSync } from 'node:fs';
import { v7 as uuid } from 'uuid';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Reply } from '../../../contract/call.ts';
import type { noticeKinds } from '../../../contract/notice-kinds.ts';
import { openConversation, sendMessage } from '../../../contract/messages.ts';
import {
  type Notice,
  noticeList,
  noticesAfter,
  noticeSettings,
  readNotices,
  saveNoticeSettings,
} from '../../../contract/notices.ts';
import { days, hours } from '../../../contract/process/facts.ts';
import { actions, type Action, type Audience } from '../../../contract/process/row.ts';
import { stepWords } from '../../../contract/process/words.ts';
import { likeTopic, publishDiscuss, unlikeTopic } from '../../../contract/topics.ts';
import { noticeOutboxFile } from '../../adapters/notices/outbox.ts';
import { MovableClock } from '../../clock.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { EventKind, Happened } from '../../outbox/events.ts';
import { createWorker } from '../../outbox/worker.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { sentSms } from '../../testing/sms.ts';
import { type BuiltUser, buildUser, signIn } from '../accounts/build.ts';
import { accountReopened, signedInElsewhere } from '../accounts/events.ts';
import { buildCase } from '../cases/build.ts';
import { caseDecided } from '../cases/events.ts';
import { certificationDecided, certificationSubmitted } from '../certification/events.ts';
import { buildDemand } from '../demands/build.ts';
import { proofFailed } from '../ledger/proofs.ts';
import { act, buildTender } from '../orders/build.ts';
import { orderMoved, type Recipients } from '../orders/events.ts';
import { buildDue, fund } from '../payments/build.ts';
import { paymentFailed } from '../payments/events.ts';
import { buildPresaleProduct } from '../presale/build.ts';
import { buildShop } from '../shop/build.ts';
import { insertPresaleJoins } from '../presale/store.ts';
import { buildTopic } from '../topics/build.ts';
import { buildSaver } from '../wallet/build.ts';
import { withdrawalDecided } from '../wallet/events.ts';
import { applyWithdrawal } from '../wallet/withdraw.ts';
import { noticeConsumer } from './hear.ts';

const morning = new Date('2026-11-23T10:00:00+08:00');
const portal = await startPortal({ clock: new MovableClock(morning) });
const { services, worker } = portal.app;
const { db, clock } = portal;

let owner: BuiltUser;
let provider: BuiltUser;
let finance: BuiltUser;

beforeAll(async () => {
  finance = await buildUser(db, { operatorRoles: ['finance'], now: clock.now() });
});

beforeEach(async () => {
  const now = clock.now();
  owner = await buildUser(db, { nickName: '陈掌柜', now });
  provider = await buildUser(db, { nickName: '三榫制造', accountType: 2, now });
});

const as = async (user: { id: string }) => portal.as({ token: await signIn(db, user.id, clock.now()) });
const noticesOf = async (user: { id: string }): Promise<Notice[]> =>
  dataOf(await (await as(user))(noticesAfter, { after: '0' })).items;
const textsOf = async (user: { id: string }) => (await noticesOf(user)).map(({ text }) => text);
const emit = <Payload extends object>(event: EventKind<Payload>, payload: Payload) =>
  inTransaction(db, (tx) => services.outbox.emit(tx, event, payload));
const refusal = (reply: Reply<unknown>) => (reply.ok ? 'went through' : `${reply.code} ${reply.message}`);

describe('steps of orders', () => {
  const steps = Object.entries(stepWords).flatMap(([action, words]) =>
    Object.keys(words).map((audience) => [actions[action as Action], action, audience] as [string, Action, Audience]),
  );

  test.each(steps)('[Z-08] %s (%s) reaches the %s once, in words', async (_label, action, audience) => {
    const demand = await buildDemand(services, { owner, name: '三层猫爬架' });
    const told = audience === 'operators' ? finance : provider;
    const recipients: Recipients =
      audience === 'operators'
        ? { operators: true }
        : audience === 'bidders'
          ? { bidders: [told.id] }
          : { [audience]: told.id };
    const historyId = uuid();
    await db
      .insertInto('order_history')
      .values({
        id: historyId,
        demand_id: demand.id,
        at: clock.now(),
        action,
        actor: 'owner',
        actor_id: owner.id,
        from_status: 3,
        to_status: 3,
        reason: '改了主意',
      })
      .execute();
    const before = (await noticesOf(told)).length;
    await emit(orderMoved, { demandId: demand.id, action, historyId, recipients });
    await worker.tick();
    const all = await noticesOf(told);
    expect(all).toHaveLength(before + 1);
    const [notice] = all.slice(-1);
    expect(notice?.text).toContain('三层猫爬架');
    expect(notice?.text).not.toMatch(/[{}]/);
    expect(notice?.link).toMatch(/^\/(personal\/order|demand|console\/disputes)\//);
  });

  test('[Z-08] from tender to payment: each hears of what the others did, and of nothing of their own', async () => {
    const loser = await buildUser(db, { nickName: '岭下木料行', now: clock.now() });
    const demand = await buildDemand(services, { owner, name: '橡木餐边柜' });
    const tenderId = await buildTender(services, demand, { bidder: provider, offerFen: 1_000_000 });
    await buildTender(services, demand, { bidder: loser });
    await act(
      services,
      demand.nid,
      'award',
      owner.id,
      { amountFen: 1_000_000 },
      {
        provider_id: provider.id,
        awarded_tender_id: tenderId,
      },
    );
    await act(services, demand.nid, 'accept', provider.id);
    await worker.tick();
    expect(await textsOf(owner)).toEqual([
      '《橡木餐边柜》收到 2 份新的投标',
      '三榫制造接下了《橡木餐边柜》',
      '请支付《橡木餐边柜》的首付 ¥3,000.00',
    ]);
    expect(await textsOf(loser)).toEqual(['《橡木餐边柜》已由其他承接方接下，您的投标没有选中']);
    expect(await textsOf(provider)).toEqual(['您的投标被《橡木餐边柜》选中，请在 72 小时内接单']);
  });

  test('[Z-08] an instalment that was paid before anybody was told is not asked for', async () => {
    await fund(services, owner, 10_000_000);
    const { nid } = await buildDue(services, { owner, provider, offerFen: 1_000_000 });
    await act(services, nid, 'pay', owner.id);
    await worker.tick();
    expect((await noticesOf(owner)).map(({ kind }) => kind)).not.toContain('paymentDue');
    expect((await textsOf(provider)).at(-1)).toContain('陈掌柜支付了');
  });
});

describe('other causes', () => {
  const name = '能用到六岁的并床婴儿床';
  interface Told {
    kind: keyof typeof noticeKinds;
    text: string | RegExp;
    /** does what is told of, and gives whom it is told to */
    cause: () => Promise<{ id: string }>;
  }
  const withdrawal = async () => {
    const saver = await buildSaver(portal, 50_000);
    const wish = { cardId: saver.cardId, fen: 20_000, requestId: uuid() };
    const { row } = await applyWithdrawal(services, saver.id, wish, clock.now());
    return { saver, row };
  };
  const payment = async (status: 'paid' | 'refused') => {
    const id = uuid();
    await db
      .insertInto('payments')
      .values({
        id,
        user_id: owner.id,
        purpose: 'topUp',
        demand_id: null,
        instalment: null,
        amount_fen: 30_000,
        way: 'sandbox',
        status,
        outcome: status === 'paid' ? 'balance' : '',
        note: '',
        gateway_number: '',
        face: null,
        device: 'desktop',
        request_id: null,
        expires_at: clock.now(),
        created_at: clock.now(),
        asked_at: clock.now(),
        paid_at: null,
        settled_at: clock.now(),
      })
      .execute();
    return id;
  };
  const over = async (removed: boolean) => {
    const now = clock.now();
    const product = await buildPresaleProduct(db, {
      name: '可并床婴儿床',
      ends_at: new Date(now.getTime() + (removed ? days(3) : -1)),
      removed_at: removed ? now : null,
    });
    const join = { id: uuid(), user_id: owner.id, number: 3, contact: '13900000000', price_fen: 1 };
    await inTransaction(db, (tx) => insertPresaleJoins(tx, product, [{ ...join, created_at: now, updated_at: now }]));
    return owner;
  };

  const table: Told[] = [
    {
      kind: 'commented',
      text: '三榫制造评论了您的话题《护栏间距终于卡在 58 毫米》：这个间距好',
      cause: async () => {
        const topicId = await buildTopic(db, { user_id: owner.id });
        dataOf(await (await as(provider))(publishDiscuss, { topicId, content: '这个间距好' }));
        return owner;
      },
    },
    {
      kind: 'liked',
      text: '三榫制造赞了您的话题《护栏间距终于卡在 58 毫米》',
      cause: async () => {
        const topicId = await buildTopic(db, { user_id: owner.id });
        dataOf(await (await as(provider))(likeTopic, { topicId }));
        return owner;
      },
    },
    {
      kind: 'certification',
      text: '您的个人认证：认证失败，请按每项的原因重新提交',
      cause: async () => {
        await emit(certificationDecided, {
          userId: owner.id,
          certificationId: uuid(),
          decision: 'failed',
          cause: uuid(),
        });
        return owner;
      },
    },
    {
      kind: 'signedIn',
      text: /^您的账号在新的设备或地点登录/,
      cause: async () => {
        await emit(signedInElsewhere, { userId: owner.id, sessionId: uuid() });
        return owner;
      },
    },
    {
      kind: 'reopened',
      text: '您重新登录，注销账号的申请已撤回',
      cause: async () => {
        await emit(accountReopened, { userId: owner.id });
        return owner;
      },
    },
    {
      kind: 'certificationAsked',
      text: '陈掌柜提交了实名认证',
      cause: async () => {
        const reviewer = await buildUser(db, { operatorRoles: ['reviewer'], now: clock.now() });
        await emit(certificationSubmitted, { userId: owner.id, certificationId: uuid(), cause: uuid() });
        return reviewer;
      },
    },
    {
      kind: 'case',
      text: `您的案例《${name}》：审核通过`,
      cause: async () => {
        const shop = await buildShop(db);
        const caseId = await buildCase(db, { name, shop_id: shop.id });
        await emit(caseDecided, { caseId, userId: owner.id, decision: 'approved', cause: uuid() });
        return owner;
      },
    },
    {
      kind: 'paymentSettled',
      text: '充值 ¥300.00 已到账',
      cause: async () => {
        const { paymentSettled } = await import('../payments/events.ts');
        await emit(paymentSettled, { paymentId: await payment('paid'), userId: owner.id, demandId: null });
        return owner;
      },
    },
    {
      kind: 'paymentFailed',
      text: '充值 ¥300.00 没有支付成功',
      cause: async () => {
        await emit(paymentFailed, { paymentId: await payment('refused'), userId: owner.id });
        return owner;
      },
    },
    {
      kind: 'withdrawal',
      text: '您的提现 ¥200.00：已驳回（原因：持卡人不一致）',
      cause: async () => {
        const { saver, row } = await withdrawal();
        await db.updateTable('withdrawals').set({ reason: '持卡人不一致' }).where('id', '=', row.id).execute();
        await emit(withdrawalDecided, { withdrawalId: row.id, userId: saver.id, status: 2 });
        return saver;
      },
    },
    {
      kind: 'withdrawalAsked',
      text: /申请提现 ¥200\.00$/,
      cause: async () => {
        await withdrawal();
        return finance;
      },
    },
    {
      kind: 'proofFailed',
      text: '账目核对发现 3 处不符',
      cause: async () => {
        await emit(proofFailed, { proofId: uuid(), findings: 3 });
        return finance;
      },
    },
    {
      kind: 'message',
      text: '三榫制造给您发来 2 条关于《三层猫爬架》的消息',
      cause: async () => {
        const demand = await buildDemand(services, { owner, name: '三层猫爬架' });
        await buildTender(services, demand, { bidder: provider });
        const send = await as(provider);
        const { conversationId } = dataOf(await send(openConversation, { demandNid: demand.nid }));
        for (const content of ['您好', '请问板材要求'])
          dataOf(await send(sendMessage, { conversationId, content, pictures: '', files: '', clientId: uuid() }));
        return owner;
      },
    },
    { kind: 'presaleEnded', text: '预售“可并床婴儿床”已截止，您预订的 3张已经确定', cause: () => over(false) },
    { kind: 'presaleRemoved', text: '预售“可并床婴儿床”已下架，您预订的 3张可以取消', cause: () => over(true) },
  ];

  test.each(table)('[Z-08] $kind is told once to the right person, also when it is heard twice', async (row) => {
    await worker.tick();
    const heard: Happened[] = [];
    const listening = {
      ...noticeConsumer,
      name: 'listening',
      handle: async (one: Happened<never>) => void heard.push(one),
      handleMany: undefined,
    };
    // Started before the cause, so that it hears of it as the consumer itself does.
    const other = createWorker(services, services.outbox as never, [listening, noticeConsumer], []);
    await other.tick();
    const everybody = async () =>
      db.selectFrom('notices').select(['user_id', 'kind']).where('kind', '=', row.kind).execute();
    const before = await everybody();
    const told = await row.cause();
    const { presaleSweep } = await import('../presale/over.ts');
    await presaleSweep.run(services, new AbortController().signal);
    await other.tick();
    const mine = (await noticesOf(told)).filter(({ kind }) => kind === row.kind);
    expect(mine.at(-1)?.text).toMatch(row.text);
    const after = await everybody();
    expect(after.length).toBe(before.length + 1);
    expect(heard.length).toBeGreaterThan(0);
    for (const one of heard) await noticeConsumer.handle(one as Happened<never>, services);
    await noticeConsumer.handleMany?.(heard as Happened<never>[], services);
    expect(await everybody()).toHaveLength(after.length);
  });

  test('[Z-08] nobody is told of what they did themselves', async () => {
    const topicId = await buildTopic(db, { user_id: owner.id });
    const send = await as(owner);
    dataOf(await send(likeTopic, { topicId }));
    dataOf(await send(publishDiscuss, { topicId, content: '自己补充一句' }));
    await worker.tick();
    expect(await noticesOf(owner)).toEqual([]);
  });

  test('[Z-08] likes of one thing are one notice that grows while it is unread, then a new one', async () => {
    const topicId = await buildTopic(db, { user_id: owner.id });
    const like = async () => {
      const fan = await as(await buildUser(db, { nickName: '热心人', now: clock.now() }));
      dataOf(await fan(likeTopic, { topicId }));
      return fan;
    };
    const first = await like();
    await worker.tick();
    await like();
    await like();
    dataOf(await first(unlikeTopic, { topicId }));
    dataOf(await first(likeTopic, { topicId }));
    await worker.tick();
    const [grown, ...others] = await noticesOf(owner);
    expect(others).toEqual([]);
    expect(grown).toMatchObject({ text: '3 人赞了您的话题《护栏间距终于卡在 58 毫米》', count: 3 });
    const send = await as(owner);
    expect(dataOf(await send(noticesAfter, {})).unread).toBe(1);
    dataOf(await send(readNotices, { id: grown?.id ?? '' }));
    await like();
    await worker.tick();
    const again = await noticesOf(owner);
    expect(again.map(({ count, read }) => [count, read])).toEqual([
      [3, true],
      [1, false],
    ]);
  });
});

describe('order and resuming', () => {
  /** So many things that happen to the owner, one after another. */
  async function happen(count: number, from = 0) {
    for (let index = 0; index < count; index += 1)
      await emit(certificationDecided, {
        userId: owner.id,
        certificationId: uuid(),
        decision: 'passed',
        cause: `c${from + index}`,
      });
  }
  const causes = async () =>
    (
      await db
        .selectFrom('notice_deliveries')
        .select(['cause'])
        .where('user_id', '=', owner.id)
        .where('channel', '=', 'push')
        .orderBy('id')
        .execute()
    ).map(({ cause }) => cause);

  test('[Z-08] in the order of their causes; whoever asks after a number misses none and gets none twice', async () => {
    await happen(120);
    await worker.tick();
    expect(await causes()).toEqual(Array.from({ length: 120 }, (_, index) => `certification c${index}`));
    const send = await as(owner);
    const seen: number[] = [];
    for (let after = 0; ;) {
      const { items, more } = dataOf(await send(noticesAfter, { after: String(after) }));
      seen.push(...items.map(({ seq }) => seq));
      after = seen.at(-1) ?? after;
      if (!more) break;
    }
    expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => index + 1));
    expect(dataOf(await send(noticesAfter, { after: '120' }))).toMatchObject({ items: [], seq: 120, unread: 100 });
  });

  test('[Z-08] what lay in the outbox when a process died is told by the next, once', async () => {
    await happen(3);
    // Fetched by a process that never finishes it: it comes back after a while, or is handed out anew.
    const dying = { ...noticeConsumer, handle: () => Promise.reject(new Error('killed')), handleMany: undefined };
    const { log } = services;
    const { startJobs } = await import('../../outbox/outbox.ts');
    const jobs = await startJobs(db, log, { supervise: false });
    await expect(createWorker(services, jobs, [dying], []).tick()).rejects.toThrow('killed');
    await jobs.stop();
    expect(await noticesOf(owner)).toEqual([]);
    const next = await startJobs(db, log, { supervise: false });
    // Taken by the dead one: its jobs are given back when their time is over.
    await db.executeQuery({
      sql: `update pgboss.job set state = 'retry', start_after = now() where name = 'consumer.notices' and state = 'active'`,
      parameters: [],
    } as never);
    await createWorker(services, next, [noticeConsumer], []).tick();
    await next.stop();
    expect((await noticesOf(owner)).map(({ seq }) => seq)).toEqual([1, 2, 3]);
  });

  test('[Z-08] two who write at once give each notice a number of its own', async () => {
    const { writeNotices } = await import('./write.ts');
    const told = (n: number) => ({
      userId: owner.id,
      kind: 'certification' as const,
      cause: `both ${n}`,
      facts: { status: '认证成功', link: '/personal' },
    });
    const half = (from: number) => Array.from({ length: 40 }, (_, index) => told(from + index));
    // They overlap in twenty causes.
    await Promise.all([writeNotices(services, half(0)), writeNotices(services, half(20))]);
    const seqs = (await noticesOf(owner)).map(({ seq }) => seq);
    const rest = dataOf(await (await as(owner))(noticesAfter, { after: String(seqs.at(-1)) })).items;
    expect([...seqs, ...rest.map(({ seq }) => seq)]).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
  });
});

describe('reading', () => {
  test('[Z-08] by group, unread ones, one and all; nobody marks or sees another’s', async () => {
    const topicId = await buildTopic(db, { user_id: owner.id });
    dataOf(await (await as(provider))(likeTopic, { topicId }));
    await emit(certificationDecided, { userId: owner.id, certificationId: uuid(), decision: 'passed', cause: uuid() });
    await worker.tick();
    const send = await as(owner);
    const list = async (input: object) => dataOf(await send(noticeList, input)).map(({ kind }) => kind);
    expect(await list({})).toEqual(['certification', 'liked']);
    expect(await list({ group: 'social' })).toEqual(['liked']);
    expect(await list({ page: '2', pageSize: '1' })).toEqual(['liked']);
    const [first] = dataOf(await send(noticeList, { group: 'social' }));
    const id = first?.id ?? '';
    const stranger = await as(provider);
    dataOf(await stranger(readNotices, { id }));
    expect(dataOf(await send(noticesAfter, {})).unread).toBe(2);
    expect(dataOf(await send(readNotices, { id }))).toEqual({ unread: 1 });
    expect(await list({ unread: '1' })).toEqual(['certification']);
    expect(dataOf(await send(readNotices, { seq: '2' }))).toEqual({ unread: 0 });
    expect(refusal(await send(readNotices, {}))).toContain('1001');
    expect(refusal(await portal.send(noticeList, {}))).toContain('1002');
    expect(refusal(await send(noticeList, { group: 'nothing' } as never))).toContain('消息类别不在可选范围内');
  });

  test('[Z-08] notices go ninety days after they were read, unread ones stay', async () => {
    await emit(certificationDecided, { userId: owner.id, certificationId: uuid(), decision: 'passed', cause: uuid() });
    await worker.tick();
    dataOf(await (await as(owner))(readNotices, { seq: '1' }));
    await emit(certificationDecided, { userId: owner.id, certificationId: uuid(), decision: 'failed', cause: uuid() });
    await worker.tick();
    clock.advance(days(90) - 1);
    await worker.tick();
    expect(await noticesOf(owner)).toHaveLength(2);
    clock.advance(2);
    await worker.tick();
    expect((await noticesOf(owner)).map(({ read }) => read)).toEqual([false]);
    // They count from the reading, however old it was by then.
    dataOf(await (await as(owner))(readNotices, { seq: '2' }));
    await worker.tick();
    clock.advance(days(90) - 1);
    await worker.tick();
    expect(await noticesOf(owner)).toHaveLength(1);
    clock.advance(2);
    await worker.tick();
    expect(await noticesOf(owner)).toEqual([]);
    clock.set(new Date(Math.ceil(clock.now().getTime() / days(1)) * days(1) + hours(2)));
  });
});

describe('outside the portal', () => {
  const texts = ({ mobile }: BuiltUser) => sentSms(portal.dataDir, mobile).map(({ text }) => text);
  const pushed = () =>
    readFileSync(noticeOutboxFile(portal.dataDir), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; userId: string; text: string; cause: string })
      .filter(({ userId }) => userId === owner.id);
  const pay = async () => {
    await buildDue(services, { owner, provider, offerFen: 1_000_000 });
    await worker.tick();
    await worker.tick();
  };

  test('[Z-08] everything goes to the channel once, what is about money is texted too', async () => {
    await pay();
    await worker.tick();
    expect(pushed().map(({ text }) => text)).toEqual(await textsOf(owner));
    expect(new Set(pushed().map(({ id }) => id)).size).toBe(pushed().length);
    expect(texts(owner)).toEqual([expect.stringMatching(/^【智能家具产业链】请支付《.*》的首付 ¥3,000\.00。/)]);
  });

  test('[Z-08] a group that was switched off is not texted; one that never is cannot be switched on', async () => {
    const send = await as(owner);
    const money = async () => dataOf(await send(noticeSettings, {})).groups.find(({ group }) => group === 'money');
    expect(await money()).toMatchObject({ sms: true, mayText: true });
    dataOf(await send(saveNoticeSettings, { group: 'money', sms: '0' }));
    expect(await money()).toMatchObject({ sms: false });
    await pay();
    expect(texts(owner)).toEqual([]);
    expect((await textsOf(owner)).at(-1)).toContain('请支付');
    dataOf(await send(saveNoticeSettings, { group: 'order', sms: '1' }));
    await buildTender(services, await buildDemand(services, { owner }), { bidder: provider });
    await worker.tick();
    await worker.tick();
    expect(texts(owner)).toEqual([expect.stringContaining('收到 1 份新的投标')]);
    expect(refusal(await send(saveNoticeSettings, { group: 'social', sms: '1' }))).toContain('互动类消息不发短信');
    expect(dataOf(await send(noticeSettings, {})).groups.map(({ group }) => group)).not.toContain('desk');
  });

  test('[Z-08] at night nobody is texted; the message waits for eight in the morning', async () => {
    const start = clock.now();
    clock.set(new Date(Math.floor(start.getTime() / days(1)) * days(1) + hours(15)));
    await pay();
    expect(texts(owner)).toEqual([]);
    clock.advance(hours(9) - 1);
    await worker.tick();
    expect(texts(owner)).toEqual([]);
    clock.advance(1);
    await worker.tick();
    expect(texts(owner)).toHaveLength(1);
    clock.advance(hours(2));
  });

  test('[Z-08] nor is what was due by day texted at night, when nothing ran in between', async () => {
    const start = clock.now();
    const midnight = Math.floor(start.getTime() / days(1)) * days(1);
    clock.set(new Date(midnight + hours(13) + 59 * 60_000));
    await buildDue(services, { owner, provider, offerFen: 1_000_000 });
    await worker.tick();
    clock.set(new Date(midnight + hours(15)));
    await worker.tick();
    expect(texts(owner)).toEqual([]);
    clock.set(new Date(midnight + days(1)));
    await worker.tick();
    expect(texts(owner)).toHaveLength(1);
    clock.advance(hours(2));
  });

  test('[Z-08] what a channel did not take is tried again later, under the same id', async () => {
    const taken: string[] = [];
    let away = true;
    const own = await startPortal({
      clock: new MovableClock(morning),
      parts: {
        notices: {
          push: async ({ id }) => {
            taken.push(id);
            if (away) throw new Error('away');
          },
        },
      },
      env: { OMO_LOG_LEVEL: 'silent' },
    });
    const fan = await buildUser(own.db, { now: own.clock.now() });
    const topicId = await buildTopic(own.db, { user_id: (await buildUser(own.db)).id });
    dataOf(await own.as(fan)(likeTopic, { topicId }));
    for (let run = 0; run < 3; run += 1) await own.app.worker.tick();
    expect(taken).toHaveLength(1);
    away = false;
    own.clock.advance(hours(1));
    for (let run = 0; run < 3; run += 1) await own.app.worker.tick();
    expect(taken).toEqual([taken[0], taken[0]]);
  });
});
