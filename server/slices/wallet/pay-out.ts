import type { Kysely } from 'kysely';
import { type Gateway, GatewayError, type HolderKind, type TransferState } from '../../adapters/gateway/gateway.ts';
import { offeredOf } from '../../adapters/gateway/open.ts';
import { Refusal } from '../../../contract/errors.ts';
import { accountType, type AccountType, withdrawalStatus } from '../../../contract/statuses.ts';
import type { Services } from '../../calls/context.ts';
import type { DB } from '../../db/schema.ts';
import { isId } from '../../db/ids.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { passedTypes } from '../certification/queries.ts';
import { payWithdrawal, returnWithdrawal, unfreezeWithdrawal } from '../ledger/movements.ts';
import { post } from '../ledger/post.ts';
import { cardSeal } from './card-seal.ts';
import { withdrawalDecided } from './events.ts';
import { mayReturn } from './policy.ts';
import { byHand, withCards, withdrawalById } from './queries.ts';
import type { WithdrawalRow } from './tables.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** The gateway that pays out to cards of such a holder; undefined: it is done by hand. */
export function payOutGateway({ gateways }: Pick<Services, 'gateways'>, holder: HolderKind): Gateway | undefined {
  return offeredOf(gateways).find(
    ({ capabilities: { payOutToBank, payOutToEnterprises, payOutNeedsUser } }) =>
      payOutToBank && !payOutNeedsUser && (holder === 'person' || payOutToEnterprises),
  );
}

/** Whose account money goes to: a card is its holder's, and the holder is who was certified. */
export const holderKind = (type: AccountType | undefined): HolderKind =>
  type === accountType.enterprise ? 'enterprise' : 'person';

export async function holderOf(db: Kysely<DB> | Tx, userId: string): Promise<HolderKind> {
  return holderKind((await passedTypes(db, [userId])).get(userId));
}

function lockedWithdrawal(tx: Tx, id: string): Promise<WithdrawalRow | undefined> {
  return tx.selectFrom('withdrawals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** A withdrawal as it stands, locked until the transaction ends. */
export async function lockWithdrawal(tx: Tx, id: string): Promise<WithdrawalRow> {
  const row = await lockedWithdrawal(tx, id);
  if (!row) throw new Refusal('not_found', '没有找到这笔提现');
  return row;
}

/** Writes what has become of a locked withdrawal, moves its money, and tells. */
export async function moveTo(
  tx: Tx,
  { outbox }: Pick<Services, 'outbox'>,
  row: WithdrawalRow,
  to: WithdrawalRow['status'],
  columns: Partial<Pick<WithdrawalRow, 'gateway' | 'bank_number' | 'reason' | 'decided_by' | 'decided_at' | 'ask_at'>>,
  now: Date,
): Promise<WithdrawalRow> {
  const { paid, rejected, returned } = withdrawalStatus;
  const moved = { withdrawalId: row.id, userId: row.user_id, fen: row.amount_fen };
  const gateway = columns.gateway ?? row.gateway ?? byHand;
  if (to === paid) await post(tx, payWithdrawal({ ...moved, gateway }), now);
  else if (to === returned && row.status === paid) await post(tx, returnWithdrawal({ ...moved, gateway }), now);
  else if (to === rejected || to === returned) await post(tx, unfreezeWithdrawal(moved), now);
  const after = await tx
    .updateTable('withdrawals')
    .set({ ask_at: null, ...columns, status: to, updated_at: now })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await outbox.emit(tx, withdrawalDecided, { withdrawalId: row.id, userId: row.user_id, status: to });
  return after;
}

/**
 * Sends an approved withdrawal to its gateway, or asks what has become of it. There is one pay-out per withdrawal, under
 * the withdrawal's own id: where the answer did not come, nobody assumes anything, and the sweep asks until it is final.
 * Gives false when the gateway did not answer.
 */
export async function pursuePayOut(services: Services, id: string): Promise<boolean> {
  const { db, clock, gateways, log } = services;
  const row = await withdrawalById(db, id);
  const gateway = gateways.all.find(({ name }) => name === row?.gateway);
  if (!row || !gateway) return true;
  try {
    const known = row.asked_at === null ? null : await gateway.queryPayOut(row.id);
    const unheard = row.status === withdrawalStatus.paying && (known === null || known.status === 'unknown');
    const state = unheard ? await send(services, gateway, row) : known;
    if (state) await settlePayOut(services, row.id, state);
    return true;
  } catch (error) {
    log.warn({ err: error, withdrawalId: id, gateway: gateway.name }, 'it is not known what became of a pay-out');
    await askLater(services, id, clock.now());
    return error instanceof GatewayError;
  }
}

async function send(services: Services, gateway: Gateway, row: WithdrawalRow): Promise<TransferState> {
  const { db, secret, clock } = services;
  const [found] = await withCards(db, [row]);
  if (!found) throw new Error(`withdrawal ${row.id} has no card`);
  const { card } = found;
  const seals = cardSeal(secret);
  const bankAccount = seals.open(
    { keyId: card.key_id, sealed: card.sealed },
    { cardId: card.id, userId: card.user_id },
  );
  const holder = await holderOf(db, row.user_id);
  // Written first: from here on the gateway may have heard of it, whatever becomes of this process.
  await db.updateTable('withdrawals').set({ asked_at: clock.now() }).where('id', '=', row.id).execute();
  try {
    return await gateway.payOut({
      ourPayOutId: row.id,
      fen: row.amount_fen,
      bankName: card.bank_name,
      bankAccount,
      trueName: seals.holderOf(card),
      holder,
    });
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    // It may have refused this one because it is doing it already: another process asked at the same moment.
    const known = await gateway.queryPayOut(row.id);
    return known.status === 'unknown' ? { status: 'failed', gatewayNumber: '', reason: error.message } : known;
  }
}

/** When to ask again about one that has arrived: tomorrow; null once no bank may send it back any more. */
function askPaid(row: WithdrawalRow, now: Date): Date | null {
  const next = now.getTime() + day;
  return next < (row.decided_at ?? now).getTime() + mayReturn ? new Date(next) : null;
}

/** Minutes between two questions: 1, 2, 4 … up to an hour. */
function pause(row: WithdrawalRow, now: Date): number {
  const waited = (now.getTime() - (row.decided_at ?? now).getTime()) / minute;
  return Math.min(60, Math.max(1, waited)) * minute;
}

/** Under the lock: what becomes final in the same moment must not be asked about for ever. */
async function askLater({ db }: Pick<Services, 'db'>, id: string, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await lockedWithdrawal(tx, id);
    if (!row || row.ask_at === null) return;
    const arrived = row.status === withdrawalStatus.paid;
    const ask_at = arrived ? askPaid(row, now) : new Date(now.getTime() + pause(row, now));
    await tx.updateTable('withdrawals').set({ ask_at }).where('id', '=', id).execute();
  });
}

/**
 * What a gateway says of a pay-out, by its answer, its notification or when asked. May come late, twice and in the wrong
 * order: what is final stays, but for money that the bank sent back after it had arrived. Of one that is in no book (the
 * account at the gateway may serve others too) it is only warned: said again, it would be no better known.
 */
export async function settlePayOut(services: Services, id: string, state: TransferState): Promise<void> {
  const { db, clock, log } = services;
  const now = clock.now();
  const { paying, paid, returned } = withdrawalStatus;
  const { status, gatewayNumber, reason } = state;
  const unsettled = await inTransaction(db, async (tx) => {
    const row = isId(id) ? await lockedWithdrawal(tx, id) : undefined;
    if (!row) {
      log.warn({ payOutId: id, status }, 'a gateway tells of a pay-out that is in no book');
      return false;
    }
    if (row.gateway === byHand || row.gateway === null) return false;
    const number = { bank_number: gatewayNumber || row.bank_number };
    if (status === 'returned' && (row.status === paying || row.status === paid)) {
      // What the gateway did and undid stands in its statement twice, and so it does here.
      const left = row.status === paid ? row : await moveTo(tx, services, row, paid, number, now);
      await moveTo(tx, services, left, returned, { ...number, reason: reason || '银行退回' }, now);
    } else if (status === 'done' && row.status === paying) {
      await moveTo(tx, services, row, paid, { ...number, ask_at: askPaid(row, now) }, now);
    } else if (status === 'failed' && row.status === paying) {
      await moveTo(tx, services, row, returned, { ...number, reason: reason || '银行没有受理' }, now);
    } else {
      return row.status === paying || row.status === paid;
    }
    return false;
  });
  if (unsettled) await askLater(services, id, now);
}
