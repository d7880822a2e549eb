import type { Page } from '@playwright/test';
import { uploadImage } from '../contract/uploads.ts';
import { dataOf, expect, expectNoSeriousAxe, type Portal, test } from './fixtures.ts';
import { makeDemand, picture } from './steps.ts';

/** A demand of somebody's own with so many pictures; gives its page. */
async function withPictures(portal: Portal, count: number): Promise<{ path: string; pictures: string[] }> {
  const owner = await portal.newPerson();
  const pictures: string[] = [];
  for (let each = 0; each < count; each += 1) {
    const { buffer, mimeType } = await picture();
    const file = new Blob([new Uint8Array(buffer)], { type: mimeType });
    const { url } = await dataOf(portal.as(owner)(uploadImage, {}, { file }));
    pictures.push(url);
  }
  const nid = await makeDemand(portal, owner, { values: { name: '预览小床', pictures: pictures.join(',') } });
  return { path: `/omo/demand/${nid}`, pictures };
}

const preview = (page: Page) => page.getByRole('dialog', { name: '图片预览' });

/** The counter of the open preview, which also says that the picture has changed. */
const expectPlace = (page: Page, text: string) => expect(preview(page).locator('.pswp__counter')).toHaveText(text);

/** Opened, and hearing keys and fingers. */
async function expectOpen(page: Page, place: string): Promise<void> {
  await expect(preview(page)).toBeVisible();
  await expect(preview(page)).not.toHaveAttribute('aria-busy');
  await expectPlace(page, place);
}

test('[S-12] a picture opens in a full-screen preview that the keyboard alone can use', async ({ page, portal }) => {
  const { path } = await withPictures(portal, 3);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  const refused: string[] = [];
  page.on('console', (message) => message.text().includes('Content Security Policy') && refused.push(message.text()));
  await page.goto(path);
  const first = page.getByRole('link', { name: '看大图：预览小床 第1张' });
  await first.focus();
  // Nothing of the preview was loaded for a reader who never opens it.
  expect(loaded.filter((url) => /lightbox/.test(url))).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(preview(page)).toBeVisible();
  expect(loaded.filter((url) => /lightbox.*\.(js|css)$/.test(url)).length).toBeGreaterThanOrEqual(2);
  await expectOpen(page, '1 / 3');
  await expect(preview(page)).toBeFocused();
  await expect(preview(page).getByText('预览小床 第1张')).toBeVisible();
  await expect(preview(page).locator('img.pswp__img[src*=".webp"]').first()).toHaveJSProperty('complete', true);
  await page.keyboard.press('ArrowRight');
  await expectPlace(page, '2 / 3');
  await expect(preview(page).getByText('预览小床 第2张')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expectPlace(page, '1 / 3');
  await page.keyboard.press('ArrowRight');
  await expectPlace(page, '2 / 3');
  await expectNoSeriousAxe(page);

  // The focus stays within, however often one presses Tab.
  for (let press = 0; press < 8; press += 1) {
    await page.keyboard.press('Tab');
    const outside = await page.evaluate(() => {
      const { activeElement } = document;
      return activeElement !== document.body && !activeElement?.closest('.pswp');
    });
    expect(outside, `press ${press + 1}`).toBe(false);
  }
  await page.keyboard.press('Escape');
  await expect(preview(page)).toBeHidden();
  // Back to the picture that was shown last, which now stands in the large place.
  await expect(page.getByRole('link', { name: '看大图：预览小床 第2张' })).toBeFocused();
  await expect(page.getByRole('button', { name: '看第2张' })).toHaveAttribute('aria-pressed', 'true');
  expect(refused).toEqual([]);
});

test('[S-12] buttons of the preview are named in Chinese and do what they say', async ({ page, portal }) => {
  const { path } = await withPictures(portal, 2);
  await page.goto(path);
  await page.getByRole('button', { name: '看第2张' }).click();
  await page.getByRole('link', { name: '看大图：预览小床 第2张' }).click();
  await expectOpen(page, '2 / 2');
  await preview(page).getByRole('button', { name: '上一张' }).click();
  await expectPlace(page, '1 / 2');
  await preview(page).getByRole('button', { name: '下一张' }).click();
  await expectPlace(page, '2 / 2');
  await preview(page).getByRole('button', { name: '关闭预览' }).click();
  await expect(preview(page)).toBeHidden();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('[S-12] a finger turns the pages, and swiping down closes', async ({ page, portal }) => {
    const { path } = await withPictures(portal, 3);
    await page.goto(path);
    await page.getByRole('link', { name: '看大图：预览小床 第1张' }).tap();
    await expectOpen(page, '1 / 3');
    const finger = await page.context().newCDPSession(page);
    const swipe = async (from: [number, number], to: [number, number]) => {
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
        finger.send('Input.dispatchTouchEvent', { type, touchPoints: points });
      await touch('touchStart', [{ x: from[0], y: from[1] }]);
      for (let step = 1; step <= 10; step += 1) {
        const along = (axis: 0 | 1) => from[axis] + ((to[axis] - from[axis]) * step) / 10;
        await touch('touchMove', [{ x: along(0), y: along(1) }]);
      }
      await touch('touchEnd', []);
    };
    await swipe([320, 400], [60, 400]);
    await expectPlace(page, '2 / 3');
    await swipe([195, 300], [195, 760]);
    await expect(preview(page)).toBeHidden();
  });
});

test('[S-12] a picture that does not come says so, in its place and in the preview', async ({ page, portal }) => {
  const { path, pictures } = await withPictures(portal, 2);
  const broken = /\/files\/[^/]+/.exec(pictures[0] ?? '')?.[0] ?? '';
  await page.route(`**${broken}/**`, (route) => route.abort());
  await page.goto(path);
  const place = page.getByRole('link', { name: '看大图：预览小床 第1张' });
  await expect(place.getByRole('img', { name: '预览小床 第1张（图片没能加载）' })).toBeVisible();
  await expect(place.getByText('图片没能加载')).toBeVisible();
  await place.click();
  await expectOpen(page, '1 / 2');
  await expect(preview(page).getByRole('img', { name: '图片没能加载' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expectPlace(page, '2 / 2');
  await expect(preview(page).getByRole('img', { name: '预览小床 第2张' })).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('[S-12] [Z-01] a picture is a link to its largest version', async ({ page, portal }) => {
    const { path, pictures } = await withPictures(portal, 2);
    await page.goto(path);
    await page.getByRole('link', { name: '看大图：预览小床 第1张' }).click();
    await expect(page).toHaveURL(new RegExp(`${pictures[0]}$`));
  });
});
