import { expect, it } from 'vitest';
import { narrowed, plainNumber, plainSum } from './typed-number.ts';

it.each([
  ['12.5', '12.5'],
  [' 12 ', '12'],
  ['１２３．５', '123.5'],
  ['１２３。５', '123.5'],
  ['－３', '-3'],
  ['−3', '-3'],
  ['1,234', '1234'],
  ['１２，３４５，６７８．９０', '12345678.90'],
  ['12 345', '12345'],
  ['1,234.5', '1234.5'],
  // Where the groups are not of three, nobody can say what was meant.
  ['12,5', '12,5'],
  ['１２，５', '12,5'],
  ['1,2345', '1,2345'],
  ['1,234 567', '1,234 567'],
  ['1.234,5', '1.234,5'],
  [',123', ',123'],
  ['②', '②'],
  ['5²', '5²'],
  ['一百', '一百'],
  ['', ''],
])('%j is %j', (typed, plain) => expect(plainNumber(typed)).toBe(plain));

it.each([
  ['¥50', '50'],
  ['￥１，２００', '1200'],
  ['12.5元', '12.5'],
  ['3元5', '3元5'],
])('as a sum, %j is %j', (typed, plain) => expect(plainSum(typed)).toBe(plain));

it('narrows what is more than one number as well', () =>
  expect(narrowed('２５．６６，１１４．７６')).toBe('25.66,114.76'));
