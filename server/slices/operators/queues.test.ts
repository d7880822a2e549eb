import { describe, expect, it } from 'vitest';
import { presentQueues } from './queues.ts';

const at = (time: number | null, count = 1) => ({ count, since: time === null ? null : new Date(time) });

describe('[P-01] where a list of several queues opens', () => {
  it.each([
    [
      'where the longest waits',
      [
        ['a', at(2)],
        ['b', at(1)],
      ],
      'b',
    ],
    [
      'at the earlier one, of two that wait as long',
      [
        ['', at(1)],
        ['b', at(1)],
      ],
      '',
    ],
    [
      'where something waits for the one who asks, not for others',
      [
        ['a', at(null)],
        ['b', at(9)],
      ],
      'b',
    ],
    [
      'where there is anything at all, when nothing waits',
      [
        ['a', at(null, 0)],
        ['b', at(null)],
      ],
      'b',
    ],
    [
      'at the first, when there is nothing',
      [
        ['a', at(null, 0)],
        ['b', at(null, 0)],
      ],
      'a',
    ],
  ] as const)('%s', (_, queues, first) => {
    expect(presentQueues(queues).first).toBe(first);
  });
});
