import { beforeAll, expect, it } from 'vitest';
import { getFigures } from '../../../contract/content.ts';
import { newId } from '../../db/ids.ts';
import { inTransaction } from '../../db/transaction.ts';
import { dataOf, type Portal, startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { insertShops } from '../shop/store.ts';
import { count } from './keep.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});

const figures = async () => dataOf(await portal.send(getFigures, {}));

async function openShop(): Promise<void> {
  const now = portal.clock.now();
  const keeper = await buildUser(portal.db);
  await inTransaction(portal.db, (tx) =>
    insertShops(tx, [{ id: newId(now), user_id: keeper.id, shop_name: '三榫制造', created_at: now, shown_at: now }]),
  );
}

it('[H-01] the home page’s figures are nought at first, and count shops as they open', async () => {
  expect(await figures()).toEqual({ providers: 0, finished: 0 });
  await Promise.all(Array.from({ length: 8 }, openShop));
  expect(await figures()).toEqual({ providers: 8, finished: 0 });
});

it('what is rolled back is not counted', async () => {
  const before = await figures();
  const failing = inTransaction(portal.db, async (tx) => {
    await count(tx, 'finished', 1);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await figures()).toEqual(before);
});
