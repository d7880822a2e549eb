import { expect, test } from 'vitest';
import { milestones } from './timeline.tsx';
import { sumOf } from './wire.ts';

const order = { history: [], orderStatus: 2, demandStatusName: '待接单', saveTime: 1_800_000_000, entrusted: false };

test('an entrusted order was never tendered', () => {
  expect(milestones(order).map(({ name }) => name)[0]).toBe('招标中');
  const [first, second] = milestones({ ...order, entrusted: true });
  expect(first).toEqual({ status: 2, name: '待接单', at: order.saveTime });
  expect(second?.at).toBeUndefined();
});

test.each([
  [{ amount: '', entrusted: false, downPaymentStatus: 0 }, ['900.00', '预算']],
  [{ amount: '800.00', entrusted: true, downPaymentStatus: 0 }, ['800.00', '委托价']],
  [{ amount: '800.00', entrusted: true, downPaymentStatus: 1 }, ['800.00', '成交价']],
  [{ amount: '800.00', entrusted: false, downPaymentStatus: 0 }, ['800.00', '成交价']],
])('the sum of %o is %o', (given, sum) => {
  expect(sumOf({ ...given, budget: '900.00' })).toEqual(sum);
});
