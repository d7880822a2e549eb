import type { Locator, Page } from '@playwright/test';
import { deleteJoinLog, getMyJoinLogList, getPresellInfo, getPresellList, joinPresell } from '../contract/presale.ts';
import { dataOf, expect, expectNoSeriousAxe, patient, type Person, type Portal, test } from './fixtures.ts';

// Operators put products on the shelf, and there is no call for it yet: each test has a demo product of its own, whose
// pieces nobody else takes.

async function productNamed(portal: Portal, name: string) {
  const shelf = await dataOf(portal.send(getPresellList, { size: '30' }));
  const found = shelf.find((product) => product.name.startsWith(name));
  if (!found) throw new Error(`no product ${name} on the shelf`);
  return found;
}

const leftOf = async (portal: Portal, productId: string) =>
  (await dataOf(portal.send(getPresellInfo, { productId }))).amount;

const panel = (page: Page) => page.getByRole('region', { name: '参与预售' });
const sheet = (page: Page) => page.getByRole('dialog', { name: '参与预售' });
const numberIn = (place: Locator) => place.getByRole('textbox', { name: /^数量/ });
const telIn = (place: Locator) => place.getByRole('textbox', { name: /^联系方式/ });
const joinIn = (place: Locator) => place.getByRole('button', { name: '参与预售' });

async function signIn(page: Page, person: Person): Promise<void> {
  await page.getByLabel('手机号').fill(person.mobile);
  await page.getByLabel('密码', { exact: false }).first().fill(person.password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
}

test('[H-03] the shelf on the home page: three categories, each product with picture, price and what is left', async ({
  page,
  portal,
}) => {
  const { id, name, unit } = await productNamed(portal, '八人会议桌');
  await page.goto('/omo/');
  for (const category of ['母婴', '宠物', '商用']) {
    const lane = page.getByRole('region', { name: `${category}预售`, exact: true });
    await expect(lane.getByRole('article')).toHaveCount(3);
    for (const article of await lane.getByRole('article').all()) {
      await expect(article).toContainText(/¥[\d,]+\.\d\d/);
      await expect(article).toContainText(/剩 \d+ |已订满/);
      await expect(article.getByRole('heading', { level: 4 }).getByRole('link')).toBeVisible();
    }
  }
  const lead = page.getByRole('article').filter({ has: page.getByRole('link', { name, exact: true }) });
  await lead.scrollIntoViewIfNeeded();
  await expect(lead.locator('img')).toHaveJSProperty('complete', true);
  await page.getByRole('link', { name: '全部预售' }).click();
  await expect(page).toHaveURL(/\/omo\/presale$/);
  await page.getByRole('navigation', { name: '预售分类' }).getByRole('link', { name: '商用' }).click();
  await expect(page).toHaveURL(/type=business$/);
  await expect(page.getByRole('article').filter({ hasText: '会议桌' })).toHaveCount(1);
  await expect(page.getByRole('article').filter({ hasText: '婴儿床' })).toHaveCount(0);
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/omo/presale/${id}$`));
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText(new RegExp(`还剩 \\d+ ${unit}$`)).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^看第/ })).toHaveCount(4);
  await expect(page.getByRole('timer')).toContainText('天');
});

test('[H-03] the heart on a card: at once, back when it fails, kept, and the same on the product’s page', async ({
  page,
  portal,
}) => {
  const { id, name, likeSum } = await productNamed(portal, '三层猫爬架');
  await portal.login(page, await portal.newPerson());
  await page.goto('/omo/');
  const heart = page.getByRole('button', { name: `喜欢 ${name}` });
  await expect(heart).toHaveAccessibleName(`喜欢 ${name}，${likeSum} 人喜欢`);
  await expect(heart).toHaveAttribute('aria-pressed', 'false');

  await page.route('**/api/Presell/like', (route) => route.abort());
  await heart.click();
  await expect(page.getByRole('alert').filter({ hasText: '网络' })).toBeVisible();
  await expect(heart).toHaveAccessibleName(`喜欢 ${name}，${likeSum} 人喜欢`);
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  await page.unroute('**/api/Presell/like');

  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await expect(heart).toHaveAccessibleName(`喜欢 ${name}，${likeSum + 1} 人喜欢`);
  await expect(heart).not.toHaveAttribute('aria-busy', 'true');
  expect((await dataOf(portal.send(getPresellInfo, { productId: id }))).likeSum).toBe(likeSum + 1);
  await page.goto(`/omo/presale/${id}`);
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await heart.click();
  await expect(heart).toHaveAccessibleName(`喜欢 ${name}，${likeSum} 人喜欢`);
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
});

test('[H-04] [H-03] comments: empty is refused, a script is text, it is there for everybody at once', async ({
  page,
  portal,
}) => {
  const { id, name, evaluateSum } = await productNamed(portal, '三层猫爬架');
  await portal.login(page, await portal.newPerson({ nickname: '剑麻老客' }));
  await page.goto('/omo/presale?type=pet');
  await page.getByRole('link', { name: `${name}的评论，${evaluateSum} 条` }).click();
  await expect(page).toHaveURL(new RegExp(`/omo/presale/${id}#comments$`));
  const comments = page.getByRole('region', { name: /^评论/ });
  await comments.getByRole('button', { name: '发表评论' }).click();
  await expect(comments.getByText('请输入评论')).toBeVisible();
  const words = '<script>window.bad = 1</script>底盘能换成 70 的吗？';
  await comments.getByRole('textbox', { name: /^写评论/ }).fill(words);
  await comments.getByRole('button', { name: '发表评论' }).click();
  await expect(comments.getByRole('listitem').first()).toContainText(words);
  await expect(comments.getByRole('listitem').first()).toContainText('剑麻老客');
  await expect(comments.getByRole('heading')).toContainText(`${evaluateSum + 1} 条`);
  const seen = await (await fetch(`${portal.url}/omo/presale/${id}`)).text();
  expect(seen).toContain('底盘能换成 70 的吗？');
  expect(await page.evaluate(() => 'bad' in globalThis)).toBe(false);
});

test('[H-03] [S-02] what is on no shelf is a 404', async ({ portal }) => {
  const places = [
    '/omo/presale/1',
    '/omo/presale/01900000-0000-7000-8000-000000000000',
    '/omo/presale?page=0',
    '/omo/presale?type=cow',
  ];
  const statuses = await Promise.all(places.map(async (path) => (await fetch(portal.url + path)).status));
  expect(statuses).toEqual([404, 404, 404, 404]);
  const far = await fetch(`${portal.url}/omo/presale?page=999999999`);
  expect(far.status).toBe(404);
  expect(await far.text()).toContain('没有这一页');
});

test('[H-04] a visitor fills the form, signs in on the way, finds it as it was, and joins', async ({
  page,
  portal,
}) => {
  const { id, amount, joined, unit } = await productNamed(portal, '三档高脚餐椅');
  const person = await portal.newPerson();
  await page.goto(`/omo/presale/${id}`);
  await numberIn(panel(page)).fill('3');
  await expect(panel(page)).toContainText('¥1,404.00');
  await telIn(panel(page)).fill('lin@south-kang.com.cn');
  await joinIn(panel(page)).click();
  await expect(page.getByText('请先登录')).toBeVisible();
  await expect(page).toHaveURL(/\/omo\/login/);
  await signIn(page, person);
  await expect(page).toHaveURL(new RegExp(`/omo/presale/${id}$`));
  await expect(numberIn(panel(page))).toHaveValue('3');
  await expect(telIn(panel(page))).toHaveValue('lin@south-kang.com.cn');
  // Nothing was booked on the way.
  expect(await leftOf(portal, id)).toBe(amount);
  await joinIn(panel(page)).click();
  const booked = panel(page).getByRole('heading', { name: `预订成功，3 ${unit}给您留好了` });
  await expect(booked).toBeVisible();
  await expect(booked).toBeFocused();
  await expect(panel(page)).toContainText('lin@south-kang.com.cn');
  await expect(panel(page).getByRole('list', { name: '接下来' })).toContainText('数量可以改，也可以取消');
  await expect(page.getByText(`还剩 ${amount - 3} ${unit}`).first()).toBeVisible();
  await expect(page.getByText(`已订 ${joined + 3} ${unit}`)).toBeVisible();

  await test.step('everybody sees at once what is left, and nobody who took it', async () => {
    const seen = await (await fetch(`${portal.url}/omo/presale/${id}`)).text();
    expect(seen).toContain(`还剩 ${amount - 3} ${unit}`);
    expect(seen).not.toContain('south-kang');
    const home = await (await fetch(`${portal.url}/omo/`)).text();
    expect(home).toContain(`剩 ${amount - 3} ${unit}`);
  });

  await test.step('it is there again after a reload, and can be changed and taken back', async () => {
    await page.reload();
    await expect(panel(page).getByRole('heading', { name: `您已预订 3 ${unit}` })).toBeVisible();
    await panel(page).getByRole('button', { name: '修改预订' }).click();
    await numberIn(panel(page)).fill(String(amount + 1));
    await panel(page).getByRole('button', { name: '保存修改' }).click();
    await expect(panel(page).getByText('输入的数量不能大于预售的数量')).toBeVisible();
    await numberIn(panel(page)).fill('5');
    await panel(page).getByRole('button', { name: '保存修改' }).click();
    await expect(page.getByText('预订已修改')).toBeVisible();
    await expect(page.getByText(`还剩 ${amount - 5} ${unit}`).first()).toBeVisible();
    await panel(page).getByRole('button', { name: '取消预订' }).click();
    const question = page.getByRole('dialog', { name: '取消预订' });
    await expect(question).toContainText(`5 ${unit}`);
    await question.getByRole('button', { name: '取消预订' }).click();
    await expect(page.getByText('预订已取消')).toBeVisible();
    await expect(page.getByText(`还剩 ${amount} ${unit}`).first()).toBeVisible();
    await expect(joinIn(panel(page))).toBeVisible();
  });
});

test('[H-04] each rule is said next to its field, and what was typed stays', async ({ page, portal }) => {
  const { id, amount } = await productNamed(portal, '坡顶实木狗屋');
  const person = await portal.newPerson();
  await portal.login(page, person);
  await page.goto(`/omo/presale/${id}`);
  await expect(telIn(panel(page))).toHaveValue(person.mobile);
  const refused: [number: string, tel: string, message: string][] = [
    ['', person.mobile, '请输入数量'],
    ['两个', person.mobile, '数量须为整数'],
    ['-2', person.mobile, '数量不能为负'],
    ['0', person.mobile, '数量至少为1'],
    [String(amount + 1), person.mobile, '输入的数量不能大于预售的数量'],
    ['1', '', '请输入您的手机号或邮箱'],
    ['1', '138000000011', '请输入您的手机号或邮箱'],
    ['1', '<script>alert(1)</script>', '请输入您的手机号或邮箱'],
  ];
  for (const [number, tel, message] of refused) {
    await numberIn(panel(page)).fill(number);
    await telIn(panel(page)).fill(tel);
    await joinIn(panel(page)).click();
    const wrong = message.includes('手机号') ? telIn(panel(page)) : numberIn(panel(page));
    await expect(panel(page).getByRole('alert')).toHaveText(message);
    await expect(wrong).toHaveAccessibleDescription(message);
    await expect(wrong).toBeFocused();
    await expect(numberIn(panel(page))).toHaveValue(number);
    await expect(telIn(panel(page))).toHaveValue(tel);
  }
  await expectNoSeriousAxe(page);
  expect(await leftOf(portal, id)).toBe(amount);
});

test('[H-04] with the keyboard alone', async ({ page, portal }) => {
  const { id, amount, unit } = await productNamed(portal, '带抽换尿布台');
  await portal.login(page, await portal.newPerson());
  await page.goto(`/omo/presale/${id}`);
  await expect(telIn(panel(page))).not.toHaveValue('');
  await page.getByRole('button', { name: '分享' }).focus();
  for (let press = 0; press < 20; press += 1) {
    await page.keyboard.press('Tab');
    if (await numberIn(panel(page)).evaluate((field) => field === document.activeElement)) break;
  }
  await expect(numberIn(panel(page))).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await expect(numberIn(panel(page))).toHaveValue('2');
  await page.keyboard.press('Enter');
  const booked = panel(page).getByRole('heading', { name: `预订成功，2 ${unit}给您留好了` });
  await expect(booked).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(panel(page).getByRole('button', { name: '修改预订' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: '取消预订' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  expect(await leftOf(portal, id)).toBe(amount - 2);
});

test('[H-04] pressed twice it is one booking; in two windows the second is told of the first', async ({
  page,
  portal,
}) => {
  const { id, amount, unit } = await productNamed(portal, '铁木展架');
  const person = await portal.newPerson();
  await portal.login(page, person);
  await page.goto(`/omo/presale/${id}`);
  await expect(telIn(panel(page))).toHaveValue(person.mobile);
  const other = patient(await page.context().newPage());
  await other.goto(`/omo/presale/${id}`);
  await expect(telIn(panel(other))).toHaveValue(person.mobile);
  await joinIn(panel(page)).dblclick();
  await expect(panel(page).getByRole('heading', { name: `预订成功，1 ${unit}给您留好了` })).toBeVisible();
  await numberIn(panel(other)).fill('4');
  await joinIn(panel(other)).click();
  // The page finds the booking that there is, and shows it.
  await expect(panel(other).getByRole('heading', { name: `您已预订 1 ${unit}` })).toBeVisible();
  expect(await leftOf(portal, id)).toBe(amount - 1);
});

test('[H-04] sold out: said so to others, and open again as soon as somebody lets go', async ({ page, portal }) => {
  const { id, amount, unit } = await productNamed(portal, '弧面前台');
  const send = portal.as(await portal.newPerson());
  await page.goto(`/omo/presale/${id}`);
  await numberIn(panel(page)).fill('2');
  await telIn(panel(page)).fill('13800000001');
  // Everything goes while this visitor is still typing.
  const { id: joinId } = await dataOf(send(joinPresell, { productId: id, number: String(amount), tel: '13900000001' }));
  await joinIn(panel(page)).click();
  await expect(panel(page).getByRole('heading', { name: '已订满' })).toBeVisible();
  await expect(joinIn(panel(page))).toHaveCount(0);
  await expectNoSeriousAxe(page);
  await page.goto('/omo/presale?type=business');
  const card = page.getByRole('article').filter({ hasText: '弧面前台' });
  await expect(card).toContainText('已订满');
  await expect(card.getByRole('link', { name: /^参与预售/ })).toHaveCount(0);
  await dataOf(send(deleteJoinLog, { id: joinId }));
  await page.goto(`/omo/presale/${id}`);
  await expect(page.getByText(`还剩 ${amount} ${unit}`).first()).toBeVisible();
  // What the visitor had typed is still there.
  await expect(numberIn(panel(page))).toHaveValue('2');
});

test('[O-10] my bookings: the list, a change, the way back', async ({ page, portal }) => {
  const { id, name, amount, unit } = await productNamed(portal, '90 厘米鱼缸底柜');
  const person = await portal.newPerson();
  await portal.login(page, person);
  await page.goto('/omo/personal/presale');
  await expect(page.getByText('您还没有预订过商品')).toBeVisible();
  await expect(page.getByRole('link', { name: '看看预售热品' })).toBeVisible();
  const send = portal.as(person);
  await dataOf(send(joinPresell, { productId: id, number: '2', tel: person.mobile }));
  await page.reload();
  await page.getByRole('navigation', { name: '个人中心' }).getByRole('link', { name: '预售预订' }).click();
  const card = page.getByRole('article', { name });
  await expect(card).toContainText(`2 ${unit}`);
  await expect(card).toContainText('预订中');
  await expect(card).toContainText(person.mobile);
  await expectNoSeriousAxe(page);
  await card.getByRole('button', { name: '修改预订' }).click();
  const edit = page.getByRole('dialog', { name: `修改预订：${name}` });
  await edit.getByRole('button', { name: '数量加一' }).click();
  await telIn(edit).fill('13900000009');
  await edit.getByRole('button', { name: '保存修改' }).click();
  await expect(edit).toBeHidden();
  await expect(card).toContainText(`3 ${unit}`);
  await expect(card).toContainText('13900000009');
  expect(await leftOf(portal, id)).toBe(amount - 3);
  await card.getByRole('button', { name: '取消预订' }).click();
  await page.getByRole('dialog', { name: '取消预订' }).getByRole('button', { name: '取消预订' }).click();
  await expect(card).toHaveCount(0);
  expect(await leftOf(portal, id)).toBe(amount);
  expect(await dataOf(send(getMyJoinLogList, {}))).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('[H-03] [H-04] from the home page to a booking with one thumb, signing in on the way', async ({
    page,
    portal,
  }) => {
    const { id, name, amount, unit } = await productNamed(portal, '可并床婴儿床');
    const person = await portal.newPerson();
    await page.goto('/omo/');
    const join = page.getByRole('link', { name: `参与预售：${name}` });
    await expect(join).toBeVisible();
    expect((await join.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await join.tap();
    await expect(page).toHaveURL(new RegExp(`/omo/presale/${id}#join$`));
    await expect(sheet(page)).toBeVisible();
    await sheet(page).getByRole('button', { name: '数量加一' }).tap();
    await telIn(sheet(page)).fill('13912345678');
    await joinIn(sheet(page)).tap();
    await expect(page).toHaveURL(/\/omo\/login/);
    await signIn(page, person);
    await expect(sheet(page)).toBeVisible();
    await expect(numberIn(sheet(page))).toHaveValue('2');
    await expect(telIn(sheet(page))).toHaveValue('13912345678');
    await expectNoSeriousAxe(page);
    await joinIn(sheet(page)).tap();
    const mine = page.getByRole('dialog', { name: '我的预订' });
    await expect(mine.getByRole('heading', { name: `预订成功，2 ${unit}给您留好了` })).toBeVisible();
    await mine.getByRole('button', { name: '关闭' }).tap();
    await expect(mine).toBeHidden();
    await expect(page.getByText(`还剩 ${amount - 2} ${unit}`).first()).toBeVisible();
    // The bar stays in reach of the thumb, and leads to the booking now.
    await page.getByRole('button', { name: '我的预订' }).tap();
    await expect(mine.getByRole('heading', { name: `您已预订 2 ${unit}` })).toBeVisible();
    expect(await leftOf(portal, id)).toBe(amount - 2);
  });

  test('[H-04] nothing reaches beyond the screen, and the page passes axe', async ({ page, portal }) => {
    const { id } = await productNamed(portal, '八人会议桌');
    for (const path of [`/omo/presale/${id}`, '/omo/presale']) {
      await page.goto(path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      await expectNoSeriousAxe(page);
    }
    await page.goto(`/omo/presale/${id}`);
    await page.getByRole('button', { name: '参与预售' }).tap();
    await expect(sheet(page)).toBeVisible();
    await sheet(page).getByRole('button', { name: '关闭' }).tap();
    await expect(sheet(page)).toBeHidden();
  });
});
