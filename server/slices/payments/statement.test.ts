import { expect, test, vi } from 'vitest';
import { payOrder, recharge } from '../../../contract/payments.ts';
import { statementDays, statementLines } from '../../../contract/operator/statement.ts';
import type { Gateway } from '../../adapters/gateway/gateway.ts';
import { proofChecks } from '../../proofs.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { shanghaiDay } from '../ledger/post.ts';
import { prove } from '../ledger/proof.ts';
import { buildDue } from './build.ts';
import { gatewayStatementCheck } from './statement.ts';

const portal = await startPortal({ gateways: true });
const { services } = portal.app;
const sandbox = services.gateways.all[0] as Gateway;
const today = () => shanghaiDay(portal.clock.now());
const check = async (gateway: Gateway = sandbox) => {
  const findings = await gatewayStatementCheck(services, gateway, today());
  return findings?.map(({ message }) => message);
};

async function paid(form: Record<string, string>) {
  const user = await buildUser(portal.db, { now: portal.clock.now() });
  const payment = dataOf(await portal.as(user)(recharge, { money: '88.80', way: 'sandbox' }));
  await fetch(`${portal.url}${payment.face?.url}`, { method: 'POST', body: new URLSearchParams(form) });
  return payment.paymentId;
}
const statusOf = async (id: string) =>
  (await portal.db.selectFrom('payments').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;

const movementOf = (paymentId: string) =>
  portal.db.selectFrom('ledger_transactions').select('id').where('payment_id', '=', paymentId);

test('[P-05] the statement agrees with the ledger; each thing that does not is named', async () => {
  // At noon, so that no minute of this test is another day.
  portal.clock.set(new Date(`${today()}T12:00:00+08:00`));
  const owner = await buildUser(portal.db, { now: portal.clock.now() });
  const provider = await buildUser(portal.db, { accountType: 2, now: portal.clock.now() });
  const order = await buildDue(services, { owner, provider });
  const opened = dataOf(
    await portal.as(owner)(payOrder, { demandNid: order.nid, instalment: 'down', way: 'sandbox' }),
  ).payment;
  await fetch(`${portal.url}${opened.face?.url}`, { method: 'POST', body: new URLSearchParams({ do: 'pay' }) });
  const first = await paid({ do: 'pay' });
  await vi.waitFor(async () =>
    expect([await statusOf(first), await statusOf(opened.paymentId)]).toEqual(['paid', 'paid']),
  );
  expect(await check()).toEqual([]);
  const { findings, checks } = await prove(services, proofChecks.inner, proofChecks.outer);
  expect([findings, checks.includes('statement')]).toEqual([[], true]);

  // Paid and not yet told: under way, and only after a while a finding.
  const silent = await paid({ do: 'pay', telling: 'never' });
  expect(await check()).toEqual([]);
  portal.clock.advance(11 * 60_000);
  expect(await check()).toEqual([
    expect.stringMatching(new RegExp(`^支付 ${silent}（通道单号 SP.*\\+¥88.80）不在账本中$`)),
  ]);
  await portal.app.worker.tick();
  expect(await check()).toEqual([]);

  // For an operator, line by line, and what differs first.
  const finance = portal.as(await buildUser(portal.db, { operatorRoles: ['finance'], now: portal.clock.now() }));
  const seen = await finance(statementLines, { gateway: 'sandbox', day: today() });
  expect(seen).toMatchObject({ count: 3, data: { ready: true, counts: [{ verdict: 'same', count: 3 }] } });
  expect(dataOf(seen).gatewaySum).toBe(dataOf(seen).ledgerSum);
  expect(dataOf(seen).lines.find(({ ourId }) => ourId === opened.paymentId)).toMatchObject({
    demandNid: order.nid,
    verdictName: '相符',
  });
  await portal.db.deleteFrom('ledger_entries').where('transaction_id', 'in', movementOf(first)).execute();
  const wrong = dataOf(await finance(statementLines, { gateway: 'sandbox', day: today(), show: 'wrong' }));
  expect(wrong.lines).toMatchObject([{ ourId: first, verdict: 'notHere', gatewayMoney: '88.80', ledgerMoney: '' }]);
  expect(dataOf(await finance(statementDays, {}))).toHaveLength(30);
  const reviewer = portal.as(await buildUser(portal.db, { operatorRoles: ['reviewer'], now: portal.clock.now() }));
  expect(await reviewer(statementLines, { day: today() })).toMatchObject({ code: 1003 });
});

test('each thing that does not agree is named', async () => {
  portal.clock.set(new Date(`${today()}T12:00:00+08:00`));
  portal.clock.advance(2 * 86_400_000);
  const first = await paid({ do: 'pay' });
  await vi.waitFor(async () => expect(await statusOf(first)).toBe('paid'));
  // What a gateway leaves out, doubles, or has another sum for.
  const lines = (await sandbox.statement(today())) ?? [];
  const telling = (change: typeof lines): Gateway => ({
    ...sandbox,
    statement: async (day) => (day === today() ? change : []),
  });
  const without = await check(telling(lines.filter(({ ourId }) => ourId !== first)));
  expect(without).toEqual([`支付 ${first}（+¥88.80）在账本中，通道对账单没有`]);
  const other = await check(telling(lines.map((line) => (line.ourId === first ? { ...line, fen: 1 } : line))));
  expect(other).toEqual([`支付 ${first}：通道 +¥0.01，账本 +¥88.80`]);
  const doubled = await check(telling([...lines, ...lines.filter(({ ourId }) => ourId === first)]));
  expect(doubled).toEqual([`对账单中支付 ${first}出现两次`]);
  expect(await gatewayStatementCheck(services, { ...sandbox, statement: async () => null }, today())).toBeNull();
});
