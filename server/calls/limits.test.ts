import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { type Limits, memoryLimits } from './limits.ts';
import { redisLimits } from './limits-redis.ts';

const url = process.env['REDIS_URL'];
const warnings: unknown[] = [];
const log = { warn: (...line: unknown[]) => warnings.push(line) } as never;

const kinds: [string, () => Limits & { close?: () => Promise<void> }][] = [['in this process', memoryLimits]];
if (url) kinds.push(['on Redis', () => redisLimits(url, log, `test:${randomUUID()}:`)]);

describe.each(kinds)('limits %s', (_name, open) => {
  const limits = open();
  afterAll(() => limits.close?.());
  const rule = { max: 3, per: 60 };
  const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000);
  const take = (key: string, seconds: number) => limits.take(key, rule, at(seconds));

  it('lets so many through and then says how long to wait', async () => {
    expect([await take('a', 0), await take('a', 1), await take('a', 2)]).toEqual([0, 0, 0]);
    expect(await take('a', 10)).toBe(50);
    expect(await take('a', 59.5)).toBe(1);
  });

  it('starts anew when the window is over', async () => {
    for (let i = 0; i < 4; i += 1) await take('b', 0);
    expect(await take('b', 60)).toBe(0);
    expect(await take('b', 119)).toBe(0);
  });

  it('counts each key and each rule for itself', async () => {
    for (let i = 0; i < 4; i += 1) await take('c', 0);
    expect(await take('d', 0)).toBe(0);
    expect(await limits.take('c', { max: 1, per: 3600 }, at(0))).toBe(0);
  });

  it('lets exactly so many of a crowd through', async () => {
    const waits = await Promise.all(Array.from({ length: 50 }, () => take('e', 0)));
    expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
  });
});

it('goes on counting by itself while Redis cannot be reached', async () => {
  const limits = redisLimits('redis://127.0.0.1:1', log);
  const rule = { max: 1, per: 60 };
  const now = new Date();
  expect(await limits.take('x', rule, now)).toBe(0);
  expect(await limits.take('x', rule, now)).toBe(60);
  expect(warnings.length).toBeGreaterThan(0);
  await limits.close();
});
