import { instalments, yuan } from '../../../contract/process/money.ts';
import { withdrawalStatus, withdrawalStatusNames } from '../../../contract/statuses.ts';
import { publicUsers } from '../accounts/queries.ts';
import { operatorsWith } from '../operators/queries.ts';
import { proofFailed } from '../ledger/proofs.ts';
import { paymentDisputed, paymentFailed, paymentSettled } from '../payments/events.ts';
import { paymentById, type Seen } from '../payments/queries.ts';
import { withdrawalAsked, withdrawalDecided } from '../wallet/events.ts';
import { payers } from '../wallet/policy.ts';
import { withdrawalById } from '../wallet/queries.ts';
import { because, hears, type Source } from './source.ts';
import type { Told } from './write.ts';

function paymentFacts({ instalment, name, nid, amount_fen: fen }: Seen) {
  const part = instalments.find(({ key }) => key === instalment)?.name;
  return part === undefined || name === null
    ? { what: '充值', sum: yuan(fen), link: '/personal/account/balance' }
    : { what: `《${name}》的${part}`, sum: yuan(fen), link: `/personal/order/${nid}` };
}

export const moneySources: Source[] = [
  hears(paymentSettled, async ({ paymentId }, { db }, cause) => {
    const row = await paymentById(db, paymentId);
    // From the balance one has paid oneself, and seen it.
    if (!row || row.way === 'balance') return [];
    const note = row.outcome === 'instalment' ? '，由平台托管' : row.note && `。${row.note}`;
    return [{ userId: row.user_id, kind: 'paymentSettled', cause, facts: { ...paymentFacts(row), note } }];
  }),
  hears(paymentFailed, async ({ paymentId }, { db }, cause) => {
    const row = await paymentById(db, paymentId);
    return row ? [{ userId: row.user_id, kind: 'paymentFailed', cause, facts: paymentFacts(row) }] : [];
  }),
  hears(paymentDisputed, async ({ paymentId, userId }, { db }, cause) => {
    const [row, people, operators] = await Promise.all([
      paymentById(db, paymentId),
      publicUsers(db, [userId]),
      operatorsWith(db, payers),
    ]);
    // Looked into meanwhile, or the right sum was told: they are told of that.
    if (row?.status !== 'disputed') return [];
    const told = yuan(row.told_fen ?? 0);
    const facts = { ...paymentFacts(row), told, who: people.get(userId)?.name ?? '' };
    return [
      { userId, kind: 'paymentDisputed', cause, facts },
      // Nobody checks a payment of their own.
      ...operators.map((id): Told => ({ userId: id, kind: 'paymentToCheck', cause, actorId: userId, facts })),
    ];
  }),
  hears(withdrawalDecided, async ({ withdrawalId, status }, { db }, cause) => {
    const row = await withdrawalById(db, withdrawalId);
    if (!row) return [];
    const unlucky = status === withdrawalStatus.rejected || status === withdrawalStatus.returned;
    const reason = unlucky ? because(row.reason) : '';
    const facts = { sum: yuan(row.amount_fen), status: withdrawalStatusNames[status], reason };
    return [{ userId: row.user_id, kind: 'withdrawal', cause, facts }];
  }),
  hears(withdrawalAsked, async ({ withdrawalId, userId }, { db }, cause) => {
    const [row, people, operators] = await Promise.all([
      withdrawalById(db, withdrawalId),
      publicUsers(db, [userId]),
      operatorsWith(db, payers),
    ]);
    if (!row) return [];
    const facts = { who: people.get(userId)?.name ?? '', sum: yuan(row.amount_fen) };
    return operators.map((id) => ({ userId: id, kind: 'withdrawalAsked', cause, actorId: userId, facts }));
  }),
  hears(proofFailed, async ({ findings }, { db }, cause) =>
    (await operatorsWith(db, payers)).map((userId) => ({
      userId,
      kind: 'proofFailed',
      cause,
      facts: { count: findings },
    })),
  ),
];
