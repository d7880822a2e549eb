import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { type Bus, memoryBus } from './bus.ts';
import { redisBus } from './bus-redis.ts';

const url = process.env['REDIS_URL'];
const log = { warn: () => undefined } as never;

/** What a listener has heard so far. */
function heard(bus: Bus): { tags: string[]; leave: () => void } {
  const tags: string[] = [];
  return { tags, leave: bus.subscribe((changed) => tags.push(...changed.tags)) };
}

describe('within one process', () => {
  it('tells everyone at once, until they leave', () => {
    const bus = memoryBus();
    const [one, other] = [heard(bus), heard(bus)];
    bus.publish({ tags: ['a'] });
    one.leave();
    bus.publish({ tags: ['b'] });
    expect([one.tags, other.tags]).toEqual([['a'], ['a', 'b']]);
  });
});

describe.skipIf(!url)('between processes', () => {
  const channel = `test:${randomUUID()}`;
  const [near, far] = [redisBus(url ?? '', log, channel), redisBus(url ?? '', log, channel)];
  afterAll(() => Promise.all([near.close(), far.close()]));

  it('tells its own at once and the others soon, each of them once', async () => {
    const [here, there] = [heard(near), heard(far)];
    // Sent until it is heard: a subscription takes a moment to stand.
    await expect
      .poll(() => {
        if (there.tags.length === 0) near.publish({ tags: ['try'] });
        return there.tags.length;
      })
      .toBeGreaterThan(0);
    const before = here.tags.length;
    near.publish({ tags: ['demand:1', 'demands'] });
    expect(here.tags.slice(before)).toEqual(['demand:1', 'demands']);
    await expect.poll(() => there.tags.filter((tag) => tag !== 'try')).toEqual(['demand:1', 'demands']);
    expect(here.tags.filter((tag) => tag === 'demands')).toHaveLength(1);
  });
});

it('works on within the process while Redis is away', async () => {
  const bus = redisBus('redis://127.0.0.1:1', log);
  const { tags } = heard(bus);
  bus.publish({ tags: ['a'] });
  expect(tags).toEqual(['a']);
  await bus.close();
});
