import { withdrawalStatus } from '../../../contract/statuses.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { hoursBefore, type Seeding } from '../../seeding/seeding.ts';
import { certifiedName } from '../certification/queries.ts';
import { available } from '../ledger/accounts.ts';
import { balanceOf } from '../ledger/queries.ts';
import { bindCard } from './cards.ts';
import { lockWithdrawal, moveTo } from './pay-out.ts';
import { byHand } from './queries.ts';
import { applyWithdrawal } from './withdraw.ts';

const hundredYuan = 10_000;

/** Gives a certified provider two cards, a withdrawal that has arrived and one that waits to be looked at. */
export async function seedWallet({ services, now, userId }: Seeding, key: string): Promise<void> {
  const { db } = services;
  const id = userId(key);
  const trueName = await certifiedName(services, id);
  if (trueName === null) throw new Error(`demo provider ${key} is not certified`);
  const at = (hours: number) =>
    ({ ...services, caller: { userId: id }, now: hoursBefore(now, hours) }) as SignedInContext;
  const bank = (hours: number, bankName: string, number: string) => bindCard(at(hours), { bankName, number, trueName });
  await bank(9000, '赣州银行', '6228480402564890018');
  const card = await bank(8000, '中国工商银行', '6222020200112233445');

  const spendable = await balanceOf(db, available(id));
  const part = (share: number) => Math.floor((spendable * share) / hundredYuan) * hundredYuan;
  const ask = (hours: number, fen: number) =>
    applyWithdrawal(services, id, { cardId: card.id, fen, requestId: `demo-${hours}` }, hoursBefore(now, hours));
  if (part(0.1) === 0) return;
  const { row } = await ask(26, part(0.3));
  await inTransaction(db, async (tx) => {
    const approved = { gateway: byHand, decided_at: hoursBefore(now, 22) };
    const open = await lockWithdrawal(tx, row.id);
    const paying = await moveTo(tx, services, open, withdrawalStatus.paying, approved, hoursBefore(now, 22));
    const number = { bank_number: 'ICBC20261120004417' };
    await moveTo(tx, services, paying, withdrawalStatus.paid, number, hoursBefore(now, 20));
  });
  await ask(2, part(0.1));
}
