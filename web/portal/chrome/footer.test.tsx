import { cleanup, render, screen } from '@testing-library/react';
import { createRoutesStub } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import type { RouteRecord } from '../route-record.ts';
import { Footer } from './footer.tsx';

afterEach(cleanup);

async function open(phone: string) {
  const site = { name: 'OMO', phone, hours: '周一至周六', icp: '', police: '', licence: '' };
  const shell = { site, tiles: [], categories: [{ key: 'pet', name: '宠物' }] };
  const Page = () => <Footer record={{ type: 'pet' } as RouteRecord} />;
  const Stub = createRoutesStub([
    { id: 'root', path: '/', loader: () => shell, HydrateFallback: () => null, Component: Page },
  ]);
  render(<Stub />);
  await screen.findByRole('contentinfo');
}

it('[S-05] the footer calls the number that is configured', async () => {
  await open('0571-8888');
  expect(screen.getByRole('link', { name: '0571-8888' }).getAttribute('href')).toBe('tel:0571-8888');
});

it('[S-05] without a number the footer has no link that calls nobody', async () => {
  await open('');
  expect(document.querySelector('a[href^="tel:"]')).toBeNull();
  expect(screen.queryByText('咨询电话')).toBeNull();
});
