import { signin } from '../contract/accounts.ts';
import { bookEntries } from '../contract/operator/book.ts';
import { statementDays, statementLines } from '../contract/operator/statement.ts';
import { operatorOrders } from '../contract/operator/orders.ts';
import { dataOf, expect, expectNoSeriousAxe, test } from './fixtures.ts';
import { demoOperator } from './operators.ts';

test('[P-06] a person is found, covered data is shown for a reason, and they are kept out and let in again', async ({
  page,
  portal,
}) => {
  const nickname = `待查${Date.now() % 1e7}`;
  const person = await portal.newPerson({ nickname });
  await portal.login(page, await demoOperator(portal));
  await page.goto('/omo/console/people');
  const search = page.getByRole('searchbox', { name: /昵称、店铺、手机号/ });
  await search.fill(nickname.slice(1));
  await search.press('Enter');
  await expect(page).toHaveURL(/query=/);
  await expect(page.getByText('按昵称找到')).toBeVisible();
  await expectNoSeriousAxe(page);
  await page.keyboard.press('Tab');
  await page.getByRole('link', { name: nickname }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: nickname })).toBeVisible();
  await expectNoSeriousAxe(page);

  await expect(page.getByText(/^没有的记录：被举报、订单、.*话题和评论/)).toBeVisible();
  await expect(page.getByRole('region', { name: '订单', exact: true })).toHaveCount(0);
  const facts = page.getByRole('region', { name: '资料' });
  await expect(facts).not.toContainText(person.mobile);
  await facts.getByRole('button', { name: '查看完整手机号' }).click();
  const question = page.getByRole('dialog', { name: '查看手机号' });
  await question.getByRole('button', { name: '查看手机号' }).click();
  await expect(question.getByText('请写明为什么要查看，会记入审计')).toBeVisible();
  await question.getByLabel('查看原因').fill('电话核对退款');
  await question.getByRole('button', { name: '查看手机号' }).click();
  await expect(facts).toContainText(person.mobile);

  await page.getByRole('button', { name: '停用账号' }).click();
  const stopping = page.getByRole('dialog', { name: '停用账号' });
  await expectNoSeriousAxe(page);
  await stopping.getByLabel('停用原因').fill('多次发布虚假需求');
  const year = new Date().getFullYear() + 2;
  // Enter takes the moment that was typed, and nothing else happens by it.
  await stopping.getByLabel('停用到').fill(`${year}-01-02 10:30`);
  await stopping.getByLabel('停用到').press('Enter');
  await expect(stopping.getByLabel('停用到')).toHaveValue(`${year}-01-02 10:30`);
  await stopping.getByRole('button', { name: `停用 ${nickname}` }).click();
  await expect(page.getByText(`已停用至 ${year}年1月2日 10:30，原因：多次发布虚假需求（`)).toBeVisible();
  const { mobile, password } = person;
  expect(await portal.send(signin, { mobile, password })).toMatchObject({
    message: `该账号已停用至${year}年1月2日 10:30，原因：多次发布虚假需求。如有疑问请联系客服`,
  });
  await page.getByRole('button', { name: '恢复账号' }).click();
  const letting = page.getByRole('dialog', { name: '恢复账号' });
  await letting.getByLabel('恢复原因').fill('已说明情况');
  await letting.getByRole('button', { name: `恢复 ${nickname}` }).click();
  await expect(page.getByRole('button', { name: '停用账号' })).toBeVisible();
  expect(await portal.send(signin, { mobile, password })).toMatchObject({ ok: true });
  const audit = page.getByRole('region', { name: '操作审计' });
  for (const deed of ['查看隐藏资料', '停用账号', '恢复账号'])
    await expect(audit.getByText(`用户 · ${deed}`, { exact: true })).toBeVisible();
});

test('[Z-16] [P-05] orders, the ledger with its file, a statement and the portal’s health', async ({
  page,
  portal,
}) => {
  const operator = await demoOperator(portal);
  await portal.login(page, operator);
  const [order] = await dataOf(portal.as(operator)(operatorOrders, { status: '7' }));
  await page.goto('/omo/console/orders?status=7');
  await page.getByRole('link', { name: new RegExp(order?.demandNid ?? '') }).click();
  await expect(page.getByRole('heading', { level: 1, name: order?.name ?? '' })).toBeVisible();
  await expect(page.getByRole('region', { name: '账本分录' }).getByRole('link').first()).toBeVisible();
  await expectNoSeriousAxe(page);

  await page.goto('/omo/console/book?kind=escrow');
  await expect(page.getByRole('link', { name: /^订单托管/ }).first()).toBeVisible();
  await expectNoSeriousAxe(page);
  const loading = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出 CSV' }).click();
  expect((await loading).suggestedFilename()).toMatch(/^账本-\d{4}-\d\d-\d\d\.csv$/);

  await page.goto('/omo/console/statement');
  await expect(page.getByText(/通道合计/)).toBeVisible();
  await expectNoSeriousAxe(page);

  await page.goto('/omo/console/health');
  await expect(page.getByRole('region', { name: '数据库' })).toContainText('PostgreSQL');
  await expectNoSeriousAxe(page);
});

test('[P-05] the statement and the ledger: where one is in the menu, an empty day, and whose ledger it is', async ({
  page,
  portal,
}) => {
  const operator = await demoOperator(portal);
  await portal.login(page, operator);
  await page.goto('/omo/console/book');
  const menu = page.getByRole('navigation', { name: '运营后台' });
  await expect(menu.locator('[aria-current="page"]')).toHaveText('账本');
  // What leads away from the head looks like it.
  const away = page.getByRole('link', { name: '通道对账' });
  await expect(away).toHaveCSS('color', 'rgb(31, 107, 87)');
  await away.click();
  await expect(page.getByRole('heading', { level: 1, name: '通道对账' })).toBeVisible();
  await expect(menu.locator('[aria-current="page"]')).toHaveText('账本');
  const filters = page.getByRole('search', { name: '筛选' });
  await expect(filters.getByRole('combobox', { name: '支付通道' })).toBeVisible();
  await expect(filters.getByRole('combobox', { name: '日期' })).toBeVisible();

  // A day in which nothing can have moved: before the demo data begin, the farthest of those that are offered.
  const days = await dataOf(portal.as(operator)(statementDays, {}));
  let day = '';
  for (const one of days.toReversed()) {
    const { ready, counts } = await dataOf(portal.as(operator)(statementLines, one));
    if (ready && counts.length === 0) day = one.day;
    if (day !== '') break;
  }
  expect(day).not.toBe('');
  await page.goto(`/omo/console/statement?day=${day}`);
  await expect(page.getByText('这一天没有资金进出')).toBeVisible();
  await expect(filters).toContainText(day);
  await filters.getByRole('link', { name: '只看不符' }).click();
  await expect(page).toHaveURL(new RegExp(`show=wrong.*day=${day}|day=${day}.*show=wrong`));
  await expect(page.getByText('这一天没有资金进出')).toBeVisible();
  await expectNoSeriousAxe(page);

  // An earlier day by its date, and addresses that ask for what cannot be.
  await filters.getByRole('textbox', { name: '更早的日期' }).fill('2026-01-05');
  await filters.getByRole('textbox', { name: '更早的日期' }).press('Enter');
  await expect(page).toHaveURL(/day=2026-01-05/);
  await expect(page.getByText(/^(这一天没有|通道还没有出具)/)).toBeVisible();
  for (const [bad, words] of [
    ['statement?day=2026-13-40', '日期不存在'],
    ['statement?gateway=nobody', '没有接入这个支付通道'],
    ['book?kind=nothing', '账户类别不在可选范围内'],
  ] as const) {
    await page.goto(`/omo/console/${bad}`);
    await expect(page.getByText(words)).toBeVisible();
    await page.getByRole('link', { name: '清除筛选' }).click();
    await expect(page.getByText(words)).toHaveCount(0);
  }

  // What moved for a withdrawal leads to it.
  await page.goto('/omo/console/book?movement=freezeWithdrawal');
  const number = page.getByRole('link', { name: /^TX\d+$/ }).first();
  const words = await number.textContent();
  await number.click();
  await expect(page).toHaveURL(/\/console\/withdrawals\//);
  await expect(page.getByText(words ?? '').first()).toBeVisible();

  const { entries } = await dataOf(portal.as(operator)(bookEntries, { kind: 'escrow' }));
  const { account = '', accountName = '' } = entries[0] ?? {};
  await page.goto('/omo/console/book?kind=escrow');
  await page.getByRole('link', { name: accountName }).first().click();
  await expect(page.getByText(`只看 ${accountName}`)).toBeVisible();
  await expect(page.getByText(account)).toHaveCount(0);
  await page.goto(`/omo/console/book?account=${encodeURIComponent(account)}&movement=divide`);
  await expect(page.getByText(`只看 ${accountName}`)).toBeVisible();
  await page.getByRole('link', { name: '看全部' }).click();
  await expect(page.getByText('每一笔资金变动的分录')).toBeVisible();
  await page.goto('/omo/console/book?from=2020-01-01&to=2020-01-02');
  await expect(page.getByText('没有符合条件的分录')).toBeVisible();
});
