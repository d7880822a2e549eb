import { v7 as uuid } from 'uuid';
import { expect, test } from 'vitest';
import { inTransaction } from '../../db/transaction.ts';
import { startPortal } from '../../testing/portal.ts';
import { available, clearing, escrow } from './accounts.ts';
import { hold, type Movement, topUp } from './movements.ts';
import { post, shanghaiDay } from './post.ts';
import { balanceOf, balancesOf } from './queries.ts';

const portal = await startPortal();
const { db } = portal;
const now = portal.clock.now();

const posted = (movement: Movement, at = now) => inTransaction(db, (tx) => post(tx, movement, at));
const arrive = (userId: string, fen: number, cause = uuid()) =>
  posted(topUp({ cause, userId, gateway: 'demo', fen, memo: '充值' }));
const pay = (ownerId: string, demandId: string, fen: number, cause = uuid()) =>
  posted(hold({ cause, demandId, title: 'DM-1 床', ownerId, instalment: '首付', fen }));
const entriesOf = (account: string) =>
  db
    .selectFrom('ledger_entries')
    .selectAll()
    .where('account', '=', account as never)
    .orderBy('seq')
    .execute();

test('[A-01] a movement is a transaction whose entries sum to zero, each with the balance after it', async () => {
  const [user, order] = [uuid(), uuid()];
  await arrive(user, 10_000);
  await pay(user, order, 3000);
  await pay(user, order, 2500);
  expect(await balancesOf(db, [available(user), escrow(order)])).toEqual({
    [available(user)]: 4500,
    [escrow(order)]: 5500,
  });
  const entries = await entriesOf(available(user));
  expect(entries.map(({ seq, amount_fen, balance_fen, type }) => [seq, amount_fen, balance_fen, type])).toEqual([
    [1, 10_000, 10_000, 1],
    [2, -3000, 7000, 2],
    [3, -2500, 4500, 2],
  ]);
  const days = await db
    .selectFrom('wallet_days')
    .select(['day', 'type', 'amount_fen'])
    .where('user_id', '=', user)
    .orderBy('type')
    .execute();
  expect(days).toEqual([
    { day: shanghaiDay(now), type: 1, amount_fen: 10_000 },
    { day: shanghaiDay(now), type: 2, amount_fen: -5500 },
  ]);
});

test('[A-01] nobody spends what they do not have: the reason says how much is missing, nothing is written', async () => {
  const [user, order] = [uuid(), uuid()];
  await expect(pay(user, order, 100)).rejects.toMatchObject({
    kind: 'state_conflict',
    message: '余额不足，还差 ¥1.00',
  });
  await arrive(user, 10_000);
  await expect(pay(user, order, 10_050)).rejects.toMatchObject({ message: '余额不足，还差 ¥0.50' });
  expect(await balanceOf(db, available(user))).toBe(10_000);
  expect(await entriesOf(escrow(order))).toEqual([]);
});

test('[A-01] the same cause moves money once, also when it comes many times at once', async () => {
  const [user, cause] = [uuid(), uuid()];
  const before = await balanceOf(db, clearing('demo'));
  const outcomes = await Promise.all(Array.from({ length: 32 }, () => arrive(user, 700, cause)));
  expect(outcomes.filter((outcome) => outcome === 'posted')).toHaveLength(1);
  expect(await balanceOf(db, available(user))).toBe(700);
  expect(await balanceOf(db, clearing('demo'))).toBe(before - 700);
});

test('[A-04] of 100 payments at once as many pass as the balance covers; every fen is accounted for', async () => {
  const user = uuid();
  await arrive(user, 1000);
  const orders = Array.from({ length: 100 }, () => uuid());
  const outcomes = await Promise.allSettled(orders.map((order) => pay(user, order, 70)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(14);
  expect(await balanceOf(db, available(user))).toBe(20);
  const held = await balancesOf(db, orders.map(escrow));
  expect(Object.values(held).reduce((sum, fen) => sum + fen, 0)).toBe(980);
  const entries = await entriesOf(available(user));
  expect(entries.map(({ seq }) => seq)).toEqual(Array.from({ length: 15 }, (_, index) => index + 1));
  expect(entries.at(-1)?.balance_fen).toBe(20);
});

test('[A-01] payments in both directions at once do not lock each other out', async () => {
  const users = [uuid(), uuid()] as const;
  await Promise.all(users.map((user) => arrive(user, 100_000)));
  const swap = (from: string, to: string): Movement => ({
    kind: 'divide',
    cause: uuid(),
    memo: '',
    entries: [
      { account: available(from), fen: -10, type: 2 },
      { account: available(to), fen: 10, type: 4 },
    ],
  });
  await Promise.all(
    Array.from({ length: 40 }, (_, index) => posted(index % 2 === 0 ? swap(...users) : swap(users[1], users[0]))),
  );
  expect(await balancesOf(db, users.map(available))).toEqual({
    [available(users[0])]: 100_000,
    [available(users[1])]: 100_000,
  });
});

test('[A-01] the day of a movement is the day in Asia/Shanghai', () => {
  expect(shanghaiDay(new Date('2026-03-01T15:59:59Z'))).toBe('2026-03-01');
  expect(shanghaiDay(new Date('2026-03-01T16:00:00Z'))).toBe('2026-03-02');
});
