import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { qrModules } from './qr.ts';

const drawn = (text: string) => qrModules(text).map((row) => row.map((on) => (on ? '1' : '0')).join(''));
const print = (text: string) => createHash('sha256').update(drawn(text).join('\n')).digest('hex').slice(0, 16);

test('codes are the ones that a reader (OpenCV) was seen to read', () => {
  expect(print('weixin://wxpay/bizpayurl?pr=NwY5Mz9&groupid=00')).toBe('1ff99d0f99e31fa1');
  expect(print('y'.repeat(213))).toBe('3bb4dc258df63cd7');
});

test('as small as the words allow, with three corners to find it by; what does not fit is refused', () => {
  const rows = drawn('付款');
  expect(rows).toHaveLength(21);
  for (const [x, y] of [
    [0, 0],
    [14, 0],
    [0, 14],
  ] as const)
    expect(rows.slice(y, y + 7).map((row) => row.slice(x, x + 7))).toEqual([
      '1111111',
      '1000001',
      '1011101',
      '1011101',
      '1011101',
      '1000001',
      '1111111',
    ]);
  expect(() => qrModules('x'.repeat(214))).toThrow(RangeError);
});
