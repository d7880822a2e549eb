import type { Page } from '@playwright/test';
import { expect, expectNoSeriousAxe, type Portal, test } from './fixtures.ts';
import { makeDemand } from './steps.ts';

// Which way a page is handed on depends on what the browser can do, not on its make: each test gives it that.

interface Shared {
  title: string;
  url: string;
}

async function openDemand(page: Page, portal: Portal): Promise<string> {
  const nid = await makeDemand(portal, await portal.newPerson());
  await page.goto(`/omo/demand/${nid}?page=1#comments`);
  return `${portal.url}/omo/demand/${nid}`;
}

const button = (page: Page) => page.getByRole('button', { name: '分享', exact: true });

test('[Z-01] a page is shared by the system’s share sheet, by its own address', async ({ page, portal }) => {
  await page.addInitScript(() => {
    const shared: Shared[] = [];
    Object.assign(globalThis, { shared });
    Object.defineProperty(navigator, 'share', { value: async (what: Shared) => void shared.push(what) });
  });
  const url = await openDemand(page, portal);
  await button(page).click();
  const shared = () => page.evaluate(() => (globalThis as unknown as { shared: Shared[] }).shared);
  const title = await page.getByRole('heading', { level: 1 }).innerText();
  await expect.poll(shared).toEqual([expect.objectContaining({ title, url })]);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('[Z-01] closing the share sheet leaves everything as it was', async ({ page, portal }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', {
      value: () => {
        Object.assign(globalThis, { asked: true });
        return Promise.reject(new DOMException('', 'AbortError'));
      },
    });
  });
  await openDemand(page, portal);
  await button(page).click();
  await expect.poll(() => page.evaluate(() => 'asked' in globalThis)).toBe(true);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test.describe('without a share sheet', () => {
  test.beforeEach(async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }));
  });

  test('[Z-01] a mouse gets the address to take along', async ({ page, portal }) => {
    const url = await openDemand(page, portal);
    await button(page).click();
    const dialog = page.getByRole('dialog', { name: '分享这个页面' });
    await expect(dialog.getByRole('textbox', { name: '页面链接' })).toHaveValue(url);
    await expectNoSeriousAxe(page);
    await dialog.getByRole('button', { name: '复制链接' }).click();
    await expect(page.getByRole('status').filter({ hasText: '已复制' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
    await expect(dialog).toBeHidden();
  });

  test('[Z-01] where copying is refused the address stands there, selected', async ({ page, portal }) => {
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'));
    });
    const url = await openDemand(page, portal);
    await button(page).click();
    const dialog = page.getByRole('dialog', { name: '分享这个页面' });
    await dialog.getByRole('button', { name: '复制链接' }).click();
    await expect(dialog.getByRole('alert')).toContainText('长按');
    expect(await page.evaluate(() => getSelection()?.toString())).toBe(url);
  });
});

test.describe('without a share sheet on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('[Z-01] one press copies the address', async ({ page, portal, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.addInitScript(() => Object.defineProperty(navigator, 'share', { value: undefined }));
    const url = await openDemand(page, portal);
    await button(page).click();
    await expect(page.getByRole('status').filter({ hasText: '链接已复制' })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
  });
});
