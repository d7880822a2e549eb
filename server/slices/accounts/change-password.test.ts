import { expect, it } from 'vitest';
import { getUserInfo, resetPassword, signin, signup, updatePassword } from '../../../contract/accounts.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { lastCode, sentSms } from '../../testing/sms.ts';
import { buildUser, signIn } from './build.ts';
import { visitors } from './visitors.ts';

const portal = await startPortal({ env: { OMO_TRUST_PROXY: '1' } });
const { db, clock, dataDir } = portal;
const { visitor, ask, form } = visitors(portal);

const opens = async (token: string) => (await portal.as({ token })(getUserInfo, {})).ok;

it('[U-04] a texted code sets a new password and ends every session', async () => {
  const user = await buildUser(db);
  const person = { ...visitor(), mobile: user.mobile };
  dataOf(await ask(person, '2'));
  const code = lastCode(dataDir, user.mobile);
  const fresh = dataOf(await person.send(resetPassword, { mobile: user.mobile, code, password: 'newpine2026' }));
  expect(fresh.mobile).toBe(user.mobile);
  expect([await opens(user.token), await opens(fresh.token)]).toEqual([false, true]);
  expect((await person.send(signin, { mobile: user.mobile, password: user.password })).ok).toBe(false);
  expect((await person.send(signin, { mobile: user.mobile, password: 'newpine2026' })).ok).toBe(true);
  expect((await person.send(resetPassword, { mobile: user.mobile, code, password: 'again2026' })).ok).toBe(false);
});

it('[U-04] a code to register does not reset, and a code to reset does not register', async () => {
  const user = await buildUser(db);
  const owner = { ...visitor(), mobile: user.mobile };
  await ask(owner, '1');
  const reset = { mobile: user.mobile, code: lastCode(dataDir, user.mobile), password: 'newpine2026' };
  expect(await owner.send(resetPassword, reset)).toMatchObject({ fields: { code: '验证码错误或已过期' } });
  const newcomer = visitor();
  await ask(newcomer, '2');
  const input = form(newcomer.mobile, lastCode(dataDir, newcomer.mobile));
  expect(await newcomer.send(signup, input)).toMatchObject({ fields: { code: '验证码错误或已过期' } });
});

it('[U-04] tells only the one who holds the number that nobody registered it', async () => {
  const user = await buildUser(db);
  const known = { ...visitor(), mobile: user.mobile };
  const unknown = visitor();
  expect(await ask(unknown, '2')).toEqual(await ask(known, '2'));
  expect(sentSms(dataDir, unknown.mobile)[0]?.text).toContain('还没有账号');
  const attempt = (person: typeof known, code: string) =>
    person.send(resetPassword, { mobile: person.mobile, code, password: 'newpine2026' });
  const right = lastCode(dataDir, unknown.mobile);
  const guess = right === '000000' || lastCode(dataDir, user.mobile) === '000000' ? '000001' : '000000';
  expect(await attempt(unknown, guess)).toEqual(await attempt(known, guess));
  expect(await attempt(unknown, right)).toMatchObject({ code: 1005, message: '该手机号还没有注册，请先注册' });
});

it('[U-04] a reset frees an account that strangers had slowed down', async () => {
  const user = await buildUser(db);
  for (let i = 0; i < 5; i += 1) await visitor().send(signin, { mobile: user.mobile, password: 'wrong2026' });
  const person = { ...visitor(), mobile: user.mobile };
  expect(await person.send(signin, { mobile: user.mobile, password: user.password })).toMatchObject({ code: 1006 });
  await ask(person, '2');
  const code = lastCode(dataDir, user.mobile);
  dataOf(await person.send(resetPassword, { mobile: user.mobile, code, password: 'newpine2026' }));
  expect((await person.send(signin, { mobile: user.mobile, password: 'newpine2026' })).ok).toBe(true);
});

it('[U-04] the old password sets a new one and ends every other session', async () => {
  const user = await buildUser(db, { now: clock.now() });
  const elsewhere = await signIn(db, user.id, clock.now());
  const input = { oldPassword: user.password, password: 'newpine2026' };
  expect(await portal.send(updatePassword, input)).toMatchObject({ code: 1002, message: '请先登录' });
  dataOf(await portal.as(user)(updatePassword, input));
  expect([await opens(user.token), await opens(elsewhere)]).toEqual([true, false]);
  expect((await visitor().send(signin, { mobile: user.mobile, password: 'newpine2026' })).ok).toBe(true);
  expect((await visitor().send(signin, { mobile: user.mobile, password: user.password })).ok).toBe(false);
});

it('[U-04] refuses a wrong old password, the same password again and a weak one, and slows guessing down', async () => {
  const user = await buildUser(db, { now: clock.now() });
  const change = (oldPassword: string, password: string) => portal.as(user)(updatePassword, { oldPassword, password });
  expect(await change('', 'newpine2026')).toMatchObject({ fields: { oldPassword: '请输入原密码' } });
  expect(await change(user.password, 'short1')).toMatchObject({ fields: { password: '密码至少8位' } });
  expect(await change(user.password, user.password)).toMatchObject({ fields: { password: '新密码不能与原密码相同' } });
  for (let i = 0; i < 5; i += 1)
    expect(await change('wrong2026', 'newpine2026')).toMatchObject({ fields: { oldPassword: '原密码错误' } });
  expect(await change(user.password, 'newpine2026')).toMatchObject({ code: 1006 });
  expect(await opens(user.token)).toBe(true);
});

it('[U-04] of two changes at once one stands', async () => {
  const user = await buildUser(db, { now: clock.now() });
  const words = ['first2026', 'second2026'];
  const change = (password: string) => portal.as(user)(updatePassword, { oldPassword: user.password, password });
  const replies = await Promise.all(words.map(change));
  expect(replies.filter((reply) => reply.ok)).toHaveLength(1);
  const won = words[replies.findIndex((reply) => reply.ok)] as string;
  expect((await visitor().send(signin, { mobile: user.mobile, password: won })).ok).toBe(true);
});
