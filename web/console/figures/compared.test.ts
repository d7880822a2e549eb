import { expect, test } from 'vitest';
import { compared } from './compared.ts';

test('[Z-16] a figure is told beside the thirty days before: counts and waits in parts of what they were, shares in points', () => {
  expect(compared(55, 13, 'count')).toBe('比前 30 天多 323%');
  expect(compared(7, 12, 'count')).toBe('比前 30 天少 42%');
  expect(compared(7200, 3600, 'wait')).toBe('比前 30 天慢 100%');
  expect(compared(1800, 3600, 'wait')).toBe('比前 30 天快 50%');
  expect(compared(32.7, 100, 'share')).toBe('比前 30 天低 67.3 个百分点');
  expect(compared(5, 0, 'share')).toBe('比前 30 天高 5 个百分点');
  expect(compared(200, 200, 'count')).toBe('与前 30 天持平');
});

test('[Z-16] beside nothing there is nothing to compare with', () => {
  expect(compared(5, 0, 'count')).toBe('前 30 天没有可比的');
  expect(compared(null, 3600, 'wait')).toBe('前 30 天没有可比的');
  expect(compared(32.7, null, 'share')).toBe('前 30 天没有可比的');
});
