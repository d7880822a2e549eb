import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openConversation, sendMessage } from '../../../contract/messages.ts';
import { payOrder } from '../../../contract/payments.ts';
import { publishDiscuss } from '../../../contract/topics.ts';
import { auditChecks, auditList, auditVerify } from '../../../contract/operator/audit.ts';
import { newId } from '../../db/ids.ts';
import { inTransaction } from '../../db/transaction.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { buildDemand } from '../demands/build.ts';
import { buildDue, fund } from '../payments/build.ts';
import { buildTopic } from '../topics/build.ts';
import { audit } from './audit.ts';
import { searchAudit } from './search.ts';
import { auditSweep } from './verify.ts';

const portal = await startPortal();
const { db, clock } = portal;
const operator = await buildUser(db, { operatorRoles: ['finance'], nickName: '小林', now: clock.now() });
const admin = portal.as(await buildUser(db, { operatorRoles: ['admin'], nickName: '管理', now: clock.now() }));

const doing = () => ({
  caller: { userId: operator.id },
  now: clock.now(),
  address: '203.0.113.9',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/140',
});
const note = (id: string, why = '') =>
  inTransaction(db, (tx) =>
    audit(tx, doing(), {
      action: 'withdrawal.approve',
      subject: { kind: 'withdrawal', id },
      before: { status: 0, firstBy: '甲', bankNumber: 1.5 },
      after: { status: 1, operator: ['一', '二'] },
      why,
    }),
  );

it('[P-06] [Z-16] 40 deeds at once stand in one chain without a gap, and it verifies', async () => {
  await Promise.all(Array.from({ length: 40 }, (_, n) => note(`w${n}`)));
  const rows = await db.selectFrom('audit_entries').selectAll().orderBy('number').execute();
  expect(rows.map(({ number }) => Number(number))).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
  for (const [index, row] of rows.entries()) expect(row.previous).toEqual(rows[index - 1]?.hash ?? Buffer.alloc(32));
  expect(dataOf(await admin(auditVerify, {}))).toMatchObject({ entries: 40, brokenAt: null, fault: '', by: '管理' });
});

it('[P-06] is found by person, action, subject and day, and says why and from where', async () => {
  await note('found', '银行卡与认证一致');
  const of = async (query: object) => dataOf(await admin(auditList, query)).map(({ subjectId }) => subjectId);
  const [entry] = dataOf(await admin(auditList, { kind: 'withdrawal', subject: 'found' }));
  expect(entry).toMatchObject({
    by: `小林（${operator.mobile}）`,
    byId: operator.id,
    action: 'withdrawal.approve',
    why: '银行卡与认证一致',
    address: '203.0.113.9',
  });
  expect(JSON.parse(entry?.before ?? '')).toEqual({ status: 0, firstBy: '甲', bankNumber: 1.5 });
  expect(await of({ person: '小林', pageSize: 1 })).toEqual(['found']);
  expect(await of({ person: operator.id, action: 'withdrawal', pageSize: 1 })).toEqual(['found']);
  for (const action of ['withdraw', 'withdrawal.', 'no such deed', '提现', '%', 'x'.repeat(300)])
    expect(await of({ action })).toEqual([]);
  for (const kind of ['withdraw', '提现', '%', 'user']) expect(await of({ kind })).toEqual([]);
  expect(await of({ number: entry?.number })).toEqual(['found']);
  for (const number of ['0', '-1', 'x', '9'.repeat(30)]) expect(await of({ number })).toEqual([]);
  expect(await of({ person: '%' })).toEqual([]);
  expect(await of({ subject: 'found' })).toEqual(['found']);
  // What the operator wrote, and what changed; not what its fields are called.
  expect(await of({ subject: '卡与认证' })).toEqual(['found']);
  expect(await of({ subject: '乙方%' })).toEqual([]);
  expect(await of({ subject: '甲', pageSize: 1 })).toEqual(['found']);
  expect(await of({ subject: 'bankNumber' })).toEqual([]);
  const today = new Date(clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
  expect(await of({ from: today, to: today, pageSize: 1, action: 'withdrawal' })).toEqual(['found']);
  expect(await of({ to: '2020-01-01' })).toEqual([]);
  expect(await admin(auditList, { from: '2026-02-01', to: '2026-01-01' })).toMatchObject({ code: 1001 });
});

it('[P-06] a thing is found by any of its names, and told by the one that people know it by', async () => {
  const owner = await buildUser(db, { now: clock.now(), nickName: '三榫王掌柜' });
  const { id, nid } = await buildDemand(portal.app.services, { owner });
  const write = (deed: Parameters<typeof audit>[2]) => inTransaction(db, (tx) => audit(tx, doing(), deed));
  const state = { before: { status: 3 }, after: { status: 3 } };
  await write({ action: 'order.seen', subject: { kind: 'order', id: nid }, ...state });
  await write({ action: 'dispute.ruleResume', subject: { kind: 'order', id }, ...state, why: '继续履行' });
  await write({ action: 'user.seen', subject: { kind: 'user', id: owner.id }, before: {}, after: {} });
  const actions = async (query: object) => dataOf(await admin(auditList, query)).map(({ action }) => action);
  const topic = owner.id.replace(/^./, 'a');
  await write({
    action: 'content.taken-over',
    subject: { kind: 'content', id: `topic:${topic}` },
    before: { operator: owner.id },
    after: { operator: id },
  });
  expect(await actions({ subject: topic })).toEqual(['content.taken-over']);
  for (const subject of [nid, nid.toLowerCase(), id])
    expect(await actions({ subject })).toEqual(['dispute.ruleResume', 'order.seen']);
  expect(await actions({ subject: '王掌柜' })).toEqual(['user.seen']);
  const [seen] = dataOf(await admin(auditList, { subject: owner.id }));
  expect(seen?.known).toEqual([{ id: owner.id, name: '三榫王掌柜', path: null }]);
  await write({
    action: 'job.retried',
    subject: { kind: 'job', id: owner.id },
    before: { name: 'account-reopened', event: 'account.reopened', tries: 3 },
    after: {},
  });
  const [tried] = dataOf(await admin(auditList, { action: 'job' }));
  expect(tried?.known).toEqual([
    { id: 'account-reopened', name: '取消注销', path: null },
    { id: 'account.reopened', name: '账号取消注销', path: null },
  ]);
  const [ruled] = dataOf(await admin(auditList, { action: 'dispute', subject: id }));
  expect(ruled?.known).toEqual([{ id, name: nid, path: null }]);
});

it('[P-06] what people write, and what they pay, is told by its name, with the page that shows it', async () => {
  const { services } = portal.app;
  const person = (accountType: 1 | 2) => buildUser(db, { now: clock.now(), accountType });
  const [owner, provider] = [await person(1), await person(2)];
  const topicId = await buildTopic(db, { user_id: owner.id, title: '榫头要不要上胶', created_at: clock.now() });
  await portal.as(provider)(publishDiscuss, { topicId, content: '上胶前先试装' });
  const comment = await db.selectFrom('comments').select('id').where('subject_id', '=', topicId).executeTakeFirst();
  await fund(services, owner, 10_000_000);
  const order = await buildDue(services, { owner, provider });
  const { conversationId } = dataOf(await portal.as(provider)(openConversation, { demandNid: order.nid }));
  const said = { conversationId, content: '不给好评就曝光你', pictures: '', files: '', clientId: 'client-0001' };
  const message = dataOf(await portal.as(provider)(sendMessage, said));
  const down = { demandNid: order.nid, instalment: 'down', way: 'balance' } as const;
  const { payment } = dataOf(await portal.as(owner)(payOrder, down));
  const { name } = await db.selectFrom('demands').select('name').where('id', '=', order.id).executeTakeFirstOrThrow();
  const write = (deed: Parameters<typeof audit>[2]) => inTransaction(db, (tx) => audit(tx, doing(), deed));
  const known = async (kind: 'topic' | 'comment' | 'message' | 'payment', id = '') => {
    const action = kind === 'payment' ? 'payment.taken-over' : (`${kind}.hidden` as const);
    await write({ action, subject: { kind, id }, before: {}, after: {} });
    return dataOf(await admin(auditList, { kind, subject: id }))[0]?.known.map((one) => [one.name, one.path]);
  };
  const moderated = (kind: string, id = '') => `/console/moderation/${kind}/${id}`;
  expect(await known('topic', topicId)).toEqual([['榫头要不要上胶', moderated('topic', topicId)]]);
  expect(await known('comment', comment?.id)).toEqual([['关于《榫头要不要上胶》', moderated('comment', comment?.id)]]);
  expect(await known('message', message.id)).toEqual([[`关于《${name}》`, moderated('message', message.id)]]);
  expect(await known('payment', payment.paymentId)).toEqual([[`${name} 首付`, `/console/orders/${order.nid}`]]);
  // What is there no more leads nowhere.
  expect(await known('topic', newId(clock.now()))).toEqual([]);
});

it('[P-06] a search that takes too long is given up and says how to make it shorter', async () => {
  const sought = auditList.input.parse({ subject: '卡与认证' });
  await inTransaction(db, async (tx) => {
    // Whoever reads waits for this, as for millions of entries; not for ever, should nothing give up.
    await sql`set local idle_in_transaction_session_timeout = '10s'`.execute(tx);
    await sql`lock table audit_entries in access exclusive mode`.execute(tx);
    await expect(searchAudit(db, sought, 50)).rejects.toMatchObject({
      kind: 'invalid_input',
      message: '要查的记录太多，请缩小日期范围，或选定操作人、操作再搜索',
    });
    expect(await admin(auditList, { subject: '卡与认证' })).toMatchObject({
      ok: false,
      code: 1001,
      message: '要查的记录太多，请缩小日期范围，或选定操作人、操作再搜索',
    });
  });
  // The bound was that search's alone: the connections that it used are as patient as before.
  expect((await searchAudit(db, sought)).rows.map(({ subject_id }) => subject_id)).toEqual(['found']);
  const waits = Array.from({ length: 10 }, () => sql`select pg_sleep(0.2)`.execute(db));
  await expect(Promise.all(waits)).resolves.toHaveLength(10);
});

it('[P-06] the tables refuse to be changed, whoever asks', async () => {
  for (const table of ['audit_entries', 'audit_checks'])
    for (const words of [`update ${table} set at = now()`, `delete from ${table}`, `truncate ${table}`])
      await expect(sql.raw(words).execute(db)).rejects.toThrow(`${table} is only added to`);
});

it('[Z-16] the night verifies by itself, once, also when several processes look at the same moment', async () => {
  const nightly = () => db.selectFrom('audit_checks').select('id').where('actor_id', 'is', null).execute();
  const sweep = () => auditSweep.run(portal.app.services, new AbortController().signal);
  await Promise.all([sweep(), sweep(), sweep()]);
  await sweep();
  expect(await nightly()).toHaveLength(1);
  clock.advance(24 * 3_600_000);
  await Promise.all([sweep(), sweep()]);
  expect(await nightly()).toHaveLength(2);
});

it('[Z-16] whoever gets round the trigger is found out: the first broken place is named', async () => {
  const boss = portal.as(await buildUser(db, { operatorRoles: ['auditor'], now: clock.now() }));
  const by = async (words: string, back: string) => {
    const force = (statement: string) =>
      inTransaction(db, async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx);
        await sql.raw(statement).execute(tx);
      });
    await force(words);
    const { brokenAt, fault } = dataOf(await boss(auditVerify, {}));
    await force(back);
    return `${brokenAt} ${fault}`;
  };
  await sql`create table kept as select * from audit_entries where number in (7, 9)`.execute(db);
  const restore = 'insert into audit_entries select * from kept where number = ';
  expect(
    await by(
      `update audit_entries set why = '改过' where number = 5`,
      `update audit_entries set why = '' where number = 5`,
    ),
  ).toBe('5 内容与写入时的哈希不符');
  expect(
    await by(
      `update audit_entries set after = '{"status": 9}' where number = 7`,
      `delete from audit_entries where number = 7; ${restore} 7`,
    ),
  ).toBe('7 内容与写入时的哈希不符');
  expect(await by('delete from audit_entries where number = 9', `${restore} 9`)).toBe('9 这一条被删除了');
  // The end cut off together with the head that would tell: an earlier verification does.
  await sql`create table tail as select * from audit_entries where number > 20`.execute(db);
  await sql`create table head as select * from audit_head`.execute(db);
  expect(
    await by(
      `delete from audit_entries where number > 20;
       update audit_head set number = 20, hash = (select hash from audit_entries where number = 20)`,
      `delete from audit_entries where number > 20; insert into audit_entries select * from tail;
       update audit_head set number = head.number, hash = head.hash from head`,
    ),
  ).toMatch(/^40 此前校验过，现在不见了$/);
  const { checks } = dataOf(await boss(auditChecks, {}));
  expect(checks.some(({ brokenAt }) => brokenAt === 7)).toBe(true);
});
