import { expect, it } from 'vitest';
import { humanCheck, signup, sms, smsPurposes } from '../../../contract/accounts.ts';
import type { Send } from '../../../contract/call.ts';
import type { SmsMessage } from '../../adapters/sms/sms.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { humanProof, lastCode, sentSms } from '../../testing/sms.ts';
import { visitors } from './visitors.ts';

let broken = false;
const sent: SmsMessage[] = [];
const flaky = {
  note: '',
  send: async (message: SmsMessage) => {
    if (broken) throw new Error('provider away');
    sent.push(message);
  },
};

const portal = await startPortal({ env: { OMO_TRUST_PROXY: '1' } });
const { db, clock, dataDir } = portal;
const { visitor, ask, form, from, registered } = visitors(portal);
const minute = 60_000;
const hour = 60 * minute;
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

it('[U-03] texts six digits that are good for five minutes', async () => {
  const late = visitor();
  const early = visitor();
  await ask(late);
  await ask(early);
  const message = sentSms(dataDir, late.mobile)[0];
  expect(message?.code).toMatch(/^\d{6}$/);
  expect(message?.text).toContain(`验证码${message?.code}，5分钟内有效`);
  clock.advance(5 * minute - 1000);
  expect((await early.send(signup, form(early.mobile, lastCode(dataDir, early.mobile)))).ok).toBe(true);
  clock.advance(1000);
  expect(await late.send(signup, form(late.mobile, lastCode(dataDir, late.mobile)))).toMatchObject({
    code: 1001,
    fields: { code: '验证码错误或已过期' },
  });
});

it('[U-03] a code takes five tries, then not even the right one', async () => {
  const person = visitor();
  await ask(person);
  const code = lastCode(dataDir, person.mobile);
  for (let i = 0; i < 5; i += 1) expect((await person.send(signup, form(person.mobile, wrong(code)))).ok).toBe(false);
  expect((await person.send(signup, form(person.mobile, code))).ok).toBe(false);
});

it('[U-03] tries sent at once count each', async () => {
  const person = visitor();
  await ask(person);
  const code = lastCode(dataDir, person.mobile);
  const tries = Array.from({ length: 10 }, () => person.send(signup, form(person.mobile, wrong(code))));
  await Promise.all(tries);
  const row = await db.selectFrom('sms_codes').select('tries').where('mobile', '=', person.mobile).executeTakeFirst();
  expect(row?.tries).toBe(5);
  expect((await person.send(signup, form(person.mobile, code))).ok).toBe(false);
});

it('[U-03] a new code puts the one before out of use', async () => {
  const person = visitor();
  await ask(person);
  const first = lastCode(dataDir, person.mobile);
  clock.advance(minute);
  await ask(person);
  const second = lastCode(dataDir, person.mobile);
  expect((await person.send(signup, form(person.mobile, first))).ok).toBe(false);
  expect((await person.send(signup, form(person.mobile, second))).ok).toBe(true);
});

it('[U-03] one a minute per number, also from several addresses at once', async () => {
  const { mobile } = visitor();
  const replies = await Promise.all(Array.from({ length: 8 }, () => ask({ ...visitor(), mobile })));
  expect(replies.filter((reply) => reply.ok)).toHaveLength(1);
  expect(sentSms(dataDir, mobile)).toHaveLength(1);
  clock.advance(20_000);
  expect(await ask({ ...visitor(), mobile })).toMatchObject({
    code: 1006,
    status: 429,
    message: '验证码发送太频繁，请40秒后再试',
  });
  clock.advance(40_000);
  expect((await ask({ ...visitor(), mobile })).ok).toBe(true);
});

it('[U-03] ten within 24 hours per number', async () => {
  const { mobile } = visitor();
  for (let i = 0; i < 10; i += 1) {
    dataOf(await ask({ ...visitor(), mobile }));
    clock.advance(hour);
  }
  expect(await ask({ ...visitor(), mobile })).toMatchObject({ code: 1006, message: expect.stringContaining('24小时') });
  expect(sentSms(dataDir, mobile)).toHaveLength(10);
  clock.advance(14 * hour);
  expect((await ask({ ...visitor(), mobile })).ok).toBe(true);
});

it('[Z-15] a code for taking data along or leaving is texted to nobody but the signed-in owner of the number', async () => {
  const owner = await registered();
  const other = await registered();
  clock.advance(minute);
  const before = sentSms(dataDir, owner.mobile).length;
  for (const type of [smsPurposes.export, smsPurposes.close]) {
    const asking = async (send: Send) => send(sms, { mobile: owner.mobile, type, humanCheck: await humanProof(send) });
    expect(await asking(visitor().send)).toMatchObject({ code: 1002 });
    expect(await asking(portal.as(other))).toMatchObject({
      code: 1001,
      fields: { mobile: '只能向自己账号的手机号发送验证码' },
    });
    expect(sentSms(dataDir, owner.mobile)).toHaveLength(before);
  }
  for (const type of [smsPurposes.export, smsPurposes.close]) {
    const send = portal.as(owner);
    dataOf(await send(sms, { mobile: owner.mobile, type, humanCheck: await humanProof(send) }));
    clock.advance(minute);
  }
  expect(sentSms(dataDir, owner.mobile)).toHaveLength(before + 2);
});

it('[U-03] an address has a limit of its own', async () => {
  const send = from('172.16.0.1');
  dataOf(await ask({ ...visitor(), send }));
  // What is refused for another reason counts as well, and needs no work to be solved.
  const input = { mobile: visitor().mobile, type: '1', humanCheck: 'nonsense' } as const;
  for (let i = 0; i < 29; i += 1) expect(await send(sms, input)).toMatchObject({ code: 1001 });
  expect(await ask({ ...visitor(), send })).toMatchObject({ code: 1006, status: 429 });
  clock.advance(hour);
  expect((await ask({ ...visitor(), send })).ok).toBe(true);
});

it('[U-03] sends nothing without the human check, with a forged one, a replayed one or one too old', async () => {
  const { send, mobile } = visitor();
  const input = { mobile, type: '1' } as const;
  expect(await send(sms, { ...input, humanCheck: '' })).toMatchObject({ fields: { humanCheck: '请先完成人机验证' } });
  const refusal = { code: 1001, fields: { humanCheck: '人机验证未通过，请重试' } };
  expect(await send(sms, { ...input, humanCheck: 'nonsense' })).toMatchObject(refusal);

  const challenge = dataOf(await send(humanCheck, {}));
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
  const guess = {
    challenge,
    solution: { counter: 1, derivedKey: `${challenge.parameters.keyPrefix}${'0'.repeat(32)}` },
  };
  expect(await send(sms, { ...input, humanCheck: encode(guess) })).toMatchObject(refusal);

  const good = JSON.parse(Buffer.from(await humanProof(send), 'base64').toString()) as typeof guess;
  const longer = { ...good.challenge.parameters, data: { until: 9_999_999_999 } };
  const forged = { ...good, challenge: { ...good.challenge, parameters: longer } };
  expect(await send(sms, { ...input, humanCheck: encode(forged) })).toMatchObject(refusal);
  expect(sentSms(dataDir, mobile)).toHaveLength(0);

  const proof = encode(good);
  const both = await Promise.all([
    send(sms, { ...input, humanCheck: proof }),
    send(sms, { ...input, humanCheck: proof }),
  ]);
  expect(both.filter((reply) => reply.ok)).toHaveLength(1);
  clock.advance(minute);
  expect(await send(sms, { ...input, humanCheck: proof })).toMatchObject(refusal);
  expect(sentSms(dataDir, mobile)).toHaveLength(1);

  const old = await humanProof(send);
  clock.advance(5 * minute);
  expect(await send(sms, { ...input, humanCheck: old })).toMatchObject({
    fields: { humanCheck: '人机验证已过期，请重试' },
  });
});

it('[U-03] keeps no code in readable form', async () => {
  const person = visitor();
  await ask(person);
  const rows = await db.selectFrom('sms_codes').selectAll().where('mobile', '=', person.mobile).execute();
  expect(rows[0]?.code_hash).toHaveLength(32);
  expect(JSON.stringify({ ...rows[0], mobile: '', id: '', created_at: '', expires_at: '' })).not.toContain(
    lastCode(dataDir, person.mobile),
  );
});

it('[U-03] when the provider is away says so, and the try does not count', async () => {
  const other = await startPortal({ env: { OMO_LOG_LEVEL: 'silent' }, parts: { sms: flaky } });
  const person = visitors(other).visitor();
  const request = async () =>
    other.send(sms, { mobile: person.mobile, type: '1', humanCheck: await humanProof(other.send) });
  broken = true;
  expect(await request()).toMatchObject({ ok: false, code: 1500, status: 503, message: '短信发送失败，请稍后再试' });
  broken = false;
  expect((await request()).ok).toBe(true);
  expect(sent).toMatchObject([{ mobile: person.mobile, template: 'register' }]);
});

it('sweeps away what nothing asks for any more', async () => {
  const person = visitor();
  await ask(person);
  clock.advance(72 * hour);
  await portal.app.worker.tick();
  for (const table of ['sms_codes', 'sms_numbers', 'human_checks', 'sessions', 'throttles'] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
  expect((await ask(person)).ok).toBe(true);
});
