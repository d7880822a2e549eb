import type { Locator, Page } from '@playwright/test';
import { caseCalls, type CaseItem, getTopCase } from '../contract/cases.ts';
import { categories } from '../contract/categories.ts';
import { getDemandCounts } from '../contract/demands.ts';
import { stages } from '../contract/stages/index.ts';
import type { Stage } from '../contract/stages/stage.ts';
import { dataOf, expect, expectNoSeriousAxe, patient, type Portal, test } from './fixtures.ts';
import { makeDemand, wordsOf } from './steps.ts';

/** The stage pages of one category, the stages in turn; the other categories have their turn in the phone tests. */
const [category, second] = categories as unknown as [(typeof categories)[0], (typeof categories)[1]];
const feature = { cards: 'C-02', factories: 'C-04', map: '' } as const;
const numberOf = (stage: Stage) => feature[stage.layout] || (stage.needTop ? 'C-03' : 'C-05');
const laidOut = (layout: Stage['layout']) => stages.filter((stage) => stage.layout === layout);
const placed = laidOut('map');

const address = (stage: Stage, type: string = category.key) => `/omo/smart/${type}/${stage.key}`;

function recommended(portal: Portal, stage: Stage, type = category.key as string) {
  const size = stage.pageSize.recommended;
  return dataOf(portal.send(caseCalls(stage).list, { type, is_recom: '1', page_size: size }));
}

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

for (const stage of stages) {
  test(`[${numberOf(stage)}] ${stage.name}: recommended cases, open demands and the publish entry`, async ({
    page,
    portal,
  }) => {
    const cases = await recommended(portal, stage);
    expect(cases.length).toBeGreaterThan(0);
    await page.goto(address(stage));
    await expect(page.getByRole('heading', { level: 1, name: `${category.name} ${stage.name}` })).toBeVisible();
    const shown = page.getByRole('main').getByRole('article');
    await expect(shown).toHaveCount(cases.length);
    for (const [index, item] of cases.entries())
      await expect(shown.nth(index).getByRole('link', { name: item.name, exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: '招标中的需求' })).toBeVisible();
    await expectNoSeriousAxe(page);

    await shown.first().getByRole('link', { name: cases[0]!.name, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`${address(stage)}/details/${cases[0]!.id}$`));
    await page.goBack();
    await page
      .getByRole('main')
      .getByRole('link', { name: `发布${stage.name}需求` })
      .first()
      .click();
    await expect(page).toHaveURL(new RegExp(`/publish\\?stage=${stage.key}&type=${category.key}$`));
  });

  test(`[C-07] ${stage.name}: the full list, ${stage.pageSize.more} a page, newest or most liked first`, async ({
    page,
    portal,
  }) => {
    const { list } = caseCalls(stage);
    const newest = await portal.send(list, { type: category.key });
    await page.goto(address(stage));
    await page
      .getByRole('main')
      .getByRole('link', { name: /^全部 \d+ 个/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: `${category.name} ${stage.name}案例` })).toBeVisible();
    const titles = page.getByRole('main').getByRole('article').getByRole('heading', { level: 3 }).getByRole('link');
    expect(newest.ok && newest.data.length <= stage.pageSize.more).toBe(true);
    await expect(titles).toHaveText((await dataOf(Promise.resolve(newest))).map(({ name }) => name));
    await page.getByRole('navigation', { name: '排序' }).getByRole('link', { name: '最受喜欢' }).click();
    await expect(page).toHaveURL(/\?sort=liked$/);
    // Others may be liking just now: what one page shows is in order nevertheless.
    const likes = async () => {
      const told = page.getByRole('main').getByTitle(/^喜欢 \d+$/);
      return told.evaluateAll((all) => all.map((one) => Number((one.getAttribute('title') ?? '').slice(3))));
    };
    const ordered = async () => {
      const found = await likes();
      return found.length > 0 && found.every((one, index) => index === 0 || one <= (found[index - 1] ?? 0));
    };
    await expect(page.getByText(/^最受喜欢的 \d+ 个$/)).toBeVisible();
    await expect.poll(ordered).toBe(true);
    await page.reload();
    await expect.poll(ordered).toBe(true);
  });
}

test('[C-07] [C-02] pages that are none are not found; one behind the end says so', async ({ page, portal }) => {
  const none = stages.flatMap((stage) =>
    ['0', '-1', '1000000000', 'x'].flatMap((number) => [
      `${address(stage)}?page=${number}`,
      `${address(stage)}/more?page=${number}`,
    ]),
  );
  none.push('/omo/smart/cow/design/more', '/omo/smart/pet/sawing', '/omo/smart/pet/sawing/more');
  for (const path of none) expect([path, (await fetch(portal.url + path)).status]).toEqual([path, 404]);

  const [stage] = stages as [Stage];
  const answer = await page.goto(`${address(stage)}/more?page=99999`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByText(/^没有第 99999 页，一共 \d+ 页$/)).toBeVisible();
  await page.getByRole('link', { name: '回到第 1 页' }).click();
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  await page.goto(`${address(stage)}?page=99999`);
  await expect(page.getByText(/^没有第 99999 页/)).toBeVisible();
  const lists = ['?page=99999', '?page=0', '?sort=price', '/more?sort=price', '/more?page=0'];
  for (const query of lists)
    expect([query, (await fetch(portal.url + address(stage) + query)).status]).toEqual([query, 404]);
});

test('[C-02] the list of open demands turns its pages and its order in place', async ({ page, portal }) => {
  const [stage] = laidOut('cards') as [Stage];
  const owner = await portal.newPerson();
  const soon = String(Math.floor(Date.now() / 1000) + 7200);
  const name = `边几${owner.mobile.slice(-6)}`;
  await makeDemand(portal, owner, { stage: stage.key, values: { name, deadline: soon } });
  for (let more = 0; more < 6; more += 1) await makeDemand(portal, owner, { stage: stage.key });
  // The page knows of them at once.
  await page.goto(address(stage, 'maternal'));
  const open = page.getByRole('region', { name: '招标中的需求' });
  await expect(open.getByRole('listitem').filter({ has: page.getByRole('heading') })).toHaveCount(6);
  await open.getByRole('link', { name: /新发布的在前/ }).click();
  await expect(page).toHaveURL(/sort=deadline/);
  await expect(open.getByRole('link', { name })).toBeVisible();
  await open.getByRole('link', { name: '第 2 页' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(open.getByText(/^第 7–/)).toBeVisible();
});

for (const stage of laidOut('factories')) {
  test(`[C-04] ${stage.name}: scale, machines, yield and a bar that can be read out`, async ({ page, portal }) => {
    const cases = await recommended(portal, stage);
    const { gauge } = stage;
    const measured = stage.case.find(({ key }) => key === gauge?.key)!;
    await page.goto(address(stage));
    for (const item of cases) {
      const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: item.name, exact: true }) });
      for (const key of stage.headline ?? []) {
        const field = stage.case.find((one) => one.key === key)!;
        await expect(card.getByText(field.label, { exact: true })).toBeVisible();
        await expect(card.getByText(String(item[field.wire]), { exact: true })).toBeVisible();
      }
      const bar = card.getByRole('meter', { name: measured.label });
      await expect(bar).toHaveAttribute('aria-valuenow', String(item[measured.wire]));
      await expect(bar).toHaveAttribute('aria-valuetext', /^\d+%，.+/);
      await expect(card.getByText(`${String(item[measured.wire])}%`, { exact: false }).first()).toBeVisible();
    }
  });
}

/** A page of factories of which at least two have a film. */
async function films(portal: Portal): Promise<string | undefined> {
  for (const stage of laidOut('factories'))
    for (const { key } of categories) {
      const cases = await recommended(portal, stage, key);
      if (cases.filter(({ video }) => video).length > 1) return address(stage, key);
    }
  return undefined;
}

test('[C-04] films play in place by keyboard, one at a time, and nothing of them is loaded before', async ({
  page,
  portal,
}) => {
  const path = await films(portal);
  expect(path).toBeDefined();
  const asked: string[] = [];
  page.on('request', (request) => /\.mp4/.test(request.url()) && asked.push(request.url()));
  await page.goto(path!);
  const buttons = page.getByRole('button', { name: /^播放视频/ });
  await expect(buttons).toHaveCount(2);
  expect(asked).toEqual([]);
  await buttons.first().focus();
  await page.keyboard.press('Enter');
  const film = page.locator('video');
  await expect(film).toHaveCount(1);
  await expect(film).toBeFocused();
  await expect.poll(() => film.evaluate((one: HTMLVideoElement) => !one.paused && one.currentTime > 0)).toBe(true);
  await buttons.first().click();
  await expect(film).toHaveCount(2);
  await expect
    .poll(() => film.evaluateAll((all) => (all as HTMLVideoElement[]).map(({ paused }) => paused)))
    .toEqual([true, false]);
});

test('[C-04] a film that does not come goes back to being a picture', async ({ page, portal }) => {
  await page.route(/\.mp4/, (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto((await films(portal))!);
  const card = page.getByRole('article').first();
  await card.getByRole('button', { name: /^播放视频/ }).click();
  await expect(card.getByText('视频没能播放')).toBeVisible();
  await expect(card.getByRole('img').first()).toBeVisible();
  await expect(card.locator('video')).toHaveCount(0);
});

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

test('[C-01] a category: banner, the chain with open demands, and a row of cases for each stage', async ({
  page,
  portal,
}) => {
  const owner = await portal.newPerson();
  await makeDemand(portal, owner);
  await page.goto(`/omo/smart/${category.key}`);
  await expect(page.getByRole('heading', { level: 1, name: `${category.name} 家具` })).toBeVisible();
  await expect(page.getByRole('region', { name: '推荐', exact: true })).toBeVisible();
  const chain = page.getByRole('navigation', { name: '产业链', exact: true });
  const groups = await dataOf(portal.send(getTopCase, { module: category.key }));
  const counts = await dataOf(portal.send(getDemandCounts, { type: category.key }));
  for (const stage of stages) {
    const tile = chain.getByRole('link', { name: new RegExp(`^${stage.name}`) });
    await expect(tile).toHaveAttribute('href', address(stage));
    if (counts.some(({ key, count }) => key === stage.key && count > 0)) await expect(tile).toContainText(/\d+ 条在招/);
    const group = page.getByRole('region', { name: stage.name, exact: true });
    const cases = groups.find(({ type }) => type === stage.number)?.list ?? [];
    await expect(group.getByRole('article')).toHaveCount(cases.length);
    await expect(group.getByRole('link', { name: `全部${stage.name}` })).toHaveAttribute('href', address(stage));
  }
  await expectNoSeriousAxe(page);
});

test('[C-01] a row moves by its arrows, by the keyboard and by a finger, never by hovering alone', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 800 });
  await page.goto(`/omo/smart/${category.key}`);
  const [stage] = stages as [Stage];
  const row = page.getByRole('region', { name: `${stage.name}案例，可左右滚动` });
  const moved = () => row.evaluate((one) => one.scrollLeft);
  const next = page.getByRole('button', { name: `${stage.name}案例：往后` });
  await expect(next).toBeVisible();
  await expect(page.getByRole('button', { name: `${stage.name}案例：往前` })).toBeHidden();
  await next.press('Enter');
  await expect.poll(moved).toBeGreaterThan(100);
  await page.getByRole('button', { name: `${stage.name}案例：往前` }).click();
  await expect.poll(moved).toBe(0);
  await row.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(moved).toBeGreaterThan(0);
});

test('[C-06] the implement tile says where it leads, or that it leads nowhere yet', async ({ page }) => {
  await page.goto(`/omo/smart/${category.key}`);
  await page
    .getByRole('navigation', { name: '产业链', exact: true })
    .getByRole('link', { name: /^开放平台/ })
    .click();
  await expect(page).toHaveURL(/\/implement$/);
  await expect(page.getByRole('heading', { level: 1, name: '开放平台' })).toBeVisible();
  const way = page.getByRole('link', { name: /前往开放平台/ }).or(page.getByText('开放平台还没有开通'));
  await expect(way).toBeVisible();
  await expectNoSeriousAxe(page);
  await page.goto(`/omo/smart/${category.key}/origin`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  for (const stage of stages)
    test(`[${numberOf(stage)}] [C-07] ${stage.name} can be read`, async ({ page, portal }) => {
      const cases = await recommended(portal, stage);
      await page.goto(address(stage));
      const shown = page.getByRole('main').getByRole('article');
      await expect(shown).toHaveCount(cases.length);
      for (const [index, item] of cases.entries()) {
        await expect(shown.nth(index).getByRole('link', { name: item.name, exact: true })).toBeVisible();
        const places = stage.layout === 'map' && item['has_point'] === 1;
        await expect(shown.nth(index).getByRole('link', { name: /在高德地图中打开/ })).toHaveCount(places ? 1 : 0);
        const film = stage.layout === 'factories' && item['video'] ? 1 : 0;
        await expect(shown.nth(index).getByRole('link', { name: /^播放视频/ })).toHaveCount(film);
      }
      await page
        .getByRole('main')
        .getByRole('link', { name: /^全部 \d+ 个/ })
        .first()
        .click();
      await expect(page.getByRole('heading', { level: 1, name: new RegExp(`${stage.name}案例`) })).toBeVisible();
    });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('[C-02] [C-04] a provider is three taps from home, and the main action lies under the thumb', async ({
    page,
  }) => {
    for (const stage of [laidOut('cards')[0]!, laidOut('factories')[0]!, placed[0]!]) {
      await page.goto('/omo/');
      const chain = page.getByRole('navigation', { name: '产业链', exact: true });
      await chain.getByRole('link', { name: new RegExp(`^${stage.name}`) }).tap();
      await expect(page).toHaveURL(new RegExp(`/${stage.key}$`));
      const publish = page.getByRole('link', { name: `发布${stage.name}需求` }).filter({ visible: true });
      await expect(publish).toHaveCount(1);
      const box = (await publish.boundingBox())!;
      expect(box.y).toBeGreaterThan(844 * 0.75);
      expect(box.height).toBeGreaterThanOrEqual(44);
      await page.getByRole('main').getByRole('article').first().getByRole('link').first().tap();
      await expect(page).toHaveURL(/\/details\//);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
  });

  for (const stage of [laidOut('cards')[0]!, laidOut('factories')[0]!, placed[0]!])
    test(`[${numberOf(stage)}] ${stage.name}: what one taps is large enough, and nothing sticks out`, async ({
      page,
    }) => {
      for (const path of [address(stage), `${address(stage)}/more`]) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
        // A link whose whole card can be tapped is as large as the card.
        const small = await page.evaluate(() =>
          [...document.querySelectorAll<HTMLElement>('nav[aria-label="面包屑"] a, main a, main button')]
            .filter((one) => one.checkVisibility())
            .filter((one) => getComputedStyle(one, '::after').position !== 'absolute')
            .map((one) => ({ words: one.textContent, size: one.getBoundingClientRect() }))
            .filter(({ size }) => size.height < 43.5 || size.width < 40)
            .map(({ words, size }) => `${words} ${Math.round(size.width)}×${Math.round(size.height)}`),
        );
        expect(small).toEqual([]);
      }
    });
});
