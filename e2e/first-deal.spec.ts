import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { patient, type Portal as Reach, portalAt, sumOf } from './fixtures.ts';
import { freePort, type Portal, startPortal } from './portal.ts';
import { choosePictures, demandNid, fillField, openTerms, picture, register, stageOf, tender } from './steps.ts';

// A server of its own, which may lose its power: the others' must not.
let running: Portal;
let reach: Reach;
const dataDir = mkdtempSync(join(tmpdir(), 'omo-first-deal-'));

const start = async (port: number) => {
  running = await startPortal({ dataDir, port, env: { OMO_SEED: 'none' } });
  reach = portalAt(running.url, dataDir);
};

test.beforeAll(async () => start(await freePort()));
test.afterAll(async () => {
  await running?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function visitor(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: running.url, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' });
  const page = patient(await context.newPage());
  page.on('pageerror', (error) => {
    throw error;
  });
  return page;
}

const name = '可折叠旅行婴儿床';

test('[U-01] [D-03] [D-01] [D-11] [O-02] [Z-03] two strangers make a deal, and it outlives a power cut', async ({
  browser,
}) => {
  test.setTimeout(150_000);
  const stage = stageOf('proofing');
  const [owner, bidder, rival] = [await visitor(browser), await visitor(browser), await visitor(browser)];
  let nid = '';

  await test.step('a visitor fills the form on the way from the stage page and registers to send it', async () => {
    await owner.goto('/omo/smart/maternal/proofing');
    await owner.getByRole('link', { name: '发布打样需求' }).first().click();
    await expect(owner.getByRole('heading', { level: 1, name: '发布打样需求' })).toBeVisible();
    await owner.getByRole('link', { name: '注册', exact: true }).click();
    await register(owner, reach);
    await expect(owner.getByText('注册成功，已为您登录')).toBeVisible();
    await expect(owner.getByRole('heading', { level: 1, name: '发布打样需求' })).toBeVisible();
  });

  await test.step('publishes a proofing demand with pictures', async () => {
    for (const field of stage.demand.filter(({ key }) => ['name', 'types', 'description'].includes(key)))
      await fillField(owner, field, field.key === 'name' ? name : field.example);
    // A slow line, so that the progress can be seen.
    const line = await owner.context().newCDPSession(owner);
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 250_000 };
    await line.send('Network.emulateNetworkConditions', slow);
    await choosePictures(owner, await picture('正面.jpg', 900), await picture('侧面.jpg', 900));
    const bar = owner.getByRole('progressbar', { name: '上传 侧面.jpg' });
    const seen = async () => Number(await bar.getAttribute('aria-valuenow', { timeout: 3000 }));
    await expect.poll(seen, { intervals: [50] }).toBeGreaterThan(0);
    await line.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 });
    await expect(owner.getByRole('button', { name: /^第2张/ })).toBeVisible();
    await openTerms(owner);
    await owner.getByRole('button', { name: '7天后' }).click();
    await owner.getByRole('textbox', { name: '预算' }).fill('3500');
    await owner.getByRole('button', { name: '发布打样需求' }).click();
    await expect(owner.getByText('需求已发布')).toBeVisible();
    nid = await demandNid(owner);
    await expect(owner.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(owner.getByRole('button', { name: /^看第/ })).toHaveCount(2);
    const picture1 = owner.getByRole('img', { name: `${name} 第1张` });
    await expect.poll(() => picture1.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  });

  await test.step('a second one finds it on the stage page, registers and tenders', async () => {
    await bidder.goto('/omo/smart/maternal/proofing');
    const open = bidder.getByRole('region', { name: '招标中的需求' });
    await expect(open).toContainText('还没有人投');
    await open.getByRole('link', { name }).click();
    await bidder.getByRole('button', { name: '登录后投标' }).click();
    await expect(bidder.getByText('请先登录')).toBeVisible();
    await bidder.getByRole('link', { name: '立即注册' }).click();
    await register(bidder, reach);
    await expect(bidder.getByRole('heading', { level: 1, name })).toBeVisible();
    await tender(bidder, { offer: '3200', days: '14', note: '两轮样，第一轮白坯看结构，第二轮上漆，含运费。' });
    await expect(bidder.getByText('投标成功')).toBeVisible();
    await expect(bidder.getByRole('region', { name: '我的标书' })).toContainText('¥3,200.00');
  });

  await test.step('a third one tenders too, and learns nothing of the second', async () => {
    await rival.goto('/omo/login?model=register');
    await register(rival, reach);
    await expect(rival.getByText('注册成功，已为您登录')).toBeVisible();
    await rival.goto(`/omo/demand/${nid}`);
    await expect(rival.getByText('已投 1 份')).toBeVisible();
    await tender(rival, { offer: '2980', days: '20' });
    await expect(rival.getByText('投标成功')).toBeVisible();
    await expect(rival.getByText('已投 2 份')).toBeVisible();
    expect(await rival.content()).not.toMatch(sumOf(3200));
  });

  await test.step('the first compares the two and chooses one', async () => {
    await owner.goto('/omo/personal/order/initiate');
    await owner.getByRole('link', { name }).click();
    await owner.getByRole('link', { name: '比较 2 份标书' }).click();
    const tenders = owner.getByRole('region', { name: '标书比较' });
    const rows = tenders.getByRole('row').filter({ hasText: '¥' });
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText('¥2,980.00');
    await expect(rows.first()).toContainText('最低，比预算低 ¥520.00');
    await expect(rows.last()).toContainText('两轮样，第一轮白坯看结构');
    await tenders.getByRole('button', { name: '工期短' }).click();
    await expect(rows.first()).toContainText('14 天');
    await rows.first().getByRole('radio').check();
    await tenders.getByRole('button', { name: '选定这份标书' }).click();
    const question = owner.getByRole('dialog', { name: '合作成功' });
    await expect(question).toContainText('¥3,200.00');
    await question.getByRole('button', { name: /^选定/ }).click();
    await expect(owner.getByRole('heading', { level: 1 })).toContainText('待接单');
    await expect(owner).toHaveURL(new RegExp(`/omo/personal/order/${nid}$`));
  });

  await test.step('the second accepts', async () => {
    await bidder.goto('/omo/personal/order/part');
    const card = bidder.getByRole('article').filter({ hasText: name });
    await expect(card).toContainText('待接单');
    await card.getByRole('button', { name: '接单', exact: true }).click();
    const question = bidder.getByRole('dialog');
    await expect(question).toContainText('¥3,200.00');
    await question.getByRole('button', { name: '接单', exact: true }).click();
    await expect(bidder.getByText('已接单')).toBeVisible();
    await expect(card).toContainText('进行中');
  });

  await test.step('the power is cut, and both see the deal after a new start', async () => {
    await running.cutPower();
    await expect(fetch(`${running.url}/healthz`)).rejects.toThrow();
    await start(Number(new URL(running.url).port));
    for (const [page, list] of [
      [owner, 'initiate'],
      [bidder, 'part'],
    ] as const) {
      await page.goto(`/omo/personal/order/${list}`);
      await page.getByRole('link', { name }).click();
      const heading = page.getByRole('heading', { level: 1 });
      await expect(heading).toContainText(name);
      await expect(heading).toContainText('进行中');
      await expect(page.getByRole('main')).toContainText('¥3,200.00');
    }
    // The one who was not chosen, and a visitor, see that it is no longer open.
    await rival.goto(`/omo/demand/${nid}`);
    await expect(rival.getByText('进行中').first()).toBeVisible();
    await rival.goto('/omo/smart/maternal/proofing');
    await expect(rival.getByRole('link', { name })).toHaveCount(0);
  });
});
