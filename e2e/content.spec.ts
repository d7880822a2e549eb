import type { Page } from '@playwright/test';
import { operatorContentDo, operatorContentList } from '../contract/operator/content.ts';
import { dataOf, expect, expectNoSeriousAxe, test } from './fixtures.ts';
import { demoOperator } from './operators.ts';
import { picture } from './steps.ts';

const unique = () => String(Date.now() % 1e7);
const dialog = (page: Page) => page.getByRole('dialog');
const titles = (page: Page) => page.getByRole('list', { name: '首页的横幅' }).getByRole('listitem');

test('[P-03] a banner is written, looked at before anybody sees it, published, moved to the front and seen on the home page', async ({
  page,
  context,
  portal,
}) => {
  test.slow();
  const name = `春季上新${unique()}`;
  const operator = await demoOperator(portal);
  const send = portal.as(operator);
  await portal.login(page, operator);
  await page.goto('/omo/console/content');
  await expect(titles(page).first()).toBeVisible();
  await expectNoSeriousAxe(page);
  await page.getByRole('region', { name: '首页', exact: true }).getByRole('button', { name: '新建横幅' }).click();

  await page.getByRole('button', { name: '保存并发布' }).click();
  await expect(page.getByText('请输入标题')).toBeVisible();
  await page.getByRole('textbox', { name: '标题', exact: true }).fill(name);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: '图片', exact: true }).click();
  await (await chooser).setFiles(await picture('横幅.jpg', 640));
  await expect(page.getByRole('button', { name: '移除第1张' })).toBeVisible();
  await page.getByRole('textbox', { name: '点击后打开', exact: true }).fill('evil');
  await page.getByRole('button', { name: '保存草稿' }).click();
  await expect(page.getByText(/链接须以 \/ 开头/)).toBeVisible();
  await page.getByRole('textbox', { name: '点击后打开', exact: true }).fill('/smart/pet');
  await expectNoSeriousAxe(page);

  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: '存草稿并预览' }).click();
  const preview = await opened;
  await expect(preview.getByText(/^预览：这是发布之后轮到展示时的样子/)).toBeVisible();
  await expect(preview.getByRole('heading', { name, includeHidden: true })).toBeAttached();
  const answer = await page.request.get(preview.url());
  expect(answer.headers()).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' });
  expect(await (await page.request.get('/omo/')).text()).not.toContain(name);
  const [link, place] = preview.url().split('#');
  expect((await page.request.get(`${link}x`)).status()).toBe(410);
  // Of the five it is the one that is looked at.
  await expect(preview.locator(`[id="${place}"]`)).toBeInViewport({ ratio: 0.9 });
  await expect(preview.locator(`[id="${place}"]`)).not.toHaveAttribute('inert');
  await preview.close();

  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.getByRole('button', { name: '保存并发布' }).click();
  // The form is gone with its button: whoever works by keys goes on at the list.
  await expect(page.getByRole('heading', { level: 1, name: '页面内容' })).toBeFocused();
  // Five are before it: it waits for room until it is moved.
  const row = titles(page).filter({ hasText: name });
  await expect(row).toContainText('排队中');
  const before = await titles(page).count();
  const handle = row.getByRole('button', { name: `移动“${name}”` });
  await handle.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(`“${name}”移到第${before}位`)).toBeAttached();
  for (let step = 1; step < before; step += 1) {
    await page.keyboard.press('ArrowUp');
    await expect(page.getByText(`“${name}”移到第${before - step}位`)).toBeAttached();
  }
  await page.keyboard.press('Space');
  await expect(page.getByText('顺序已保存，访客现在看到的就是这个顺序')).toBeVisible();
  await expect(titles(page).first()).toContainText(name);
  await expect(titles(page).first()).toContainText('展示中');
  const html = await (await page.request.get('/omo/')).text();
  expect(html).toContain(name);

  // With the mouse, down by one.
  const [first, second] = [titles(page).nth(0), titles(page).nth(1)];
  const to = await second.boundingBox();
  await first.getByRole('button', { name: /^移动/ }).hover();
  await page.mouse.down();
  await page.mouse.move((to?.x ?? 0) + 28, (to?.y ?? 0) + (to?.height ?? 0) / 2, { steps: 8 });
  await page.mouse.move((to?.x ?? 0) + 28, (to?.y ?? 0) + (to?.height ?? 0) - 4, { steps: 4 });
  await page.mouse.up();
  await expect(titles(page).nth(1)).toContainText(name);
  // Kept by now; a press in the very moment of letting go would count as part of the dragging.
  const kept = async () => (await dataOf(send(operatorContentList, { kind: 'banner' }))).map(({ title }) => title);
  await expect.poll(async () => (await kept()).indexOf(name)).toBe(1);

  await page.getByRole('button', { name: `撤下“${name}”` }).click();
  await dialog(page).getByRole('button', { name: '撤下' }).click();
  await expect(page.getByRole('status').filter({ hasText: '已撤下' })).toBeVisible();
  expect(await (await page.request.get('/omo/')).text()).not.toContain(name);
  const rows = await dataOf(send(operatorContentList, { kind: 'banner' }));
  const made = rows.find(({ title }) => title === name);
  await dataOf(send(operatorContentDo, { id: made?.id ?? '', version: made?.version ?? 0, deed: 'remove' }));
});

test('[P-03] an announcement stands on every page without moving it, until it is closed; the next one shows again', async ({
  page,
  browser,
  portal,
}) => {
  test.slow();
  const words = `今晚十点到十二点维护 ${unique()}`;
  const operator = await demoOperator(portal);
  // One at a time is shown, and a try before this one may have left its own.
  const send = portal.as(operator);
  for (const { id, version, state } of await dataOf(send(operatorContentList, { kind: 'announcement' })))
    if (state === 'shown') await dataOf(send(operatorContentDo, { id, version, deed: 'withdraw' }));
  await portal.login(page, operator);
  await page.goto('/omo/console/content?kind=announcement');
  await page.getByRole('button', { name: '新建公告' }).click();
  await page.getByRole('textbox', { name: '公告内容', exact: true }).fill(words);
  await page.getByRole('textbox', { name: '点击后打开', exact: true }).fill('/presale');
  await page.getByRole('button', { name: '保存并发布' }).click();
  await expect(page.getByText('已发布，访客现在就能看到')).toBeVisible();

  const visitor = await browser.newContext({ baseURL: portal.url });
  const public_ = await visitor.newPage();
  await public_.goto('/omo/');
  const strip = public_.getByRole('complementary', { name: '公告' });
  await expect(strip).toContainText(words);
  await expectNoSeriousAxe(public_);
  await public_.waitForFunction(() => document.documentElement.dataset.alive !== undefined);
  await strip.getByRole('button', { name: '关闭公告' }).press('Enter');
  await expect(strip).toBeHidden();
  await public_.goto('/omo/presale');
  await expect(public_.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(strip).toBeHidden();
  // Hidden before anything of it is painted: nothing moves.
  const moved = await public_.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(sum), 300);
      }),
  );
  expect(moved).toBeLessThan(0.01);

  await page.getByRole('link', { name: words }).click();
  await page.getByRole('textbox', { name: '公告内容', exact: true }).fill(`${words}，改到明晚`);
  await page.getByRole('button', { name: '保存并发布' }).click();
  // Not the toast, which may still be that of the first.
  await expect(page.getByRole('link', { name: `${words}，改到明晚` })).toBeVisible();
  await public_.goto('/omo/presale');
  await expect(strip).toContainText('改到明晚');
  await visitor.close();

  await page.getByRole('button', { name: `撤下“${words}，改到明晚”` }).click();
  await dialog(page).getByRole('button', { name: '撤下' }).click();
  await expect(page.getByRole('status').filter({ hasText: '已撤下' })).toBeVisible();
  expect(await (await page.request.get('/omo/')).text()).not.toContain(words);
});

test('[P-03] a word is put on the list, a text is tested against it, and synonyms are kept', async ({
  page,
  portal,
}) => {
  test.slow();
  const word = `返现${unique()}`;
  const operator = await demoOperator(portal);
  await portal.login(page, operator);
  await page.goto('/omo/console/words');
  await page.getByRole('button', { name: '添加敏感词' }).click();
  await dialog(page).getByRole('textbox', { name: '敏感词', exact: true }).fill(word);
  await dialog(page).getByRole('button', { name: '添加', exact: true }).click();
  await expect(page.getByRole('cell', { name: word, exact: true })).toBeVisible();
  await expectNoSeriousAxe(page);
  await page.getByRole('button', { name: '检查一段文字' }).click();
  await dialog(page)
    .getByRole('textbox', { name: '要检查的文字', exact: true })
    .fill(`好评${word.slice(0, 1)} ${word.slice(1)}`);
  await dialog(page).getByRole('button', { name: '检查', exact: true }).click();
  await expect(dialog(page).getByRole('status')).toContainText(`会等审核，因为有：${word}`);
  await expectNoSeriousAxe(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: `删除“${word}”` }).click();
  await dialog(page).getByRole('button', { name: '删除' }).click();
  await expect(page.getByRole('cell', { name: word, exact: true })).toHaveCount(0);

  await page.getByRole('link', { name: '同义词', exact: true }).click();
  await page.getByRole('button', { name: '新建一组' }).click();
  await dialog(page).getByRole('textbox', { name: '同义词', exact: true }).fill('喷漆 泼漆');
  await dialog(page).getByRole('button', { name: '保存' }).click();
  await expect(dialog(page).getByText(/“喷漆”已经在“喷漆 喷涂 上漆”这一组里/)).toBeVisible();
  const [one, other] = [`甲${unique()}`, `乙${unique()}`];
  await dialog(page).getByRole('textbox', { name: '同义词', exact: true }).fill(`${one} ${other}`);
  await dialog(page).getByRole('button', { name: '保存' }).click();
  await expect(page.getByRole('row', { name: new RegExp(`${one}.*${other}`) })).toBeVisible();
  await expectNoSeriousAxe(page);
  await page.getByRole('button', { name: `删除“${one} ${other}”` }).click();
  await dialog(page).getByRole('button', { name: '删除' }).click();
  await expect(page.getByRole('row', { name: new RegExp(one) })).toHaveCount(0);
});
