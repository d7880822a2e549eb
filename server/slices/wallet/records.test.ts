import { beforeAll, describe, expect, it } from 'vitest';
import {
  getAccount,
  getIncomeCount,
  getTransactionList,
  transactionExportPath,
  type RecordFilter,
} from '../../../contract/wallet.ts';
import { inTransaction } from '../../db/transaction.ts';
import { MovableClock } from '../../clock.ts';
import { dataOf, type Portal, startPortal } from '../../testing/portal.ts';
import { type BuiltUser, buildUser } from '../accounts/build.ts';
import { buildDemand } from '../demands/build.ts';
import { divide, hold, release, topUp } from '../ledger/movements.ts';
import { post } from '../ledger/post.ts';
import { harmless } from '../../calls/csv.ts';

/** 2026-11-22 00:30 in Shanghai is still the day before in London. */
const start = new Date('2026-11-21T16:30:00Z');
const day = 86_400_000;
let portal: Portal;
let owner: BuiltUser;
let provider: BuiltUser;
let nid: string;

beforeAll(async () => {
  portal = await startPortal({ clock: new MovableClock(start) });
  const now = portal.clock.now();
  owner = await buildUser(portal.db, { now });
  provider = await buildUser(portal.db, { now });
  const demand = await buildDemand(portal.app.services, { owner });
  nid = demand.nid;
  const about = { demandId: demand.id, title: `${nid} 三层猫爬架` };
  const at = (days: number) => new Date(start.getTime() - days * day);
  const moves = [
    [40, topUp({ cause: 't1', userId: owner.id, gateway: 'demo', fen: 1_000_000, memo: '余额充值' })],
    [35, hold({ ...about, cause: 'h1', ownerId: owner.id, instalment: '首付', fen: 300_000 })],
    [20, hold({ ...about, cause: 'h2', ownerId: owner.id, instalment: '二期款', fen: 500_000 })],
    [
      3,
      release({
        ...about,
        cause: 'r1',
        providerId: provider.id,
        fen: 300_000,
        commissionBasisPoints: 500,
        what: '放款',
      }),
    ],
    [
      0,
      divide({
        ...about,
        cause: 'd1',
        ownerId: owner.id,
        ownerFen: 200_000,
        providerId: provider.id,
        providerFen: 300_000,
        commissionBasisPoints: 0,
        what: '分账',
      }),
    ],
  ] as const;
  for (const [days, movement] of moves) await inTransaction(portal.db, (tx) => post(tx, movement, at(days)));
});

describe('[A-01] balance and sums', () => {
  it('of whoever pays: what is held in escrow counts as spent, what came back is told apart', async () => {
    const send = portal.as(owner);
    expect(dataOf(await send(getAccount, {}))).toEqual({
      id: owner.id,
      user_name: owner.mobile,
      avatar_url: '',
      account: '4000.00',
      freeze_account: '0.00',
      total: '4000.00',
    });
    const sums = dataOf(await send(getIncomeCount, {}));
    expect(sums).toMatchObject({ income: '0.00', today_income: '0.00', output: '8000.00', refund: '2000.00' });
  });

  it('of whoever earns: today begins at midnight in Shanghai, and every one of thirty days is there', async () => {
    const { income, today_income, output, days } = dataOf(await portal.as(provider)(getIncomeCount, {}));
    expect({ income, today_income, output }).toEqual({ income: '5850.00', today_income: '3000.00', output: '0.00' });
    expect(days).toHaveLength(30);
    expect(days[0]?.day).toBe('2026-10-24');
    expect(days.at(-1)).toEqual({ day: '2026-11-22', income: '3000.00', output: '0.00' });
    expect(days.find((one) => one.day === '2026-11-19')).toMatchObject({ income: '2850.00' });
  });

  it('of somebody who never moved any money are zero', async () => {
    const nobody = portal.as(await buildUser(portal.db, { now: portal.clock.now() }));
    expect(dataOf(await nobody(getAccount, {}))).toMatchObject({
      account: '0.00',
      freeze_account: '0.00',
      total: '0.00',
    });
    expect(dataOf(await nobody(getIncomeCount, {}))).toMatchObject({ income: '0.00', output: '0.00' });
    expect(await nobody(getTransactionList, {})).toMatchObject({ data: [], count: 0 });
  });

  it('ask for a sign-in', async () => {
    for (const call of [getAccount, getIncomeCount, getTransactionList] as const)
      expect(await portal.send(call, {})).toMatchObject({ code: 1002 });
  });
});

describe('[A-02] records', () => {
  it('newest first, with the balance after each and the number of the order', async () => {
    const reply = await portal.as(owner)(getTransactionList, { pageSize: '3' });
    expect(reply).toMatchObject({ count: 4, pages: 2 });
    expect(dataOf(reply).map(({ money, balance, typeName, order_id }) => [typeName, money, balance, order_id])).toEqual(
      [
        ['退款', '2000.00', '4000.00', nid],
        ['消费', '-5000.00', '2000.00', nid],
        ['消费', '-3000.00', '7000.00', nid],
      ],
    );
    const second = await portal.as(owner)(getTransactionList, { pageSize: '3', page: '2' });
    expect(dataOf(second)).toMatchObject([{ transaction_type: 1, money: '10000.00', order_id: '', user_id: owner.id }]);
  });

  it('tell the platform’s part to who earned it alone', async () => {
    const memos = async (user: BuiltUser) =>
      dataOf(await portal.as(user)(getTransactionList, {})).map(({ memo }) => memo);
    const about = `${nid} 三层猫爬架`;
    expect(await memos(provider)).toEqual([`${about} 分账`, `${about} 放款（已扣平台服务费 ¥150.00）`]);
    expect((await memos(owner))[0]).toBe(`${about} 分账`);
  });

  it.each([
    [{ transaction_type: '2' }, ['-5000.00', '-3000.00']],
    [{ transaction_type: '3' }, []],
    [{ from: '2026-11-02', to: '2026-11-02' }, ['-5000.00']],
    [{ from: '2026-11-22' }, ['2000.00']],
    [{ to: '2026-10-18' }, ['-3000.00', '10000.00']],
    [{ transaction_type: '2', to: '2026-10-31' }, ['-3000.00']],
  ])('by type and day: %o', async (filter: Partial<RecordFilter>, money) => {
    const reply = await portal.as(owner)(getTransactionList, filter);
    expect(dataOf(reply).map((record) => record.money)).toEqual(money);
    expect(reply).toMatchObject({ count: money.length });
  });

  it.each([
    [{ transaction_type: '6' }, { transaction_type: '交易类型不在可选范围内' }],
    [{ from: '2026-02-30' }, { from: '开始日期不存在' }],
    [{ to: 'yesterday' }, { to: '结束日期格式有误，应为2026-11-22' }],
    [{ from: '2026-11-22', to: '2026-11-21' }, { to: '结束日期不能早于开始日期' }],
  ])('%o is refused', async (filter, fields) => {
    expect(await portal.as(owner)(getTransactionList, filter)).toMatchObject({ code: 1001, fields });
  });
});

describe('[A-02] the file for spreadsheets', () => {
  const file = (query: string, token?: string) =>
    fetch(`${portal.url}${transactionExportPath}?${query}`, { headers: token ? { authorization: token } : {} });

  it('has a mark that says UTF-8, one line a record, and sums that are numbers', async () => {
    const response = await file('transaction_type=2', owner.token);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toContain(encodeURIComponent('收支明细-2026-11-22.csv'));
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(bytes.subarray(3).toString().trim().split('\n')).toEqual([
      '时间,类型,金额（元）,余额（元）,订单号或提现单号,说明',
      `2026-11-02 00:30:00,消费,-5000.00,2000.00,${nid},${nid} 三层猫爬架 二期款托管`,
      `2026-10-18 00:30:00,消费,-3000.00,7000.00,${nid},${nid} 三层猫爬架 首付托管`,
    ]);
  });

  it('has all of more records than are read at a time', async () => {
    const now = portal.clock.now();
    const busy = await buildUser(portal.db, { now });
    await inTransaction(portal.db, async (tx) => {
      for (let n = 0; n < 1203; n += 1)
        await post(tx, topUp({ cause: `busy${n}`, userId: busy.id, gateway: 'demo', fen: 1, memo: `第${n}次` }), now);
    });
    const lines = (await (await file('', busy.token)).text()).trim().split('\n');
    expect(lines).toHaveLength(1204);
    expect(lines[1]).toContain('12.03');
    expect(lines.at(-1)).toContain('第0次');
  });

  it('text that a spreadsheet would calculate is text', () => {
    for (const evil of ['=1+1', '+cmd', '-2', '@sum(a1)', ' =1', '\t=1', '＝1'])
      expect(harmless(evil)).toBe(`'${evil}`);
    expect(harmless('D1 三层=猫爬架')).toBe('D1 三层=猫爬架');
  });

  it('is given to its owner alone, and a wrong filter is said', async () => {
    expect((await file('')).status).toBe(401);
    expect((await file('', 'x'.repeat(43))).status).toBe(401);
    const wrong = await file('from=2026-99-99', owner.token);
    expect(wrong.status).toBe(400);
    expect(await wrong.json()).toMatchObject({ error_code: 1001, data: { fields: { from: '开始日期不存在' } } });
    expect((await (await file('', provider.token)).text()).includes('10000.00')).toBe(false);
  });
});
