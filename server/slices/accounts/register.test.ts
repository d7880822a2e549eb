import { expect, it } from 'vitest';
import { getUserInfo, signin, signup } from '../../../contract/accounts.ts';
import { agreementVersion } from '../../../contract/agreement.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { lastCode, sentSms } from '../../testing/sms.ts';
import { goodPassword, visitors } from './visitors.ts';

const portal = await startPortal({ env: { OMO_TRUST_PROXY: '1' } });
const { db, clock, dataDir } = portal;
const { visitor, ask, form, registered } = visitors(portal);

it('[U-01] opens an account with a texted code and signs in', async () => {
  const person = visitor();
  const { send, mobile } = person;
  expect(dataOf(await ask(person))).toMatchObject({ expires_in: 300, retry_after: 60 });
  const user = dataOf(await send(signup, { ...form(mobile, lastCode(dataDir, mobile)), account_type: '2' }));
  expect(user).toMatchObject({ mobile, user_name: mobile, nick_name: '', avatar_url: '', status: 1, account_type: 2 });
  expect(user.token).toMatch(/^[\w-]{43}$/);
  expect(dataOf(await portal.as(user)(getUserInfo, {}))).toEqual(user);
  expect(dataOf(await send(signin, { mobile, password: goodPassword })).mobile).toBe(mobile);
});

it('[U-01] keeps which wording was agreed to, when and from where', async () => {
  const person = await registered();
  const kept = await db
    .selectFrom('consents as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select(['c.version', 'c.agreed_at', 'c.address'])
    .where('u.mobile', '=', person.mobile)
    .execute();
  expect(kept).toEqual([{ version: agreementVersion, agreed_at: clock.now(), address: person.address }]);
});

it.each([
  ['account_type', '3', '请选择账号类型'],
  ['account_type', '', '请选择账号类型'],
  ['mobile', '', '请输入手机号'],
  ['mobile', '12800000001', '请输入正确的11位手机号'],
  ['mobile', '1380000000', '请输入正确的11位手机号'],
  ['mobile', '138000000012', '请输入正确的11位手机号'],
  ['code', '', '请输入短信验证码'],
  ['code', '12345', '验证码为6位数字'],
  ['code', '12345a', '验证码为6位数字'],
  ['password', '', '请输入密码'],
  ['password', 'abc1234', '密码至少8位'],
  ['password', `a1${'x'.repeat(63)}`, '密码最多64位'],
  ['password', '12345678', '密码须同时包含字母和数字'],
  ['password', 'abcdefgh', '密码须同时包含字母和数字'],
  ['consent', '', '请先阅读并同意《用户协议》和《隐私政策》'],
  ['consent', '1', '请先阅读并同意《用户协议》和《隐私政策》'],
])('[U-01] refuses %s %j: %s', async (field, value, message) => {
  const { send, mobile } = visitor();
  const reply = await send(signup, { ...form(mobile, '123456'), [field]: value });
  expect(reply).toMatchObject({ ok: false, code: 1001, status: 400, message, fields: { [field]: message } });
});

it('[U-01] refuses a form without consent or password, naming both', async () => {
  const { send, mobile } = visitor();
  const input = { account_type: '1', mobile, code: '123456' } as never;
  const reply = await send(signup, input);
  expect(reply).toMatchObject({ fields: { password: '请输入密码', consent: expect.stringContaining('《用户协议》') } });
});

it('[U-01] a code works once', async () => {
  const person = visitor();
  await ask(person);
  const input = form(person.mobile, lastCode(dataDir, person.mobile));
  dataOf(await person.send(signup, input));
  expect(await person.send(signup, input)).toMatchObject({ ok: false, fields: { code: '验证码错误或已过期' } });
});

it('[U-01] many sign-ups with one number at once leave one account', async () => {
  const person = visitor();
  await ask(person);
  const input = form(person.mobile, lastCode(dataDir, person.mobile));
  // More than five would be refused for their number alone.
  const replies = await Promise.all(Array.from({ length: 5 }, () => person.send(signup, input)));
  expect(replies.filter((reply) => reply.ok)).toHaveLength(1);
  expect(replies.filter((reply) => !reply.ok && reply.code === 1001)).toHaveLength(4);
  const users = await db.selectFrom('users').select('id').where('mobile', '=', person.mobile).execute();
  expect(users).toHaveLength(1);
  const sessions = await db.selectFrom('sessions').select('id').where('user_id', '=', users[0]!.id).execute();
  expect(sessions).toHaveLength(1);
});

it('[U-01] tells only the one who holds the number that it is taken', async () => {
  const owner = await registered();
  clock.advance(60_000);
  const stranger = { ...visitor(), mobile: owner.mobile };
  const unknown = visitor();
  expect(await ask(stranger)).toEqual(await ask(unknown));
  expect(await stranger.send(signup, form(owner.mobile, '000000'))).toEqual(
    await unknown.send(signup, form(unknown.mobile, '000000')),
  );
  const text = sentSms(dataDir, owner.mobile).at(-1)?.text;
  expect(text).toContain('已有账号');
  expect(sentSms(dataDir, unknown.mobile).at(-1)?.text).not.toContain('已有账号');

  const proven = await owner.send(signup, {
    ...form(owner.mobile, lastCode(dataDir, owner.mobile)),
    password: 'other2026',
  });
  expect(proven).toMatchObject({
    ok: false,
    code: 1005,
    status: 409,
    message: '该手机号已注册，请直接登录，忘记密码可以找回',
  });
  // Nothing of the account has changed.
  expect((await owner.send(signin, { mobile: owner.mobile, password: 'other2026' })).ok).toBe(false);
  expect((await owner.send(signin, { mobile: owner.mobile, password: goodPassword })).ok).toBe(true);
});
