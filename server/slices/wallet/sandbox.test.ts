import { beforeAll, expect, it } from 'vitest';
import { approveWithdrawal } from '../../../contract/operator/wallet.ts';
import { withdrawalStatus } from '../../../contract/statuses.ts';
import { withdrawApply } from '../../../contract/wallet.ts';
import { proofChecks } from '../../proofs.ts';
import { dataOf, type Portal, startPortal } from '../../testing/portal.ts';
import { builtPassword, buildUser } from '../accounts/build.ts';
import { shanghaiDay } from '../ledger/post.ts';
import { prove } from '../ledger/proof.ts';
import { balancesOf } from '../ledger/queries.ts';
import { buildSaver, newCardNumber } from './build.ts';
import { withdrawalById } from './queries.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal({ gateways: true });
});

const { paid, paying, returned } = withdrawalStatus;
const hour = 3_600_000;

/** The sandbox's outcome is the card's last digit: 7 refuses, 8 comes back, 9 takes its time. */
it.each([
  [1, paid, paid, 5000],
  [7, returned, returned, 10_000],
  [8, paid, returned, 10_000],
  [9, paying, paid, 5000],
])('[A-04] [P-05] over a gateway that really answers, a card ending in %d', async (digit, atOnce, inTheEnd, left) => {
  // So late that what takes a day and an hour is heard of two days on.
  portal.clock.set(new Date(`${shanghaiDay(portal.clock.now())}T23:30:00+08:00`));
  const number = newCardNumber().slice(0, -1) + String(digit);
  const saver = await buildSaver(portal, 10_000, { number });
  const finance = await buildUser(portal.db, { operatorRoles: ['finance'], now: portal.clock.now() });
  const ask = { bank_id: saver.cardId, money: '50', password: builtPassword };
  const { id } = dataOf(await portal.as(saver)(withdrawApply, ask));
  expect(dataOf(await portal.as(finance)(approveWithdrawal, { id })).status).toBe(atOnce);
  for (let asked = 0; asked < 2; asked += 1) {
    portal.clock.advance(25 * hour);
    await portal.app.worker.tick();
  }
  expect((await withdrawalById(portal.db, id))?.status).toBe(inTheEnd);
  const [free, held] = [`available:${saver.id}`, `frozen:${saver.id}`] as const;
  expect(await balancesOf(portal.db, [free, held])).toEqual({ [free]: left, [held]: 0 });
  // What it did and undid stands in its statement as it stands in the ledger.
  const { findings } = await prove(portal.app.services, proofChecks.inner, proofChecks.outer);
  expect(findings).toEqual([]);
});
