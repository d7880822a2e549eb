import { expect, test } from 'vitest';
import { afterTyping, partsOf, providerFenOf } from './parts.ts';

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
