import { v7 as uuid } from 'uuid';
import { expect, test } from 'vitest';
import { getOrderInfo } from '../../../contract/orders.ts';
import { days, hours } from '../../../contract/process/facts.ts';
import { splitAmount } from '../../../contract/process/money.ts';
import { inTransaction } from '../../db/transaction.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { escrow } from '../ledger/accounts.ts';
import { seedOrder, usualPast } from './seed.ts';

const portal = await startPortal();
const { services } = portal.app;
const now = portal.clock.now();
const owner = await buildUser(portal.db, { now });
const bidders = [await buildUser(portal.db, { now }), await buildUser(portal.db, { now })];
const offers = [8_640_000, 9_000_000];

function place(past: ReturnType<typeof usualPast>) {
  const id = uuid();
  const values = {
    id,
    nid: `S-${id.slice(-12)}`,
    line_id: id,
    stage: services.stages[3]?.key ?? '',
    category: 'pet',
    owner_id: owner.id,
    name: '实木猫爬架',
    budget_fen: 9_000_000,
    deadline_at: new Date(past.publishedAt.getTime() + days(5)),
  };
  const at = new Date(past.publishedAt.getTime() + hours(8));
  const tenders = bidders.map((bidder, index) => ({ bidderId: bidder.id, days: 20, offerFen: offers[index] ?? 0, at }));
  return inTransaction(portal.db, async (tx) => {
    const line = {
      id,
      nid: `PL-${id.slice(-12)}`,
      owner_id: owner.id,
      name: values.name,
      created_at: past.publishedAt,
    };
    await tx.insertInto('product_lines').values(line).execute();
    return seedOrder(tx, services.stages, values, { ...past, tenders });
  });
}

test.each([2, 3, 4, 5, 6, 7] as const)(
  'an order with a past that led to %i reads like one that was lived',
  async (status) => {
    const { row, movements } = await place(usualPast(status, now));
    const info = dataOf(await portal.as(owner)(getOrderInfo, { demandNid: row.nid }));
    expect(info).toMatchObject({ orderStatus: status, role: 'owner' });
    expect(info.history[0]).toMatchObject({ action: 'publish' });
    expect(info.history.at(-1)?.time).toBe(Math.floor((now.getTime() - hours(6)) / 1000));
    // every fen that went in is still there or went out again
    const parts = splitAmount(8_640_000);
    const inEscrow = movements.flatMap(({ movement }) =>
      movement.entries.filter(({ account }) => account === escrow(row.id)),
    );
    const sum = inEscrow.reduce((fen, entry) => fen + entry.fen, 0);
    const heldThen = { 2: 0, 3: parts.down, 4: parts.down + parts.second, 5: parts.final, 6: 0, 7: 0 }[status];
    expect(sum).toBe(heldThen);
  },
);

test('a past that could not have been is refused', async () => {
  const past = usualPast(4, now);
  const hasty = { ...past, steps: past.steps.filter(({ action }) => action !== 'pay') };
  await expect(place(hasty)).rejects.toThrow('finish: 发布方还没有支付首付');
  await expect(place({ ...past, steps: [] })).rejects.toThrow('is still open');
});
