import { caseCalls, getTopCase } from '../contract/cases.ts';
import { categories } from '../contract/categories.ts';
import { getDemandCounts } from '../contract/demands.ts';
import { stages } from '../contract/stages/index.ts';
import type { Stage } from '../contract/stages/stage.ts';
import { dataOf, expect, expectNoSeriousAxe, type Portal, test } from './fixtures.ts';
import { address, category, laidOut, numberOf, placed, recommended } from './stage-steps.ts';
import { makeDemand } from './steps.ts';

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
