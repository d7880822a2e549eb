import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { search } from '../contract/search.ts';
import { httpClient } from '../server/testing/http-client.ts';
import { expect, expectNoSeriousAxe, test } from './fixtures.ts';
import { makeDemand } from './steps.ts';

/** A name that nothing else in the portal has, of characters that are names of nothing in the trade. */
function oddName(): string {
  const signs = [...'璇玑琥珀翡翠麒麟鸾凤蓬瀛岚霁曦晖'];
  return Array.from({ length: 5 }, () => signs[randomInt(signs.length)]).join('');
}

/** It offers what was searched for before, which makes a combobox of it. */
const fieldOf = (page: Page) => page.getByRole('combobox', { name: /^搜案例/ });

test('[Z-02] what is typed in the top bar leads to results that can be linked to and narrowed', async ({ page }) => {
  await page.goto('/omo/');
  const field = fieldOf(page);
  await field.fill('婴儿床');
  await field.press('Enter');
  await expect(page).toHaveURL(/\/omo\/search\?q=/);
  await expect(page).toHaveTitle(/^「婴儿床」的搜索结果/);
  const cases = page.getByRole('region', { name: '案例' });
  await expect(cases.getByRole('listitem').first()).toBeVisible();
  await expect(cases.locator('mark').first()).toHaveText('婴儿床');

  await page.getByRole('navigation', { name: '结果类型' }).getByRole('link', { name: /^案例/ }).click();
  await expect(page).toHaveURL(/kind=case/);
  await page.getByRole('link', { name: '制造', exact: true }).first().click();
  await expect(page).toHaveURL(/stage=make/);
  await page.reload();
  await expect(fieldOf(page)).toHaveValue('婴儿床');
  const first = cases.getByRole('heading', { level: 3 }).first();
  const name = (await first.textContent()) ?? '';
  await first.getByRole('link').click();
  await expect(page).toHaveURL(/\/smart\/\w+\/make\/details\//);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
});

test('[Z-02] by keyboard alone: / leads to the field, Enter searches, recent searches are kept on the device', async ({
  page,
}) => {
  await page.goto('/omo/');
  await expect(page.getByRole('contentinfo')).toBeVisible();
  // The key is heard once the page is alive.
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(fieldOf(page)).toBeFocused({ timeout: 200 });
  }).toPass();
  await page.keyboard.type('猫爬架');
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle(/^「猫爬架」的搜索结果/);
  await expect(page.getByRole('region', { name: '案例' })).toBeVisible();
  await page.goto('/omo/search');
  const recent = page.getByRole('region', { name: '最近搜过' });
  await expect(recent.getByRole('link')).toHaveText(['猫爬架']);
  await recent.getByRole('button', { name: '清空' }).click();
  await expect(recent).toHaveCount(0);
});

test('[Z-02] without scripts it is a form and links', async ({ browser, portal }) => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(`${portal.url}/omo/search`);
  await fieldOf(page).fill('水性漆');
  await page.getByRole('button', { name: '搜索' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('「水性漆」的搜索结果');
  await page.getByLabel('地区').selectOption({ label: '江西省' });
  await page.getByRole('button', { name: '确定' }).click();
  await expect(page).toHaveURL(/region=36/);
  const regions = page.getByRole('region', { name: '案例' }).getByText(/^江西省/);
  await expect(regions.first()).toBeVisible();
  await page.close();
});

test('[Z-02] a demand is found a moment after it is published, a vain search leads to publishing one', async ({
  page,
  portal,
}) => {
  const name = oddName();
  const address = `/omo/search?q=${encodeURIComponent(name)}`;
  await page.goto(address);
  await expect(page.getByText(`没有找到和「${name}」有关的内容`)).toBeVisible();
  await page.getByRole('link', { name: /^发布需求，/ }).click();
  // Filters of the same names stand on the page that is being left.
  await expect(page.getByRole('heading', { level: 1, name: '发布需求' })).toBeVisible();
  await page.getByRole('link', { name: /^宠物/ }).last().click();
  await expect(page).toHaveURL(/type=pet/);
  await page.getByRole('main').getByRole('link', { name: /^打样/ }).click();
  await expect(page.getByRole('textbox', { name: /^产品名称/ })).toHaveValue(name);

  const nid = await makeDemand(portal, await portal.newPerson(), { values: { name } });
  await expect(async () => {
    await page.goto(address);
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', `/omo/demand/${nid}`, { timeout: 300 });
  }).toPass({ timeout: 10_000 });
});

test('[Z-02] strange queries are answered and shown as text', async ({ page, portal }) => {
  const queries = [
    "' or 1=1; --",
    '<img src=x onerror=alert(1)>',
    '\\',
    "':*",
    '😀',
    '%00',
    '   ',
    '床'.repeat(51),
    'a'.repeat(9000),
  ];
  for (const q of queries) {
    const { status } = await fetch(`${portal.url}/omo/search?${new URLSearchParams({ q })}`);
    expect([200, 400], q.slice(0, 20)).toContain(status);
  }
  for (const rest of ['kind=order', 'stage=sawing', 'page=0', 'page=1e9', 'region=x', 'category=cow']) {
    const { status } = await fetch(`${portal.url}/omo/search?q=a&${rest}`);
    expect(status, rest).toBe(404);
  }
  await page.goto(`/omo/search?${new URLSearchParams({ q: '<img src=x onerror=alert(1)>' })}`);
  await expect(page).toHaveTitle(/^「<img src=x onerror=alert\(1\)>」的搜索结果/);
  await page.goto(`/omo/search?${new URLSearchParams({ q: '床'.repeat(51) })}`);
  await expect(page.getByText('搜索词太长，只按前 50 个字搜索。')).toBeVisible();
  const broken = await fetch(`${portal.url}/omo/%E0%A4%A`);
  expect([broken.status, broken.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
  await page.goto('/omo/search?q=婴儿床&kind=case&page=99');
  await expect(page.getByText(/^没有这一页/)).toBeVisible();
  await expect(page.getByRole('navigation', { name: '结果类型' })).toBeVisible();
  await expect(page.locator('head meta[name=robots]')).toHaveAttribute('content', /noindex/);
});

test('[Z-02] who searches too fast is told when to go on, and keeps what was typed', async ({ page, portal }) => {
  // From an address of its own: the limit is the network's, and others search as well.
  const from = { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` };
  await page.setExtraHTTPHeaders(from);
  const send = httpClient(portal.url, undefined, from);
  let refused = false;
  for (let asked = 0; asked < 200 && !refused; asked += 1) refused = !(await send(search, { q: '木' })).ok;
  expect(refused).toBe(true);
  const answer = await page.goto('/omo/search?q=婴儿床');
  expect(answer?.status()).toBe(429);
  await expect(page.getByRole('alert')).toHaveText(/^操作太频繁，请\d+秒后再试$/);
  await expect(fieldOf(page)).toHaveValue('婴儿床');
  await expect(page.getByText('没有找到')).toHaveCount(0);
});

test('[Z-02] axe finds nothing serious', async ({ page }) => {
  for (const path of ['/omo/search', '/omo/search?q=婴儿床', '/omo/search?q=璇玑鸾凤']) {
    await page.goto(path);
    await expectNoSeriousAxe(page);
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('[Z-02] the icon opens the page, filters unfold, nothing is wider than the screen', async ({ page }) => {
    await page.goto('/omo/');
    await page.getByRole('banner').getByRole('link', { name: '搜索' }).click();
    await expect(page).toHaveURL(/\/omo\/search$/);
    await fieldOf(page).fill('婴儿床');
    await page.getByRole('button', { name: '搜索' }).click();
    await expect(page.getByRole('region', { name: '案例' })).toBeVisible();
    const maternal = page.getByRole('main').getByRole('link', { name: '母婴', exact: true });
    await expect(maternal).toBeHidden();
    await page.getByRole('checkbox', { name: '筛选' }).check();
    await maternal.click();
    await expect(page).toHaveURL(/category=maternal/);
    await expect(page.getByRole('checkbox', { name: '筛选' })).toBeChecked();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await expectNoSeriousAxe(page);
  });
});
