import { describe, expect, test } from 'vitest';
import { median, shareOfFloor, timesAsLong, timesTheWait } from './figures.ts';
import { percentile } from './load.ts';

const side = (name: string, rates: number[]) => ({
  name,
  rounds: rates.map((perSecond) => ({ perSecond, p50: 1, p99: 1000 / perSecond, answered: 100, sent: 100, failed: 0 })),
});

describe('bench figures', () => {
  test('rounds are compared in pairs, and the middle one counts', () => {
    // Compared overall, the slow second round of both sides would count as ours alone.
    const found = shareOfFloor('calls', side('ours', [60, 10, 70]), side('floor', [100, 20, 100]), 0.5);
    expect(found).toMatchObject({ value: 0.6, ok: true, p99: 100, p99Other: 50 });
    expect(shareOfFloor('calls', side('ours', [40, 40, 90]), side('floor', [100, 100, 100]), 0.5).ok).toBe(false);
  });

  test('what must not grow is compared by time', () => {
    const found = timesAsLong('deep', side('deep', [50, 50, 50]), side('first', [100, 100, 100]), 1.5);
    expect(found).toMatchObject({ value: 2, ok: false });
  });

  test('waiting is compared by the slowest hundredth', () => {
    const found = timesTheWait('search', side('search', [100, 100, 50]), side('list', [400, 500, 400]), 4);
    expect(found).toMatchObject({ value: 5, ok: false });
  });

  test('median and percentile', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(
      percentile(
        Float64Array.from({ length: 200 }, (_, index) => index + 1),
        0.99,
      ),
    ).toBe(198);
    expect(percentile(Float64Array.of(7), 0.99)).toBe(7);
  });
});
