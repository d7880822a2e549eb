import { expect, it } from 'vitest';
import { getUserInfo, resetPassword, signin } from '../../../contract/accounts.ts';
import { endDevice, endOtherDevices, getDevices } from '../../../contract/devices.ts';
import { livePath } from '../../../contract/live.ts';
import { httpClient } from '../../testing/http-client.ts';
import { lastCode } from '../../testing/sms.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser, type BuiltUser } from './build.ts';
import { visitors } from './visitors.ts';

const portal = await startPortal({ env: { OMO_TRUST_PROXY: '1' } });
const { db, clock } = portal;
const { ask } = visitors(portal);
const minute = 60_000;

const edge = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0';
const wechat = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Mobile/15E148 MicroMessenger/8.0.49';

/** Signs in as a browser somewhere does. */
async function signInFrom({ mobile, password }: BuiltUser, address: string, userAgent: string, device?: string) {
  const send = httpClient(portal.url, undefined, { 'x-forwarded-for': address, 'user-agent': userAgent });
  const { token } = dataOf(await send(signin, { mobile, password, device }));
  return { token, send: portal.as({ token }) };
}

const events = async () => {
  const rows = await db
    .selectFrom('outbox_events')
    .select('payload')
    .where('event', '=', 'account.signed-in-elsewhere')
    .execute();
  return rows.map(({ payload }) => payload as { userId: string; sessionId: string });
};

it('[U-06] lists where one is signed in, in words, this device first, and nobody else sees it', async () => {
  const user = await buildUser(db, { now: clock.now() });
  const desk = await signInFrom(user, '203.0.113.9', edge);
  clock.advance(20 * minute);
  const phone = await signInFrom(user, '2408:8207:7841::9', wechat);
  dataOf(await desk.send(getUserInfo, {}));
  const devices = dataOf(await phone.send(getDevices, {}));
  expect(devices.map(({ id: _, ...rest }) => rest)).toMatchObject([
    { name: 'iPhone · 微信', kind: 'phone', address: '2408:8207:*', current: true },
    { name: 'Windows 电脑 · Edge 浏览器', kind: 'computer', address: '203.0.*.*', current: false },
    { name: '未知设备', kind: 'other', address: '127.0.*.*', current: false },
  ]);
  const [, second] = devices;
  expect(second!.last_seen - second!.signed_in).toBe(20 * 60);
  const stranger = await buildUser(db, { now: clock.now() });
  expect(dataOf(await portal.as(stranger)(getDevices, {}))).toHaveLength(1);
});

it('notes when a session was last heard of every ten minutes and not with each call', async () => {
  const user = await buildUser(db, { now: clock.now() });
  const seen = async () =>
    (await db.selectFrom('sessions').select('seen_at').where('user_id', '=', user.id).executeTakeFirstOrThrow())
      .seen_at;
  const began = await seen();
  clock.advance(9 * minute);
  dataOf(await portal.as(user)(getUserInfo, {}));
  expect(await seen()).toEqual(began);
  clock.advance(minute);
  dataOf(await portal.as(user)(getUserInfo, {}));
  expect(await seen()).toEqual(clock.now());
});

it('[U-06] one device is signed out at once, its live line too; a stranger ends nothing', async () => {
  const user = await buildUser(db, { now: clock.now() });
  const desk = await signInFrom(user, '203.0.113.9', edge);
  const stranger = await buildUser(db, { now: clock.now() });
  const other = dataOf(await portal.as(user)(getDevices, {})).find(({ current }) => !current)!;
  const line = await fetch(`${portal.url}${livePath}`, { headers: { authorization: desk.token } });
  const reader = line.body!.getReader();
  await reader.read();

  dataOf(await portal.as(stranger)(endDevice, { id: other.id }));
  expect((await desk.send(getUserInfo, {})).ok).toBe(true);
  dataOf(await portal.as(user)(endDevice, { id: other.id }));
  expect(await desk.send(getUserInfo, {})).toMatchObject({ ok: false, code: 1002 });
  expect((await reader.read()).done).toBe(true);
  expect((await portal.as(user)(getUserInfo, {})).ok).toBe(true);
  // Twice is once.
  dataOf(await portal.as(user)(endDevice, { id: other.id }));
});

it('[U-06] all the others are signed out, this one stays', async () => {
  const user = await buildUser(db, { now: clock.now() });
  const others = [await signInFrom(user, '203.0.113.9', edge), await signInFrom(user, '203.0.113.10', wechat)];
  expect(dataOf(await portal.as(user)(endOtherDevices, {}))).toEqual({ ended: 2 });
  for (const other of others) expect(await other.send(getUserInfo, {})).toMatchObject({ ok: false, code: 1002 });
  expect(dataOf(await portal.as(user)(getDevices, {}))).toHaveLength(1);
});

it('a sign-in from a device that was never seen is told, once; the first and the known ones are not', async () => {
  const user = await buildUser(db, { now: clock.now() });
  const own = 'browser-of-the-workshop';
  await signInFrom(user, '203.0.113.9', edge, own);
  // The same browser elsewhere, as a notebook is.
  await signInFrom(user, '198.51.100.3', edge, own);
  const mine = async () => (await events()).filter(({ userId }) => userId === user.id);
  expect(await mine()).toEqual([]);
  const { token } = await signInFrom(user, '203.0.113.9', edge, 'another-browser-there');
  await signInFrom(user, '203.0.113.9', edge, 'another-browser-there');
  const [newest] = dataOf(await portal.as({ token })(getDevices, {}));
  expect(await mine()).toEqual([{ userId: user.id, sessionId: newest!.id }]);
  // Without a name of its own a browser is told by its looks and its network.
  await signInFrom(user, '203.0.113.9', wechat);
  await signInFrom(user, '203.0.113.9', wechat);
  expect(await mine()).toHaveLength(2);
});

it('a password set anew from a device that was never seen is told as well', async () => {
  const user = await buildUser(db, { now: clock.now() });
  await signInFrom(user, '203.0.113.9', edge, 'browser-of-the-workshop');
  const send = httpClient(portal.url, undefined, { 'x-forwarded-for': '192.0.2.77' });
  dataOf(await ask({ send, mobile: user.mobile, address: '192.0.2.77' }, '2'));
  const code = lastCode(portal.dataDir, user.mobile);
  dataOf(await send(resetPassword, { mobile: user.mobile, code, password: 'newpine2026' }));
  expect((await events()).filter(({ userId }) => userId === user.id)).toHaveLength(1);
});
