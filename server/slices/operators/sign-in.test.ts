import { beforeAll, expect, it } from 'vitest';
import { getUserInfo, signin, signup } from '../../../contract/accounts.ts';
import { tenderOrder } from '../../../contract/demands.ts';
import { livePath } from '../../../contract/live.ts';
import { getDesk } from '../../../contract/operator/desk.ts';
import {
  operatorConfirm,
  operatorIdle,
  operatorSessionLifetime,
  operatorSignin,
  operatorSignout,
} from '../../../contract/operator/sign-in.ts';
import { operatorPassword } from '../../../contract/operator/own-account.ts';
import type { Reply } from '../../../contract/call.ts';
import { dataOf, type Portal, startPortal } from '../../testing/portal.ts';
import { builtPassword, buildUser } from '../accounts/build.ts';
import { sessionsEnded } from '../accounts/sessions.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { visitors } from '../accounts/visitors.ts';
import { addOperator, type Command, resetTotp, setPassword, setRoles, setSuspended } from './manage.ts';
import { totpCode } from './totp.ts';

let portal: Portal;
let command: () => Command;
const password = 'desk2026desk';
let passwordHash: string;
beforeAll(async () => {
  portal = await startPortal({ env: { OMO_TRUST_PROXY: '1' } });
  passwordHash = await hashPassword(password);
  command = () => ({ db: portal.db, account: 'root', now: portal.clock.now() });
});

let made = 0;
/** A new operator and an address of their own to sign in from. */
async function newcomer() {
  made += 1;
  const name = `desk${made}`;
  await addOperator(command(), { name, nickName: '值班', passwordHash, roles: ['finance'] });
  const send = visitors(portal).from(`10.9.0.${made}`);
  return { name, send };
}

const code = (secret: string, seconds = 0) => totpCode(secret, new Date(portal.clock.now().getTime() + seconds * 1000));

/** Signed in for the first time. */
async function enrolled() {
  const who = await newcomer();
  const { ticket, enrol } = dataOf(await who.send(operatorSignin, { name: who.name, password }));
  const secret = enrol?.secret ?? '';
  const info = dataOf(await who.send(operatorConfirm, { ticket, code: code(secret) }));
  const works = async () => (await portal.as(info)(getDesk, {})).ok;
  return { ...who, secret, info, works };
}

const said = (reply: Reply<unknown>) => (reply.ok ? 'went through' : `${reply.code} ${reply.message}`);
const wrong = '1001 账号或密码错误。这里只供平台运营人员登录，个人和企业账号请从门户登录';

it('[P-01] the first sign-in binds an authenticator, the next ones ask for its code, each good once', async () => {
  const { name, send, secret, info, works } = await enrolled();
  expect(info).toMatchObject({ name, nick_name: '值班', roles: ['finance'], idle: operatorIdle });
  expect(await works()).toBe(true);
  const { ticket, enrol } = dataOf(await send(operatorSignin, { name: name.toUpperCase(), password }));
  expect(enrol).toBeNull();
  expect(said(await send(operatorConfirm, { ticket, code: code(secret) }))).toBe(
    '1001 这个动态验证码已经用过，请等下一个验证码',
  );
  // Neither one from before it, nor one of five minutes ago or ahead.
  for (const seconds of [-30, -300, 300])
    expect(await send(operatorConfirm, { ticket, code: code(secret, seconds) })).toMatchObject({ code: 1001 });
  portal.clock.advance(30_000);
  dataOf(await send(operatorConfirm, { ticket, code: code(secret) }));
  expect(said(await send(operatorConfirm, { ticket, code: code(secret, 30) }))).toBe(
    '1005 登录已超时，请重新输入账号和密码',
  );
});

it('[P-01] of 32 who hand in one code at once, one comes in', async () => {
  const { name, send, secret } = await enrolled();
  portal.clock.advance(60_000);
  const { ticket } = dataOf(await send(operatorSignin, { name, password }));
  const replies = await Promise.all(
    Array.from({ length: 32 }, () => send(operatorConfirm, { ticket, code: code(secret) })),
  );
  expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
});

it('[P-01] a person cannot sign in at the console, an operator not at the portal, and nobody learns who is one', async () => {
  const person = await buildUser(portal.db, { now: portal.clock.now() });
  const { name } = await newcomer();
  const send = visitors(portal).from('10.9.1.1');
  const tries = [
    { name: person.mobile, password: builtPassword },
    { name: '13700000000', password },
    { name, password: 'wrong2026' },
  ];
  for (const one of tries) expect(said(await send(operatorSignin, one))).toBe(wrong);
  await addOperator(command(), { name: '13812340000', nickName: '值班', passwordHash, roles: ['admin'] });
  expect(said(await send(signin, { mobile: '13812340000', password }))).toBe('1001 手机号或密码错误');
  // The number is free at the portal, and who registers there gets no right by it.
  const { from, ask, form } = visitors(portal);
  const visitor = { send: from('10.9.1.2'), mobile: '13812340000', address: '10.9.1.2' };
  dataOf(await ask(visitor));
  const { lastCode } = await import('../../testing/sms.ts');
  const own = dataOf(await visitor.send(signup, form(visitor.mobile, lastCode(portal.dataDir, visitor.mobile))));
  expect(said(await portal.as(own)(getDesk, {}))).toBe('1003 您没有权限进行此操作');
});

it('[P-01] an operator’s session is nobody’s at the portal', async () => {
  const { info } = await enrolled();
  const send = portal.as(info);
  const refused = '1003 运营账号只用于运营后台，请用个人或企业账号进行此操作';
  expect(said(await send(getUserInfo, {}))).toBe(refused);
  expect(said(await send(tenderOrder, {} as never))).toBe(refused);
});

it('[P-01] guessing slows down by name and by code, in words, and counts for names that nobody has', async () => {
  const send = visitors(portal).from('10.9.2.1');
  const guess = async (name: string) => said(await send(operatorSignin, { name, password: 'wrong2026' }));
  const { name } = await newcomer();
  for (const one of [name, 'nobody']) {
    for (let n = 0; n < 5; n += 1) expect(await guess(one)).toBe(wrong);
    expect(await guess(one)).toBe('1006 密码错误次数过多，请30秒后再试');
  }
  // A fresh ticket gives no fresh guesses.
  const { name: other, send: theirs, secret } = await enrolled();
  portal.clock.advance(60_000);
  const bad = code(secret) === '000000' ? '000001' : '000000';
  const answers: string[] = [];
  for (let n = 0; n < 6; n += 1) {
    const { ticket } = dataOf(await theirs(operatorSignin, { name: other, password }));
    answers.push(said(await theirs(operatorConfirm, { ticket, code: bad })));
  }
  expect(answers.slice(0, 5)).toEqual(Array(5).fill('1001 动态验证码错误，请等下一个验证码再试'));
  expect(answers[5]).toBe('1006 动态验证码错误次数过多，请30秒后再试');
});

it('[P-01] a session ends after half an hour without a call, after eight hours in any case, and by leaving', async () => {
  const one = await enrolled();
  portal.clock.advance((operatorIdle - 60) * 1000);
  expect(await one.works()).toBe(true);
  portal.clock.advance((operatorIdle - 60) * 1000);
  expect(await one.works()).toBe(true);
  portal.clock.advance(operatorIdle * 1000);
  expect(await one.works()).toBe(false);

  const other = await enrolled();
  for (let gone = 0; gone < operatorSessionLifetime - 1500; gone += 1500) {
    portal.clock.advance(1_500_000);
    expect(await other.works()).toBe(true);
  }
  portal.clock.advance(1_500_000);
  expect(await other.works()).toBe(false);

  const third = await enrolled();
  dataOf(await portal.as(third.info)(operatorSignout, {}));
  expect(await third.works()).toBe(false);
});

it('[P-01] a line that lies open keeps no session awake', async () => {
  const { info, works } = await enrolled();
  const line = await fetch(portal.url + livePath, { headers: { authorization: info.token } });
  expect(line.status).toBe(200);
  const reader = line.body?.getReader();
  await reader?.read();
  portal.clock.advance((operatorIdle - 60) * 1000);
  // As a beat does, it is looked whether somebody still listens by right.
  portal.app.services.bus.publish(sessionsEnded(info.operator_id));
  const seen = () =>
    portal.db
      .selectFrom('operator_sessions')
      .select('seen_at')
      .where('operator_id', '=', info.operator_id)
      .executeTakeFirst();
  const before = await seen();
  portal.clock.advance(60_000);
  expect(await works()).toBe(false);
  expect(await seen()).toEqual(before);
  await reader?.cancel();
});

it('[P-01] what the command line changes ends the sessions: roles, password, authenticator, suspension', async () => {
  const changes: ((name: string) => Promise<void>)[] = [
    (name) => setRoles(command(), name, ['auditor']),
    async (name) => setPassword(command(), name, await hashPassword('other2026')),
    (name) => resetTotp(command(), name),
    (name) => setSuspended(command(), name, true),
  ];
  for (const change of changes) {
    const { name, works } = await enrolled();
    expect(await works()).toBe(true);
    await change(name);
    portal.clock.advance(3000);
    expect(await works()).toBe(false);
  }
  const { name, send } = await enrolled();
  await setSuspended(command(), name, true);
  expect(said(await send(operatorSignin, { name, password }))).toBe(wrong);
  await setSuspended(command(), name, false);
  await resetTotp(command(), name);
  expect(dataOf(await send(operatorSignin, { name, password })).enrol).not.toBeNull();
});

it('[P-01] two first sign-ins at once: what the slower one’s QR code says is bound to nothing', async () => {
  const { name, send } = await newcomer();
  const both = [
    dataOf(await send(operatorSignin, { name, password })),
    dataOf(await send(operatorSignin, { name, password })),
  ] as const;
  const [first, second] = both.map(({ ticket, enrol }) => ({ ticket, code: code(enrol?.secret ?? '') }));
  dataOf(await send(operatorConfirm, first as { ticket: string; code: string }));
  expect(said(await send(operatorConfirm, second as { ticket: string; code: string }))).toBe(
    '1005 该账号已绑定动态验证码，请重新登录后使用已绑定的验证码',
  );
});

it('[P-01] an operator changes their password; the other sessions end, and the record says that it was done', async () => {
  const { name, send, info, secret, works } = await enrolled();
  portal.clock.advance(30_000);
  const { ticket } = dataOf(await send(operatorSignin, { name, password }));
  const again = dataOf(await send(operatorConfirm, { ticket, code: code(secret) }));
  const change = portal.as(again);
  expect(await change(operatorPassword, { oldPassword: 'wrong2026', password: 'fresh2026' })).toMatchObject({
    fields: { oldPassword: '原密码错误' },
  });
  dataOf(await change(operatorPassword, { oldPassword: password, password: 'fresh2026' }));
  expect(await works()).toBe(false);
  expect((await change(getDesk, {})).ok).toBe(true);
  const noted = await portal.db
    .selectFrom('audit_entries')
    .select(['action', 'actor_name', 'address'])
    .where('subject_id', '=', info.operator_id)
    .orderBy('number')
    .execute();
  expect(noted.map(({ action }) => action)).toEqual([
    'operator.added',
    'operator.totp-bound',
    'operator.signed-in',
    'operator.signed-in',
    'operator.password-changed',
  ]);
  expect(noted[0]?.actor_name).toBe('命令行 root');
  expect(noted[1]).toMatchObject({
    actor_name: `值班（${name}）`,
    address: expect.stringMatching(/^10\.9\.0\./) as string,
  });
});

it('[P-01] neither password, code nor the authenticator’s secret is kept in readable form', async () => {
  const { secret, info } = await enrolled();
  const dump = JSON.stringify([
    await portal.db.selectFrom('operators').selectAll().execute(),
    await portal.db.selectFrom('operator_sessions').selectAll().execute(),
    await portal.db.selectFrom('operator_tickets').selectAll().execute(),
    await portal.db.selectFrom('audit_entries').selectAll().execute(),
  ]);
  for (const each of [secret, info.token, password]) expect(dump).not.toContain(each);
});
