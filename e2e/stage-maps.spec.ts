import type { Locator, Page } from '@playwright/test';
import type { CaseItem } from '../contract/cases.ts';
import { categories } from '../contract/categories.ts';
import { stages } from '../contract/stages/index.ts';
import type { Stage } from '../contract/stages/stage.ts';
import { expect, expectNoSeriousAxe, patient, test } from './fixtures.ts';
import { address, numberOf, placed, recommended, second } from './stage-steps.ts';
import { makeDemand, wordsOf } from './steps.ts';

const listOf = (page: Page, stage: Stage) => page.getByRole('region', { name: `${stage.provider}列表` });
const mapOf = (page: Page, stage: Stage) => page.getByRole('group', { name: new RegExp(`^${stage.provider}地图`) });

/** Waits until the map stands and gives its marks. */
async function marksOf(page: Page, stage: Stage) {
  const marks = mapOf(page, stage).getByRole('button', { name: /看地址$|放大看$/ });
  await expect(marks.first()).toBeVisible();
  return marks;
}

/** The first case that has a mark of its own as the map opens; others may be together in one. */
async function aloneOf(cases: readonly CaseItem[], marks: Locator): Promise<number> {
  for (const [index, { shop }] of cases.entries())
    if ((await marks.filter({ hasText: shop.shop_name }).count()) > 0) return index;
  throw new Error('every place is in a cluster');
}

for (const stage of placed) {
  test(`[${numberOf(stage)}] ${stage.name}: list and map are tied, by mouse and by keyboard`, async ({
    page,
    portal,
  }) => {
    const cases = await recommended(portal, stage);
    await page.goto(address(stage));
    const marks = await marksOf(page, stage);
    const rows = listOf(page, stage)
      .getByRole('listitem')
      .filter({ has: page.getByRole('article') });
    await expect(rows).toHaveCount(cases.length);
    for (const [index, item] of cases.entries()) {
      for (const key of stage.headline ?? []) {
        const field = stage.case.find((one) => one.key === key)!;
        await expect(rows.nth(index)).toContainText(wordsOf(field, item[field.wire]));
      }
      await expect(rows.nth(index)).toContainText(String(item['address']));
    }

    // A row marks its point …
    const index = await aloneOf(cases, marks);
    const [row, item] = [rows.nth(index), cases[index]!];
    const shop = item.shop.shop_name;
    const mark = marks.filter({ hasText: shop });
    await expect(mark).not.toHaveAttribute('data-lit');
    await row.getByRole('link', { name: item.name, exact: true }).focus();
    await expect(mark).toHaveAttribute('data-lit');
    // … and a point its rows, and opens its card.
    await mark.focus();
    await expect(row).toHaveAttribute('data-lit');
    await page.keyboard.press('Enter');
    const card = page.getByRole('dialog', { name: shop });
    await expect(card).toBeFocused();
    await expect(card.getByText(String(item['address']))).toBeVisible();
    const away = card.getByRole('link', { name: /在高德地图中打开/ });
    const link = new URL((await away.getAttribute('href')) ?? '');
    expect(link.origin + link.pathname).toBe('https://uri.amap.com/marker');
    const { lng, lat } = item;
    expect(link.searchParams.get('position')).toBe(`${Number(lng).toFixed(6)},${Number(lat).toFixed(6)}`);
    await expectNoSeriousAxe(page);
    await page.keyboard.press('Escape');
    await expect(card).toBeHidden();
    await expect(mark).toBeFocused();

    await mark.hover();
    await expect(row).toHaveAttribute('data-lit');
    await rows
      .last()
      .getByRole('button', { name: /^在地图上看/ })
      .click();
    await expect(page.getByRole('dialog', { name: cases.at(-1)!.shop.shop_name })).toBeVisible();
  });

  test(`[${numberOf(stage)}] ${stage.name}: near points are one mark that opens by keyboard, and no wheel is caught`, async ({
    page,
  }) => {
    await page.goto(address(stage));
    const marks = await marksOf(page, stage);
    const before = await marks.count();
    const map = mapOf(page, stage);
    await map.focus();
    const cluster = marks.filter({ hasText: /^\d+$/ });
    for (let step = 0; step < 8 && (await cluster.count()) === 0; step += 1) {
      const zoomOut = map.getByRole('button', { name: '缩小' });
      if ((await zoomOut.getAttribute('aria-disabled')) === 'true') break;
      await zoomOut.press('Enter');
      await expect(map.locator('.leaflet-zoom-anim')).toHaveCount(0);
    }
    await expect(cluster.first()).toBeVisible();
    expect(await marks.count()).toBeLessThanOrEqual(before);
    await cluster.first().focus();
    await page.keyboard.press('Enter');
    await expect(marks.filter({ hasText: /[^\d]/ }).first()).toBeVisible();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''))
      .toMatch(/看地址$|放大看$/);

    await map.hover();
    const top = await page.evaluate(() => scrollY);
    await page.mouse.wheel(0, 300);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(top);
  });

  test(`[${numberOf(stage)}] ${stage.name} on a phone: list or map, and a finger on the map moves the page`, async ({
    browser,
    portal,
  }) => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const page = patient(await context.newPage());
    await page.goto(portal.url + address(stage, second.key));
    const cases = await recommended(portal, stage, second.key);
    await expect(listOf(page, stage)).toBeVisible();
    await expect(mapOf(page, stage)).toBeHidden();
    await page.getByRole('button', { name: '地图', exact: true }).tap();
    await expect(listOf(page, stage)).toBeHidden();
    const marks = await marksOf(page, stage);
    await expect(mapOf(page, stage)).toHaveCSS('touch-action', 'pan-x pan-y');
    const { shop, name } = cases[await aloneOf(cases, marks)]!;
    await marks.filter({ hasText: shop.shop_name }).tap();
    const card = page.getByRole('dialog', { name: shop.shop_name });
    await expect(marks.filter({ hasText: shop.shop_name })).toBeInViewport();
    await page.getByRole('button', { name: '列表', exact: true }).tap();
    // From far down the list the map comes into view, and the pin lies clear of its card.
    await listOf(page, stage)
      .getByRole('button', { name: new RegExp(`^在地图上看 ${shop.shop_name}：`) })
      .last()
      .tap();
    const pin = marks.filter({ hasText: shop.shop_name });
    const clear = async () => {
      const [point, over] = await Promise.all([pin.boundingBox(), card.boundingBox()]);
      return !!point && !!over && point.y > 56 && point.y + point.height <= over.y && over.y + over.height < 844;
    };
    await expect.poll(clear).toBe(true);
    await card.getByRole('link', { name }).tap();
    await expect(page).toHaveURL(/\/details\//);
    await context.close();
  });
}

test('[C-03] what is needed most stands beside the suppliers, the largest quantity first', async ({ page, portal }) => {
  const stage = stages.find(({ needTop }) => needTop)!;
  const owner = await portal.newPerson();
  const name = `急要料${owner.mobile.slice(-6)}`;
  const nid = await makeDemand(portal, owner, { stage: stage.key, values: { name, quantity: '999999' } });
  await page.goto(address(stage, 'maternal'));
  const top = page.getByRole('region', { name: stage.needTop! });
  await expect(top.getByRole('listitem').first()).toContainText(/999999/);
  await top.getByRole('link', { name }).click();
  await expect(page).toHaveURL(new RegExp(`/demand/${nid}$`));
});

test('[C-09] who has told no place is said to have told none', async ({ page, portal }) => {
  let found: { path: string; shop: string; stage: Stage } | undefined;
  for (const stage of placed)
    for (const { key } of categories)
      for (const item of await recommended(portal, stage, key))
        if (item['has_point'] === 0) found = { path: address(stage, key), shop: item.shop.shop_name, stage };
  expect(found).toBeDefined();
  const { path, shop, stage } = found!;
  await page.goto(path);
  const row = listOf(page, stage).getByRole('listitem').filter({ hasText: shop });
  await expect(row).toContainText('位置未填写');
  await expect(row.getByRole('link', { name: /高德/ })).toHaveCount(0);
  const marks = await marksOf(page, stage);
  await row.getByRole('button', { name: /^在地图上看/ }).click();
  const card = page.getByRole('dialog', { name: '位置未填写' });
  await expect(card).toContainText('不是实际位置');
  await expect(card.getByRole('link', { name: /高德/ })).toHaveCount(0);
  await expect(marks.filter({ hasText: '位置未填写' })).toBeVisible();
});
