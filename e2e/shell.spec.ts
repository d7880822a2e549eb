import { expect, expectNoSeriousAxe, test } from './fixtures.ts';

test('[S-01] pages survive a reload and a deep link under the base path', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/omo\/$/);
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '宠物' }).click();
  await expect(page).toHaveURL(/\/omo\/smart\/pet$/);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: '宠物 家具' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/omo\/$/);
});

test('[S-02] what does not exist is the not-found page with status 404', async ({ page, portal }) => {
  const places = [
    '/nowhere',
    '/omo/nowhere',
    '/omo/404',
    '/omo/smart/cow',
    '/omo/smart/cow/design',
    '/omo/smart/pet/sawing',
    '/omo/smart/pet/sawing/more',
    '/omo/smart/pet/sawing/details/1',
    '/omo/smart/pet/design/details/1',
    '/omo/smart/pet/design/details/01900000-0000-7000-8000-000000000000',
    '/omo/topic/01900000-0000-7000-8000-000000000000',
  ];
  const statuses = await Promise.all(places.map(async (path) => [path, (await fetch(portal.url + path)).status]));
  expect(statuses).toEqual(places.map((path) => [path, 404]));
  await page.goto('/omo/smart/cow');
  await expect(page.getByRole('heading', { name: '没有找到这个页面' })).toBeVisible();
  await expect(page).toHaveTitle('页面不存在');
  await page.getByRole('link', { name: '回到首页' }).click();
  await expect(page).toHaveURL(/\/omo\/?$/);
});

test('[S-03] top menu signed out and signed in', async ({ page, portal }) => {
  await page.goto('/omo/smart/pet');
  const top = page.getByRole('banner');
  await expect(top.getByRole('link', { name: '登录' })).toHaveAttribute('href', /\/omo\/login\?model=login&redirect=/);
  await expect(top.getByRole('link', { name: '注册' })).toBeVisible();
  const person = await portal.newPerson();
  await portal.login(page, person);
  await page.goto('/omo/smart/pet');
  const masked = `${person.mobile.slice(0, 3)}****${person.mobile.slice(-4)}`;
  await top.getByRole('button', { name: masked }).click();
  await expect(top.getByRole('link', { name: '个人中心' })).toBeVisible();
  await expect(top.getByRole('link', { name: '修改密码' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(top.getByRole('link', { name: '个人中心' })).toBeHidden();
  await expect(top.getByRole('link', { name: '注册' })).toBeHidden();
});

test('[S-04] the chain has nine tiles of the current category, the current one marked', async ({ page }) => {
  await page.goto('/omo/smart/business/make');
  const chain = page.getByRole('navigation', { name: '产业链', exact: true });
  await expect(chain.getByRole('link')).toHaveText([
    '设计',
    '打样',
    '备料',
    '制造',
    '喷涂',
    '供销',
    '物流',
    '开放平台',
    '溯源',
  ]);
  await expect(chain.locator('[aria-current=page]')).toHaveText('制造');
  await chain.getByRole('link', { name: '喷涂' }).click();
  await expect(page).toHaveURL(/\/omo\/smart\/business\/spray$/);
  await expect(chain.locator('[aria-current=page]')).toHaveText('喷涂');
});

test('[S-05] the footer has the consultation phone', async ({ page }) => {
  await page.goto('/omo/');
  const phone = page.getByRole('contentinfo').getByRole('link', { name: /^[\d-]{7,}$/ });
  await expect(phone).toHaveAttribute('href', /^tel:/);
});

test('[S-06] the personal centre is grey, the rest white, and sign-in has no navigation', async ({ page, portal }) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.goto('/omo/');
  expect(await ground()).toBe('rgb(255, 255, 255)');
  await page.goto('/omo/login');
  await expect(page.getByRole('navigation', { name: '主菜单' })).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await portal.login(page, await portal.newPerson());
  await page.goto('/omo/personal/order/initiate');
  await expect.poll(ground).toBe('rgb(243, 244, 241)');
});

test('[S-07] the bar on top runs while a page is on its way', async ({ page }) => {
  await page.goto('/omo/');
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/smart/pet.data*', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '宠物' }).click();
  await expect(page.locator('[data-busy=true]')).toHaveCount(1);
  release();
  await expect(page.getByRole('heading', { level: 1, name: '宠物 家具' })).toBeVisible();
  await expect(page.locator('[data-busy=true]')).toHaveCount(0);
});

test('[S-08] breadcrumbs and title come from the route', async ({ page }) => {
  await page.goto('/omo/smart/maternal/stock/more');
  const crumbs = page.getByRole('navigation', { name: '面包屑' });
  await expect(crumbs).toHaveText('首页母婴备料全部案例');
  await expect(page).toHaveTitle(/^全部案例 - 备料 - 母婴 - /);
  await crumbs.getByRole('link', { name: '备料' }).click();
  await expect(page).toHaveTitle(/^备料 - 母婴 - /);
  await expect(crumbs.locator('[aria-current=page]')).toHaveText('备料');
});

test('[S-09] signing out on a personal page leads to the sign-in page and forgets the user', async ({
  page,
  portal,
}) => {
  const person = await portal.newPerson({ nickname: '林木匠' });
  await portal.login(page, person);
  await page.goto('/omo/personal/order/initiate');
  await page.getByRole('banner').getByRole('button', { name: '林木匠' }).click();
  await page.getByRole('button', { name: '退出登录' }).click();
  await expect(page).toHaveURL(/\/omo\/login\?model=login/);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('omo.login')))).toEqual([]);
});

test('[S-09] a sign-in that ran out shows 请先登录 and leads back', async ({ page, portal }) => {
  const person = await portal.newPerson();
  await portal.login(page, { ...person, token: 'gone', info: { ...person.info, token: 'gone' } });
  await page.goto('/omo/personal/order/initiate');
  await expect(page.getByText('请先登录').first()).toBeVisible();
  await expect(page).toHaveURL(/\/omo\/login\?model=login&redirect=%2Fpersonal%2Forder%2Finitiate/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('[S-13] the layout is one of its own: a menu to unfold, a bar at the foot, nothing sideways', async ({
    page,
  }) => {
    await page.goto('/omo/');
    await expect(page.getByRole('navigation', { name: '底部导航' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await page.getByRole('button', { name: '菜单' }).click();
    await page.getByRole('dialog').getByRole('link', { name: '商用' }).click();
    await expect(page).toHaveURL(/\/omo\/smart\/business$/);
    await expect(page.getByRole('dialog')).toBeHidden();
  });
});

for (const width of [1920, 1440, 1200])
  test(`[S-13] at ${width} px the root font size is width/19.2`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/omo/');
    const size = await page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
    expect(size).toBeCloseTo(width / 19.2, 1);
  });

test('pages are read without scripts and run under their own policy', async ({ page, portal, browser }) => {
  const plain = await browser.newPage({ javaScriptEnabled: false });
  await plain.goto(`${portal.url}/omo/smart/maternal/design`);
  await expect(plain.getByRole('heading', { level: 1 })).toHaveText('母婴 设计');
  await plain.close();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto('/omo/');
  await page.goto('/omo/smart/maternal/design');
  expect(complaints).toEqual([]);
});

test('scripts let the first picture pass, and come without it', async ({ page }) => {
  const asked: string[] = [];
  const scripts = () => asked.filter((path) => path.endsWith('.js'));
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const read = page.waitForEvent('domcontentloaded').then(scripts);
  const picture = /\/assets\/wide-.+\.webp$/;
  await page.route(picture, async (route) => {
    await read;
    await route.continue();
  });
  await page.goto('/omo/');
  expect(await read).toEqual([]);
  expect(scripts().length).toBeGreaterThan(3);

  await page.unroute(picture);
  await page.route(picture, (route) => route.abort());
  await page.reload();
  await page.getByRole('button', { name: '下一张' }).click();
  await expect(page.getByRole('button', { name: '第 2 张' })).toHaveAttribute('aria-current', 'true');
});

for (const path of [
  '/',
  '/smart/pet',
  '/smart/maternal/design',
  '/smart/maternal/design/more',
  '/smart/pet/origin',
  '/404',
])
  test(`axe finds nothing serious on ${path}`, async ({ page }) => {
    await page.goto(`/omo${path}`);
    await expectNoSeriousAxe(page);
  });
