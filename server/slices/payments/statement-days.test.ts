import { expect, test } from 'vitest';
import { recharge } from '../../../contract/payments.ts';
import type { Gateway, StatementLine } from '../../adapters/gateway/gateway.ts';
import { noGateways } from '../../adapters/gateway/open.ts';
import { shanghaiDay, statementReadyAt } from '../../adapters/gateway/shanghai-time.ts';
import { proofChecks } from '../../proofs.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { proofSweep } from '../ledger/proofs.ts';
import { settle } from './settle.ts';

/** What the vendor finds in its books after all. */
const remembered: StatementLine[] = [];

/** A vendor whose statement lies ready at ten on the next day, and has forgotten what was paid. */
const vendor = {
  name: 'alipay',
  capabilities: {
    split: false,
    largestShareBasisPoints: 0,
    freezeDays: null,
    payOutToBank: false,
    payOutNeedsUser: false,
  },
  create: async () => ({ kind: 'page', url: 'https://pay.example/' }),
  statement: async (day: string) =>
    portal.clock.now() < statementReadyAt(day) ? null : remembered.filter(({ at }) => shanghaiDay(at) === day),
} as unknown as Gateway;
const portal = await startPortal({ parts: { gateways: { ...noGateways, all: [vendor] } } });
const { services } = portal.app;

/** What the night before a day's morning found. */
async function night(day: string) {
  portal.clock.set(new Date(`${day}T03:01:00+08:00`));
  await proofSweep(proofChecks).run(services, AbortSignal.any([]));
  const { findings, waiting } = await portal.db
    .selectFrom('ledger_proofs')
    .select(['findings', 'waiting'])
    .where('day', '=', day)
    .executeTakeFirstOrThrow();
  const until = await portal.db.selectFrom('statement_days').select('day').executeTakeFirst();
  const told = (all: typeof findings) => all.map(({ message }) => message);
  return { findings: told(findings), waiting: told(waiting), until: until?.day };
}

test('[P-05] every day is compared once its statement is ready; until then the night says that it waits', async () => {
  services.log.level = 'silent';
  portal.clock.set(new Date('2026-12-01T12:00:00+08:00'));
  const user = await buildUser(portal.db, { now: portal.clock.now() });
  const { paymentId } = dataOf(await portal.as(user)(recharge, { money: '88.80', way: 'alipay' }));
  const state = { status: 'paid', fen: 8880, gatewayNumber: 'A1', paidAt: portal.clock.now() } as const;
  expect(await settle(services, { way: 'alipay', ourPaymentId: paymentId, state })).toBe('settled');

  const notReady = (day: string) => `${day} 的通道对账单尚未出具，出具后核对`;
  expect(await night('2026-12-02')).toEqual({ findings: [], waiting: [notReady('2026-12-01')], until: undefined });
  // It might stand in the next day's.
  expect(await night('2026-12-03')).toEqual({
    findings: [],
    waiting: ['2026-12-01 有账目要等前后一天的对账单出具后才能核对', notReady('2026-12-02')],
    until: undefined,
  });
  expect(await night('2026-12-04')).toEqual({
    findings: [`支付 ${paymentId}（+¥88.80）在账本中，通道对账单没有`],
    waiting: [notReady('2026-12-03')],
    until: '2026-12-02',
  });
  // It stands until somebody has done something about it.
  const missing = [`支付 ${paymentId}（+¥88.80）在账本中，通道对账单没有`];
  expect(await night('2026-12-05')).toEqual({
    findings: missing,
    waiting: [notReady('2026-12-04')],
    until: '2026-12-03',
  });
  expect((await night('2026-12-06')).findings).toEqual(missing);
  remembered.push({ kind: 'payment', ourId: paymentId, gatewayNumber: 'A1', fen: 8880, at: state.paidAt });
  expect((await night('2026-12-07')).findings).toEqual([]);
  expect(await portal.db.selectFrom('statement_findings').selectAll().execute()).toEqual([]);
  // After a fortnight without a proof: ten days, and the rest on the next night.
  const late = await night('2026-12-20');
  expect(late).toEqual({ findings: [], waiting: ['2026-12-16 起的通道对账单留待下次核对'], until: '2026-12-15' });
  expect((await night('2026-12-21')).until).toBe('2026-12-19');
});
