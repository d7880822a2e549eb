import { expect, it } from 'vitest';
import { getUserInfo, signout } from '../../../contract/accounts.ts';
import { memoryBus } from '../../bus.ts';
import type { Services } from '../../calls/context.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser, signIn } from './build.ts';
import { endOtherSessions, findPerson, rememberCallers } from './sessions.ts';
import { inTransaction } from '../../db/transaction.ts';

const portal = await startPortal();
const { bus } = portal.app.services;
const { db, clock } = portal;

const works = async (token: string) => {
  const reply = await portal.as({ token })(getUserInfo, {});
  return reply.ok ? true : reply.code;
};

it('[U-05] a session lasts 24 hours, to the second, and not longer', async () => {
  const { token } = await buildUser(db, { now: clock.now() });
  clock.advance(24 * 3600 * 1000 - 1000);
  expect(await works(token)).toBe(true);
  clock.advance(1000);
  expect(await works(token)).toBe(1002);
});

it('[U-05] a token that is none, another one, or signed out is refused alike', async () => {
  const user = await buildUser(db, { now: clock.now() });
  expect(await works('')).toBe(1002);
  expect(await works('abc')).toBe(1002);
  expect(await works('A'.repeat(43))).toBe(1002);
  expect(await works(user.token)).toBe(true);
  dataOf(await portal.as(user)(signout, {}));
  expect(await works(user.token)).toBe(1002);
  expect((await portal.as(user)(signout, {})).ok).toBe(true);
});

it('[U-05] ends the other sessions of one user only', async () => {
  const now = clock.now();
  const user = await buildUser(db, { now });
  const stranger = await buildUser(db, { now });
  const second = await signIn(db, user.id, now);
  const kept = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', user.id)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  // All three are remembered when the one is ended.
  expect([await works(user.token), await works(second), await works(stranger.token)]).toEqual([true, true, true]);
  await inTransaction(db, (tx) => endOtherSessions(tx, bus, user.id, kept.id));
  expect([await works(user.token), await works(second), await works(stranger.token)]).toEqual([true, 1002, true]);
});

it('[U-05] an account that was closed is out at once', async () => {
  const user = await buildUser(db, { now: clock.now() });
  expect(await works(user.token)).toBe(true);
  // Closing an account ends its sessions; that is what everyone is told of.
  await inTransaction(db, async (tx) => {
    await tx.updateTable('users').set({ status: 2 }).where('id', '=', user.id).execute();
    await endOtherSessions(tx, bus, user.id);
  });
  expect(await works(user.token)).toBe(1002);
});

it('[U-05] an account that was closed by hand, behind the back of the bus, is out within three seconds', async () => {
  const user = await buildUser(db, { now: clock.now() });
  expect(await works(user.token)).toBe(true);
  await db.updateTable('users').set({ status: 2 }).where('id', '=', user.id).execute();
  clock.advance(3000);
  expect(await works(user.token)).toBe(1002);
});

it('[U-05] an answer on its way when sessions end is not kept', async () => {
  const { token, id } = await buildUser(db, { now: clock.now() });
  const told = memoryBus();
  const ask = rememberCallers(told, [findPerson]);
  const asked = ask({ db } as Services, token, clock.now());
  told.publish({ tags: ['sessions'] });
  expect((await asked)?.userId).toBe(id);
  await db.deleteFrom('sessions').where('user_id', '=', id).execute();
  expect(await ask({ db } as Services, token, clock.now())).toBeNull();
});

it('[U-06] the token is taken from the header, or from the token or authorisation field', async () => {
  const { token } = await buildUser(db, { now: clock.now() });
  const path = `${portal.url}${getUserInfo.path}`;
  const status = async (init: RequestInit) => (await fetch(path, { method: 'POST', ...init })).status;
  expect(await status({ headers: { authorization: token } })).toBe(200);
  expect(await status({ headers: { authorization: `Bearer ${token}` } })).toBe(200);
  expect(await status({ body: new URLSearchParams({ token }) })).toBe(200);
  expect(await status({ body: new URLSearchParams({ authorization: token }) })).toBe(200);
  expect(await status({})).toBe(401);
});

it('keeps no token and no password in readable form', async () => {
  const user = await buildUser(db, { now: clock.now() });
  const dump = JSON.stringify([
    await db.selectFrom('users').selectAll().execute(),
    await db.selectFrom('sessions').selectAll().execute(),
  ]);
  expect(dump).toContain(user.mobile);
  expect(dump).not.toContain(user.token);
  expect(dump).not.toContain(user.password);
});
