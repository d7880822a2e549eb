import { cleanup, render, screen } from '@testing-library/react';
import { createRoutesStub, RouterContextProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { type PageContext, pageContext } from '../client/page-context.ts';
import ImplementPage, { loader } from './implement.tsx';

afterEach(cleanup);

async function open(url: string) {
  const context = new RouterContextProvider();
  context.set(pageContext, {
    send: async () => ({ ok: true, data: { url } }),
    tag: vi.fn(),
    head: vi.fn(),
  } as unknown as PageContext);
  const loaderData = await loader({ params: { type: 'pet' }, context } as unknown as Parameters<typeof loader>[0]);
  const Page = ImplementPage as unknown as (props: { loaderData: unknown }) => React.ReactNode;
  const Stub = createRoutesStub([{ path: '/', Component: () => <Page loaderData={loaderData} /> }]);
  render(<Stub />);
}

it('[C-06] names the host that one is about to go to, and opens the configured page', async () => {
  await open('https://open.example/docs?from=omo');
  const link = screen.getByRole('link', { name: /前往开放平台/ });
  expect(link.getAttribute('href')).toBe('https://open.example/docs?from=omo');
  expect(link.getAttribute('target')).toBe('_blank');
  expect(screen.getByText('open.example')).toBeDefined();
});

it('[C-06] says so when there is none', async () => {
  await open('');
  expect(screen.getByText('开放平台还没有开通')).toBeDefined();
  expect(screen.queryByRole('link', { name: /前往开放平台/ })).toBeNull();
});
