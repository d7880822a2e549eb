import { expect, it } from 'vitest';
import { demandCalls } from '../../../contract/demands.ts';
import { needTopCall } from '../../../contract/need-top.ts';
import { cancelOrder } from '../../../contract/orders.ts';
import { stages } from '../../../contract/stages/index.ts';
import { polish } from '../../../contract/stages/polish.test-data.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { buildDemand } from './build.ts';

const measured = stages.find(({ needTop }) => needTop)!;
const call = needTopCall(measured)!;
const portal = await startPortal();
const now = portal.clock.now();
const owner = await buildUser(portal.db, { now });
const day = 86_400_000;

const need = (name: string, quantity: number, more: Parameters<typeof buildDemand>[1] | object = {}) =>
  buildDemand(portal.app.services, {
    owner,
    stage: measured.key,
    category: 'maternal',
    name,
    details: JSON.stringify({ wood: '橡木', quantity }),
    ...more,
  });

it('[C-03] the stock need top list has the largest quantities that one may tender for, of one category or all', async () => {
  await need('小单', 2);
  await need('大单', 100);
  await need('另一类', 50, { category: 'pet' });
  await need('草稿', 900, { status: 0 });
  await need('快到期', 70, { deadline_at: new Date(now.getTime() + day) });
  const gone = await need('取消的', 800);
  await portal.as(owner)(cancelOrder, { demandNid: gone.nid, reason: '不需要了，先放一放' });
  const other = stages.find((stage) => stage !== measured && stage.demand.some(({ key }) => key === 'quantity'))!;
  await buildDemand(portal.app.services, { owner, stage: other.key, category: 'maternal', name: '别的环节' });

  const top = async (input: object) => dataOf(await portal.send(call, input)).map(({ name, number }) => [name, number]);
  expect(await top({ type: 'maternal' })).toEqual([
    ['大单', 100],
    ['快到期', 70],
    ['小单', 2],
  ]);
  expect(await top({ size: 2 })).toEqual([
    ['大单', 100],
    ['快到期', 70],
  ]);
  expect(await top({ type: 'business' })).toEqual([]);
  const [first] = dataOf(await portal.send(call, { type: 'pet' }));
  expect(first).toMatchObject({ kind: '橡木', unit: '立方米', type: 'pet', budget: '3500.00' });

  portal.clock.advance(2 * day);
  expect(await top({ type: 'maternal' })).toEqual([
    ['大单', 100],
    ['小单', 2],
  ]);
  // It is still listed among the open ones: its owner may yet choose.
  expect(await portal.send(demandCalls(measured).list, { type: 'maternal' })).toMatchObject({ count: 3 });
});

it('[C-03] nonsense is refused, and a stage that does not measure has no such list', async () => {
  expect(await portal.send(call, { size: 21 })).toMatchObject({ code: 1001 });
  expect(await portal.send(call, { type: 'garden' } as object)).toMatchObject({ code: 1001 });
  expect(needTopCall(polish)).toBeUndefined();
});
