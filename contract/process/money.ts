import { orderStatus, paymentStatus } from '../statuses.ts';
import type { OrderStatus, PaymentStatus } from '../statuses.ts';

/** How an order is paid (rulings §2): three instalments, each held in escrow before it is released. */
export const instalments = [
  { key: 'down', name: '首付', percent: 30 },
  { key: 'second', name: '二期款', percent: 50 },
  { key: 'final', name: '尾款', percent: 20 },
] as const;
export type InstalmentKey = (typeof instalments)[number]['key'];
export type Payments = Readonly<Record<InstalmentKey, PaymentStatus>>;

/** Splits a sum of whole fen 30/50/20; the last is the total less the others, so that not a fen is lost or made. */
export function splitAmount(totalFen: number): Readonly<Record<InstalmentKey, number>> {
  if (!Number.isSafeInteger(totalFen) || totalFen < 0) throw new RangeError(`not a sum in whole fen: ${totalFen}`);
  const share = (percent: number) => Number((BigInt(totalFen) * BigInt(percent)) / 100n);
  const [down, second] = [share(instalments[0].percent), share(instalments[1].percent)];
  return { down, second, final: totalFen - down - second };
}

/** What lies in escrow, in fen. */
export function heldFen(amountFen: number, payments: Payments): number {
  const parts = splitAmount(amountFen);
  return instalments.reduce((sum, { key }) => sum + (payments[key] === paymentStatus.held ? parts[key] : 0), 0);
}

/** The one instalment that is payable now, or null. Never more than one is due: each waits for the one before. */
export function dueInstalment(payments: Payments): InstalmentKey | null {
  return instalments.find(({ key }) => payments[key] === paymentStatus.due)?.key ?? null;
}

/**
 * Shown payment progress 0..3 (specification §4): the number of instalments, from the first, that were paid.
 * Status 5 (affirmed) forces 3.
 */
export function paymentProgress(status: OrderStatus, payments: Payments): 0 | 1 | 2 | 3 {
  if (status === orderStatus.affirmed || payments.final >= paymentStatus.held) return 3;
  if (payments.second >= paymentStatus.held) return 2;
  return payments.down >= paymentStatus.held ? 1 : 0;
}

/** What the platform keeps of what a provider gets: whole fen, rounded down in the provider's favour. */
export const commissionOf = (fen: number, basisPoints: number): number =>
  Number((BigInt(fen) * BigInt(basisPoints)) / 10_000n);

/** Fen as people read them: ¥17,280.00. */
export function yuan(fen: number): string {
  const digits = String(Math.trunc(fen / 100)).replace(/\B(?=(\d{3})+$)/g, ',');
  return `¥${digits}.${String(fen % 100).padStart(2, '0')}`;
}
