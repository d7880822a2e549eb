import { expect, it } from 'vitest';
import { epcisPath } from '../../../contract/trace/label-sheets.ts';
import { startPortal } from '../../testing/portal.ts';

const portal = await startPortal({ env: { OMO_TRUST_PROXY: '1' } });

/** The first of so many that is turned away, each from another address of one connection; 0 for none. */
async function turnedAway(path: string, most: number, options: RequestInit = {}): Promise<number> {
  for (let count = 1; count <= most; count += 1) {
    const headers = { 'x-forwarded-for': `2001:db8:1:2::${count.toString(16)}` };
    const { status } = await fetch(portal.url + path, { ...options, headers });
    if (status === 429) return count;
  }
  return 0;
}

it.each([
  [`${epcisPath}?code=none`, 30, {}],
  ['/trace/none/bundle.zip', 200, {}],
  ['/trace/cosignatures', 60, { method: 'POST', body: 'none' }],
])('[Z-11] [Z-12] %s is asked only so often by whoever owns a whole network', async (path, most, options) => {
  expect(await turnedAway(path, most + 5, options)).toBe(most + 1);
});
