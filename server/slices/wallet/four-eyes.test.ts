import { describe, expect, it } from 'vitest';
import type { Reply } from '../../../contract/call.ts';
import { takeClaim } from '../../../contract/operator/claims.ts';
import { getDesk } from '../../../contract/operator/desk.ts';
import { queueList } from '../../../contract/operator/queues.ts';
import { approveWithdrawal, operatorWithdrawals, rejectWithdrawal } from '../../../contract/operator/wallet.ts';
import { withdrawalStatus } from '../../../contract/statuses.ts';
import { getAccount, withdrawApply } from '../../../contract/wallet.ts';
import type { OperatorRole } from '../../calls/context.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { builtPassword, buildUser } from '../accounts/build.ts';
import { buildSaver } from './build.ts';
import { approvalOf, payerFault } from './policy.ts';
import { withdrawalById } from './queries.ts';

const limit = 5_000_000;
const portal = await startPortal();
const { db, clock } = portal;

const operator = async (nickName: string, role: OperatorRole = 'finance') => {
  const built = await buildUser(db, { nickName, operatorRoles: [role], now: clock.now() });
  return { id: built.id, send: portal.as(built) };
};
type Saver = Awaited<ReturnType<typeof buildSaver>>;
const [ming, yue, boss] = [await operator('周明'), await operator('林悦'), await operator('总管', 'admin')];

async function asked(fen = limit + 1, of?: Saver) {
  const saver = of ?? (await buildSaver(portal, 2 * limit));
  const wish = { bank_id: saver.cardId, money: (fen / 100).toFixed(2), password: builtPassword };
  const { id } = dataOf(await portal.as(saver)(withdrawApply, wish));
  const row = async () => withdrawalById(db, id);
  const account = async () => dataOf(await portal.as(saver)(getAccount, {}));
  return { id, row, account };
}

const { pending, paying, rejected } = withdrawalStatus;
const word = (id: string) => ({ kind: 'withdrawal', id }) as const;

describe('[Z-16] [P-06] who approves what', () => {
  it.each([
    ['exactly the limit', limit, null, 'only'],
    ['a fen more', limit + 1, null, 'first'],
    ['approved once', limit + 1, ming.id, 'second'],
    // The first word settled that it takes two; a limit that was raised since does not take that back.
    ['approved once, of a sum that the limit of now lets through', 1, ming.id, 'second'],
  ] as const)('%s', (_, recentFen, first_by, approval) => {
    expect(approvalOf({ first_by }, recentFen, limit)).toBe(approval);
  });

  it('the first to approve may refuse it after all, and not approve it again', () => {
    const row = { status: pending, gateway: null, user_id: 'u', updated_at: clock.now(), first_by: ming.id };
    const caller = { userId: ming.id, operatorRoles: ['finance'] as const };
    expect(payerFault(caller, row, 'approve')).toBe('您已经通过了这笔提现，还要另一位财务或管理员复核');
    expect(payerFault(caller, row, 'reject')).toBe('');
    expect(payerFault({ ...caller, userId: yue.id }, row, 'approve')).toBe('');
  });
});

describe('[Z-16] [P-05] a sum is not made small by splitting it', () => {
  const part = limit / 2 + 1;
  const two = async () => {
    const saver = await buildSaver(portal, 2 * limit);
    return [saver, await asked(part, saver), await asked(part, saver)] as const;
  };
  /** As if its last step had been so many hours ago. */
  const hoursAgo = (id: string, hours: number) => {
    const updated_at = new Date(clock.now().getTime() - hours * 3_600_000);
    return db.updateTable('withdrawals').set({ updated_at }).where('id', '=', id).execute();
  };

  it('two that are too much together take two each, and the queue says so', async () => {
    const [, one, other] = await two();
    const first = dataOf(await ming.send(approveWithdrawal, { id: one.id }));
    expect(first).toMatchObject({ status: pending, approval: 'second', firstBy: '周明', together: '50000.02' });
    const waiting = dataOf(await yue.send(operatorWithdrawals, { status: '0', pageSize: 100 }));
    expect(waiting.find(({ id }) => id === other.id)).toMatchObject({ approval: 'first', together: '50000.02' });
    expect(dataOf(await yue.send(approveWithdrawal, { id: one.id }))).toMatchObject({ status: paying, together: '' });
    // The one that is under way counts on, for a day.
    expect(dataOf(await yue.send(approveWithdrawal, { id: other.id }))).toMatchObject({ status: pending });
    expect(await other.row()).toMatchObject({ first_by: yue.id, decided_by: null });
  });

  it('one that is large by itself says nothing of a sum', async () => {
    const { id } = await asked();
    const waiting = dataOf(await yue.send(operatorWithdrawals, { status: '0', pageSize: 100 }));
    expect(waiting.find((one) => one.id === id)).toMatchObject({ approval: 'first', together: '' });
  });

  it('the sum is told of each that it is made of, also of one that would need two by itself', async () => {
    const saver = await buildSaver(portal, 2 * limit);
    const [large, small] = [await asked(limit + 1, saver), await asked(80_000, saver)];
    const waiting = dataOf(await yue.send(operatorWithdrawals, { status: '0', pageSize: 100 }));
    for (const { id } of [large, small])
      expect(waiting.find((one) => one.id === id)).toMatchObject({ approval: 'first', together: '50800.01' });
    dataOf(await ming.send(approveWithdrawal, { id: large.id }));
    const paid = dataOf(await yue.send(approveWithdrawal, { id: large.id }));
    expect(paid).toMatchObject({ status: paying, together: '' });
    const [left] = dataOf(await yue.send(operatorWithdrawals, { id: small.id }));
    expect(left).toMatchObject({ approval: 'first', together: '50800.01' });
    // All of one person's and nobody else's; both of one moment.
    const own = dataOf(await yue.send(operatorWithdrawals, { userId: saver.id }));
    expect(own.map(({ id }) => id).toSorted()).toEqual([small.id, large.id].toSorted());
    dataOf(await ming.send(rejectWithdrawal, { id: small.id, reason: '金额需要重新核对' }));
  });

  it('what was refused does not count', async () => {
    const [, one, other] = await two();
    dataOf(await ming.send(rejectWithdrawal, { id: one.id, reason: '金额需要重新核对' }));
    expect(dataOf(await ming.send(approveWithdrawal, { id: other.id }))).toMatchObject({ status: paying, firstBy: '' });
  });

  it('what was approved counts for a day, and what waits for as long as it waits', async () => {
    const saver = await buildSaver(portal, 2 * limit);
    const one = await asked(part, saver);
    expect(dataOf(await ming.send(approveWithdrawal, { id: one.id }))).toMatchObject({ status: paying });
    await hoursAgo(one.id, 23.9);
    const late = await asked(part, saver);
    expect(dataOf(await ming.send(approveWithdrawal, { id: late.id }))).toMatchObject({ status: pending });
    dataOf(await ming.send(rejectWithdrawal, { id: late.id, reason: '金额需要重新核对' }));
    await hoursAgo(one.id, 24.1);
    const next = await asked(part, saver);
    expect(dataOf(await ming.send(approveWithdrawal, { id: next.id }))).toMatchObject({ status: paying, firstBy: '' });

    const [, old, other] = await two();
    for (const { id } of [old, other]) await hoursAgo(id, 30);
    expect(dataOf(await ming.send(approveWithdrawal, { id: other.id }))).toMatchObject({ status: pending });
  });

  it('others’ withdrawals do not count', async () => {
    await asked(part);
    const { id } = await asked(part);
    expect(dataOf(await ming.send(approveWithdrawal, { id }))).toMatchObject({ status: paying });
  });

  it('two small ones, approved at the same moment by two operators, are paid on two words each', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [saver, one, other] = await two();
      const pair = round % 2 ? [one, other] : [other, one];
      const replies = await Promise.all([
        ming.send(approveWithdrawal, { id: pair[0]?.id ?? '' }),
        yue.send(approveWithdrawal, { id: pair[1]?.id ?? '' }),
      ]);
      expect(replies.map(({ ok }) => ok)).toEqual([true, true]);
      expect(await one.row()).toMatchObject({ status: pending, decided_by: null });
      expect(await other.row()).toMatchObject({ status: pending, decided_by: null });
      // … and the two second words, crosswise.
      const second = await Promise.all([
        yue.send(approveWithdrawal, { id: pair[0]?.id ?? '' }),
        ming.send(approveWithdrawal, { id: pair[1]?.id ?? '' }),
      ]);
      expect(second.map(({ ok }) => ok)).toEqual([true, true]);
      expect(await one.row()).toMatchObject({ status: paying });
      expect(dataOf(await portal.as(saver)(getAccount, {})).freeze_account).toBe('50000.02');
    }
  });

  it('one is refused and the other approved at the same moment: either way the sum is right', async () => {
    const [, one, other] = await two();
    const replies = await Promise.all([
      ming.send(rejectWithdrawal, { id: one.id, reason: '金额需要重新核对' }),
      yue.send(approveWithdrawal, { id: other.id }),
    ]);
    expect(replies.map(({ ok }) => ok)).toEqual([true, true]);
    expect(await one.row()).toMatchObject({ status: rejected });
    // By who came first: the sum with the one that was refused a moment later, or without it.
    const { status, first_by } = (await other.row()) ?? {};
    expect([`${pending} ${yue.id}`, `${paying} null`]).toContain(`${status} ${first_by}`);
  });
});

describe('[Z-16] [P-05] a large withdrawal takes two', () => {
  it('the first word is kept and audited, the same person gives no second one, another does', async () => {
    const { id, row, account } = await asked();
    dataOf(await ming.send(takeClaim, word(id)));
    const first = dataOf(await ming.send(approveWithdrawal, { id }));
    expect(first).toMatchObject({ status: pending, approval: 'second', firstBy: '周明', decidedBy: '' });
    expect(await row()).toMatchObject({ status: pending, first_by: ming.id, decided_by: null, gateway: null });
    expect(await account()).toMatchObject({ account: '49999.99', freeze_account: '50000.01' });
    const self = '您已经通过了这笔提现，还要另一位财务或管理员复核';
    expect(first.actions).toMatchObject([
      { action: 'approve', enabled: false, reason: self },
      { action: 'reject', enabled: true },
    ]);
    expect(await ming.send(approveWithdrawal, { id })).toMatchObject({ code: 1003, message: self });
    expect(await row()).toMatchObject({ status: pending });

    // It was let go with the first word: the other takes it.
    expect(dataOf(await yue.send(takeClaim, word(id)))).toMatchObject({ mine: true });
    const waiting = dataOf(await yue.send(operatorWithdrawals, { status: '0', pageSize: 100 }));
    expect(waiting.find((one) => one.id === id)).toMatchObject({ approval: 'second', firstBy: '周明' });
    const second = dataOf(await yue.send(approveWithdrawal, { id }));
    expect(second).toMatchObject({ status: paying, approval: '', firstBy: '周明', decidedBy: '林悦' });
    expect(await row()).toMatchObject({ first_by: ming.id, decided_by: yue.id });
    expect(await ming.send(approveWithdrawal, { id })).toMatchObject({ code: 1005 });

    const noted = await db
      .selectFrom('audit_entries')
      .select(['action', 'actor_id', 'before', 'after'])
      .where('subject_id', '=', id)
      .orderBy('number')
      .execute();
    expect(noted).toEqual([
      {
        action: 'withdrawal.approve',
        actor_id: ming.id,
        before: { status: pending },
        after: { status: pending, firstBy: ming.id },
      },
      {
        action: 'withdrawal.approve',
        actor_id: yue.id,
        before: { status: pending, firstBy: ming.id },
        after: { status: paying, firstBy: ming.id },
      },
    ]);
  });

  it('the menu counts what is left to the one who asks: neither what they approved already nor their own', async () => {
    const auditor = await operator('审计', 'auditor');
    const left = async ({ send }: typeof ming) => {
      const part = dataOf(await send(getDesk, {})).parts.find(({ key }) => key === 'withdrawals');
      const { queues } = dataOf(await send(queueList, { part: 'withdrawals' }));
      return [part?.waiting ?? 0, queues.find(({ queue }) => queue === String(pending))?.count ?? 0] as const;
    };
    const all = [ming, yue, auditor];
    const counts = () => Promise.all(all.map(left));
    const before = await counts();
    const { id } = await asked();
    // By how much more there is to do, and stands in the queue.
    const more = async () => (await counts()).map(([todo, open], n) => [todo - before[n]![0], open - before[n]![1]]);
    expect(await more()).toEqual([
      [1, 1],
      [1, 1],
      [1, 1],
    ]);
    dataOf(await ming.send(approveWithdrawal, { id }));
    expect(await more()).toEqual([
      [0, 1],
      [1, 1],
      [1, 1],
    ]);
    await db.updateTable('withdrawals').set({ user_id: yue.id }).where('id', '=', id).execute();
    expect(await more()).toEqual([
      [0, 1],
      [0, 1],
      [1, 1],
    ]);
    await db.updateTable('withdrawals').set({ status: rejected }).where('id', '=', id).execute();
  });

  it('the list opens where the longest waits for the one who asks, to be decided or to be paid by hand', async () => {
    await db.updateTable('withdrawals').set({ status: rejected }).where('status', 'in', [pending, paying]).execute();
    const first = async ({ send }: typeof ming) => dataOf(await send(queueList, { part: 'withdrawals' })).first;
    expect(await first(ming)).toBe(String(pending));
    const byHand = await asked(limit);
    dataOf(await ming.send(approveWithdrawal, { id: byHand.id }));
    expect(await first(ming)).toBe(String(paying));
    await db.updateTable('withdrawals').set({ gateway: 'sandbox' }).where('id', '=', byHand.id).execute();
    clock.advance(1000);
    const { id } = await asked();
    expect(await first(ming)).toBe(String(pending));
    await db.updateTable('withdrawals').set({ gateway: 'bank' }).where('id', '=', byHand.id).execute();
    expect(await first(ming)).toBe(String(paying));
    dataOf(await ming.send(rejectWithdrawal, { id, reason: '金额需要重新核对' }));
    expect(await boss.send(queueList, { part: 'withdrawals' })).toMatchObject({ ok: true });
    const reviewer = await operator('审核', 'reviewer');
    expect(await reviewer.send(queueList, { part: 'withdrawals' })).toMatchObject({ code: 1003 });
  });

  it.each([['the first'], ['the other']])(
    '%s refuses it after the first word, and the money is there again',
    async (who) => {
      const { id, row, account } = await asked();
      dataOf(await ming.send(approveWithdrawal, { id }));
      const { send } = who === 'the first' ? ming : boss;
      const refused = dataOf(await send(rejectWithdrawal, { id, reason: '金额需要重新核对' }));
      expect(refused).toMatchObject({ status: rejected, firstBy: '周明', actions: [] });
      expect(await row()).toMatchObject({ status: rejected, first_by: ming.id });
      expect(await account()).toMatchObject({ account: '100000.00', freeze_account: '0.00' });
      expect(await boss.send(approveWithdrawal, { id })).toMatchObject({ code: 1005 });
    },
  );

  it('a sum up to the limit takes one', async () => {
    const { id, row } = await asked(limit);
    expect(dataOf(await ming.send(approveWithdrawal, { id }))).toMatchObject({ status: paying, firstBy: '' });
    expect(await row()).toMatchObject({ first_by: null, decided_by: ming.id });
  });

  it('16 at once of one person are one word; of two persons two, one each', async () => {
    const alone = await asked();
    const sixteen = (id: string, who: (n: number) => typeof ming): Promise<Reply<unknown>[]> =>
      Promise.all(Array.from({ length: 16 }, (_, n) => who(n).send(approveWithdrawal, { id })));
    const own = await sixteen(alone.id, () => ming);
    expect(own.filter(({ ok }) => ok)).toHaveLength(1);
    expect(own.filter((reply) => !reply.ok && reply.code === 1003)).toHaveLength(15);
    expect(await alone.row()).toMatchObject({ status: pending, first_by: ming.id });

    const both = await asked();
    const replies = await sixteen(both.id, (n) => (n % 2 ? ming : yue));
    expect(replies.filter(({ ok }) => ok)).toHaveLength(2);
    const row = await both.row();
    expect(row).toMatchObject({ status: paying });
    expect([row?.first_by, row?.decided_by].toSorted()).toEqual([ming.id, yue.id].toSorted());
  });

  it('the table itself refuses a second word of the same person', async () => {
    const { id } = await asked();
    dataOf(await ming.send(approveWithdrawal, { id }));
    const sneaked = db
      .updateTable('withdrawals')
      .set({ status: paying, decided_by: ming.id, decided_at: clock.now() })
      .where('id', '=', id)
      .execute();
    await expect(sneaked).rejects.toThrow('withdrawals_two_words');
  });
});
