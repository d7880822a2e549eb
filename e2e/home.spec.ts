import type { Page } from '@playwright/test';
import { expect, expectNoSeriousAxe, test } from './fixtures.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const carousel = (page: Page) => page.getByRole('region', { name: '推荐' });
const slide = (page: Page, number: number) =>
  carousel(page).getByRole('group', { name: new RegExp(`^第 ${number} 张，`) });
const stage = (page: Page) => page.locator('section', { has: page.getByRole('heading', { name: '工厂直播' }) });
const topics = (page: Page) =>
  page.locator('section', { has: page.getByRole('heading', { name: '话题社区' }) }).getByRole('article');

test.describe('banners', () => {
  test('[H-01] [S-10] are paged through by buttons, dots and arrow keys; only the one in view can be reached', async ({
    page,
  }) => {
    await page.goto('/omo/');
    await expect(slide(page, 1).getByRole('link')).toBeInViewport();
    await carousel(page).getByRole('button', { name: '下一张' }).click();
    await expect(slide(page, 2)).not.toHaveAttribute('inert');
    await expect(slide(page, 1)).toHaveAttribute('inert');
    await page.keyboard.press('ArrowRight');
    await expect(slide(page, 3)).not.toHaveAttribute('inert');
    await page.keyboard.press('ArrowLeft');
    await expect(slide(page, 2)).not.toHaveAttribute('inert');
    await carousel(page).getByRole('button', { name: '第 1 张' }).click();
    await expect(slide(page, 1)).not.toHaveAttribute('inert');
    await carousel(page).getByRole('button', { name: '上一张' }).click();
    await expect(slide(page, 1)).toHaveAttribute('inert');
    await carousel(page).getByRole('button', { name: '第 2 张' }).click();
    await expect(slide(page, 2).getByRole('link')).toBeInViewport({ ratio: 0.9 });
    const href = await slide(page, 2).getByRole('link').getAttribute('href');
    await slide(page, 2).getByRole('link').click();
    await expect(page).toHaveURL(new RegExp(`${href}$`));
  });

  test('[H-01] move on by themselves, not while someone is on them, and never once they are stopped', async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto('/omo/');
    await expect(carousel(page).getByRole('button', { name: '停止翻页' })).toBeVisible();
    await page.clock.runFor(7500);
    await expect(slide(page, 2)).not.toHaveAttribute('inert');
    await slide(page, 2).getByRole('link').focus();
    await page.clock.runFor(15_000);
    await expect(slide(page, 2)).not.toHaveAttribute('inert');
    await carousel(page).getByRole('button', { name: '停止翻页' }).click();
    await page.getByRole('link', { name: '登录' }).first().focus();
    await page.mouse.move(5, 5);
    await page.clock.runFor(15_000);
    await expect(slide(page, 2)).not.toHaveAttribute('inert');
    await expect(carousel(page).getByRole('button', { name: '自动翻页' })).toBeVisible();
  });

  test('[H-01] stand still for who asked for less motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.clock.install();
    await page.goto('/omo/');
    await expect(carousel(page).getByRole('button', { name: '自动翻页' })).toBeVisible();
    await page.clock.runFor(15_000);
    await expect(slide(page, 1)).not.toHaveAttribute('inert');
  });

  for (const path of ['/omo/', '/omo/smart/pet'])
    test(`[S-10] on ${path} one whose picture does not come shows the drawn one`, async ({ page }) => {
      await page.route(/\/files\/[^/]+-1600x560\//, (route) => route.abort());
      await page.goto(path);
      await carousel(page).getByRole('button', { name: '第 2 张' }).click();
      const picture = slide(page, 2).locator('img');
      await expect(picture).toHaveAttribute('src', /\/assets\/wide-.+\.webp$/);
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(600);
      await expect(slide(page, 2).getByRole('heading')).toBeVisible();
    });
});

test.describe('the ways in', () => {
  const tiles = (page: Page) => page.getByRole('navigation', { name: '产业链', exact: true }).getByRole('listitem');

  test('[S-04] [C-02] a tile counts what the page that it leads to shows', async ({ page }) => {
    // Others publish demands meanwhile: the two are to agree as soon as nobody does.
    await expect(async () => {
      await page.goto('/omo/');
      await expect(tiles(page)).toHaveCount(9);
      const tile = tiles(page).filter({ hasText: /供销/ }).getByRole('link');
      const [, category, count] = /^(..)供销：(\d+) 条需求在招$/.exec((await tile.getAttribute('title')) ?? '') ?? [];
      await tile.click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${category} 供销`);
      await expect(page.getByText(`${count} 条在招`)).toBeVisible({ timeout: 2000 });
    }).toPass();
  });

  test('[D-01] [D-10] the panel leads to the form, and to where most demands are', async ({ page }) => {
    await page.goto('/omo/');
    const panel = page.getByRole('complementary', { name: '发布和接单' });
    for (const figure of ['条在招', '家服务商', '单已完成']) await expect(panel).toContainText(figure);
    await panel.getByRole('link', { name: /^看..+在招 \d+ 条$/ }).click();
    await expect(page).toHaveURL(/\/smart\/\w+\/\w+#demands$/);
    const open = page.getByRole('region', { name: '招标中的需求' });
    await expect(open).toBeInViewport();
    await expect(
      open
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading') })
        .first(),
    ).toBeVisible();
    await page.goBack();
    await panel.getByRole('link', { name: '去发布' }).click();
    await expect(page).toHaveURL(/\/omo\/publish$/);
  });
});

test.describe('live block', () => {
  test('[H-02] plays a real stream on a press, which goes on; nothing of the player is loaded before', async ({
    page,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto('/omo/');
    await expect(stage(page).getByText('直播中')).toBeVisible();
    const play = stage(page).getByRole('button', { name: /^播放直播/ });
    await expect(play).toBeVisible();
    expect(asked.filter((path) => /hls|live/.test(path))).toEqual([]);

    await play.click();
    const player = page.getByRole('group', { name: /^直播：/ });
    const film = player.locator('video');
    const time = () => film.evaluate((video: HTMLVideoElement) => video.currentTime);
    await expect.poll(time).toBeGreaterThan(0);
    const before = await time();
    await expect.poll(time).toBeGreaterThan(before + 1);
    expect(await film.evaluate((video: HTMLVideoElement) => video.videoWidth)).toBeGreaterThan(600);
    expect(asked.some((path) => /\/live\/sample\/.+\.m4s$/.test(path))).toBe(true);

    await player.hover();
    await player.getByRole('button', { name: '静音' }).click();
    expect(await film.evaluate((video: HTMLVideoElement) => video.muted)).toBe(true);
    await expect(player.getByRole('button', { name: '打开声音' })).toBeVisible();
    await player.getByRole('button', { name: '暂停' }).click();
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.paused)).toBe(false);
    await player.getByRole('button', { name: '关闭直播' }).click();
    await expect(player).toBeHidden();
    await expect(play).toBeFocused();
  });

  test('[H-02] says so when the stream does not come, and tries again', async ({ page }) => {
    await page.route('**/live/sample/**', (route) => route.abort());
    await page.goto('/omo/');
    await stage(page)
      .getByRole('button', { name: /^播放直播/ })
      .press('Enter');
    const fault = stage(page).getByRole('alert');
    await expect(fault).toContainText('直播没能播放');
    await page.unroute('**/live/sample/**');
    await fault.getByRole('button', { name: '再试一次' }).click();
    const film = page.getByRole('group', { name: /^直播：/ }).locator('video');
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0);
  });

  test('[H-02] pointing at the cover shows a silent preview, unless less motion was asked for', async ({ page }) => {
    await page.goto('/omo/');
    await stage(page)
      .getByRole('button', { name: /^播放直播/ })
      .hover();
    const preview = stage(page).locator('video');
    await expect.poll(() => preview.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0);
    expect(await preview.evaluate((video: HTMLVideoElement) => video.muted)).toBe(true);
    await page.mouse.move(5, 5);
    await expect(preview).toHaveCount(0);

    await page.emulateMedia({ reducedMotion: 'reduce' });
    const asked = page.waitForRequest(/\/live\/sample\/index/);
    let previewed = false;
    page.on('request', (request) => (previewed ||= request.url().includes('/preview')));
    const play = stage(page).getByRole('button', { name: /^播放直播/ });
    await play.hover();
    await play.click();
    await asked;
    expect(previewed).toBe(false);
  });

  test('[H-02] ads beside it say price and counts, and lead on', async ({ page }) => {
    await page.goto('/omo/');
    const ads = stage(page).getByRole('link').filter({ hasText: '广告' });
    await expect(ads).toHaveCount(2);
    await expect(ads.first()).toContainText(/¥[\d,]+\.\d\d.*已售 .+收藏 /);
    await ads.first().click();
    await expect(page).not.toHaveURL(/\/omo\/$/);
  });
});

/** What the server would send as further pages: number 2 repeats a topic that the first one has. */
async function sendPages(page: Page, pages: number): Promise<void> {
  await page.route('**/omo/community?*', async (route) => {
    const number = Number(new URL(route.request().url()).searchParams.get('page'));
    const first = await topics(page).first().getByRole('heading').getByRole('link').getAttribute('href');
    const items = Array.from({ length: 10 }, (_, index) => ({
      id: number === 2 && index === 0 ? first?.split('/').at(-1) : `0190-${number}-${index}`,
      // Long, so that a page of them is higher than two screens: none brings the next one with it.
      title: `第 ${number} 页第 ${index} 条${'，剑麻换了三种编法'.repeat(30)}`,
      text: '同一只猫，同样抓了四个月。',
      pictures: [],
      authorId: 'x',
      author: '剑麻不掉毛',
      avatar: '',
      at: 1_700_000_000,
      reads: 1,
      likes: 0,
      comments: 0,
    }));
    await route.fulfill({ json: { items, page: number, pages } });
  });
}

/** As a busy phone does it: the page hears of what is in view together with how it stood a moment before. */
const tellLate = (page: Page) =>
  page.addInitScript(() => {
    const Real = IntersectionObserver;
    window.IntersectionObserver = class extends Real {
      constructor(tell: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super((entries, observer) => {
          const before = entries.map((entry) => ({
            boundingClientRect: entry.boundingClientRect,
            intersectionRatio: 0,
            intersectionRect: entry.intersectionRect,
            isIntersecting: !entry.isIntersecting,
            rootBounds: entry.rootBounds,
            target: entry.target,
            time: entry.time,
          }));
          tell([...before, ...entries], observer);
        }, options);
      }
    };
  });

const toEnd = (page: Page) => page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));

for (const [screen, options] of [
  ['desktop', {}],
  ['phone', phone],
] as const) {
  test.describe(`community on a ${screen}`, () => {
    test.use(options);

    test('[H-05] [S-11] goes on by itself at the end, twice nothing, then asks: the footer stays in reach', async ({
      page,
    }) => {
      await tellLate(page);
      await page.goto('/omo/');
      await sendPages(page, 9);
      await expect(topics(page)).toHaveCount(10);
      for (const count of [19, 29, 39]) {
        await toEnd(page);
        await expect(topics(page)).toHaveCount(count);
      }
      await toEnd(page);
      await expect(page.getByRole('contentinfo')).toBeInViewport();
      const more = page.getByRole('button', { name: '再看 10 条' });
      await more.click();
      await expect(topics(page)).toHaveCount(49);
      const titles = await topics(page).getByRole('heading').allTextContents();
      expect(new Set(titles).size).toBe(titles.length);
    });

    test('[H-05] what could not be loaded is said at the end, and tried again', async ({ page }) => {
      await page.route('**/omo/community?*', (route) => route.abort());
      await page.goto('/omo/');
      await expect(topics(page)).toHaveCount(10);
      await toEnd(page);
      const fault = page.getByRole('alert').filter({ hasText: '没能再加载出来' });
      await expect(fault).toBeVisible();
      await page.unroute('**/omo/community?*');
      await fault.getByRole('button', { name: '再试一次' }).click();
      await expect.poll(() => topics(page).count()).toBeGreaterThan(10);
      await expect(fault).toHaveCount(0);
    });

    test('[H-05] who comes back from a topic finds the list as it was', async ({ page }) => {
      await page.goto('/omo/');
      await expect(topics(page)).toHaveCount(10);
      await toEnd(page);
      await expect.poll(() => topics(page).count()).toBeGreaterThan(10);
      const title = (await topics(page).last().getByRole('heading').textContent()) ?? '';
      // By its words: the list may be going on.
      const last = topics(page).getByRole('link', { name: title, exact: true });
      await last.scrollIntoViewIfNeeded();
      const before = await page.evaluate(() => scrollY);
      await last.click();
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      // What is there again was kept: nothing more comes now.
      await page.route('**/omo/community?*', (route) => route.abort());
      await page.goBack();
      await expect(topics(page).filter({ hasText: title })).toBeInViewport();
      await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(200);
    });

    test('[H-05] tabs show one category each', async ({ page }) => {
      await page.goto('/omo/');
      const tabs = page.getByRole('navigation', { name: '话题分类' });
      await expect(tabs.getByRole('link')).toHaveText(['热门', '母婴', '宠物', '商用']);
      await tabs.getByRole('link', { name: '宠物' }).click();
      await expect(tabs.getByRole('link', { name: '宠物' })).toHaveAttribute('aria-current', 'true');
      await expect(topics(page).first()).toContainText('宠物');
      expect(await topics(page).filter({ hasNotText: '宠物' }).count()).toBe(0);
    });

    test('[H-01] [H-02] [H-05] nothing moves while the page comes up and is read, and axe finds nothing', async ({
      page,
    }) => {
      await page.goto('/omo/');
      await expect(topics(page)).toHaveCount(10);
      const shift = await page.evaluate(async () => {
        let total = 0;
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
            if (!entry.hadRecentInput) total += entry.value;
        });
        observer.observe({ type: 'layout-shift', buffered: true });
        // Up to where the list goes on: who jumps to the very end sees it come.
        const far = document.documentElement.scrollHeight - 2.5 * innerHeight;
        for (let y = 0; y < far; y += 400) {
          scrollTo(0, y);
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        }
        for (const { value, hadRecentInput } of observer.takeRecords() as unknown as {
          value: number;
          hadRecentInput: boolean;
        }[])
          if (!hadRecentInput) total += value;
        return total;
      });
      expect(shift).toBeLessThan(0.02);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await expectNoSeriousAxe(page);
    });
  });
}

test('[H-05] a tab or a page that there cannot be is not found; one past the end leads back', async ({ page }) => {
  for (const query of ['tab=x', 'page=0', 'page=-1', 'page=x', 'page=100000'])
    expect((await page.goto(`/omo/?${query}`))?.status()).toBe(404);
  await page.getByRole('link', { name: '回到第 1 页' }).click();
  await expect(topics(page)).toHaveCount(10);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('[H-05] [H-01] the next topics are a link, and the page is whole', async ({ page }) => {
    await page.goto('/omo/');
    await expect(page.getByRole('heading', { name: '左边是图纸，右边是成品' })).toBeVisible();
    const before = await topics(page).first().getByRole('heading').textContent();
    await page.getByRole('link', { name: '再看 10 条' }).click();
    await expect(page).toHaveURL(/page=2/);
    await expect(topics(page).first().getByRole('heading')).not.toHaveText(before ?? '');
  });
});
