import fc from 'fast-check';
import { expect, test } from 'vitest';
import { available, escrow, income } from './accounts.ts';
import { commissionOf } from '../../../contract/process/money.ts';
import { checkMovement, divide, hold, type Movement, release } from './movements.ts';

const about = { cause: 'order:1', demandId: 'd', title: 'DM-1 床' };
const fen = fc.integer({ min: 1, max: 50_000_000_000 });
const basisPoints = fc.integer({ min: 0, max: 9999 });
const sumOf = ({ entries }: Movement) => entries.reduce((sum, entry) => sum + entry.fen, 0);
const on = ({ entries }: Movement, account: string) => entries.find((entry) => entry.account === account)?.fen ?? 0;

test('[A-01] a division gives away exactly what it takes out of escrow, whatever the shares and the commission', () => {
  fc.assert(
    fc.property(fen, fc.nat({ max: 50_000_000_000 }), basisPoints, (providerFen, ownerFen, commissionBasisPoints) => {
      const moved = divide({
        ...about,
        ownerId: 'o',
        ownerFen,
        providerId: 'p',
        providerFen,
        commissionBasisPoints,
        what: '分账',
      });
      checkMovement(moved);
      expect(sumOf(moved)).toBe(0);
      expect(on(moved, escrow('d'))).toBe(-(ownerFen + providerFen));
      expect(on(moved, available('o'))).toBe(ownerFen);
      // Commission comes out of the provider's part alone, and is never more than was agreed.
      expect(on(moved, available('p')) + on(moved, income)).toBe(providerFen);
      expect(on(moved, income) * 10_000).toBeLessThanOrEqual(providerFen * commissionBasisPoints);
    }),
  );
});

test('[A-01] commission is whole fen, rounded in the provider’s favour', () => {
  expect(commissionOf(10_001, 250)).toBe(250);
  expect(commissionOf(99, 100)).toBe(0);
  expect(commissionOf(9_007_199_254_740_991, 9999)).toBe(9_006_298_534_815_516);
});

test('[A-02] what a person reads of a movement has a type, what nobody reads has none', () => {
  const paid = hold({ ...about, ownerId: 'o', instalment: '首付', fen: 300 });
  expect(paid.memo).toBe('DM-1 床 首付托管');
  expect(paid.entries).toEqual([
    { account: available('o'), fen: -300, type: 2 },
    { account: escrow('d'), fen: 300 },
  ]);
  const got = release({ ...about, providerId: 'p', fen: 800, commissionBasisPoints: 500, what: '验收放款' });
  expect(got.kind).toBe('release');
  expect(got.memo).toBe('DM-1 床 验收放款');
  expect(got.entries).toEqual([
    { account: escrow('d'), fen: -800 },
    { account: available('p'), fen: 760, type: 4 },
    { account: income, fen: 40 },
  ]);
});

test.each([
  ['that loses a fen', [available('a'), -100], [escrow('d'), 99]],
  ['of nothing', [available('a'), 0], [escrow('d'), 0]],
  ['of half a fen', [available('a'), -0.5], [escrow('d'), 0.5]],
  ['from an account to itself', [available('a'), -100], [available('a'), 100]],
] as const)('[A-01] a movement %s is refused', (_, [from, out], [to, into]) => {
  const movement: Movement = {
    kind: 'hold',
    cause: 'c',
    memo: '',
    entries: [
      { account: from, fen: out },
      { account: to, fen: into },
    ],
  };
  expect(() => checkMovement(movement)).toThrow(RangeError);
});
