import { cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { pageNumbers, Pager } from './pager.tsx';

afterEach(cleanup);

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

test('two on one page are told apart by what they are called, and each leads by its own parameter', () => {
  const position = { page: 1, pages: 2, pageSize: 6, count: 8 };
  const both = (
    <>
      <Pager {...position} name="wpage" label="提现记录分页" />
      <Pager {...position} label="收支明细分页" />
    </>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: both }])} />);
  const next = (name: string) => screen.getByRole('navigation', { name }).querySelector('a[rel=next]');
  expect(next('提现记录分页')?.getAttribute('href')).toBe('/?wpage=2');
  expect(next('收支明细分页')?.getAttribute('href')).toBe('/?page=2');
});
