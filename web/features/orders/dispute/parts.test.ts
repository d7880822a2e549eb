import { expect, test } from 'vitest';
import { afterTyping, faultsOf, partsOf, providerFenOf } from './parts.ts';

test('[O-03] whatever is typed in one field, the other takes the rest to the fen', () => {
  const start = partsOf(2_592_001, 0);
  expect(start).toEqual({ ownerAmount: '25920.01', providerAmount: '0.00' });
  expect(afterTyping('providerAmount', '0.02', start, 2_592_001)).toEqual({
    ownerAmount: '25919.99',
    providerAmount: '0.02',
  });
  // what cannot be read, or is too much, leaves the other as it is, and is no division
  for (const typed of ['', 'abc', '-1', '25920.02', '1.234']) {
    const parts = afterTyping('providerAmount', typed, start, 2_592_001);
    expect(parts).toEqual({ ownerAmount: '25920.01', providerAmount: typed });
    expect(providerFenOf(parts, 2_592_001)).toBeUndefined();
  }
  expect(providerFenOf(partsOf(2_592_001, 17), 2_592_001)).toBe(17);
});

test('[O-03] what is wrong stands at the field where it is, and the sum is looked at last', () => {
  const faults = (ownerAmount: string, providerAmount: string) => faultsOf({ ownerAmount, providerAmount }, 10_000);
  expect(faults('40.00', '60')).toEqual({});
  expect(faults('-1', '60')).toEqual({ ownerAmount: expect.stringContaining('不能为负数') });
  expect(faults('40', '100.01')).toEqual({ providerAmount: '不能超过托管中的 100.00 元' });
  expect(faults('', 'abc')).toEqual({
    ownerAmount: expect.stringContaining('退回发布方的金额'),
    providerAmount: expect.stringContaining('须为数字'),
  });
  expect(faults('40', '59.99')).toEqual({ ownerAmount: '两部分之和应等于托管中的 100.00 元' });
});
