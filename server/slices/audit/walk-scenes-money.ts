import { sql } from 'kysely';
import { openDispute, refuseSplit } from '../../../contract/order-disputes.ts';
import { withdrawalStatus, type WithdrawalStatus } from '../../../contract/statuses.ts';
import { withdrawApply } from '../../../contract/wallet.ts';
import { newId } from '../../db/ids.ts';
import { queueOf } from '../../outbox/outbox.ts';
import { dataOf, type Portal } from '../../testing/portal.ts';
import { builtPassword } from '../accounts/build.ts';
import { buildOrder } from '../orders/build.ts';
import { buildMoney, buildSaver } from '../wallet/build.ts';
import { byHand } from '../wallet/queries.ts';
import { at, day, type Facts, person, reason, type Scene } from './walk-deed.ts';

async function withdrawal(portal: Portal, state: { status: WithdrawalStatus; gateway?: string }): Promise<string> {
  const saver = await buildSaver(portal, 10_000);
  const asked = { bank_id: saver.cardId, money: '60', password: builtPassword };
  const { id } = dataOf(await portal.as(saver)(withdrawApply, asked));
  if (state.status !== withdrawalStatus.pending)
    await portal.db.updateTable('withdrawals').set(state).where('id', '=', id).execute();
  return id;
}

const withdrawalDeed =
  (
    decision: string,
    from: { status: WithdrawalStatus; gateway?: string },
    more: { input?: Record<string, string>; after: Facts; why?: string },
  ): Scene =>
  async (portal) => {
    const id = await withdrawal(portal, from);
    return {
      input: { id, ...more.input },
      refused: 'auditor',
      action: `withdrawal.${decision}`,
      subject: at('withdrawal', id),
      before: { status: from.status },
      after: more.after,
      why: more.why,
    };
  };

/** Deeds on money, on the books, and on what runs by itself. */
export const moneyScenes: Readonly<Record<string, Scene>> = {
  auditVerify: async () => ({
    input: {},
    refused: 'finance',
    action: 'audit.verified',
    subject: at('audit', 'chain'),
    before: {},
    after: { brokenAt: null },
  }),
  bookExport: async () => ({
    input: { kind: 'available' },
    refused: 'reviewer',
    action: 'ledger.exported',
    subject: at('ledger', 'entries'),
    before: {},
    after: { kind: 'available' },
  }),
  disputedPaymentSettle: async (portal) => {
    const { id: userId } = await person(portal);
    const now = portal.clock.now();
    const id = newId(now);
    await portal.db
      .insertInto('payments')
      .values({
        id,
        user_id: userId,
        purpose: 'topUp',
        demand_id: null,
        instalment: null,
        amount_fen: 100,
        way: 'sandbox',
        status: 'disputed',
        outcome: '',
        note: '',
        gateway_number: '',
        face: null,
        device: 'desktop',
        request_id: null,
        expires_at: new Date(now.getTime() + day),
        created_at: now,
        asked_at: now,
        paid_at: null,
        settled_at: now,
        watch_until: null,
        told_fen: 7,
      })
      .execute();
    return {
      input: { paymentId: id },
      refused: 'auditor',
      action: 'payment.settled',
      subject: at('payment', id),
      before: { status: 'disputed' },
      after: { status: 'paid', verdict: 'settled' },
    };
  },
  ledgerProve: async () => ({
    input: {},
    refused: 'reviewer',
    action: 'ledger.proved',
    subject: ({ id }) => ['ledger-proof', String(id)],
    before: {},
    after: { waiting: 0 },
  }),
  ruleDispute: async (portal) => {
    const owner = await person(portal);
    const provider = await person(portal, { accountType: 2 });
    await buildMoney(portal.db, owner.id, 100_000, portal.clock.now());
    const wanted = { owner, provider, so: 'downHeld', amountFen: 100_000 } as const;
    const { nid, id, status } = await buildOrder(portal.app.services, wanted);
    const split = { ownerAmount: '300', providerAmount: '0' };
    dataOf(await portal.as(owner)(openDispute, { demandNid: nid, reason, ...split }));
    dataOf(await portal.as(provider)(refuseSplit, { demandNid: nid, reason }));
    portal.clock.advance(6 * day);
    await portal.app.worker.tick();
    return {
      input: { demandNid: nid, ruling: 'ruleClose', reason, ...split },
      refused: 'auditor',
      action: 'dispute.ruleClose',
      subject: at('order', id),
      before: { status },
      after: { status: 8, owner: '300.00', provider: '0.00' },
      why: reason,
    };
  },
  traceForkResolve: async ({ db, clock }) => {
    const id = newId(clock.now());
    const root = Buffer.alloc(32, 7);
    await db
      .insertInto('trace_forks')
      .values({ id, source: 'archive:a', size: 3, root, own_root: null, found_at: clock.now() })
      .execute();
    return {
      input: { id, reason },
      refused: 'auditor',
      action: 'trace.forkResolved',
      subject: at('traceFork', id),
      before: { resolved: false },
      after: { resolved: true },
      why: reason,
    };
  },
  troubleSettle: async ({ db, clock }) => {
    const data = JSON.stringify({
      id: newId(clock.now()),
      event: 'account.reopened',
      payload: { userId: newId(clock.now()) },
    });
    const { rows } = await sql<{ id: string }>`
      insert into pgboss.job (name, data, state, retry_limit, retry_count, output)
      values (${queueOf('notices')}, ${data}, 'failed', 12, 12, '{"message":"Error: away"}') returning id`.execute(db);
    const id = rows[0]?.id ?? '';
    return {
      input: { kind: 'job', id, deed: 'discard', reason },
      refused: 'auditor',
      action: 'job.discarded',
      subject: at('job', id),
      before: { event: 'account.reopened' },
      after: {},
      why: reason,
    };
  },
  withdrawalApprove: withdrawalDeed(
    'approve',
    { status: withdrawalStatus.pending },
    { after: { status: withdrawalStatus.paying } },
  ),
  withdrawalCard: withdrawalDeed(
    'card-seen',
    { status: withdrawalStatus.paying, gateway: byHand },
    { after: { status: withdrawalStatus.paying } },
  ),
  withdrawalFailed: withdrawalDeed(
    'failed',
    { status: withdrawalStatus.paying, gateway: byHand },
    { input: { reason }, after: { status: withdrawalStatus.returned }, why: reason },
  ),
  withdrawalPaid: withdrawalDeed(
    'paid',
    { status: withdrawalStatus.paying, gateway: byHand },
    {
      input: { bank_number: '2026112200012399' },
      after: { status: withdrawalStatus.paid, bankNumber: '2026112200012399' },
    },
  ),
  withdrawalReject: withdrawalDeed(
    'reject',
    { status: withdrawalStatus.pending },
    { input: { reason }, after: { status: withdrawalStatus.rejected }, why: reason },
  ),
};
