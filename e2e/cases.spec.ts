import type { Page } from '@playwright/test';
import { caseCalls, postCaseComment } from '../contract/cases.ts';
import { postCaseDelegate } from '../contract/entrust.ts';
import { getOrderInfo } from '../contract/orders.ts';
import { stages } from '../contract/stages/index.ts';
import type { Stage } from '../contract/stages/stage.ts';
import { readImages } from '../contract/wire.ts';
import { signin } from '../contract/accounts.ts';
import { dataOf, expect, expectNoSeriousAxe, patient, type Person, type Portal, test } from './fixtures.ts';
import { choosePictures, fillField, frameOf, goodValues, openTerms, picture, stageOf, wordsOf } from './steps.ts';

/** The newest approved case of a stage, as anyone reads it; demo cases are only ever read here. */
async function someCase(portal: Portal, stage: Stage) {
  const [item] = await dataOf(portal.send(caseCalls(stage).list, { page_size: 1 }));
  if (!item) throw new Error(`no case of ${stage.key}`);
  return { item, path: `/omo/smart/${item.category}/${stage.key}/details/${item.id}` };
}

for (const stage of stages) {
  test(`[C-08] [Z-01] a case of ${stage.name}: every field of the catalogue, its pictures, its provider`, async ({
    page,
    portal,
  }) => {
    const { item, path } = await someCase(portal, stage);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: item.name })).toBeVisible();
    const main = page.getByRole('main');
    for (const field of stage.case) {
      const value = item[field.wire];
      const { kind } = field.widget;
      if (['text', 'textarea', 'select', 'number'].includes(kind))
        await expect(main).toContainText(wordsOf(field, value));
      if (field.widget.kind === 'rows') {
        const table = main.getByRole('region', { name: field.label }).getByRole('table');
        for (const row of value as Record<string, string>[])
          for (const { key } of field.widget.columns)
            await expect(table.getByRole('cell', { name: row[key] ?? '' }).first()).toBeVisible();
      }
      if (kind === 'images' && field.key !== 'pictures') {
        const shown = main.getByRole('region', { name: field.label }).getByRole('link', { name: /^看大图/ });
        await expect(shown).toHaveCount(readImages(value).length);
      }
      if (kind === 'location')
        await expect(main.getByRole('link', { name: /^在高德地图中打开/ })).toHaveAttribute(
          'href',
          /^https:\/\/uri\.amap/,
        );
      if (kind === 'video' && value)
        await expect(main.getByRole('button', { name: `播放视频：${item.name}` })).toBeVisible();
    }
    await expect(main.getByRole('link', { name: /^看大图/ }).first()).toBeVisible();
    const favour = main.getByRole('region', { name: '好评' });
    await expect(favour).toContainText(`${item.praiseRute}%`);
    const provider = main.getByRole('region', { name: '服务商' });
    await expect(provider.getByText('已认证')).toHaveCount(item.shop.certified ? 1 : 0);
    await expect(provider).toContainText(item.shop.region);
    await expect(main.getByRole('link', { name: `委托这家${stage.provider}` })).toBeVisible();
    await expectNoSeriousAxe(page);
    await provider.getByRole('link', { name: item.shop.shop_name }).click();
    await expect(page).toHaveURL(new RegExp(`/omo/shop/${item.shop.id}$`));
    await expect(page.getByRole('heading', { level: 1, name: item.shop.shop_name })).toBeVisible();
  });
}

/** Somebody who keeps a shop: the keeper of a case, signed in as the demo's sign-in sheet says. */
async function keeperOf(portal: Portal): Promise<Person> {
  // Printed by `npm start`: the provider of the demo.
  const [mobile, password] = ['13800000002', 'omo2026demo'];
  const info = await dataOf(portal.send(signin, { mobile, password }));
  return { mobile, password, token: info.token, info };
}

/** A case of that provider. */
async function casesOfKeeper(portal: Portal) {
  const stage = stageOf('make');
  const found = await dataOf(portal.send(caseCalls(stage).list, { page_size: 100 }));
  // The oldest one, which no list shows first: what is said of it stays in the order in which it was said.
  const item = found.findLast(({ shop }) => shop.shop_name === '三榫制造');
  if (!item) throw new Error('the demo provider has no case');
  return { stage, item, path: `/omo/smart/${item.category}/${stage.key}/details/${item.id}` };
}

test('[C-08] comments stand two a page, and more are loaded where one reads', async ({ page, portal }) => {
  const { item, stage, path } = await casesOfKeeper(portal);
  const words = ['交期多久', '能做双层吗', '图纸怎么给'].map((text) => `${text} ${Date.now() % 1e6}`);
  for (const content of words) {
    const sayer = await portal.newPerson();
    await dataOf(portal.as(sayer)(postCaseComment, { type: stage.number, case_id: item.id, content }));
  }
  await page.goto(path);
  const comments = page.getByRole('region', { name: /^评论/ });
  await expect(comments.getByText(words[2] ?? '')).toBeVisible();
  await expect(comments.getByText(words[0] ?? '')).toHaveCount(0);
  await comments.getByRole('button', { name: /^更多评论/ }).click();
  await expect(comments.getByText(words[0] ?? '')).toBeVisible();
});

test('[C-08] one’s own case cannot be entrusted, and says so', async ({ page, portal }) => {
  const { path } = await casesOfKeeper(portal);
  await portal.login(page, await keeperOf(portal));
  await page.goto(path);
  await expect(page.getByText('这是您自己的案例').filter({ visible: true })).toHaveCount(1);
  await expect(page.getByRole('link', { name: /^委托这家/ })).toHaveCount(0);
});

test('[S-02] [C-08] a case under another category or stage, and one that never was, is not found', async ({
  page,
  portal,
}) => {
  const { item } = await casesOfKeeper(portal);
  const other = item.category === 'pet' ? 'maternal' : 'pet';
  for (const path of [
    `smart/${other}/make/details/${item.id}`,
    `smart/${item.category}/design/details/${item.id}`,
    `publish?stage=make&type=${other}&case=${item.id}`,
    `publish?stage=design&type=${item.category}&case=${item.id}`,
    'shop/01900000-0000-7000-8000-000000000000',
    'shop/none',
  ]) {
    const reply = await page.goto(`/omo/${path}`);
    expect([path, reply?.status()]).toEqual([path, 404]);
  }
});

test('[Z-01] shop and case pages say nothing about who looks at them', async ({ portal }) => {
  const { item, path } = await casesOfKeeper(portal);
  const reader = await portal.newPerson({ nickname: `读者${Date.now() % 1e6}` });
  for (const place of [path, `/omo/shop/${item.shop.id}`]) {
    const html = await (
      await fetch(portal.url + place, { headers: { authorization: reader.token, cookie: `token=${reader.token}` } })
    ).text();
    expect(html).toContain(item.shop.shop_name);
    for (const secret of [reader.token, reader.mobile, reader.info.nick_name]) expect(html).not.toContain(secret);
    // Not in the middle of an id, whose digits may look like anything.
    expect(html).not.toMatch(/(?<![\da-f-])1[3-9]\d{9}(?![\da-f])/i);
  }
});

test('[C-08] a shop shows its cases by stage, and says when there are none', async ({ page, portal }) => {
  const { item } = await casesOfKeeper(portal);
  await page.goto(`/omo/shop/${item.shop.id}`);
  const tabs = page.getByRole('navigation', { name: '按环节看案例' });
  await tabs.getByRole('link', { name: /^打样/ }).click();
  await expect(page).toHaveURL(/\?stage=proofing$/);
  await expect(tabs.getByRole('link', { name: /^打样/ })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('article').first()).toContainText('打样');
  await expect(page.getByRole('article').filter({ hasText: '制造' })).toHaveCount(0);
  for (const query of ['page=99', 'page=0', 'page=1000000000', 'reviews=99'])
    expect([query, (await fetch(`${portal.url}/omo/shop/${item.shop.id}?${query}`)).status]).toEqual([query, 404]);
  await page.goto(`/omo/shop/${item.shop.id}?stage=proofing&page=99`);
  await expect(page.getByRole('heading', { name: '没有这一页' })).toBeVisible();
  await page.getByRole('link', { name: '回到第 1 页' }).click();
  await expect(page).toHaveURL(/\?stage=proofing$/);
  await expect(page.getByRole('article').first()).toContainText('打样');
  await expectNoSeriousAxe(page);
});

/** Fills what a case did not say already. */
async function fillRest(page: Page, stage: Stage, prefilled: readonly string[], values: Record<string, string>) {
  for (const field of stage.demand) {
    if (field.key === 'deadline') await openTerms(page);
    const value = { ...goodValues(stage), ...values }[field.key];
    if (value !== undefined && !prefilled.includes(field.key)) await fillField(page, field, value);
  }
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('[D-12] [Z-04] [O-02] a buyer entrusts a case, and its provider takes it on', async ({
    page,
    portal,
    browser,
  }) => {
    const { item, stage, path } = await casesOfKeeper(portal);
    const owner = await portal.newPerson();
    await page.goto(path);
    await page.getByRole('link', { name: `委托这家${stage.provider}` }).tap();
    await expect(page.getByRole('heading', { level: 1, name: '委托三榫制造' })).toBeVisible();

    // What the case says is there already, and says where it comes from until it is changed.
    const name = stageOf('make').demand.find(({ key }) => key === 'name')!;
    const pictures = stageOf('make').demand.find(({ key }) => key === 'pictures')!;
    const typed = page.getByRole('textbox', { name: /^产品名称/ });
    await expect(typed).toHaveValue([...item.name].slice(0, 20).join(''));
    const from = page.getByText(`来自案例“${item.name}”，可以改`);
    await expect(from).toHaveCount(2);
    await expect(frameOf(page, pictures).getByRole('button', { name: '移除第1张' })).toBeVisible();
    const title = `委托猫架${Date.now() % 1e6}`;
    await fillField(page, name, title);
    await expect(from).toHaveCount(1);

    // Nobody is signed in: it waits on this device and is all there afterwards.
    await fillRest(page, stage, ['name', 'pictures'], { budget: '2600' });
    await page.getByRole('button', { name: '登录并委托' }).tap();
    await expect(page).toHaveURL(/\/omo\/login/);
    await page.getByRole('textbox', { name: '手机号' }).fill(owner.mobile);
    await page.getByRole('textbox', { name: '密码' }).fill(owner.password);
    await page.getByRole('button', { name: '登录', exact: true }).tap();
    await expect(typed).toHaveValue(title);
    await page.getByRole('button', { name: '委托三榫制造' }).tap();
    await expect(page.getByText('已委托给三榫制造，等对方接单')).toBeVisible();
    await expect(page).toHaveURL(/\/omo\/personal\/order\/D/);
    const nid = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByText('委托自案例')).toBeVisible();
    await expect(page.getByRole('link', { name: item.name })).toHaveAttribute('href', path);

    // Nobody else knows of it: neither in the list nor under its number.
    const visitor = patient(await browser.newPage());
    expect((await visitor.goto(`${portal.url}/omo/demand/${nid}`))?.status()).toBe(404);
    await visitor.close();

    // The provider, at a desk.
    const desk = await browser.newContext({ baseURL: portal.url, viewport: { width: 1366, height: 768 } });
    const provider = patient(await desk.newPage());
    const keeper = await keeperOf(portal);
    await portal.login(provider, keeper);
    await provider.goto(`/omo/personal/order/${nid}`);
    await expect(provider.getByRole('heading', { level: 1, name: title })).toBeVisible();
    // Without a public page, all that was asked for stands here.
    await expect(provider.getByRole('link', { name: `看大图：${title} 第1张` })).toBeVisible();
    await provider.getByRole('button', { name: '接单', exact: true }).click();
    await provider.getByRole('dialog').getByRole('button', { name: '接单', exact: true }).click();
    await expect(provider.getByText('已接单')).toBeVisible();
    const { orderStatus } = await dataOf(portal.as(owner)(getOrderInfo, { demandNid: nid }));
    expect(orderStatus).toBe(3);
    await desk.close();
    await page.reload();
    await expect(page.getByText('进行中').first()).toBeVisible();
  });
});

test('[D-12] [D-13] a double press entrusts once, and a refusal keeps what was typed', async ({ page, portal }) => {
  const { item, stage } = await casesOfKeeper(portal);
  await portal.login(page, await portal.newPerson());
  await page.goto(`/omo/publish?stage=${stage.key}&type=${item.category}&case=${item.id}`);
  const title = `委托两下${Date.now() % 1e6}`;
  await fillRest(page, stage, ['pictures'], { name: title, budget: '9' });
  await choosePictures(page, await picture());
  await page.getByRole('button', { name: '委托三榫制造' }).click();
  const budget = stage.demand.find(({ key }) => key === 'budget')!;
  await expect(frameOf(page, budget).getByRole('alert')).toHaveText('最低预算10元人民币');
  await fillField(page, budget, '3000');
  let sent = 0;
  page.on('request', (request) => (sent += request.url().endsWith(postCaseDelegate.path) ? 1 : 0));
  await expect(page.getByRole('progressbar', { name: /^上传/ })).toHaveCount(0);
  await page.getByRole('button', { name: '委托三榫制造' }).dblclick();
  await expect(page).toHaveURL(/\/omo\/personal\/order\/D/);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(sent).toBe(1);
});
