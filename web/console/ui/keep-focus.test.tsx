import { act, cleanup, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createMemoryRouter, Outlet, RouterProvider, useSearchParams } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { useKeptFocus } from './keep-focus.ts';

afterEach(cleanup);

function Wing() {
  useKeptFocus();
  return <Outlet />;
}

/** The wing at an address, with one page or another there, each drawn by whether its query says that something happened. */
function open(page: (happened: boolean) => ReactNode, other: (happened: boolean) => ReactNode = page) {
  function Page({ draw }: { draw: (happened: boolean) => ReactNode }) {
    return draw(useSearchParams()[0].has('happened'));
  }
  const router = createMemoryRouter(
    [
      {
        Component: Wing,
        children: [
          { path: '/one', element: <Page draw={page} /> },
          { path: '/two', element: <Page draw={other} /> },
        ],
      },
    ],
    { initialEntries: ['/one'] },
  );
  render(<RouterProvider router={router} />);
  return (to: string) => act(() => router.navigate(to));
}

const deed = (name: string) => screen.getByRole('button', { name });

test('[P-02] another page has the focus on its heading as soon as it is there, whether something had it or nothing', async () => {
  for (const first of ['通过', undefined]) {
    const go = open(
      () => <button type="button">通过</button>,
      (isThere) => (isThere ? <h1 tabIndex={-1}>下一件</h1> : <p>正在加载</p>),
    );
    if (first) deed(first).focus();
    await go('/two');
    await go('/two?happened');
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: '下一件' }));
    cleanup();
  }
});

test('[P-02] what is asked anew on the same page has the focus on the heading when the deed is gone', async () => {
  const go = open((changed) => (
    <main key={String(changed)}>
      <h1 tabIndex={-1}>{changed ? '已修改' : '原来的'}</h1>
      {!changed && <button type="button">通过</button>}
    </main>
  ));
  deed('通过').focus();
  await go('/one?happened');
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: '已修改' }));
});

test('[P-02] a row that is gone hands the focus to the row in its place; what stands keeps it', async () => {
  const go = open((paid) => (
    <>
      <h1 tabIndex={-1}>提现</h1>
      <table>
        <tbody>
          {['甲', '乙', '丙'].map((name) =>
            paid && name === '乙' ? null : (
              <tr key={name}>
                <td>
                  <button type="button">{name}</button>
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </>
  ));
  deed('乙').focus();
  await go('/one?happened');
  expect(document.activeElement).toBe(deed('丙'));
  await go('/one');
  expect(document.activeElement).toBe(deed('丙'));
});
