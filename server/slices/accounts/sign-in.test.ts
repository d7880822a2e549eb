import { hash } from '@node-rs/argon2';
import { expect, it } from 'vitest';
import { signin } from '../../../contract/accounts.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser, builtPassword } from './build.ts';
import { needsRehash } from './passwords.ts';
import { visitors } from './visitors.ts';

const portal = await startPortal({ env: { OMO_TRUST_PROXY: '1' } });
const { db, clock } = portal;
const { visitor, from } = visitors(portal);
const minute = 60_000;

it('[U-02] signs in with number and password', async () => {
  const user = await buildUser(db, { nickName: '林木匠', accountType: 2 });
  const info = dataOf(await visitor().send(signin, { mobile: ` ${user.mobile} `, password: user.password }));
  expect(info).toMatchObject({ mobile: user.mobile, nick_name: '林木匠', account_type: 2 });
  expect(info.token).not.toBe(user.token);
});

it('[U-02] answers a wrong password and an unknown number with the same words', async () => {
  const user = await buildUser(db);
  const wrong = await visitor().send(signin, { mobile: user.mobile, password: 'wrong2026' });
  const unknown = await visitor().send(signin, { mobile: '13700000000', password: 'wrong2026' });
  expect(wrong).toEqual({ ok: false, code: 1001, status: 400, message: '手机号或密码错误', fields: {}, data: {} });
  expect(unknown).toEqual(wrong);
});

it('[U-02] takes as long for an unknown number as for a wrong password', async () => {
  const known: number[] = [];
  const unknown: number[] = [];
  // The processor's time that the portal spends, hashing included: a machine that is busy with others does not change it.
  const took = async (mobile: string) => {
    const { send } = visitor();
    const start = process.cpuUsage();
    await send(signin, { mobile, password: 'wrong2026' });
    const { user, system } = process.cpuUsage(start);
    return user + system;
  };
  // Interleaved, and each number once: what is measured is the answer, not the brake. Each goes first as often as the other.
  for (let i = 0; i < 20; i += 1) {
    const user = await buildUser(db);
    if (i % 2 === 0) known.push(await took(user.mobile));
    unknown.push(await took(visitor().mobile));
    if (i % 2 === 1) known.push(await took(user.mobile));
  }
  const median = (times: number[]) => times.toSorted((a, b) => a - b)[10] as number;
  const ratio = median(unknown) / median(known);
  // Without the dummy hash an unknown number is answered in a fraction of the time.
  expect(ratio).toBeGreaterThan(0.7);
  expect(ratio).toBeLessThan(1.4);
});

it('[U-02] a closed account is told so only with the right password', async () => {
  const user = await buildUser(db, { status: 2 });
  const { send } = visitor();
  expect(await send(signin, { mobile: user.mobile, password: 'wrong2026' })).toMatchObject({
    message: '手机号或密码错误',
  });
  expect(await send(signin, { mobile: user.mobile, password: user.password })).toMatchObject({
    code: 1003,
    message: '该账号已停用，如有疑问请联系客服',
  });
});

it.each([{ known: true }, { known: false }])('[U-02] wrong passwords slow an account down (%o)', async ({ known }) => {
  const mobile = known ? (await buildUser(db)).mobile : visitor().mobile;
  // Each guess from another address: the account itself is guarded.
  const guess = (password = 'wrong2026') => visitor().send(signin, { mobile, password });
  for (let i = 0; i < 5; i += 1) expect(await guess()).toMatchObject({ code: 1001 });
  expect(await guess(builtPassword)).toMatchObject({
    code: 1006,
    status: 429,
    message: '密码错误次数过多，请30秒后再试',
  });
  clock.advance(30_000);
  expect(await guess()).toMatchObject({ code: 1001 });
  expect(await guess()).toMatchObject({ code: 1006, message: '密码错误次数过多，请1分钟后再试' });
  clock.advance(minute);
  const last = await guess(builtPassword);
  expect(last.ok).toBe(known);
});

it('[U-02] a guess that was right starts the count anew', async () => {
  const user = await buildUser(db);
  const guess = (password: string) => visitor().send(signin, { mobile: user.mobile, password });
  for (let round = 0; round < 2; round += 1) {
    for (let i = 0; i < 4; i += 1) expect(await guess('wrong2026')).toMatchObject({ code: 1001 });
    expect((await guess(user.password)).ok).toBe(true);
  }
});

it('[U-02] guesses sent at once count each', async () => {
  const user = await buildUser(db);
  const guesses = Array.from({ length: 20 }, (_, i) =>
    visitor().send(signin, { mobile: user.mobile, password: `wrong${i}00` }),
  );
  const codes = (await Promise.all(guesses)).map((reply) => (reply.ok ? 0 : reply.code));
  expect(codes.filter((code) => code === 1001)).toHaveLength(5);
  expect(codes.filter((code) => code === 1006)).toHaveLength(15);
});

it('[U-02] an address that tries number after number is slowed down, and its neighbours are not', async () => {
  const send = from('192.168.7.7');
  const user = await buildUser(db);
  const replies = [];
  for (let i = 0; i < 31; i += 1) {
    const mobile = `137${String(i).padStart(8, '0')}`;
    replies.push(await send(signin, { mobile, password: 'wrong2026' }));
  }
  expect(replies.slice(0, 30).every((reply) => !reply.ok && reply.code === 1001)).toBe(true);
  expect(replies[30]).toMatchObject({ code: 1006 });
  const own = { mobile: user.mobile, password: user.password };
  expect(await send(signin, own)).toMatchObject({ code: 1006 });
  expect((await from('192.168.7.8')(signin, own)).ok).toBe(true);
  clock.advance(30_000);
  expect((await send(signin, own)).ok).toBe(true);
});

it('[U-02] says in the header when to come again', async () => {
  const mobile = visitor().mobile;
  const body = new URLSearchParams({ mobile, password: 'wrong2026' });
  const headers = { 'x-forwarded-for': '192.168.8.1' };
  const post = () => fetch(`${portal.url}${signin.path}`, { method: 'POST', body, headers });
  for (let i = 0; i < 5; i += 1) await post();
  expect((await post()).headers.get('retry-after')).toBe('30');
});

it('makes a hash of older parameters anew', async () => {
  const user = await buildUser(db);
  const weak = await hash(user.password, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  const stored = async () =>
    (await db.selectFrom('users').select('password_hash').where('id', '=', user.id).executeTakeFirstOrThrow())
      .password_hash;
  await db.updateTable('users').set({ password_hash: weak }).where('id', '=', user.id).execute();
  const credentials = { mobile: user.mobile, password: user.password };
  expect((await visitor().send(signin, { ...credentials, password: 'wrong2026' })).ok).toBe(false);
  expect(await stored()).toBe(weak);
  dataOf(await visitor().send(signin, credentials));
  expect(needsRehash(await stored())).toBe(false);
  dataOf(await visitor().send(signin, credentials));
});
