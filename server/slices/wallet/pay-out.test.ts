import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { NewPayOut, TransferState } from '../../adapters/gateway/gateway.ts';
import { GatewayError } from '../../adapters/gateway/gateway.ts';
import {
  operatorWithdrawals,
  revealCard,
  withdrawalFailed,
  withdrawalPaid,
  approveWithdrawal,
} from '../../../contract/operator/wallet.ts';
import { withdrawalStatus } from '../../../contract/statuses.ts';
import { getAccount, getWithdrawList, withdrawApply } from '../../../contract/wallet.ts';
import type { Services, SignedInContext } from '../../calls/context.ts';
import { proofChecks } from '../../proofs.ts';
import { inTransaction } from '../../db/transaction.ts';
import { waitingForLocks } from '../../testing/locks.ts';
import { dataOf, type Portal, startPortal } from '../../testing/portal.ts';
import { builtPassword, type BuiltUser, buildUser } from '../accounts/build.ts';
import { available, clearing } from '../ledger/accounts.ts';
import { prove } from '../ledger/proof.ts';
import { balanceOf } from '../ledger/queries.ts';
import { buildSaver, newCardNumber } from './build.ts';
import { approve } from './decide.ts';
import { lockWithdrawal, moveTo, pursuePayOut, settlePayOut } from './pay-out.ts';
import { withdrawalById } from './queries.ts';
import { payOutSweep } from './sweep.ts';

let portal: Portal;
let finance: BuiltUser;
beforeAll(async () => {
  portal = await startPortal();
  finance = await buildUser(portal.db, { operatorRoles: ['finance'] });
});

const password = builtPassword;
const state = (status: TransferState['status'], rest: Partial<TransferState> = {}): TransferState => ({
  status,
  gatewayNumber: 'G1',
  reason: '',
  ...rest,
});

/** A gateway that pays out as it is told to, and keeps what it was asked for. */
function scripted(answers: {
  payOut?: (() => TransferState)[];
  query?: (() => TransferState)[];
  toEnterprises?: boolean;
}) {
  const asked: { id: string; account: string; fen: number }[] = [];
  const holders: string[] = [];
  let queries = 0;
  const next = (list: (() => TransferState)[] | undefined) => {
    const answer = list && list.length > 1 ? list.shift() : list?.[0];
    if (!answer) throw new Error('nobody expected this question');
    return answer();
  };
  const gateway = {
    name: 'sandbox',
    capabilities: {
      payOutToBank: true,
      payOutToEnterprises: answers.toEnterprises ?? true,
      payOutNeedsUser: false,
    },
    payOut: async ({ ourPayOutId, bankAccount, fen, holder }: NewPayOut) => {
      holders.push(holder);
      asked.push({ id: ourPayOutId, account: bankAccount, fen });
      return next(answers.payOut);
    },
    queryPayOut: async () => {
      queries += 1;
      return next(answers.query);
    },
  };
  const services = { ...portal.app.services, gateways: { all: [gateway] } } as unknown as Services;
  const context = () =>
    ({
      ...services,
      caller: { userId: finance.id, operatorRoles: ['finance'] },
      address: '',
      userAgent: '',
      now: portal.clock.now(),
    }) as unknown as SignedInContext;
  return { services, context, asked, holders, queries: () => queries };
}

async function asked(fen = 5000) {
  const number = newCardNumber();
  const saver = await buildSaver(portal, 10_000, { number });
  const money = (fen / 100).toFixed(2);
  const { id } = dataOf(await portal.as(saver)(withdrawApply, { bank_id: saver.cardId, money, password }));
  const account = async () => {
    const { account: free, freeze_account } = dataOf(await portal.as(saver)(getAccount, {}));
    return `${free} ${freeze_account}`;
  };
  const status = async () => (await withdrawalById(portal.db, id))?.status;
  return { saver, id, number, account, status };
}

const clean = async () => {
  const { findings } = await prove(portal.app.services, proofChecks.inner);
  expect(findings).toEqual([]);
};
const silence = (): never => {
  throw new Error('timed out');
};
const { paying, paid, returned } = withdrawalStatus;

describe('[A-04] [P-05] paid out through a gateway', () => {
  it('done at once: it has arrived and the money has left', async () => {
    const { id, number, account, status } = await asked();
    const before = await balanceOf(portal.db, clearing('sandbox'));
    const { context, asked: sent } = scripted({ payOut: [() => state('done')] });
    await approve(context(), id);
    expect(sent).toEqual([{ id, account: number, fen: 5000 }]);
    expect([await status(), await account()]).toEqual([paid, '50.00 0.00']);
    expect((await balanceOf(portal.db, clearing('sandbox'))) - before).toBe(5000);
    await clean();
  });

  it.each(['01890a5d-ac96-774b-bcce-b302099a8057', '20261122-payroll', "'; drop table withdrawals"])(
    'told of one that is in no book (%s), nothing happens and nobody is asked to say it again',
    async (foreign) => {
      const { services } = portal.app;
      const said = vi.spyOn(services.log, 'warn').mockImplementation(() => {});
      await settlePayOut(services, foreign, state('done'));
      expect(said.mock.calls).toEqual([
        [{ payOutId: foreign, status: 'done' }, 'a gateway tells of a pay-out that is in no book'],
      ]);
      said.mockRestore();
      await clean();
    },
  );

  it('refused: the money comes back with what the gateway says', async () => {
    const { saver, id, account, status } = await asked();
    const refuse = () => {
      throw new GatewayError('CARD', '收款账户已注销');
    };
    const { context } = scripted({ payOut: [refuse], query: [() => state('unknown')] });
    await approve(context(), id);
    expect([await status(), await account()]).toEqual([returned, '100.00 0.00']);
    const [mine] = dataOf(await portal.as(saver)(getWithdrawList, {}));
    expect(mine).toMatchObject({ statusName: '银行退回', reason: '收款账户已注销' });
    await clean();
  });

  it('final in the moment in which nobody answered: it is not asked about any more', async () => {
    const { id } = await asked();
    const { context, services } = scripted({ payOut: [silence], query: [silence] });
    await approve(context(), id);
    const asking = await inTransaction(portal.db, async (tx) => {
      const row = await lockWithdrawal(tx, id);
      const pursued = pursuePayOut(services, id);
      await expect.poll(() => waitingForLocks(portal.db)).toBe(1);
      await moveTo(tx, services, row, returned, {}, portal.clock.now());
      return { pursued };
    });
    await asking.pursued;
    expect(await withdrawalById(portal.db, id)).toMatchObject({ status: returned, ask_at: null });
    await clean();
  });

  it('no answer: it stays on its way, is asked about until it is final, and never sent under a second id', async () => {
    const { id, account, status } = await asked();
    const {
      context,
      services,
      asked: sent,
      queries,
    } = scripted({
      payOut: [silence],
      query: [silence, () => state('pending'), () => state('done')],
    });
    await approve(context(), id);
    expect([await status(), await account()]).toEqual([paying, '50.00 50.00']);
    await payOutSweep.run(services, AbortSignal.any([]));
    expect(queries()).toBe(0);
    for (const after of [61_000, 180_000, 3_700_000]) {
      expect(await status()).toBe(paying);
      portal.clock.advance(after);
      await payOutSweep.run(services, AbortSignal.any([]));
    }
    expect([await status(), await account()]).toEqual([paid, '50.00 0.00']);
    expect(sent.map((one) => one.id)).toEqual([id]);
    await clean();
  });

  it('the gateway never heard of it: it is sent again under the same id', async () => {
    const { id, status } = await asked();
    const {
      context,
      services,
      asked: sent,
    } = scripted({
      payOut: [silence, () => state('done')],
      query: [() => state('unknown')],
    });
    await approve(context(), id);
    portal.clock.advance(61_000);
    await payOutSweep.run(services, AbortSignal.any([]));
    expect(await status()).toBe(paid);
    expect(sent.map((one) => one.id)).toEqual([id, id]);
  });

  it('a process that died after the approval: the sweep sends it', async () => {
    const { id, status } = await asked();
    const dead = scripted({ payOut: [silence] });
    await approve(dead.context(), id);
    await portal.db.updateTable('withdrawals').set({ asked_at: null }).where('id', '=', id).execute();
    portal.clock.advance(61_000);
    const alive = scripted({ payOut: [() => state('done')] });
    await payOutSweep.run(alive.services, AbortSignal.any([]));
    expect(await status()).toBe(paid);
  });

  it('refused because it is under way already is not taken for a failure', async () => {
    const { id, account, status } = await asked();
    const busy = () => {
      throw new GatewayError('IN_PROGRESS', '正在处理');
    };
    const { context } = scripted({ payOut: [busy], query: [() => state('pending')] });
    await approve(context(), id);
    expect([await status(), await account()]).toEqual([paying, '50.00 50.00']);
  });

  it('sent back by the bank after it had arrived: the money is there again, once, whatever is told how often', async () => {
    const { saver, id, status } = await asked();
    const before = await balanceOf(portal.db, clearing('sandbox'));
    const { context, services } = scripted({
      payOut: [() => state('done')],
      query: [() => state('returned', { reason: '户名不符' })],
    });
    await approve(context(), id);
    portal.clock.advance(25 * 3600_000);
    await pursuePayOut(services, id);
    expect(await status()).toBe(returned);
    const told = [state('returned'), state('done'), state('failed'), state('pending'), state('returned')];
    await Promise.all(told.map((one) => settlePayOut(services, id, one)));
    expect(await status()).toBe(returned);
    expect(await balanceOf(portal.db, `available:${saver.id}`)).toBe(10_000);
    expect(await balanceOf(portal.db, `frozen:${saver.id}`)).toBe(0);
    expect(await balanceOf(portal.db, clearing('sandbox'))).toBe(before);
    await clean();
  });

  it('told in the wrong order (returned before done) it ends as returned, with both in the clearing account', async () => {
    const { saver, id, status } = await asked();
    const { context, services } = scripted({ payOut: [silence], query: [silence] });
    await approve(context(), id);
    await settlePayOut(services, id, state('returned'));
    await settlePayOut(services, id, state('done'));
    expect(await status()).toBe(returned);
    expect(await balanceOf(portal.db, `available:${saver.id}`)).toBe(10_000);
    await clean();
  });

  it('one that has arrived is never sent again, though the gateway may have forgotten it', async () => {
    const { id, status } = await asked();
    const {
      context,
      services,
      asked: sent,
    } = scripted({
      payOut: [() => state('done')],
      query: [() => state('unknown')],
    });
    await approve(context(), id);
    portal.clock.advance(25 * 3600_000);
    await pursuePayOut(services, id);
    expect([await status(), sent.length]).toEqual([paid, 1]);
  });

  it('one that has arrived is asked about once a day for ten days, then never again', async () => {
    const { id } = await asked();
    const { context, services, queries } = scripted({ payOut: [() => state('done')], query: [() => state('done')] });
    await portal.db.updateTable('withdrawals').set({ ask_at: null }).execute();
    await approve(context(), id);
    for (let days = 0; days < 13; days++) {
      portal.clock.advance(24 * 3600_000 + 1000);
      await payOutSweep.run(services, AbortSignal.any([]));
      await payOutSweep.run(services, AbortSignal.any([]));
    }
    expect(queries()).toBe(9);
    expect((await withdrawalById(portal.db, id))?.ask_at).toBeNull();
  });

  it('one on its way is asked about before those that have arrived, however long they are due', async () => {
    const arrived = await asked();
    const silent = scripted({ payOut: [() => state('done')], query: [silence] });
    await approve(silent.context(), arrived.id);
    const waiting = await asked();
    await approve(scripted({ payOut: [silence] }).context(), waiting.id);
    portal.clock.advance(25 * 3600_000);
    const now = portal.clock.now();
    await portal.db
      .updateTable('withdrawals')
      .set({ ask_at: new Date(now.getTime() - 3600_000) })
      .where('id', '=', arrived.id)
      .execute();
    await portal.db.updateTable('withdrawals').set({ ask_at: now }).where('id', '=', waiting.id).execute();
    const order: string[] = [];
    const { services } = scripted({});
    const [gateway] = services.gateways.all;
    Object.assign(gateway ?? {}, {
      queryPayOut: async (ourId: string) => {
        order.push(ourId);
        return state('done');
      },
    });
    await payOutSweep.run(services, AbortSignal.any([]));
    expect(order.filter((one) => one === arrived.id || one === waiting.id)).toEqual([waiting.id, arrived.id]);
  });

  it.each([
    [true, [paid, 'sandbox'], ['enterprise']],
    [false, [paying, 'bank'], []],
  ])('an enterprise is paid as one, or by hand (the gateway can: %s)', async (toEnterprises, stands, sent) => {
    const { id, saver } = await asked();
    await portal.db
      .updateTable('certifications')
      .set({ account_type: 2, stage_key: 'make' })
      .where('user_id', '=', saver.id)
      .execute();
    const { context, holders } = scripted({ payOut: [() => state('done')], toEnterprises });
    await approve(context(), id);
    const row = await withdrawalById(portal.db, id);
    expect([row?.status, row?.gateway]).toEqual(stands);
    expect(holders).toEqual(sent);
  });

  it('told 64 times at once it is paid once', async () => {
    const { saver, id } = await asked();
    const { context, services } = scripted({ payOut: [silence] });
    await approve(context(), id);
    await Promise.all(Array.from({ length: 64 }, () => settlePayOut(services, id, state('done'))));
    expect(await balanceOf(portal.db, `frozen:${saver.id}`)).toBe(0);
    const rows = await portal.db
      .selectFrom('ledger_transactions')
      .select('kind')
      .where('cause', 'like', `withdrawal:${id}:%`)
      .execute();
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual(['freezeWithdrawal', 'payWithdrawal']);
    await clean();
  });
});

describe('[P-05] paid out by hand, where no gateway can', () => {
  const approved = async () => {
    const withdrawal = await asked();
    finance = await buildUser(portal.db, { operatorRoles: ['finance'], now: portal.clock.now() });
    const send = portal.as(finance);
    const data = dataOf(await send(approveWithdrawal, { id: withdrawal.id }));
    return { ...withdrawal, send, data };
  };

  it('the number is shown to whoever pays, who looked is kept, and the bank’s own number closes it', async () => {
    const { id, number, send, data, saver } = await approved();
    expect(data).toMatchObject({ status: paying, way: 'manual', actions: [{ action: 'paid' }, { action: 'failed' }] });
    expect(JSON.stringify(data)).not.toContain(number);
    expect(dataOf(await send(revealCard, { id })).bank_account).toBe(number);
    expect((await withdrawalById(portal.db, id))?.card_seen_by).toEqual([finance.id]);
    expect(await send(withdrawalPaid, { id, bank_number: '' })).toMatchObject({
      code: 1001,
      fields: { bank_number: '请填写银行流水号' },
    });
    const done = dataOf(await send(withdrawalPaid, { id, bank_number: 'ICBC20261122001' }));
    expect(done).toMatchObject({ status: paid, bank_number: 'ICBC20261122001' });
    expect(await send(withdrawalPaid, { id, bank_number: 'ICBC20261122002' })).toMatchObject({ code: 1005 });
    expect(await balanceOf(portal.db, `frozen:${saver.id}`)).toBe(0);
    await clean();
  });

  it.each([[false], [true]])('the bank sends it back (after it was marked paid: %s)', async (afterwards) => {
    const { id, send, saver } = await approved();
    if (afterwards) dataOf(await send(withdrawalPaid, { id, bank_number: `ICBC-${id}` }));
    dataOf(await send(withdrawalFailed, { id, reason: '户名不符' }));
    expect(await balanceOf(portal.db, `available:${saver.id}`)).toBe(10_000);
    expect(await send(withdrawalFailed, { id, reason: '户名不符' })).toMatchObject({ code: 1005 });
    await clean();
  });

  it('ten days after it was marked paid the bank sends nothing back any more', async () => {
    const { id } = await approved();
    dataOf(await portal.as(finance)(withdrawalPaid, { id, bank_number: `ICBC-${id}` }));
    portal.clock.advance(10 * 24 * 3600_000);
    finance = await buildUser(portal.db, { operatorRoles: ['finance'], now: portal.clock.now() });
    const send = portal.as(finance);
    const found = dataOf(await send(operatorWithdrawals, { status: String(paid) as '1' }));
    expect(found.find((one) => one.id === id)?.actions).toEqual([]);
    expect(await send(withdrawalFailed, { id, reason: '户名不符' })).toMatchObject({
      code: 1005,
      message: '到账已超过10天，银行不会再退回这笔钱',
    });
    expect(await send(revealCard, { id })).toMatchObject({ code: 1005 });
  });

  it('one number of the bank closes one withdrawal, of two at once too', async () => {
    const [first, second] = [await approved(), await approved()];
    const send = portal.as(finance);
    const bank_number = 'ICBC20261122777';
    const replies = await Promise.all([first, second].map(({ id }) => send(withdrawalPaid, { id, bank_number })));
    expect(replies.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    expect(replies.find(({ ok }) => !ok)).toMatchObject({
      code: 1001,
      fields: { bank_number: '这个银行流水号已用于另一笔提现，请核对' },
    });
    expect([await first.status(), await second.status()].toSorted()).toEqual([paid, paying].toSorted());
    await clean();
  });

  it('an auditor sees the list, and neither a number nor whose card it is', async () => {
    const { id } = await approved();
    const auditor = await buildUser(portal.db, { operatorRoles: ['auditor'], now: portal.clock.now() });
    const rowFor = async (by: BuiltUser) =>
      dataOf(await portal.as(by)(operatorWithdrawals, { pageSize: 100 })).find((row) => row.id === id);
    const paid = await rowFor(finance);
    expect(paid).toMatchObject({ otherHolder: false, certified_name: paid?.truename });
    const covered = `${paid?.truename.slice(0, 1)}${'*'.repeat((paid?.truename.length ?? 0) - 1)}`;
    expect(await rowFor(auditor)).toEqual({
      ...paid,
      truename: covered,
      certified_name: covered,
      actions: paid?.actions.map(({ action }) => ({ action, enabled: false, reason: expect.any(String) })),
    });
    expect(await portal.as(auditor)(revealCard, { id })).toMatchObject({ code: 1003 });
    expect(await balanceOf(portal.db, available(finance.id))).toBe(0);
  });
});
