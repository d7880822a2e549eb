import { beforeAll, describe, expect, it } from 'vitest';
import type { Reply } from '../../../contract/call.ts';
import { approveWithdrawal, rejectWithdrawal } from '../../../contract/operator/wallet.ts';
import {
  bindBank,
  canWithdraw,
  getAccount,
  getTransactionList,
  getWithdrawList,
  withdrawApply,
} from '../../../contract/wallet.ts';
import { proofChecks } from '../../proofs.ts';
import { dataOf, type Portal, startPortal } from '../../testing/portal.ts';
import { builtPassword, buildUser } from '../accounts/build.ts';
import { alsoOperator } from '../operators/build.ts';
import { escrow } from '../ledger/accounts.ts';
import { hold } from '../ledger/movements.ts';
import { inTransaction } from '../../db/transaction.ts';
import { post } from '../ledger/post.ts';
import { prove } from '../ledger/proof.ts';
import { balanceOf } from '../ledger/queries.ts';
import { buildCertified, buildMoney, buildSaver, newCardNumber } from './build.ts';
import { applyWithdrawal } from './withdraw.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});

const password = builtPassword;
const refusedWith = (replies: readonly Reply<unknown>[]) =>
  replies.flatMap((reply) => (reply.ok ? [] : [`${reply.code} ${reply.message}`]));
const findings = async (keys = ['sums', 'chain', 'balances', 'negative', 'days', 'frozen']) => {
  const result = await prove(portal.app.services, proofChecks.inner);
  return result.findings.filter(({ check }) => keys.includes(check));
};

describe('[A-04] asking for a withdrawal', () => {
  it('freezes the money at once and tells what happens next', async () => {
    const saver = await buildSaver(portal, 10_000);
    const send = portal.as(saver);
    const asked = dataOf(await send(withdrawApply, { bank_id: saver.cardId, money: '60.50', password }));
    expect(asked).toMatchObject({
      money: '60.50',
      status: 0,
      statusName: '审核中',
      bank_name: '中国工商银行',
      truename: '陈禾',
      order_id: expect.stringMatching(/^TX\d{18}$/),
      next: expect.stringContaining('已冻结'),
    });
    expect(dataOf(await send(getAccount, {}))).toMatchObject({
      account: '39.50',
      freeze_account: '60.50',
      total: '100.00',
    });
    expect(dataOf(await send(getWithdrawList, {}))).toEqual([asked]);
    const [record] = dataOf(await send(getTransactionList, { transaction_type: '3' }));
    expect(record).toMatchObject({ money: '-60.50', balance: '39.50', order_id: asked.order_id, typeName: '提现' });
  });

  it.each([
    [{ money: '' }, { money: '请输入提现金额' }],
    [{ money: '-5' }, { money: '提现金额不能为负' }],
    [{ money: '0.99' }, { money: '最低提现1元' }],
    [{ money: '1.005' }, { money: '提现金额须为数字，最多两位小数' }],
    [{ money: '1e3' }, { money: '提现金额须为数字，最多两位小数' }],
    [{ money: '100.01' }, { money: '最多可提现 ¥100.00' }],
    [{ bank_id: 'x' }, { bank_id: '银行卡编号格式有误' }],
    [{ password: '' }, { password: '请输入密码' }],
    [{ password: 'omo2026wrong' }, { password: '登录密码错误' }],
    [{ requestId: 'short' }, { requestId: 'requestId 有误' }],
  ])('%o is refused and nothing moves', async (bad, fields) => {
    const saver = await buildSaver(portal, 10_000);
    const send = portal.as(saver);
    const reply = await send(withdrawApply, { bank_id: saver.cardId, money: '20', password, ...bad });
    expect(reply).toMatchObject({ code: 1001, fields });
    expect(dataOf(await send(getAccount, {}))).toMatchObject({ account: '100.00', freeze_account: '0.00' });
    expect(dataOf(await send(getWithdrawList, {}))).toEqual([]);
  });

  it('needs a certification, a card of one’s own and of the certified name', async () => {
    const user = await buildUser(portal.db);
    await buildMoney(portal.db, user.id, 10_000);
    const send = portal.as(user);
    const card = { bank_name: '招商银行', bank_account: newCardNumber(), truename: '陈小禾' };
    const { id: bank_id } = dataOf(await send(bindBank, card));
    const ask = () => send(withdrawApply, { bank_id, money: '20', password });
    expect(await ask()).toMatchObject({ code: 1003, message: '提现需要先通过实名认证' });
    expect(dataOf(await send(canWithdraw, {}))).toMatchObject({ remedy: 'certify', most: '100.00' });
    await buildCertified(portal.db, user.id, '陈禾');
    expect(await ask()).toMatchObject({ code: 1001, fields: { bank_id: expect.stringContaining('不一致') } });
    expect(dataOf(await send(canWithdraw, {}))).toMatchObject({ remedy: 'bank', truename: '陈禾' });
    const { cardId } = await buildSaver(portal, 0);
    expect(await send(withdrawApply, { bank_id: cardId, money: '20', password })).toMatchObject({ code: 1004 });
    dataOf(await send(bindBank, { ...card, bank_account: newCardNumber(), truename: '陈禾' }));
    expect(dataOf(await send(canWithdraw, {}))).toMatchObject({ reason: '', remedy: '' });
  });

  it('asks for a sign-in', async () => {
    const bank_id = '01900000-0000-7000-8000-000000000000';
    expect(await portal.send(withdrawApply, { bank_id, money: '20', password })).toMatchObject({ code: 1002 });
  });

  it('one form sent twenty times at once is one withdrawal; sent again with another sum it is refused', async () => {
    const saver = await buildSaver(portal, 100_000);
    const send = portal.as(saver);
    const form = { bank_id: saver.cardId, money: '20', password, requestId: 'form-0001' };
    const replies = await Promise.all(Array.from({ length: 20 }, () => send(withdrawApply, form)));
    expect(new Set(replies.map((reply) => dataOf(reply).id)).size).toBe(1);
    expect(dataOf(await send(getAccount, {}))).toMatchObject({ account: '980.00', freeze_account: '20.00' });
    expect(await send(withdrawApply, { ...form, money: '30' })).toMatchObject({ code: 1005 });
  });
});

describe('[A-04] a hundred withdrawals at once', () => {
  it('through the portal: as many as the balance bears, none beyond, and it never goes below zero', async () => {
    const saver = await buildSaver(portal, 100_000);
    const send = portal.as(saver);
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        send(withdrawApply, { bank_id: saver.cardId, money: '30', password, requestId: `at-once-${n}` }),
      ),
    );
    // 1000 yuan bear 33 of them.
    expect(replies.filter((reply) => reply.ok)).toHaveLength(33);
    for (const said of refusedWith(replies)) expect(said).toMatch(/^(1001 最多可提现 ¥10\.00|1005 余额不足)/);
    expect(dataOf(await send(getAccount, {}))).toMatchObject({ account: '10.00', freeze_account: '990.00' });
    expect(await findings()).toEqual([]);
  });

  it('on the bare use case with payments between them: every fen is somewhere, once', async () => {
    const saver = await buildSaver(portal, 100_000);
    const { services } = portal.app;
    const demandId = '01900000-0000-7000-8000-000000000001';
    const now = portal.clock.now();
    const jobs = Array.from({ length: 200 }, async (_, n) => {
      if (n % 2 === 0) {
        const wish = { cardId: saver.cardId, fen: 1700, requestId: `mixed-${n}` };
        return applyWithdrawal(services, saver.id, wish, now);
      }
      const about = { cause: `mixed:${n}`, demandId, title: 'D1', ownerId: saver.id, instalment: '首付', fen: 1100 };
      return inTransaction(portal.db, (tx) => post(tx, hold(about), now));
    });
    const ended = await Promise.allSettled(jobs);
    const done = (odd: number) => ended.filter(({ status }, n) => n % 2 === odd && status === 'fulfilled').length;
    const reasons = ended.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []));
    expect(reasons.filter((reason) => !/最多可提现|余额不足/.test(reason))).toEqual([]);
    const left = 100_000 - done(0) * 1700 - done(1) * 1100;
    expect(done(0)).toBeGreaterThan(0);
    expect(done(1)).toBeGreaterThan(0);
    // Whoever was refused wanted more than what was left in the end.
    expect(left).toBeGreaterThanOrEqual(0);
    expect(left).toBeLessThan(1700);
    expect(await balanceOf(portal.db, `available:${saver.id}`)).toBe(left);
    expect(await balanceOf(portal.db, `frozen:${saver.id}`)).toBe(done(0) * 1700);
    expect(await balanceOf(portal.db, escrow(demandId))).toBe(done(1) * 1100);
    expect(await findings()).toEqual([]);
  });
});

describe('[P-05] deciding', () => {
  const finance = () => buildUser(portal.db, { operatorRoles: ['finance'], nickName: '财务小林' });
  const asked = async (fen = 5000) => {
    const saver = await buildSaver(portal, 10_000);
    const money = (fen / 100).toFixed(2);
    const { id } = dataOf(await portal.as(saver)(withdrawApply, { bank_id: saver.cardId, money, password }));
    return { saver, id };
  };

  it('a refusal gives the money back, with its reason, and nobody refuses or approves it after that', async () => {
    const { saver, id } = await asked();
    const send = portal.as(await finance());
    expect(await send(rejectWithdrawal, { id, reason: '' })).toMatchObject({
      code: 1001,
      fields: { reason: '请填写原因' },
    });
    const refused = dataOf(await send(rejectWithdrawal, { id, reason: '资料需要补充' }));
    expect(refused).toMatchObject({ status: 2, reason: '资料需要补充', decidedBy: '财务小林', actions: [] });
    expect(dataOf(await portal.as(saver)(getAccount, {}))).toMatchObject({ account: '100.00', freeze_account: '0.00' });
    const [mine] = dataOf(await portal.as(saver)(getWithdrawList, {}));
    expect(mine).toMatchObject({ statusName: '已驳回', reason: '资料需要补充' });
    expect(await send(rejectWithdrawal, { id, reason: '再来一次' })).toMatchObject({ code: 1005 });
    expect(await send(approveWithdrawal, { id })).toMatchObject({
      code: 1005,
      message: '这笔提现现在是「已驳回」，不能再这样处理',
    });
  });

  it.each([['reviewer'], ['moderator'], ['auditor']] as const)('is not for a %s', async (role) => {
    const { id } = await asked();
    const send = portal.as(await buildUser(portal.db, { operatorRoles: [role] }));
    expect(await send(approveWithdrawal, { id })).toMatchObject({ code: 1003 });
    expect(await send(rejectWithdrawal, { id, reason: '不行' })).toMatchObject({ code: 1003 });
  });

  it('is not for the person themself, nor for anybody who is no operator', async () => {
    const saver = await buildSaver(portal, 10_000);
    const send = portal.as(saver);
    const { id } = dataOf(await send(withdrawApply, { bank_id: saver.cardId, money: '10', password }));
    const own = portal.as(await alsoOperator(portal.db, saver, ['finance'], portal.clock.now()));
    expect(await own(approveWithdrawal, { id })).toMatchObject({
      code: 1003,
      message: '不能处理自己的提现，请交给另一位同事',
    });
    expect(await portal.as(await buildUser(portal.db))(approveWithdrawal, { id })).toMatchObject({ code: 1003 });
    expect(await portal.send(approveWithdrawal, { id })).toMatchObject({ code: 1002 });
  });

  it('approved and refused 64 times at once, one of it happens', async () => {
    const { saver, id } = await asked();
    const send = portal.as(await finance());
    const replies = await Promise.all(
      Array.from({ length: 64 }, (_, n): Promise<Reply<unknown>> =>
        n % 2 ? send(approveWithdrawal, { id }) : send(rejectWithdrawal, { id, reason: '资料需要补充' }),
      ),
    );
    expect(replies.filter((reply) => reply.ok)).toHaveLength(1);
    for (const said of refusedWith(replies)) expect(said).toMatch(/^1005 /);
    const { account, freeze_account } = dataOf(await portal.as(saver)(getAccount, {}));
    expect([`${account} ${freeze_account}`]).toEqual([expect.stringMatching(/^(100\.00 0\.00|50\.00 50\.00)$/)]);
    expect(await findings()).toEqual([]);
  });
});
