import { invalid } from '../../../contract/errors.ts';
import { withdrawalStatus } from '../../../contract/statuses.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { takenIndex } from '../../db/unique.ts';
import { audit, auditLook } from '../audit/audit.ts';
import { needClaim } from '../operators/claims.ts';
import { cardSeal } from './card-seal.ts';
import { holderOf, lockWithdrawal, moveTo, payOutGateway, pursuePayOut } from './pay-out.ts';
import { approvalOf, type Decision, mayDecide, needPayer } from './policy.ts';
import { byHand, recentFen, type Withdrawal, withCards } from './queries.ts';
import type { WithdrawalRow } from './tables.ts';

/** An operator's word on a withdrawal, under its lock: the second of two gets a state conflict. */
async function decide(
  context: SignedInContext,
  id: string,
  decision: Decision,
  act: (tx: Tx, row: WithdrawalRow) => Promise<WithdrawalRow>,
  why = '',
): Promise<void> {
  needPayer(context.caller);
  await inTransaction(context.db, async (tx) => {
    const row = await lockWithdrawal(tx, id);
    mayDecide(context.caller, row, decision, context.now);
    await needClaim(tx, context, { kind: 'withdrawal', id });
    const after = await act(tx, row);
    await audit(tx, context, {
      action: `withdrawal.${decision}`,
      subject: { kind: 'withdrawal', id },
      before: stateOf(row),
      after: stateOf(after),
      why,
    });
  });
}

const stateOf = ({ status, first_by, bank_number }: WithdrawalRow) => ({
  status,
  ...(first_by && { firstBy: first_by }),
  ...(bank_number && { bankNumber: bank_number }),
});

/**
 * Of a large sum, at once or in parts, the first of two words, which is only kept: the row waits on. Where a gateway pays out it is told at once; what it
 * answers, or does not, is the sweep's to pursue.
 */
export async function approve(context: SignedInContext, id: string): Promise<void> {
  const { caller, now, settings } = context;
  const by = { decided_by: caller.userId, decided_at: now };
  await decide(context, id, 'approve', async (tx, row) => {
    const recent = (await recentFen(tx, [row.user_id], now)).get(row.user_id) ?? 0;
    if (approvalOf(row, recent, settings.fourEyesFen) === 'first') return keepFirst(tx, id, caller.userId, now);
    const gateway = payOutGateway(context, await holderOf(tx, row.user_id))?.name;
    const way = gateway ? { gateway, ask_at: new Date(now.getTime() + 60_000) } : { gateway: byHand };
    return moveTo(tx, context, row, withdrawalStatus.paying, { ...by, ...way }, now);
  });
  // Through no gateway there is nothing to pursue.
  await pursuePayOut(context, id);
}

/** Nothing has happened to the money yet, and nobody is told but the colleagues. */
function keepFirst(tx: Tx, id: string, operatorId: string, now: Date): Promise<WithdrawalRow> {
  return tx
    .updateTable('withdrawals')
    .set({ first_by: operatorId, first_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function reject(context: SignedInContext, id: string, reason: string): Promise<void> {
  const { caller, now } = context;
  const by = { decided_by: caller.userId, decided_at: now };
  return decide(
    context,
    id,
    'reject',
    (tx, row) => moveTo(tx, context, row, withdrawalStatus.rejected, { ...by, reason }, now),
    reason,
  );
}

/** With the bank's number of the transfer, which proves one withdrawal and no second one. */
export async function paidByHand(context: SignedInContext, id: string, bankNumber: string): Promise<void> {
  try {
    await decide(context, id, 'paid', (tx, row) =>
      moveTo(tx, context, row, withdrawalStatus.paid, { bank_number: bankNumber }, context.now),
    );
  } catch (error) {
    // Two at once are told apart by the index alone.
    if (takenIndex(error) !== 'withdrawals_bank_number') throw error;
    throw invalid('bank_number', '这个银行流水号已用于另一笔提现，请核对');
  }
}

export function failedByHand(context: SignedInContext, id: string, reason: string): Promise<void> {
  return decide(
    context,
    id,
    'failed',
    (tx, row) => moveTo(tx, context, row, withdrawalStatus.returned, { reason }, context.now),
    reason,
  );
}

/** The whole number, for whoever pays by hand; who looked is kept. */
export async function reveal(context: SignedInContext, id: string): Promise<Withdrawal & { number: string }> {
  const { db, caller, secret } = context;
  needPayer(caller);
  return inTransaction(db, async (tx) => {
    const row = await lockWithdrawal(tx, id);
    mayDecide(caller, row, 'failed', context.now);
    const seen = [...new Set([...row.card_seen_by, caller.userId])];
    const subject = { kind: 'withdrawal', id } as const;
    const state = { status: row.status };
    await auditLook(tx, context, { action: 'withdrawal.card-seen', subject, state });
    await tx.updateTable('withdrawals').set({ card_seen_by: seen }).where('id', '=', id).execute();
    const [found] = await withCards(tx, [row]);
    if (!found) throw new Error(`withdrawal ${id} has no card`);
    const { card } = found;
    const sealed = { keyId: card.key_id, sealed: card.sealed };
    return { ...found, number: cardSeal(secret).open(sealed, { cardId: card.id, userId: card.user_id }) };
  });
}
