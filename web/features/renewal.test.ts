import { expect, test } from 'vitest';
import { untilRenewal } from './renewal.ts';

test('links are asked for anew a minute before the first runs out, never more than once a minute', () => {
  const now = 1_000_000_000;
  const in_ = (seconds: number) => ({ until: now / 1000 + seconds });
  expect(untilRenewal([in_(600), in_(500)], now)).toBe(440_000);
  expect(untilRenewal([in_(30)], now)).toBe(60_000);
  expect(untilRenewal([in_(-9000)], now)).toBe(60_000);
  expect(untilRenewal([in_(90_000)], now)).toBe(540_000);
  expect(untilRenewal([], now)).toBe(540_000);
});
