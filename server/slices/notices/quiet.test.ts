import { expect, test } from 'vitest';
import { outOfQuiet } from './quiet.ts';

test.each([
  ['in the morning at once', '2026-11-22T08:00:00+08:00', '2026-11-22T08:00:00+08:00'],
  ['just before ten at night too', '2026-11-22T21:59:59+08:00', '2026-11-22T21:59:59+08:00'],
  ['from ten on the next morning', '2026-11-22T22:00:00+08:00', '2026-11-23T08:00:00+08:00'],
  ['after midnight the same morning', '2026-11-23T00:10:00+08:00', '2026-11-23T08:00:00+08:00'],
  ['until eight', '2026-11-23T07:59:59+08:00', '2026-11-23T08:00:00+08:00'],
])('%s', (_when, now, sent) => expect(outOfQuiet(new Date(now))).toEqual(new Date(sent)));
