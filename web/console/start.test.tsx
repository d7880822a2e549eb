import { act, cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider, useNavigation } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import type { Desk } from './layout.tsx';
import Start from './start.tsx';

afterEach(cleanup);

const part = (key: string): Desk['parts'][number] => ({ key, name: key, waiting: 0, oldest: null });
const desk: Desk = { roles: ['admin'], shut: [], parts: [part('withdrawals'), part('figures')] };

/** The console with its menu there, and the start page not drawn yet; its part `withdrawals` comes when it is let. */
function open() {
  let arrive = () => {};
  const code = new Promise<void>((resolve) => (arrive = resolve));
  let isDrawn = false;
  function Wing() {
    const { state } = useNavigation();
    return (
      <>
        <p>{state}</p>
        {isDrawn && <Outlet context={{ desk, reload: () => {} }} />}
      </>
    );
  }
  const router = createMemoryRouter(
    [
      {
        path: '/console',
        Component: Wing,
        children: [
          { index: true, Component: Start },
          { path: 'figures', Component: () => <h1>figures</h1> },
          { path: 'withdrawals', lazy: async () => (await code, { Component: () => <h1>withdrawals</h1> }) },
        ],
      },
    ],
    { initialEntries: ['/console'] },
  );
  const { rerender } = render(<RouterProvider router={router} />);
  return {
    router,
    draw: () =>
      act(async () => {
        isDrawn = true;
        rerender(<RouterProvider key="drawn" router={router} />);
      }),
    arrive: () => act(async () => arrive()),
  };
}

test('[P-01] the console begins with the figures', async () => {
  const { router, draw } = open();
  await draw();
  expect(await screen.findByRole('heading', { name: 'figures' })).toBeDefined();
  expect(router.state.location.pathname).toBe('/console/figures');
});

test('[P-01] whoever presses something in the menu before the start page is there gets what they pressed', async () => {
  const { router, draw, arrive } = open();
  await act(async () => void router.navigate('/console/withdrawals'));
  expect(router.state.navigation.state).toBe('loading');
  await draw();
  await arrive();
  expect(await screen.findByRole('heading', { name: 'withdrawals' })).toBeDefined();
  expect(router.state.location.pathname).toBe('/console/withdrawals');
});
