import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { getDesk } from '../../../contract/operator/desk.ts';
import { ledgerProofs, proveLedger } from '../../../contract/operator/ledger.ts';
import { heldFen, type Payments, splitAmount } from '../../../contract/process/money.ts';
import { withdrawApply } from '../../../contract/wallet.ts';
import { newId } from '../../db/ids.ts';
import { inTransaction } from '../../db/transaction.ts';
import { proofChecks } from '../../proofs.ts';
import { dataOf, type Portal, startPortal } from '../../testing/portal.ts';
import { builtPassword, type BuiltUser, buildUser } from '../accounts/build.ts';
import { buildDemand } from '../demands/build.ts';
import { buildSaver } from '../wallet/build.ts';
import { available, clearing, escrow } from './accounts.ts';
import { hold, type Movement, topUp } from './movements.ts';
import { post } from './post.ts';
import { prove } from './proof.ts';
import { proofSweep, proveAndKeep } from './proofs.ts';

let portal: Portal;
let finance: BuiltUser;
let saver: BuiltUser & { cardId: string };
let demandId: string;

const run = (movement: Movement) => inTransaction(portal.db, (tx) => post(tx, movement, portal.clock.now()));
const proof = () => prove(portal.app.services, proofChecks.inner);

/** An order of this sum whose instalments stand so. */
async function order(fen: number, { down, second, final }: Payments): Promise<string> {
  const { id } = await buildDemand(portal.app.services, { owner: saver });
  const statuses = { down_status: down, second_status: second, final_status: final };
  await portal.db
    .updateTable('demands')
    .set({ amount_fen: fen, ...statuses })
    .where('id', '=', id)
    .execute();
  return id;
}

beforeAll(async () => {
  portal = await startPortal();
  finance = await buildUser(portal.db, { operatorRoles: ['finance'], nickName: '财务小林' });
  saver = await buildSaver(portal, 1_000_000);
  demandId = await order(100_001, { down: 2, second: 0, final: 0 });
  const down = splitAmount(100_001).down;
  await run(hold({ cause: 'test:down', demandId, title: 'D1', ownerId: saver.id, instalment: '首付', fen: down }));
  const ask = { bank_id: saver.cardId, money: '200', password: builtPassword };
  dataOf(await portal.as(saver)(withdrawApply, ask));
});

/** Bends rows behind the ledger's back, for one proof. */
async function withBent(bend: ReturnType<typeof sql>, back: ReturnType<typeof sql>) {
  await bend.execute(portal.db);
  try {
    return (await proof()).findings.map(({ check, subject }) => `${check} ${subject}`);
  } finally {
    await back.execute(portal.db);
  }
}

describe('the proof of the ledger', () => {
  // Whatever one test bends it bends back.
  beforeEach(async () => {
    const { findings } = await proof();
    if (findings.length > 0) throw new Error(`not clean to begin with: ${JSON.stringify(findings)}`);
  });

  it('is clean where nothing was bent, and counts what it saw', async () => {
    const { counts, totals, checks } = await proof();
    expect(counts).toMatchObject({ transactions: 3, entries: 6, orders: 1 });
    expect(totals.reduce((sum, { fen }) => sum + fen, 0)).toBe(0);
    expect(checks).toEqual(['sums', 'chain', 'balances', 'negative', 'days', 'escrow', 'frozen', 'payments']);
  });

  it('names the transaction whose entries do not sum to zero, and the account that no longer adds up', async () => {
    const { transaction_id } = await portal.db
      .selectFrom('ledger_entries')
      .select('transaction_id')
      .where('account', '=', escrow(demandId))
      .executeTakeFirstOrThrow();
    const bend = (fen: number) =>
      sql`update ledger_entries set amount_fen = amount_fen + ${fen}::int8 where account = ${escrow(demandId)}`;
    expect(await withBent(bend(1), bend(-1))).toEqual([
      `sums transaction:${transaction_id}`,
      `chain ${escrow(demandId)}`,
      `balances ${escrow(demandId)}`,
    ]);
  });

  it('names a transaction without entries', async () => {
    const id = newId(portal.clock.now());
    const insert = sql`insert into ledger_transactions (id, kind, cause, at) values (${id}, 'topUp', 'bent', now())`;
    const found = await withBent(insert, sql`delete from ledger_transactions where id = ${id}`);
    expect(found).toEqual([`sums transaction:${id}`]);
  });

  it('names the account whose entries have a gap', async () => {
    const move = (by: number) =>
      sql`update ledger_entries set seq = seq + ${by}::int8 where account = ${available(saver.id)} and seq >= 3`;
    const found = await withBent(move(5), move(-5));
    expect(found).toEqual([`chain ${available(saver.id)}`, `balances ${available(saver.id)}`]);
  });

  it('names the entry whose balance after it is wrong', async () => {
    portal.clock.advance(1000);
    const bend = (by: number) =>
      sql`update ledger_entries set balance_fen = balance_fen + ${by}::int8 where account = ${available(saver.id)} and seq = 2`;
    // Its own balance is wrong, and so is the step to the next.
    expect(await withBent(bend(1), bend(-1))).toEqual([`chain ${available(saver.id)}`, `chain ${available(saver.id)}`]);
  });

  it('names the balance that is not what its entries come to', async () => {
    const bend = (by: number) =>
      sql`update ledger_balances set balance_fen = balance_fen + ${by}::int8 where account = ${available(saver.id)}`;
    expect(await withBent(bend(100), bend(-100))).toEqual([`balances ${available(saver.id)}`]);
  });

  it('names an account without entries, and one below zero', async () => {
    const account = 'available:01900000-0000-7000-8000-0000000000ff';
    const found = await withBent(
      sql`insert into ledger_balances (account, stripe, balance_fen, seq) values (${account}, 0, -5, 1)`,
      sql`delete from ledger_balances where account = ${account}`,
    );
    expect(found).toEqual([`balances ${account}`, `negative ${account}`]);
  });

  it('names the person whose sums by day are wrong', async () => {
    const bend = (by: number) =>
      sql`update wallet_days set amount_fen = amount_fen + ${by}::int8 where user_id = ${saver.id} and type = 1`;
    expect(await withBent(bend(1), bend(-1))).toEqual([`days ${available(saver.id)}`]);
  });

  it('names the order whose escrow is not what it holds, either way', async () => {
    const set = (status: number) => sql`update demands set down_status = ${status}::int2 where id = ${demandId}`;
    expect(await withBent(set(1), set(2))).toEqual([`escrow ${escrow(demandId)}`]);
    const second = (status: number) => sql`update demands set second_status = ${status}::int2 where id = ${demandId}`;
    expect(await withBent(second(2), second(0))).toEqual([`escrow ${escrow(demandId)}`]);
  });

  it('names the person whose frozen money is not what they asked for', async () => {
    const set = (status: number) => sql`update withdrawals set status = ${status}::int2 where user_id = ${saver.id}`;
    expect(await withBent(set(2), set(0))).toEqual([`frozen frozen:${saver.id}`]);
  });

  it('says what the process says of every split of a sum', async () => {
    const statuses = [0, 1, 2, 3, 4, 5] as const;
    const status = () => statuses[Math.floor(Math.random() * statuses.length)] ?? 2;
    for (let n = 0; n < 40; n += 1) {
      const fen = n < 20 ? n : Math.floor(Math.random() * 1e9);
      const payments = { down: status(), second: status(), final: status() };
      const id = await order(fen, payments);
      const sum = heldFen(fen, payments);
      if (sum === 0) continue;
      await run(topUp({ cause: `split:${n}`, userId: saver.id, gateway: 'demo', fen: sum, memo: '' }));
      const about = { cause: `held:${n}`, demandId: id, title: 'D', ownerId: saver.id, instalment: '首付', fen: sum };
      await run(hold(about));
    }
    expect((await proof()).findings).toEqual([]);
  });

  it('reads one snapshot: what moves meanwhile does not disturb it', async () => {
    let over = false;
    const moving = (async () => {
      for (let n = 0; !over; n += 1)
        await run(topUp({ cause: `while:${n}`, userId: saver.id, gateway: 'demo', fen: 100, memo: '' }));
    })();
    for (let n = 0; n < 5; n += 1) expect((await proof()).findings).toEqual([]);
    over = true;
    await moving;
  });

  it('adds what others say after it', async () => {
    const outer = {
      key: 'statement' as const,
      run: async () => ({
        findings: [{ check: 'statement' as const, subject: clearing('sandbox'), message: '对账单多一笔' }],
        ...nothing,
      }),
    };
    const { findings, checks } = await prove(portal.app.services, proofChecks.inner, [outer]);
    expect(findings).toMatchObject([{ subject: 'clearing:sandbox' }]);
    expect(checks.at(-1)).toBe('statement');
  });
});

/** What an outer check has besides findings. */
const nothing = { waiting: [], keep: async () => {} };

describe('[P-05] kept proofs', () => {
  it('an operator asks for one and sees it; people and reviewers do not', async () => {
    const send = portal.as(finance);
    const made = dataOf(await send(proveLedger, {}));
    expect(made).toMatchObject({
      trigger: 'operator',
      askedBy: '财务小林',
      findingCount: 0,
      findings: [],
      total: '0.00',
    });
    expect(made.totals.find(({ kind }) => kind === 'escrow')).toMatchObject({ name: '订单托管' });
    expect(dataOf(await send(ledgerProofs, {}))[0]).toEqual(made);
    expect(await send(ledgerProofs, { id: made.id })).toMatchObject({ count: 1, data: [made] });
    expect(await portal.as(saver)(proveLedger, {})).toMatchObject({ code: 1003 });
    const reviewer = await buildUser(portal.db, { operatorRoles: ['reviewer'] });
    expect(await portal.as(reviewer)(ledgerProofs, {})).toMatchObject({ code: 1003 });
  });

  it('what one found is kept and told', async () => {
    // The newest one is told of: not of the same millisecond as the one before.
    portal.clock.advance(1000);
    const bend = (by: number) =>
      sql`update ledger_balances set balance_fen = balance_fen + ${by}::int8 where account = ${available(saver.id)}`;
    await bend(100).execute(portal.db);
    portal.app.services.log.level = 'silent';
    const made = dataOf(await portal.as(finance)(proveLedger, {}));
    portal.app.services.log.level = 'error';
    await bend(-100).execute(portal.db);
    expect(made).toMatchObject({ findingCount: 1, findings: [{ check: 'balances', subject: available(saver.id) }] });
    const events = await portal.db
      .selectFrom('outbox_events')
      .select('event')
      .where('event', '=', 'ledger.proof-failed')
      .execute();
    expect(events).toHaveLength(1);
    // Whoever opens the console is told, until a proof finds nothing any more.
    const waiting = async () =>
      dataOf(await portal.as(finance)(getDesk, {})).parts.find(({ key }) => key === 'ledger')?.waiting;
    expect(await waiting()).toBe(1);
    portal.clock.advance(1000);
    dataOf(await portal.as(finance)(proveLedger, {}));
    expect(await waiting()).toBe(0);
  });

  it('one at a time: while one runs another is refused, and one that failed keeps nobody waiting', async () => {
    const { services } = portal.app;
    const send = portal.as(finance);
    let refused: unknown;
    const meanwhile = {
      key: 'statement' as const,
      run: async () => {
        refused = await send(proveLedger, {});
        return { findings: [], ...nothing };
      },
    };
    const asking = ({ id }: { id: string }) => ({
      caller: { userId: id },
      now: portal.clock.now(),
      address: '',
      userAgent: '',
    });
    await proveAndKeep(services, { inner: [], outer: [meanwhile] }, asking(finance));
    expect(refused).toMatchObject({ code: 1005, message: '正在核对，请等这一次核对完再试' });
    const broken = {
      key: 'statement',
      run: () => Promise.reject(new Error('the gateway is away')),
    } as const;
    await expect(proveAndKeep(services, { inner: [], outer: [broken] }, asking(finance))).rejects.toThrow('away');
    expect(await send(proveLedger, {})).toMatchObject({ ok: true });
  });

  it('the night makes one a day after three o’clock, however many processes look', async () => {
    const { services } = portal.app;
    const nights = () =>
      portal.db.selectFrom('ledger_proofs').select(['day', 'finished_at']).where('trigger', '=', 'nightly').execute();
    const sweep = proofSweep(proofChecks);
    portal.clock.set(new Date('2027-01-05T18:59:00Z'));
    await sweep.run(services, AbortSignal.any([]));
    expect(await nights()).toEqual([]);
    portal.clock.set(new Date('2027-01-05T19:01:00Z'));
    await Promise.all([
      sweep.run(services, AbortSignal.any([])),
      sweep.run(services, AbortSignal.any([])),
      sweep.run(services, AbortSignal.any([])),
    ]);
    await sweep.run(services, AbortSignal.any([]));
    expect((await nights()).map(({ day }) => day)).toEqual(['2027-01-06']);
    portal.clock.set(new Date('2027-01-06T19:01:00Z'));
    await sweep.run(services, AbortSignal.any([]));
    expect((await nights()).map(({ day }) => day)).toEqual(['2027-01-06', '2027-01-07']);
  });

  it('of a process that died in it, another makes it after half an hour', async () => {
    const { services } = portal.app;
    portal.clock.set(new Date('2027-02-01T20:00:00Z'));
    const made = await proveAndKeep(services, proofChecks, null);
    await portal.db
      .updateTable('ledger_proofs')
      .set({ finished_at: null })
      .where('id', '=', made?.id ?? '')
      .execute();
    portal.clock.advance(10 * 60_000);
    expect(await proveAndKeep(services, proofChecks, null)).toBeUndefined();
    portal.clock.advance(21 * 60_000);
    expect((await proveAndKeep(services, proofChecks, null))?.id).toBe(made?.id);
  });
});
