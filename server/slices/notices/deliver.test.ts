import { v7 as uuid } from 'uuid';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MovableClock } from '../../clock.ts';
import { startPortal } from '../../testing/portal.ts';
import { sentSms } from '../../testing/sms.ts';
import { type BuiltUser, buildUser } from '../accounts/build.ts';
import { deliveries } from './deliver.ts';
import { writeNotices } from './write.ts';

/** What the channel of notices does with one, by what a test says. */
let push: (id: string) => Promise<void>;
const portal = await startPortal({
  clock: new MovableClock(new Date('2026-11-23T10:00:00+08:00')),
  parts: { notices: { push: ({ id }) => push(id) } },
  env: { OMO_LOG_LEVEL: 'silent' },
});
const { db, clock } = portal;
const { services } = portal.app;
const going = new AbortController();

let user: BuiltUser;
beforeEach(async () => {
  user = await buildUser(db, { now: clock.now() });
  const facts = { what: '充值', sum: '¥300.00', link: '/personal/account/balance' };
  await writeNotices(services, [{ userId: user.id, kind: 'paymentFailed', cause: uuid(), facts }]);
});
afterEach(() => db.deleteFrom('notice_deliveries').execute());

const texts = () => sentSms(portal.dataDir, user.mobile).map(({ text }) => text);
const left = () => db.selectFrom('notice_deliveries').select(['channel', 'tries', 'due_at']).execute();

test('[Z-08] a channel that does not answer keeps no text message waiting', async () => {
  let answer = () => {};
  push = () => new Promise((resolve) => (answer = resolve));
  const run = deliveries().run(services, going.signal);
  await expect.poll(texts, { timeout: 10_000 }).toEqual([expect.stringContaining('充值 ¥300.00 没有支付成功')]);
  // One that is on its way is taken by nobody else.
  let again = 0;
  push = async () => void (again += 1);
  await deliveries().run(services, going.signal);
  expect([again, texts().length]).toEqual([0, 1]);
  answer();
  await run;
  expect(await left()).toEqual([]);
});

test('[Z-08] what gets no answer counts as not taken, and is handed over again later', async () => {
  const asked: string[] = [];
  // Writing one might take longer than it is given here.
  await db.deleteFrom('notice_deliveries').where('channel', '=', 'sms').execute();
  push = (id) => {
    asked.push(id);
    return new Promise(() => {});
  };
  await deliveries(30).run(services, going.signal);
  expect(await left()).toEqual([{ channel: 'push', tries: 1, due_at: new Date(clock.now().getTime() + 2 * 60_000) }]);
  push = async (id) => void asked.push(id);
  await deliveries().run(services, going.signal);
  expect(asked).toHaveLength(1);
  clock.advance(2 * 60_000);
  await deliveries().run(services, going.signal);
  expect(asked).toEqual([asked[0], asked[0]]);
  expect(await left()).toEqual([]);
});

test('[Z-08] nothing in the database is held while a channel is asked', async () => {
  push = async (id) => {
    await db.selectFrom('notice_deliveries').select('id').where('id', '=', id).forUpdate().noWait().execute();
  };
  await deliveries().run(services, going.signal);
  expect(await left()).toEqual([]);
});
