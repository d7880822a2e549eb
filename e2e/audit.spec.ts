import { auditList } from '../contract/operator/audit.ts';
import { suspendPerson } from '../contract/operator/people.ts';
import { dataOf, expect, expectNoSeriousAxe, test } from './fixtures.ts';
import { demoOperator, newOperator } from './operators.ts';

test('[P-06] the record is searched in Chinese and tells in Chinese who changed what, by the keyboard', async ({
  page,
  portal,
}) => {
  test.slow();
  const nickname = `审计${Date.now() % 1e7}`;
  const person = await portal.newPerson({ nickname });
  const operator = await newOperator(portal, ['moderator']);
  const id = person.info.user_id;
  await dataOf(portal.as(operator)(suspendPerson, { id, reason: '多次发布虚假需求' }));
  const admin = await demoOperator(portal);
  await portal.login(page, admin);
  await page.goto('/omo/console/audit');
  await expect(page.getByRole('heading', { level: 1, name: '审计' })).toBeVisible();
  const table = page.getByRole('table', { name: '审计' });
  await expect(table).toBeVisible();

  // By the Chinese name of the deed, typed; and by that of the person whom it was done to.
  const search = page.getByRole('search', { name: '筛选' });
  await search.getByRole('combobox', { name: '操作', exact: true }).focus();
  await page.keyboard.type('停用账号');
  await expect(page.getByRole('option', { name: '用户 · 停用账号' })).toBeAttached();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/action=user\.suspended/);
  await search.getByRole('searchbox', { name: '对象编号、名称或原因' }).fill(nickname);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/subject=/);
  const row = table.getByRole('row').filter({ hasText: nickname });
  await expect(row).toHaveCount(1);
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(row).toContainText('用户 · 停用账号');
  await expect(row).toContainText('状态：正常 → 已停用；停用到：直到恢复');
  await expect(row).toContainText('多次发布虚假需求');
  await expect(row).not.toContainText(id);
  await expectNoSeriousAxe(page);

  // The whole of it beside the list, opened and closed by the keyboard.
  await row.getByRole('link', { name: /第 \d+ 条/ }).focus();
  await page.keyboard.press('Enter');
  const drawer = page.getByRole('dialog', { name: '操作记录' });
  await expect(drawer.getByRole('row', { name: '状态 正常 已停用' })).toBeVisible();
  await expect(drawer.getByRole('row', { name: '停用到 — 直到恢复' })).toBeVisible();
  await expect(drawer).toContainText(`user:${id}`);
  const [entry] = await dataOf(portal.as(admin)(auditList, { action: 'user.suspended', subject: id }));
  for (const whole of [entry?.hash, entry?.previous, '多次发布虚假需求'])
    await expect(drawer).toContainText(whole ?? '-');
  await expectNoSeriousAxe(page);
  await page.keyboard.press('Escape');
  await expect(drawer).toHaveCount(0);

  // The operator is chosen by name, and an id in the address is told by it.
  const who = `${operator.operator.nick_name}（${operator.name}）`;
  await page.goto(`/omo/console/audit?person=${entry?.byId}&action=user`);
  await expect(search).toContainText(who);
  await expect(search).toContainText('用户（全部）');
  await expect(search).not.toContainText(entry?.byId ?? '-');
  await expect(table.getByRole('row').filter({ hasText: nickname })).toHaveCount(1);

  // What there is not is not found, and is no fault.
  for (const query of [
    'action=withdrawal.lost',
    'kind=%E6%8F%90%E7%8E%B0',
    'person=01a20557-6b47-7452-9242-cc75879a0746',
  ]) {
    await page.goto(`/omo/console/audit?${query}`);
    await expect(page.getByText('没有符合条件的记录')).toBeVisible();
  }

  // The same words on the person's own page, which the record leads to.
  await page.goto(`/omo/console/audit?action=user.suspended&subject=${id}`);
  await row.getByRole('link', { name: nickname }).click();
  await expect(page.getByRole('heading', { level: 1, name: nickname })).toBeVisible();
  const deeds = page.getByRole('region', { name: '操作审计' });
  await expect(deeds.getByRole('row').filter({ hasText: '用户 · 停用账号' })).toContainText('停用到：直到恢复');
});

test('[P-06] the state of the chain stands over the record, and is verified on request', async ({ page, portal }) => {
  await portal.login(page, await newOperator(portal, ['auditor']));
  await page.goto('/omo/console/audit');
  await page.getByRole('button', { name: '立即校验' }).press('Enter');
  await expect(page.getByText(/^校验完成，\d+ 条记录完好$/)).toBeVisible();
  const last = page.getByRole('region', { name: '最近一次校验' });
  await expect(last).toContainText(/第 1 到 \d+ 条完好/);
  const [above, table] = await Promise.all([
    last.boundingBox(),
    page.getByRole('table', { name: '审计' }).boundingBox(),
  ]);
  expect(above?.y).toBeLessThan(table?.y ?? 0);
  await expect(page.getByRole('row').filter({ hasText: '审计 · 校验记录' }).first()).toContainText('结果：完好');
  // It fits the least screen that the console is made for.
  await page.setViewportSize({ width: 1366, height: 768 });
  const wider = await page.evaluate(
    () =>
      [document.documentElement, ...document.querySelectorAll('.ant-table-content')].filter(
        ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
      ).length,
  );
  expect(wider).toBe(0);
});

test('[P-06] a search that was given up says how to narrow it, and keeps what was asked for', async ({
  page,
  portal,
}) => {
  await portal.login(page, await demoOperator(portal));
  // As over millions of entries, which no portal of a test has.
  await page.route('**/api/operator/auditList', (route) =>
    (route.request().postData() ?? '').includes('subject=')
      ? route.fulfill({
          status: 400,
          json: { error_code: 1001, error_msg: '要查的记录太多，请缩小日期范围，或选定操作人、操作再搜索' },
        })
      : route.continue(),
  );
  await page.goto('/omo/console/audit?action=user');
  const search = page.getByRole('search', { name: '筛选' });
  const words = search.getByRole('searchbox', { name: '对象编号、名称或原因' });
  await words.fill('罕见词语');
  await page.keyboard.press('Enter');
  await expect(page.getByText('要查的记录太多，请缩小日期范围，或选定操作人、操作再搜索')).toBeVisible();
  await expect(words).toHaveValue('罕见词语');
  await expect(search).toContainText('用户（全部）');
  await expect(page).toHaveURL(/action=user/);
});
