import { expect, it } from 'vitest';
import { reviewStatus } from '../../../contract/statuses.ts';
import { nextReview } from './review.ts';

const { waiting, shown, refused } = reviewStatus;

it.each([
  [null, true, shown],
  [null, false, waiting],
  [shown, true, shown],
  [shown, false, waiting],
  [waiting, true, waiting],
  [waiting, false, waiting],
  [refused, true, waiting],
  [refused, false, waiting],
] as const)('written from %s with clean words %s → %s', (from, clean, to) => {
  expect(nextReview(from, { act: 'write', clean })).toBe(to);
});

it.each([
  [null, undefined, undefined],
  [waiting, shown, refused],
  [shown, undefined, refused],
  [refused, shown, undefined],
] as const)('decided from %s: approved → %s, refused → %s', (from, approved, turnedDown) => {
  expect(nextReview(from, { act: 'approve' })).toBe(approved);
  expect(nextReview(from, { act: 'refuse' })).toBe(turnedDown);
});
