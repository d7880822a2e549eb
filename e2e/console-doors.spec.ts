import { expect, expectNoSeriousAxe, test } from './fixtures.ts';
import { newOperator } from './operators.ts';

const unknown = '00000000-0000-4000-8000-000000000000';

test('[P-01] who may not open a screen is told so before anything is asked for; wrong addresses stay in the console; an end by idleness is told after a reload', async ({
  page,
  portal,
}) => {
  test.slow();
  await portal.login(page, await newOperator(portal, ['reviewer']));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const menu = page.getByRole('navigation', { name: '运营后台' });
  for (const [path, part, title] of [
    ['ledger', '账务核对', '账务核对'],
    ['audit', '审计', '审计'],
    ['statement', '账本', '通道对账'],
    [`people/${unknown}/x`, '', '页面不存在'],
    ['nothing', '', '页面不存在'],
  ] as const) {
    asked.length = 0;
    const answer = await page.goto(`/omo/console/${path}`);
    await expect(menu).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`^${title} - `));
    if (part) {
      await expect(page.getByRole('heading', { level: 1, name: part })).toBeVisible();
      await expect(page.getByText('您的角色不能查看这一页')).toBeVisible();
      await expect(page.getByText(/您的角色是审核/)).toBeVisible();
    } else {
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1, name: '页面不存在' })).toBeVisible();
      await expect(page.getByText(/发布需求|注册/)).toHaveCount(0);
    }
    await expect(page.getByRole('button', { name: /再试一次|立即核对|立即校验/ })).toHaveCount(0);
    expect(asked.filter((one) => one.includes('/api/operator/') && !one.endsWith('/desk'))).toEqual([]);
    await expectNoSeriousAxe(page);
  }
  await page.getByRole('link', { name: '回到后台首页' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: '数据概览' })).toBeVisible();
  await page.goto('/omo/console/ledger');
  const instead = page.getByRole('navigation', { name: '您可以查看' });
  await instead.getByRole('link', { name: '认证审核' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: '认证审核' })).toBeVisible();

  for (const [path, list, title] of [
    [`certifications/${unknown}`, '认证审核', '审核认证'],
    ['certifications/none', '认证审核', '审核认证'],
    [`people/${unknown}`, '全部用户', '用户'],
  ] as const) {
    await page.goto(`/omo/console/${path}`);
    await expect(page).toHaveTitle(new RegExp(`^${title} - `));
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: `返回${list}` }).last()).toBeVisible();
    await expect(page.getByRole('button', { name: '再试一次' })).toHaveCount(0);
  }

  await page.evaluate(() => {
    const stored = JSON.parse(localStorage.getItem('omo.operator') ?? '{}') as { usedAt: number };
    localStorage.setItem('omo.operator', JSON.stringify({ ...stored, usedAt: 0 }));
  });
  for (const _ of [1, 2]) {
    await page.reload();
    await expect(page.getByText('长时间没有操作，已自动退出，请重新登录')).toBeVisible();
  }
  await expect(page).toHaveTitle('登录 - 运营后台');
  await expect(page.getByRole('heading', { level: 1, name: '登录' })).toBeVisible();
});

test('[P-03] [P-05] a deed that is shut tells why to the mouse and to the keyboard, and does nothing', async ({
  page,
  portal,
}) => {
  test.slow();
  await portal.login(page, await newOperator(portal, ['auditor']));
  await page.goto('/omo/console/words');
  const add = page.getByRole('button', { name: '添加敏感词' });
  const why = page.getByRole('tooltip').filter({ hasText: '只有内容管理或管理员可以修改' });
  await add.hover();
  await expect(why).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(why).toBeHidden();
  await page.getByRole('button', { name: '检查一段文字' }).focus();
  await page.keyboard.press('Tab');
  await expect(add).toBeFocused();
  await expect(why).toBeVisible();
  await expect(add).toBeDisabled();
  await expect(add).toHaveAccessibleDescription(/只有内容管理或管理员可以修改/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectNoSeriousAxe(page);

  await page.goto('/omo/console/withdrawals');
  const approve = page.getByRole('button', { name: /^(复核)?通过$/ }).first();
  await approve.focus();
  await expect(page.getByRole('tooltip').filter({ hasText: '财务' })).toBeVisible();
});

test('[P-01] on a phone the menu and the tabs of a list show where one is, and the page stays where it is', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await portal.login(page, await newOperator(portal, ['admin']));
  const menu = page.getByRole('navigation', { name: '运营后台' }).getByRole('link');
  const tabs = page.getByRole('navigation', { name: '按环节筛选' }).getByRole('link');
  // The last part of a pixel may lie outside.
  const inside = { ratio: 0.95 };
  for (const [path, part] of [
    ['cases?type=7', '案例审核'],
    ['moderation?queue=hidden', '内容审核'],
    ['audit', '审计'],
  ] as const) {
    await page.goto(`/omo/console/${path}`);
    await expect(menu.filter({ hasText: part })).toBeInViewport(inside);
    expect(await page.evaluate(() => [scrollX, scrollY])).toEqual([0, 0]);
  }
  await page.goto('/omo/console/cases?type=7');
  await expect(tabs.last()).toHaveText(/^物流\d+$/);
  await expect(tabs.last()).toBeInViewport(inside);
  await expect(tabs.first()).not.toBeInViewport(inside);
});

test('[P-01] on a phone and a tablet no part of the console is wider than the screen, and words have room to be read', async ({
  page,
  portal,
}) => {
  test.slow();
  await page.setViewportSize({ width: 390, height: 844 });
  await portal.login(page, await newOperator(portal, ['admin']));
  await page.goto('/omo/console');
  const menu = page.getByRole('navigation', { name: '运营后台' }).getByRole('link');
  await expect(menu.last()).toBeAttached();
  const parts = await menu.evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname));
  expect(parts.length).toBeGreaterThan(15);
  for (const path of parts) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('status', { name: /加载/ })).toHaveCount(0);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390);
    // A character or two in each line is no table.
    const squeezed = await page
      .getByRole('cell')
      .evaluateAll((cells) =>
        cells
          .filter((cell) => cell.clientWidth < 48 && (cell.textContent ?? '').length > 4)
          .map((cell) => cell.textContent),
      );
    expect(squeezed, path).toEqual([]);
    await page.setViewportSize({ width: 768, height: 1024 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), path).toBe(768);
    await page.setViewportSize({ width: 390, height: 844 });
  }
  for (const path of ['content', 'presale']) {
    await page.goto(`/omo/console/${path}`);
    const rows = page.getByRole('main').getByRole('listitem').getByRole('link');
    await expect(rows.first()).toBeVisible();
    for (const row of await rows.all()) expect((await row.boundingBox())?.width, path).toBeGreaterThan(120);
  }
});
