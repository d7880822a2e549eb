import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { livePath } from '../../../contract/live.ts';
import { endOtherDevices } from '../../../contract/devices.ts';
import { takeClaim } from '../../../contract/operator/claims.ts';
import { operatorHealth, operatorTroubles, settleTrouble, troubleId } from '../../../contract/operator/health.ts';
import { getDesk } from '../../../contract/operator/desk.ts';
import type { NoticeChannel } from '../../adapters/notices/channel.ts';
import type { OperatorRole } from '../../calls/context.ts';
import { createTimings } from '../../timings.ts';
import { newId } from '../../db/ids.ts';
import { type Jobs, queueOf } from '../../outbox/outbox.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser, signIn } from '../accounts/build.ts';
import { consumers } from '../../slices.ts';
import { buildDemand } from '../demands/build.ts';
import { buildTopic } from '../topics/build.ts';
import { aboutThem } from './about.ts';
import { isWorded } from './event-words.ts';
import { alarmsOf, presentTimes } from './facts.ts';
import { deliverAgain, deliveries, deliveryRetried } from '../notices/deliver.ts';
import { writeNotices } from '../notices/write.ts';

let away = true;
let pushed = 0;
const notices: NoticeChannel = {
  push: async () => {
    if (away) throw new Error('推送平台没有应答');
    pushed += 1;
  },
};
const portal = await startPortal({ parts: { notices } });
const { db, clock } = portal;
const { services } = portal.app;
const operator = async (...operatorRoles: OperatorRole[]) =>
  portal.as(await buildUser(db, { operatorRoles, now: clock.now() }));
const sweep = () => deliveries().run(services, new AbortController().signal);
const noted = async (id: string) =>
  (await db.selectFrom('audit_entries').select(['action', 'why']).where('subject_id', '=', id).execute()).map(
    ({ action, why }) => [action, why],
  );

/** A job of a consumer that failed so often that it was given up. */
async function failedJob(userId: string): Promise<string> {
  const data = JSON.stringify({ id: newId(clock.now()), event: 'account.reopened', payload: { userId } });
  const { rows } = await sql<{ id: string }>`
    insert into pgboss.job (name, data, state, retry_limit, retry_count, output)
    values (${queueOf('notices')}, ${data}, 'failed', 12, 12,
      '{"message":"Error: away"}') returning id`.execute(db);
  return rows[0]?.id ?? '';
}

describe('[Z-16] how the portal is', () => {
  it('tells of database, storage, outbox, jobs and slow calls to admins and auditors', async () => {
    const admin = await operator('admin');
    for (let n = 0; n < 5; n += 1) await admin(getDesk, {});
    const health = dataOf(await admin(operatorHealth, {}));
    expect(health.database.bytes).toBeGreaterThan(1_000_000);
    expect(health.database.connections).toBeGreaterThan(0);
    expect(health.database.tables.length).toBeGreaterThan(5);
    expect(health.storage).toMatchObject({ kind: 'local', files: 0, free: expect.any(Number) });
    expect(health.calls.find(({ name }) => name === '/api/operator/desk')).toMatchObject({
      kind: '接口',
      method: 'POST',
    });
    expect(health).toMatchObject({ alarms: [], may: true, outbox: { waiting: 0, oldest: 0 } });
    expect(dataOf(await (await operator('auditor'))(operatorHealth, {})).may).toBe(false);
    for (const role of ['finance', 'reviewer', 'moderator'] as const)
      expect(await (await operator(role))(operatorHealth, {})).toMatchObject({ code: 1003 });
  });

  it('a job that was given up is tried again, or thrown away, for a reason that is kept', async () => {
    await portal.app.worker.tick();
    const [admin, auditor] = [await operator('admin'), await operator('auditor')];
    const person = await buildUser(db, { nickName: '老禾', now: clock.now() });
    const [one, other] = [await failedJob(person.id), await failedJob(person.id)];
    const { alarms, queues } = dataOf(await admin(operatorHealth, {}));
    expect(alarms).toEqual(['有 2 个后台任务多次失败，已停止重试，请处理']);
    expect(queues).toContainEqual(expect.objectContaining({ name: '通知', failed: 2 }));
    const listed = await auditor(operatorTroubles, { kind: 'job' });
    expect(listed).toMatchObject({ count: 2 });
    expect(dataOf(listed)[0]).toMatchObject({
      name: '通知',
      about: '账号取消注销，要通知有关的人',
      subject: null,
      people: [{ name: '老禾', path: `/console/people/${person.id}` }],
      failed: true,
      error: 'Error: away',
      next: null,
    });
    const given = { kind: 'job', id: one, deed: 'retry', reason: '平台已恢复' } as const;
    expect(await auditor(settleTrouble, given)).toMatchObject({ code: 1003 });
    expect(await admin(settleTrouble, { ...given, reason: '' })).toMatchObject({
      fields: { reason: expect.any(String) },
    });
    dataOf(await admin(settleTrouble, given));
    dataOf(await admin(settleTrouble, { ...given, id: other, deed: 'discard', reason: '不再需要' }));
    const states = await sql`select state from pgboss.job where id in (${one}::uuid, ${other}::uuid)`.execute(db);
    expect(states.rows).toEqual([{ state: 'retry' }]);
    // It is run like any other, and is gone from the list.
    await portal.app.worker.tick();
    expect(await admin(operatorTroubles, { kind: 'job' })).toMatchObject({ count: 0 });
    expect(await admin(settleTrouble, given)).toMatchObject({ code: 1005 });
    expect([await noted(one), await noted(other)]).toEqual([
      [['job.retried', '平台已恢复']],
      [['job.discarded', '不再需要']],
    ]);
  });

  it('[P-02] is a queue: how much was given up, since when, and one admin at a time', async () => {
    const [admin, other, auditor] = [await operator('admin'), await operator('admin'), await operator('auditor')];
    const front = async () => dataOf(await auditor(getDesk, {})).parts.find(({ key }) => key === 'health');
    expect(await front()).toMatchObject({ waiting: 0, oldest: null });
    const id = await failedJob((await buildUser(db, { now: clock.now() })).id);
    await sql`update pgboss.job set completed_on = '2026-11-20T08:00:00Z' where id = ${id}::uuid`.execute(db);
    await failedJob((await buildUser(db, { now: clock.now() })).id);
    expect(await front()).toMatchObject({ waiting: 2, oldest: Date.parse('2026-11-20T08:00:00Z') / 1000 });
    const about = { kind: 'trouble', id: troubleId({ kind: 'job', id }) } as const;
    expect(await auditor(takeClaim, about)).toMatchObject({ code: 1003 });
    expect(dataOf(await admin(takeClaim, about))).toMatchObject({ mine: true });
    const given = { kind: 'job', id, deed: 'discard', reason: '不再需要' } as const;
    expect(await other(settleTrouble, given)).toMatchObject({
      code: 1005,
      message: /正在处理这一件，没有保存您的决定$/,
    });
    // At once, whoever it is that has it: one deed.
    const replies = await Promise.all([admin, other, admin].map((send) => send(settleTrouble, given)));
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await noted(id)).toEqual([['job.discarded', '不再需要']]);
    expect(await front()).toMatchObject({ waiting: 1 });
    await sql`delete from pgboss.job where state = 'failed'`.execute(db);
  });

  it('what nobody took stays to be looked at, and is handed over when it is tried again', async () => {
    // What other tests led to is not looked at here.
    await db.deleteFrom('notice_deliveries').execute();
    const person = await buildUser(db, { now: clock.now() });
    await writeNotices(services, [{ userId: person.id, kind: 'reopened', cause: 'a', facts: {} }]);
    clock.advance(90_000);
    await writeNotices(services, [{ userId: person.id, kind: 'reopened', cause: 'b', facts: {} }]);
    const waiting = async () => dataOf(await (await operator('admin'))(operatorHealth, {})).deliveries;
    expect(await waiting()).toMatchObject({ waiting: 2, oldest: 90, overdue: 90 });
    // What is put off until later is not late, and has waited all the same.
    await sweep();
    expect(await waiting()).toMatchObject({ waiting: 2, retrying: 2, oldest: 90, overdue: 0 });
    for (let tries = 0; tries < 12; tries += 1) {
      await sweep();
      clock.advance(7 * 3_600_000);
    }
    const again = await operator('admin');
    const { deliveries: facts } = dataOf(await again(operatorHealth, {}));
    expect(facts).toMatchObject({ waiting: 0, failed: 2, oldest: 0, overdue: 0 });
    const [first, second] = dataOf(await again(operatorTroubles, { kind: 'delivery' }));
    expect(first).toMatchObject({ people: [{ path: `/console/people/${person.id}` }], raw: '' });
    expect(first).toMatchObject({ name: '推送', tries: 12, failed: true, error: 'Error: 推送平台没有应答' });
    away = false;
    // By itself nothing is tried any more.
    await sweep();
    expect(pushed).toBe(0);
    const given = { kind: 'delivery', reason: '平台已恢复' } as const;
    dataOf(await again(settleTrouble, { ...given, id: first?.id ?? '', deed: 'retry' }));
    dataOf(await again(settleTrouble, { ...given, id: second?.id ?? '', deed: 'discard' }));
    // It stays in sight until it has arrived, and no minute has to pass for that.
    const [trying] = dataOf(await again(operatorTroubles, { kind: 'delivery' }));
    expect(trying).toMatchObject({ id: first?.id, failed: false, due: true });
    const { payload } = await db
      .selectFrom('outbox_events')
      .select('payload')
      .where('event', '=', deliveryRetried.name)
      .executeTakeFirstOrThrow();
    await deliverAgain.handle(
      { id: newId(clock.now()), event: deliveryRetried.name, payload: payload as never },
      services,
    );
    expect(pushed).toBe(1);
    expect(await again(operatorTroubles, { kind: 'delivery' })).toMatchObject({ count: 0 });
    expect(await noted(first?.id ?? '')).toEqual([['delivery.retried', '平台已恢复']]);
  });
});

describe('[P-06] what failed is told in words', () => {
  it('has words for every event that something hears', () => {
    const unworded = consumers().flatMap(({ events }) => events.filter((event) => !isWorded(event)));
    expect(unworded).toEqual([]);
  });

  it('says what was to be done about what and for whom, with the pages that tell more; JSON only as it stands in the queue', async () => {
    const [owner, reporters] = [
      await buildUser(db, { nickName: '宋掌柜', now: clock.now() }),
      await Promise.all(Array.from({ length: 5 }, () => buildUser(db, { now: clock.now() }))),
    ];
    const demand = await buildDemand(services, { owner });
    const topicId = await buildTopic(db, { user_id: owner.id, title: '榫头要不要上胶' });
    await (services.outbox as Jobs).boss.createQueue(queueOf('an-old-one'));
    const put = async (queue: string, event: string, payload: object) => {
      const data = JSON.stringify({ id: newId(clock.now()), event, payload });
      await sql`
        insert into pgboss.job (name, data, state, retry_limit, retry_count, output, created_on)
        values (${queueOf(queue)}, ${data}, 'failed', 12, 12, '{"message":"away"}',
          now() + (select count(*) from pgboss.job) * interval '1 second')`.execute(db);
    };
    const move = { demandId: demand.id, action: 'award', historyId: null, recipients: { owner: owner.id } };
    await put('conversation-heads', 'order.moved', move);
    await put('search-topics', 'topic.changed', { topicId });
    const reporterIds = reporters.map(({ id }) => id);
    await put('notices', 'content.moderated', { kind: 'topic', id: topicId, became: 'kept', reporterIds });
    await put('an-old-one', 'gone.event', { some: 'thing' });
    const rows = dataOf(await (await operator('auditor'))(operatorTroubles, { kind: 'job' })).toReversed();
    await sql`delete from pgboss.job where state = 'failed'`.execute(db);
    const topic = { name: '话题《榫头要不要上胶》', path: `/console/moderation/topic/${topicId}` };
    expect(rows).toMatchObject([
      {
        name: '对话',
        about: '订单有了新进展，要更新双方对话里的订单状态',
        subject: { name: `《${demand.name}》${demand.nid}`, path: `/console/orders/${demand.nid}` },
        people: [{ name: '宋掌柜', path: `/console/people/${owner.id}` }],
        others: 0,
      },
      { name: '话题搜索', about: '话题发布、改动或下架，要更新话题的搜索收录', subject: topic, people: [] },
      { name: '通知', about: '内容审核有了结果，要通知有关的人', subject: topic, others: 2 },
      { about: '旧版本的一件事，要完成旧版本留下的任务', subject: null, people: [] },
    ]);
    expect(rows[2]?.people).toHaveLength(3);
    expect(JSON.parse(rows[1]?.raw ?? '')).toEqual({
      queue: 'search-topics',
      event: 'topic.changed',
      payload: { topicId },
    });
  });

  it('finds who asked for an archive or to leave, where the event names the request alone', async () => {
    const person = await buildUser(db, { nickName: '要走的人', now: clock.now() });
    const exportId = newId(clock.now());
    const none = { finished_at: null, expires_at: null };
    await db
      .insertInto('data_exports')
      .values({ id: exportId, user_id: person.id, state: 'asked', asked_at: clock.now(), ...none })
      .execute();
    const [about] = await aboutThem(db, [{ exportId }]);
    expect(about?.people).toEqual([{ name: '要走的人', path: `/console/people/${person.id}` }]);
  });

  it('tells how long things have been stuck in days, hours and minutes', () => {
    const quiet = {
      database: { connections: 1, mostConnections: 100, longest: 0 },
      storage: { free: null, size: null },
      outbox: { waiting: 0, oldest: 0 },
      queues: [],
      deliveries: { failed: 0, oldest: 0, overdue: 0 },
    };
    const told = (more: object) => alarmsOf({ ...quiet, ...more } as never);
    expect(told({})).toEqual([]);
    expect(told({ outbox: { waiting: 7, oldest: 7_500 } })).toEqual([
      '有 7 件后台任务积压，最早的已等了 2 小时 5 分钟',
    ]);
    expect(told({ deliveries: { failed: 3, overdue: 200_000 } })).toEqual([
      '有 3 条短信或推送没有送达，已停止重试，请处理',
      '短信和推送没有按时发出，最早的一条已晚了 2 天 7 小时',
    ]);
    expect(told({ database: { connections: 95, mostConnections: 100, longest: 3_700 } })).toEqual([
      '数据库连接快用完了：95 / 100',
      '有一条数据库语句已运行 1 小时 1 分钟，可能卡住了',
    ]);
  });

  it('says of an answer no more than is known: beyond the last step there is no bound', async () => {
    const timings = createTimings();
    for (const [route, took] of [
      ['/quick', [0.002, 0.002, 0.2]],
      ['/stuck', [0.3, 30, 40]],
    ] as const)
      for (const seconds of took) timings.observe('GET', route, 200, seconds);
    expect((await timings.slowest(5)).map(presentTimes)).toMatchObject([
      { name: '/stuck', p50: null, p95: null },
      { name: '/quick', p50: 2.5, p95: 250 },
    ]);
  });

  it('a line that is kept open to be told things by counts as no request', async () => {
    const user = await buildUser(db, { now: clock.now() });
    const line = await fetch(portal.url + livePath, {
      headers: { authorization: await signIn(db, user.id, clock.now()) },
    });
    const reader = line.body!.getReader();
    await reader.read();
    // The server ends it, which is when its time would be counted.
    dataOf(await portal.as(user)(endOtherDevices, {}));
    expect((await reader.read()).done).toBe(true);
    await fetch(`${portal.url}/healthz`);
    const counted = async () => (await fetch(`${portal.url}/metrics`)).text();
    await expect.poll(counted).toContain('route="/healthz"');
    expect(await counted()).not.toContain(`route="${livePath}"`);
  });

  it('names pages by the pattern of their address, and what is served nowhere as such', () => {
    const times = { method: 'GET', count: 1, errors: 0, mean: 0.1, p50: 0.1, p95: 0.1 };
    const named = (route: string) => {
      const { kind, name } = presentTimes({ ...times, route });
      return `${kind} ${name}`;
    };
    expect(
      [
        'page:/',
        'page:/topic/:topicId',
        'page:/*',
        'page:/__manifest',
        'unknown',
        '/files/:name/:file',
        '/healthz',
      ].map(named),
    ).toEqual([
      '页面 首页',
      '页面 /topic/:topicId',
      '页面 不存在的页面',
      '其他 查询链接通向的页面',
      '其他 门户以外的地址',
      '文件 /files/:name/:file',
      '其他 /healthz',
    ]);
  });
});
