import { expect, test } from 'vitest';
import { pageNumbers } from './pager.tsx';

test.each([
  [1, 1, [1]],
  [1, 4, [1, 2, 3, 4]],
  [1, 7, [1, 2, 3, 0, 7]],
  [4, 7, [1, 2, 3, 4, 5, 6, 7]],
  [5, 9, [1, 0, 4, 5, 6, 0, 9]],
  [7, 7, [1, 0, 6, 7]],
  [3, 10_000, [1, 2, 3, 4, 0, 10_000]],
])('page %i of %i', (page, pages, shown) => {
  expect(pageNumbers(page, pages)).toEqual(shown);
});
