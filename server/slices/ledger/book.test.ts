import { beforeAll, describe, expect, it } from 'vitest';
import { bookAccounts, bookEntries, exportBook } from '../../../contract/operator/book.ts';
import { withdrawApply } from '../../../contract/wallet.ts';
import type { OperatorRole } from '../../calls/context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { builtPassword, type BuiltUser, buildUser } from '../accounts/build.ts';
import { buildDue } from '../payments/build.ts';
import { act } from '../orders/build.ts';
import { buildSaver } from '../wallet/build.ts';
import { bookColumns, bookLines } from './book-file.ts';
import { topUp } from './movements.ts';
import { post, shanghaiDay } from './post.ts';

const portal = await startPortal();
const { db, clock } = portal;
const { services } = portal.app;
const operator = async (...operatorRoles: OperatorRole[]) =>
  portal.as(await buildUser(db, { operatorRoles, now: clock.now() }));

let finance: Awaited<ReturnType<typeof operator>>;
let owner: BuiltUser;
let nid: string;
beforeAll(async () => {
  finance = await operator('finance');
  owner = await buildUser(db, { nickName: '王掌柜', now: clock.now() });
  const provider = await buildUser(db, { accountType: 2, now: clock.now() });
  await give(owner, 10_000_000, 'first');
  clock.advance(1000);
  const order = await buildDue(services, { owner, provider });
  ({ nid } = order);
  await act(services, nid, 'pay', owner.id);
});

const give = (user: BuiltUser, fen: number, cause: string) =>
  inTransaction(db, (tx) =>
    post(tx, topUp({ cause, userId: user.id, gateway: 'sandbox', fen, memo: '充值' }), clock.now()),
  );

describe('[P-05] the ledger as it is written', () => {
  it('by order, person, account, movement and day, each entry with the balance after it', async () => {
    const { entries } = dataOf(await finance(bookEntries, { demandNid: nid.toLowerCase() }));
    expect(entries).toHaveLength(2);
    const [one, other] = entries;
    expect(Number(one?.amount) + Number(other?.amount)).toBe(0);
    expect(entries.map(({ accountName }) => accountName).toSorted()).toEqual([
      '用户可用余额 · 王掌柜',
      `订单托管 · ${nid}`,
    ]);
    const own = dataOf(await finance(bookEntries, { userId: owner.id })).entries;
    expect(own.map(({ movementName }) => movementName)).toEqual(['付款托管', '充值到账']);
    let balance = 0;
    for (const entry of own.toReversed()) {
      balance += Math.round(Number(entry.amount) * 100);
      expect(Math.round(Number(entry.balance) * 100)).toBe(balance);
    }
    const account = own[0]?.account ?? '';
    expect(dataOf(await finance(bookEntries, { account }))).toMatchObject({
      entries: own,
      of: '用户可用余额 · 王掌柜',
    });
    // Also where nothing is left of it.
    expect(dataOf(await finance(bookEntries, { account, movement: 'divide' }))).toEqual({
      entries: [],
      of: '用户可用余额 · 王掌柜',
      next: '',
    });
    expect(dataOf(await finance(bookEntries, { userId: owner.id })).of).toBe('王掌柜');
    expect(dataOf(await finance(bookEntries, { account: 'income' })).of).toBe('平台服务费');
    expect(dataOf(await finance(bookEntries, {})).of).toBe('');
    expect(dataOf(await finance(bookEntries, { kind: 'clearing', movement: 'hold' })).entries).toEqual([]);
    const tomorrow = shanghaiDay(new Date(clock.now().getTime() + 86_400_000));
    const today = shanghaiDay(clock.now());
    expect(dataOf(await finance(bookEntries, { userId: owner.id, from: tomorrow })).entries).toEqual([]);
    expect(dataOf(await finance(bookEntries, { userId: owner.id, from: today, to: today })).entries).toEqual(own);
    expect(await finance(bookEntries, { from: tomorrow, to: today })).toMatchObject({
      fields: { to: '结束日期不能早于开始日期' },
    });
    expect(await finance(bookEntries, { demandNid: 'DM-0000-0000' })).toMatchObject({
      fields: { demandNid: '没有这个编号的订单' },
    });
  });

  it('tell the withdrawal that they moved for, on the page and in the file', async () => {
    const saver = await buildSaver(portal, 10_000);
    clock.advance(1000);
    const wish = { bank_id: saver.cardId, money: '60.50', password: builtPassword };
    const { id, order_id: number } = dataOf(await portal.as(saver)(withdrawApply, wish));
    const [frozen, free, given] = dataOf(await finance(bookEntries, { userId: saver.id })).entries;
    for (const entry of [frozen, free]) expect(entry).toMatchObject({ demandNid: '', withdrawal: { id, number } });
    expect(given).toMatchObject({ amount: '100.00', withdrawal: null });
    const lines = [];
    for await (const line of bookLines(db, { userId: saver.id }))
      lines.push(line[bookColumns.indexOf('订单号或提现单号')]);
    expect(lines).toEqual([number, number, '']);
  });

  it('pages follow each other without a gap or a repetition', async () => {
    const rich = await buildUser(db, { now: clock.now() });
    for (let n = 0; n < 120; n += 1) {
      clock.advance(1000);
      await give(rich, 100, `many ${n}`);
    }
    const seen: number[] = [];
    let after = '';
    for (let pages = 0; pages < 4; pages += 1) {
      const reply = dataOf(await finance(bookEntries, { account: `available:${rich.id}`, after }));
      seen.push(...reply.entries.map(({ seq }) => seq));
      after = reply.next;
      if (after === '') break;
    }
    expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => 120 - index));
    expect(await finance(bookEntries, { after: "x','y" })).toMatchObject({ code: 1001 });
  });

  it('accounts with what they hold, striped ones as one, together nothing', async () => {
    const reply = await finance(bookAccounts, { pageSize: 100 });
    const accounts = dataOf(reply);
    expect(reply).toMatchObject({ count: accounts.length });
    expect(accounts.filter(({ kind }) => kind === 'clearing').map(({ account }) => account)).toContain(
      'clearing:sandbox',
    );
    expect(accounts.reduce((sum, { balance }) => sum + Math.round(Number(balance) * 100), 0)).toBe(0);
    const escrows = dataOf(await finance(bookAccounts, { kind: 'escrow' }));
    expect(escrows).toMatchObject([{ name: `订单托管 · ${nid}`, entries: 1 }]);
  });

  it('a file of them: for those who asked and are still signed in, texts that are no formulas, each export noted', async () => {
    const reader = await buildUser(db, { operatorRoles: ['auditor'], now: clock.now() });
    const evil = await buildUser(db, { nickName: '=cmd()', now: clock.now() });
    await give(evil, 5, 'evil');
    const ask = { userId: evil.id };
    const { url } = dataOf(await portal.as(reader)(exportBook, ask));
    const file = await fetch(portal.url + url);
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const text = await file.text();
    expect(text.split('\n')).toHaveLength(3);
    expect(text).toContain('用户可用余额 · =cmd()');
    expect(text).toContain(',0.05,0.05,');
    const noted = await db
      .selectFrom('audit_entries')
      .select('after')
      .where('action', '=', 'ledger.exported')
      .execute();
    expect(noted).toMatchObject([{ after: { userId: evil.id } }]);
    expect((await fetch(portal.url + url.replace(/.{4}$/, 'AAAA'))).status).toBe(404);
    await db.deleteFrom('operator_sessions').where('operator_id', '=', reader.id).execute();
    expect((await fetch(portal.url + url)).status).toBe(404);
    const { url: late } = dataOf(await finance(exportBook, ask));
    clock.advance(121_000);
    expect((await fetch(portal.url + late)).status).toBe(404);
  });

  it('is for finance, admin and auditor', async () => {
    for (const role of ['reviewer', 'moderator'] as const) {
      const send = await operator(role);
      expect(await send(bookEntries, {})).toMatchObject({ code: 1003 });
      expect(await send(bookAccounts, {})).toMatchObject({ code: 1003 });
      expect(await send(exportBook, {})).toMatchObject({ code: 1003 });
    }
  });
});
