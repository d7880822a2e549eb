import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MovableClock, shiftedClock, systemClock } from './clock.ts';

test('the movable clock stands still until it is moved', () => {
  const clock = new MovableClock(new Date('2026-03-01T00:00:00Z'));
  const first = clock.now();
  expect(clock.advance(90_000)).toEqual(new Date('2026-03-01T00:01:30Z'));
  expect(first).toEqual(new Date('2026-03-01T00:00:00Z'));
  clock.set(new Date('2027-01-01T00:00:00Z'));
  expect(clock.now().toISOString()).toBe('2027-01-01T00:00:00.000Z');
});

test('the clock of browser tests is as far ahead as its file says', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'omo-clock-')), 'clock');
  const ahead = () => Math.round((shiftedClock(file).now().getTime() - Date.now()) / 1000);
  expect(ahead()).toBe(0);
  writeFileSync(file, '86400');
  expect(ahead()).toBe(86_400);
});

test('the system clock is the time of day', () => {
  expect(Math.abs(systemClock.now().getTime() - Date.now())).toBeLessThan(1000);
});
