import { beforeAll, expect, it } from 'vitest';
import type { Reply } from '../../../contract/call.ts';
import { livePath } from '../../../contract/live.ts';
import { getDesk } from '../../../contract/operator/desk.ts';
import {
  beginTotp,
  confirmTotp,
  endOperatorDevice,
  operatorDevices,
  operatorPassword,
} from '../../../contract/operator/own-account.ts';
import {
  operatorConfirm,
  operatorIdle,
  operatorSignin,
  operatorTicketLifetime,
} from '../../../contract/operator/sign-in.ts';
import { httpClient } from '../../testing/http-client.ts';
import { dataOf, type Portal, startPortal } from '../../testing/portal.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { addOperator, resetTotp } from './manage.ts';
import { totpCode } from './totp.ts';

let portal: Portal;
const password = 'desk2026desk';
let passwordHash: string;
beforeAll(async () => {
  portal = await startPortal({ env: { OMO_TRUST_PROXY: '1' } });
  passwordHash = await hashPassword(password);
});

const edge = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0';
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15';

const code = (secret: string, seconds = 0) => totpCode(secret, new Date(portal.clock.now().getTime() + seconds * 1000));
const wrongFor = (secret: string) => {
  const near = [-30, 0, 30].map((seconds) => code(secret, seconds));
  return ['000000', '000001', '000002', '000003'].find((each) => !near.includes(each)) as string;
};
const said = (reply: Reply<unknown>) => (reply.ok ? 'went through' : `${reply.code} ${reply.message}`);

let made = 0;
/** An operator who is signed in for the first time; `again` signs in from another browser. */
async function newcomer() {
  made += 1;
  const name = `own${made}`;
  const address = `10.8.0.${made}`;
  const command = { db: portal.db, account: 'root', now: portal.clock.now() };
  await addOperator(command, { name, nickName: '值班', passwordHash, roles: ['finance'] });
  const from = (userAgent: string) =>
    httpClient(portal.url, undefined, { 'x-forwarded-for': address, 'user-agent': userAgent });
  const { ticket, enrol } = dataOf(await from(edge)(operatorSignin, { name, password }));
  const secret = enrol?.secret ?? '';
  const session = async (userAgent: string, given: { ticket: string; code: string }) => {
    const info = dataOf(await from(userAgent)(operatorConfirm, given));
    const send = portal.as(info);
    return { id: info.operator_id, token: info.token, send, works: async () => (await send(getDesk, {})).ok };
  };
  const again = async (userAgent: string) => {
    // Each code is good once.
    portal.clock.advance(60_000);
    const entered = dataOf(await from(userAgent)(operatorSignin, { name, password }));
    return session(userAgent, { ticket: entered.ticket, code: code(secret) });
  };
  const desk = await session(edge, { ticket, code: code(secret) });
  return { name, secret, from, desk, again };
}

const notedOf = async (id: string) => {
  const rows = await portal.db
    .selectFrom('audit_entries')
    .selectAll()
    .where('subject_id', '=', id)
    .orderBy('number')
    .execute();
  return rows.slice(rows.findLastIndex(({ action }) => action === 'operator.signed-in') + 1);
};

it('[P-01] [P-06] an operator sees where they are signed in, and ends one: at the next call, and in the record', async () => {
  const { desk, again } = await newcomer();
  const other = await again(mac);
  const devices = dataOf(await other.send(operatorDevices, {}));
  expect(devices.map(({ id: _, signed_in: __, last_seen: ___, ...rest }) => rest)).toEqual([
    { name: 'Mac 电脑 · Safari 浏览器', kind: 'computer', address: '10.8.*.*', current: true },
    { name: 'Windows 电脑 · Edge 浏览器', kind: 'computer', address: '10.8.*.*', current: false },
  ]);
  const [own, first] = devices as [(typeof devices)[0], (typeof devices)[0]];
  expect(own.signed_in - first.signed_in).toBe(60);
  const line = await fetch(portal.url + livePath, { headers: { authorization: desk.token } });
  const reader = line.body!.getReader();
  await reader.read();

  // Nobody ends another's, nor by this the one they sit at.
  const stranger = await newcomer();
  dataOf(await stranger.desk.send(endOperatorDevice, { id: first.id }));
  expect(await desk.works()).toBe(true);
  expect(said(await other.send(endOperatorDevice, { id: own.id }))).toBe(
    '1001 这是您正在使用的设备，要离开请点“退出登录”',
  );
  expect(said(await other.send(endOperatorDevice, { id: 'mine' }))).toBe('1001 设备编号格式有误');
  expect(await notedOf(desk.id)).toEqual([]);

  dataOf(await other.send(endOperatorDevice, { id: first.id }));
  expect(await desk.send(getDesk, {})).toMatchObject({ code: 1002 });
  expect((await reader.read()).done).toBe(true);
  expect(await other.works()).toBe(true);
  // Twice is once.
  dataOf(await other.send(endOperatorDevice, { id: first.id }));
  expect(await notedOf(desk.id)).toMatchObject([
    {
      action: 'operator.device-ended',
      actor_id: desk.id,
      before: { session: first.id, device: 'Windows 电脑 · Edge 浏览器' },
      after: {},
    },
  ]);
});

it('[P-01] one that was idle too long is no device any more', async () => {
  const { again } = await newcomer();
  portal.clock.advance((operatorIdle - 60) * 1000);
  const other = await again(mac);
  expect(dataOf(await other.send(operatorDevices, {}))).toHaveLength(1);
});

it('[P-01] a new password: refused in words beside its field, slowed down like a sign-in, and of two at once one stands', async () => {
  const { desk, again, name, from } = await newcomer();
  const change = (oldPassword: string, fresh: string) => desk.send(operatorPassword, { oldPassword, password: fresh });
  expect(await change('', 'fresh2026')).toMatchObject({ fields: { oldPassword: '请输入原密码' } });
  for (const [weak, why] of [
    ['', '请输入密码'],
    ['short1', '密码至少8位'],
    ['onlyletters', '密码须同时包含字母和数字'],
    ['x1'.repeat(33), '密码最多64位'],
    [password, '新密码不能与原密码相同'],
  ] as const)
    expect(await change(password, weak)).toMatchObject({ code: 1001, fields: { password: why } });
  for (let n = 0; n < 5; n += 1)
    expect(await change('wrong2026', 'fresh2026')).toMatchObject({ fields: { oldPassword: '原密码错误' } });
  expect(said(await change(password, 'fresh2026'))).toBe('1006 密码错误次数过多，请30秒后再试');
  expect(await notedOf(desk.id)).toEqual([]);

  portal.clock.advance(60_000);
  const other = await again(mac);
  const replies = await Promise.all([change(password, 'first2026'), change(password, 'second2026')]);
  expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
  const won = replies[0]?.ok ? 'first2026' : 'second2026';
  expect([await desk.works(), await other.works()]).toEqual([true, false]);
  expect((await from(mac)(operatorSignin, { name, password })).ok).toBe(false);
  expect((await from(mac)(operatorSignin, { name, password: won })).ok).toBe(true);
  expect((await notedOf(desk.id)).map(({ action }) => action)).toEqual(['operator.password-changed']);
});

it('[P-01] [P-06] a new authenticator counts once its own code was given; the others end, and the record holds no secret', async () => {
  const { desk, again, secret, name, from } = await newcomer();
  const other = await again(mac);
  portal.clock.advance(60_000);
  const begun = dataOf(await desk.send(beginTotp, { password, code: code(secret) }));
  expect(begun.expires_in).toBe(operatorTicketLifetime);
  expect(begun.uri).toContain(`secret=${begun.secret}`);
  expect(begun.secret).not.toBe(secret);

  // Until then the present one opens the door, and a ticket of the one is none of the other.
  expect(said(await from(mac)(operatorConfirm, { ticket: begun.ticket, code: code(begun.secret) }))).toBe(
    '1005 登录已超时，请重新输入账号和密码',
  );
  const door = dataOf(await from(mac)(operatorSignin, { name, password }));
  expect(door.enrol).toBeNull();
  const over = '1005 这次更换已过期或已完成，请重新开始';
  expect(said(await desk.send(confirmTotp, { ticket: door.ticket, newCode: code(secret) }))).toBe(over);
  expect(said(await other.send(confirmTotp, { ticket: begun.ticket, newCode: code(begun.secret) }))).toBe(over);
  for (const [given, why] of [
    ['', '请输入动态验证码'],
    ['12345', '动态验证码为6位数字'],
    [wrongFor(begun.secret), '动态验证码错误，请等下一个验证码再试'],
    [code(secret, 30), '动态验证码错误，请等下一个验证码再试'],
  ] as const)
    expect(await desk.send(confirmTotp, { ticket: begun.ticket, newCode: given })).toMatchObject({
      code: 1001,
      fields: { newCode: why },
    });
  expect([await other.works(), await notedOf(desk.id)]).toEqual([true, []]);

  // In the same half minute as the present one's code; of 16 at once one is taken.
  const replies = await Promise.all(
    Array.from({ length: 16 }, () => desk.send(confirmTotp, { ticket: begun.ticket, newCode: code(begun.secret) })),
  );
  expect(replies.map(said).toSorted()).toEqual([...Array<string>(15).fill(over), 'went through'].toSorted());
  expect([await desk.works(), await other.works()]).toEqual([true, false]);
  const noted = await notedOf(desk.id);
  expect(noted).toMatchObject([{ action: 'operator.totp-replaced', actor_id: desk.id, before: {}, after: {} }]);
  const kept = JSON.stringify([
    noted,
    await portal.db.selectFrom('operators').selectAll().execute(),
    await portal.db.selectFrom('operator_tickets').selectAll().execute(),
  ]);
  expect(kept).not.toContain(begun.secret);

  // At the door the old one opens nothing, nor does the code that was just taken.
  const { ticket } = dataOf(await from(mac)(operatorSignin, { name, password }));
  expect(said(await from(mac)(operatorConfirm, { ticket, code: code(secret, 30) }))).toBe(
    '1001 动态验证码错误，请等下一个验证码再试',
  );
  expect(said(await from(mac)(operatorConfirm, { ticket, code: code(begun.secret) }))).toBe(
    '1001 这个动态验证码已经用过，请等下一个验证码',
  );
  portal.clock.advance(30_000);
  dataOf(await from(mac)(operatorConfirm, { ticket, code: code(begun.secret) }));
});

it('[P-01] a new authenticator is begun with password and present code alone, each slowed down, and a code is good once', async () => {
  const { desk, secret } = await newcomer();
  const begin = (given: string, word = password) => desk.send(beginTotp, { password: word, code: given });
  expect(await begin('', '')).toMatchObject({ fields: { password: '请输入密码', code: '请输入动态验证码' } });
  // The one that opened this session.
  expect(await begin(code(secret))).toMatchObject({ fields: { code: '这个动态验证码已经用过，请等下一个验证码' } });
  portal.clock.advance(60_000);
  expect(await begin(code(secret), 'wrong2026')).toMatchObject({ fields: { password: '当前密码错误' } });
  const first = dataOf(await begin(code(secret)));
  expect(await begin(code(secret))).toMatchObject({ fields: { code: '这个动态验证码已经用过，请等下一个验证码' } });
  portal.clock.advance(60_000);
  // What was begun before is bound to nothing.
  const second = dataOf(await begin(code(secret)));
  const over = '1005 这次更换已过期或已完成，请重新开始';
  expect(said(await desk.send(confirmTotp, { ticket: first.ticket, newCode: code(first.secret) }))).toBe(over);
  portal.clock.advance(operatorTicketLifetime * 1000);
  expect(said(await desk.send(confirmTotp, { ticket: second.ticket, newCode: code(second.secret) }))).toBe(over);

  for (let n = 0; n < 5; n += 1)
    expect(await begin(wrongFor(secret))).toMatchObject({
      fields: { code: '动态验证码错误，请等下一个验证码再试' },
    });
  expect(said(await begin(code(secret)))).toBe('1006 动态验证码错误次数过多，请30秒后再试');
});

it('[P-01] what was begun ends with its session, with a new password, and with a reset on the command line', async () => {
  const { desk, again, secret, name } = await newcomer();
  const begin = async (from: typeof desk, word: string) => {
    portal.clock.advance(60_000);
    return dataOf(await from.send(beginTotp, { password: word, code: code(secret) }));
  };
  const tickets = async () =>
    (await portal.db.selectFrom('operator_tickets').select('hash').where('operator_id', '=', desk.id).execute()).length;
  await begin(desk, password);
  const other = await again(mac);
  const ofDesk = dataOf(await other.send(operatorDevices, {})).find(({ current }) => !current);
  expect(await tickets()).toBe(1);
  dataOf(await other.send(endOperatorDevice, { id: ofDesk?.id ?? '' }));
  expect(await tickets()).toBe(0);

  const begun = await begin(other, password);
  dataOf(await other.send(operatorPassword, { oldPassword: password, password: 'fresh2026' }));
  expect(await other.send(confirmTotp, { ticket: begun.ticket, newCode: code(begun.secret) })).toMatchObject({
    code: 1005,
  });
  await begin(other, 'fresh2026');
  await resetTotp({ db: portal.db, account: 'root', now: portal.clock.now() }, name);
  expect(await tickets()).toBe(0);
});
