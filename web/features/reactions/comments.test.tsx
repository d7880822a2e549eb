import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { CommentsList } from './comments-list.tsx';
import { readComment } from './read.ts';

/** The list as it is on the server, newest first, and the pages of it that were asked for. */
const server = vi.hoisted(() => ({
  all: [] as { id: string; content: string; addTime: number }[],
  asked: [] as number[],
}));
vi.mock('../../client/transport.browser.ts', () => ({
  callAt: (path: string) => ({ path }),
  send: (_call: object, { page, pageSize }: { page: number; pageSize: number }) => {
    server.asked.push(page);
    const data = server.all.slice((page - 1) * pageSize, page * pageSize);
    return Promise.resolve({ ok: true, data, count: server.all.length, page, pages: 1 });
  },
}));

const line = (n: number) => ({ id: `c${n}`, content: `第 ${n} 条`, addTime: n });
const lines = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, n) => line(from - n));

afterEach(() => {
  cleanup();
  server.asked = [];
});

function show(pageSize: number) {
  const first = { items: server.all.slice(0, pageSize).map(readComment), count: server.all.length, page: 1 };
  const element = <CommentsList subject={{ kind: 'topic', id: 't1' }} first={first} rendered={0} pageSize={pageSize} />;
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);
}

const more = () => screen.queryByRole('button', { name: /更多评论/ });

test('[H-07] the list goes on when more comments came meanwhile than a page holds, and it ends', async () => {
  server.all = lines(5, 1);
  show(2);
  server.all = lines(10, 1);
  for (const oldest of [7, 6, 3, 1]) {
    fireEvent.click(more()!);
    await screen.findByText(`第 ${oldest} 条`);
  }
  expect(server.asked).toEqual([2, 3, 3, 4, 4, 5]);
  await waitFor(() => expect(more()).toBeNull());
  const said = screen.getAllByText(/^第 \d+ 条$/).map(({ textContent }) => textContent);
  expect(said).toEqual([8, 7, 6, 5, 4, 3, 2, 1].map((n) => `第 ${n} 条`));
});
