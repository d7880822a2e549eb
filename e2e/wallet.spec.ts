import { randomInt } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { operatorWithdrawals, rejectWithdrawal } from '../contract/operator/wallet.ts';
import { bindBank, getAccount, getBankList, getWithdrawList, withdrawApply } from '../contract/wallet.ts';
import { dataOf, demoPerson, expect, expectNoSeriousAxe, patient, type Portal, test } from './fixtures.ts';
import { demoOperator, newOperator } from './operators.ts';
import { topUp } from './steps.ts';

const phone = { width: 390, height: 844 };

/** Providers of the demo data who are certified and have earned; each test that moves money has one of its own. */
const provider = (portal: Portal, mobile = '13800000002') => demoPerson(portal, mobile);
/** May decide over withdrawals. */
const operator = demoOperator;

const cardNumber = (last: number) => `62220202${String(randomInt(1e10)).padStart(10, '0')}${last}`;
const box = (within: Page | Locator, name: RegExp | string) => within.getByRole('textbox', { name });
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
/** Of the queue itself: a question or a drawer that is still closing names the same order. */
const queueRow = (page: Page, orderId: string | undefined) =>
  page.getByRole('main').getByRole('row').filter({ hasText: orderId });
const balance = '/omo/personal/account/balance';

test('[A-01] [A-02] the personal centre opens with the balance: figures, chart, records by type and day, and the file', async ({
  page,
  portal,
}) => {
  const person = await provider(portal);
  const { account, freeze_account, total } = await dataOf(portal.as(person)(getAccount, {}));
  await portal.login(page, person);
  await page.goto('/omo/personal');
  await expect(page).toHaveURL(new RegExp(`${balance}$`));
  const figures = section(page, '可用余额');
  for (const sum of [account, freeze_account, total])
    await expect(figures).toContainText(`¥${Number(sum).toLocaleString('zh-CN', { minimumFractionDigits: 2 })}`);
  await expect(figures).toContainText('今日收入');
  const days = section(page, '近 30 天收支');
  await days.getByRole('application', { name: '每天收支' }).press('ArrowLeft');
  await expect(days.getByRole('status')).toHaveText(/^\d+月\d+日 周.，收入 ¥[\d,.]+，支出 ¥[\d,.]+$/);
  await expectNoSeriousAxe(page);

  const records = section(page, '收支明细');
  await expect(records.getByRole('row').nth(1)).toBeVisible();
  await records.getByRole('link', { name: '收入', exact: true }).click();
  await expect(page).toHaveURL(/type=4/);
  await expect(records.getByRole('row', { name: /验收放款/ }).first()).toBeVisible();
  await expect(records.getByRole('row', { name: /提现申请/ })).toHaveCount(0);

  const saved = page.waitForEvent('download');
  await records.getByRole('button', { name: '导出表格' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^收支明细-\d{4}-\d{2}-\d{2}\.csv$/);

  await records.getByLabel('从', { exact: true }).fill('2020-01-01');
  await records.getByLabel('到', { exact: true }).fill('2020-01-02');
  await records.getByRole('button', { name: '筛选' }).click();
  await expect(records.getByText('这个条件下没有收支')).toBeVisible();
  await records.getByRole('link', { name: '看全部明细' }).click();
  await records
    .getByRole('link', { name: /验收放款/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/omo\/personal\/order\/D/);
});

test('[A-03] a card is bound with what people really type, shown by its last four digits, and unbound', async ({
  page,
  portal,
}) => {
  const person = await portal.newPerson();
  await portal.login(page, person);
  await page.goto(balance);
  const cards = section(page, '银行卡');
  await expect(cards).toContainText('还没有绑定银行卡');
  await cards.getByRole('button', { name: '绑定银行卡' }).click();
  const form = page.getByRole('dialog', { name: '绑定银行卡' });
  const bind = form.getByRole('button', { name: '绑定', exact: true });
  await bind.click();
  for (const said of ['请输入银行卡号', '请选择开户银行', '请输入持卡人姓名'])
    await expect(form.getByText(said)).toBeVisible();
  await expect(box(form, /^银行卡号/)).toBeFocused();
  await box(form, /^持卡人/).fill('陈禾');
  await form.getByRole('combobox', { name: /^开户银行/ }).selectOption('其他银行');
  await box(form, /^银行名称/).fill('南康农商银行');
  for (const wrong of ['0222020200112233', '1234', '6222x']) {
    await box(form, /^银行卡号/).fill(wrong);
    await bind.click();
    await expect(form.getByText('请输入正确的银行卡号，15至19位数字，不以0开头')).toBeVisible();
  }
  const number = cardNumber(5);
  await box(form, /^银行卡号/).fill(number);
  await expect(box(form, /^银行卡号/)).toHaveValue(/^\d{4} \d{4} \d{4} \d{4} \d{3}$/);
  await bind.click();
  await expect(cards.getByRole('listitem')).toContainText(`南康农商银行`);
  await expect(cards.getByRole('listitem')).toContainText(number.slice(-4));
  expect(await page.content()).not.toContain(number);

  await cards.getByRole('button', { name: `解绑 南康农商银行 尾号${number.slice(-4)}` }).click();
  await page.getByRole('dialog', { name: '解绑银行卡' }).getByRole('button', { name: '解绑' }).click();
  await expect(cards).toContainText('还没有绑定银行卡');
  expect(await dataOf(portal.as(person)(getBankList, {}))).toEqual([]);
});

test('[A-04] who is not certified is told so before filling anything in', async ({ page, portal }) => {
  await portal.login(page, await portal.newPerson());
  await page.goto(balance);
  await page.getByRole('button', { name: '提现', exact: true }).click();
  await expect(page.getByRole('dialog', { name: '暂时不能提现' })).toContainText('提现需要先通过实名认证');
});

test('[A-04] [P-05] on a phone: asked for, frozen, refused by the operator with a reason, which the person reads', async ({
  page,
  browser,
  portal,
}) => {
  const [person, boss] = [await provider(portal, '13800000017'), await operator(portal)];
  const number = cardNumber(5);
  const card = { bank_name: '中国建设银行', bank_account: number, truename: '北林木业' };
  await dataOf(portal.as(person)(bindBank, card));
  const before = await dataOf(portal.as(person)(getAccount, {}));
  await page.setViewportSize(phone);
  await portal.login(page, person);
  await page.goto(balance);
  await page.getByRole('button', { name: '提现', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: '提现到银行卡' });
  const send = sheet.getByRole('button', { name: /^提现/ });
  await send.click();
  await expect(sheet.getByText('请输入提现金额')).toBeVisible();
  await expect(sheet.getByText('请输入密码')).toBeVisible();
  await box(sheet, /^提现金额/).fill('0.5');
  await sheet.getByLabel(/^登录密码/).fill('omo2026wrong');
  await send.click();
  await expect(sheet.getByText('最低提现1元')).toBeVisible();
  await box(sheet, /^提现金额/).fill('99999999');
  await sheet.getByLabel(/^登录密码/).fill(person.password);
  await send.click();
  await expect(sheet.getByText(/^最多可提现 ¥/)).toBeVisible();
  await expectNoSeriousAxe(page);
  // A sum that no other test asks for, typed as people do.
  const fen = 1001 + randomInt(9000);
  const yuan = (fen / 100).toFixed(2);
  await box(sheet, /^提现金额/).fill(`¥${yuan}`);
  await expect(send).toHaveText(`提现 ¥${yuan} 到尾号 ${number.slice(-4)}`);
  await send.click();
  await expect(sheet).toBeHidden();
  const mine = section(page, '提现记录')
    .getByRole('listitem')
    .filter({ hasText: `¥${yuan}` });
  await expect(mine).toContainText('审核中');
  await expect(mine).toContainText('驳回则全额退回余额');
  const [asked] = await dataOf(portal.as(person)(getWithdrawList, {}));
  expect(asked).toMatchObject({ money: yuan, status: 0 });

  const desk = patient(await (await browser.newContext()).newPage());
  await portal.login(desk, boss);
  await desk.goto('/omo/console/withdrawals?status=0');
  const row = queueRow(desk, asked?.order_id);
  await expect(row).toContainText('北林木业');
  await row.getByRole('button', { name: '驳回' }).click();
  const question = desk.getByRole('dialog', { name: '驳回提现' });
  await expect(question).toContainText(`¥${yuan}`);
  await question.getByRole('button', { name: /^驳回/ }).click();
  await expect(question.getByText('请填写原因')).toBeVisible();
  await box(question, /^原因/).fill('请补充开户行支行名称');
  await question.getByRole('button', { name: /^驳回/ }).click();
  await expect(row).toHaveCount(0);
  await desk.context().close();

  await page.reload();
  await expect(mine).toContainText('已驳回');
  await expect(mine).toContainText('原因：请补充开户行支行名称');
  const after = await dataOf(portal.as(person)(getAccount, {}));
  expect(after.freeze_account).toBe(before.freeze_account);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
});

test('[A-04] [P-05] approved it goes out through the gateway; the ledger still adds up, and the operator sees it', async ({
  page,
  portal,
}) => {
  const [person, boss] = [await provider(portal, '13800000016'), await operator(portal)];
  const send = portal.as(person);
  const card = { bank_name: '招商银行', bank_account: cardNumber(1), truename: '岭下木料行' };
  const { id: bank_id } = await dataOf(send(bindBank, card));
  const yuan = ((1001 + randomInt(9000)) / 100).toFixed(2);
  const asked = await dataOf(send(withdrawApply, { bank_id, money: yuan, password: person.password }));

  await portal.login(page, boss);
  await page.goto('/omo/console/withdrawals?status=0');
  const row = queueRow(page, asked.order_id);
  await expect(row).toContainText('岭下木料行');
  await expectNoSeriousAxe(page);
  await row.getByRole('button', { name: '通过' }).click();
  await page
    .getByRole('dialog', { name: '通过提现' })
    .getByRole('button', { name: `通过 ¥${yuan}` })
    .click();
  await expect(row).toHaveCount(0);
  await page.getByRole('link', { name: '已到账' }).click();
  await expect(row).toContainText('沙箱支付');

  await page
    .getByRole('navigation', { name: '运营后台' })
    .getByRole('link', { name: /^账务核对/ })
    .click();
  await page.getByRole('button', { name: '立即核对' }).click();
  await expect(page.getByText('核对完成，账目相符')).toBeVisible();
  await expect(page.getByRole('region', { name: '最近一次核对' })).toContainText('订单托管');
  await expectNoSeriousAxe(page);
  const [mine] = (await dataOf(send(getWithdrawList, { pageSize: '50' }))).filter(({ id }) => id === asked.id);
  expect(mine).toMatchObject({ status: 1, statusName: '已到账' });
});

test('[P-02] [P-05] a withdrawal on one screen: card beside certificate, the person’s record, decided and gone on by keys', async ({
  page,
  portal,
  browser,
}) => {
  const [person, boss] = [await provider(portal, '13800000016'), await operator(portal)];
  const send = portal.as(person);
  const card = { bank_name: '招商银行', bank_account: cardNumber(2), truename: '岭下木料行' };
  const { id: bank_id } = await dataOf(send(bindBank, card));
  const money = ((1001 + randomInt(9000)) / 100).toFixed(2);
  const ask = () => dataOf(send(withdrawApply, { bank_id, money, password: person.password }));
  const [asked, after] = [await ask(), await ask()];

  await portal.login(page, boss);
  await page.goto('/omo/console/withdrawals?status=0');
  await queueRow(page, asked.order_id).getByRole('link').first().click();
  const title = page.getByRole('heading', { level: 1, name: `岭下木料行 提现 ¥${money}` });
  await expect(title).toBeVisible();
  const said = page.getByRole('group', { name: '提现内容' });
  await expect(said).toContainText('岭下木料行（与认证名称一致）');
  await expect(page.getByRole('complementary', { name: '此人的记录' })).toContainText('认证成功');
  const others = page.getByRole('complementary', { name: '以往记录' }).getByRole('region', { name: '其他提现' });
  await expect(others.getByRole('link', { name: `¥${money}` }).first()).toHaveAttribute('href', new RegExp(after.id));
  await expectNoSeriousAxe(page);

  const other = patient(await (await browser.newContext()).newPage());
  await portal.login(other, await newOperator(portal, ['finance']));
  await other.goto(`/omo/console/withdrawals/${asked.id}`);
  await expect(other.getByText('正在处理这一件')).toBeVisible();
  await expect(other.getByRole('button', { name: '通过' })).toBeDisabled();
  await other.context().close();

  await page.keyboard.press('r');
  const question = page.getByRole('dialog', { name: '驳回提现' });
  await box(question, /^原因/).fill('持卡人与认证名称不一致');
  await question.getByRole('button', { name: /^驳回/ }).click();
  // There is at least the other one of the same person.
  await expect(page).not.toHaveURL(new RegExp(`${asked.id}$`));
  await expect(page.getByRole('heading', { level: 1, name: / 提现 ¥/ })).toBeFocused();
  const list = await dataOf(send(getWithdrawList, { pageSize: '50' }));
  expect(list.find(({ id }) => id === asked.id)).toMatchObject({ status: 2, reason: '持卡人与认证名称不一致' });
  await dataOf(portal.as(boss)(rejectWithdrawal, { id: after.id, reason: '持卡人与认证名称不一致' }));
});

test('[Z-16] [P-05] a large withdrawal waits for a second operator: the first is told so, another one passes it', async ({
  page,
  portal,
}) => {
  const [person, first, second] = [
    await provider(portal, '13800000018'),
    await operator(portal),
    await newOperator(portal, ['finance']),
  ];
  const send = portal.as(person);
  const card = { bank_name: '招商银行', bank_account: cardNumber(1), truename: '港区木方仓' };
  const { id: bank_id } = await dataOf(send(bindBank, card));
  await topUp(portal, person, '1000.01');
  const asked = await dataOf(send(withdrawApply, { bank_id, money: '1000.01', password: person.password }));
  const row = queueRow(page, asked.order_id);

  await portal.login(page, first);
  await page.goto(`/omo/console/withdrawals/${asked.id}`);
  await expect(page.getByText('金额较大，需要两位同事通过')).toBeVisible();
  // Without a status it opens where something waits: to be decided, or to be paid by hand.
  await page.goto('/omo/console/withdrawals');
  await expect(page).toHaveURL(/\?status=[04]$/);
  await page
    .getByRole('navigation', { name: '按状态筛选' })
    .getByRole('link', { name: /^审核中[1-9]\d*$/ })
    .click();
  await expect(page).toHaveURL(/\?status=0$/);
  await expect(row).toContainText('需两人通过');
  await row.getByRole('button', { name: '通过' }).click();
  const question = page.getByRole('dialog', { name: '通过提现' });
  await expect(question).toContainText('等另一位财务或管理员复核');
  await question.getByRole('button', { name: '通过 ¥1,000.01' }).click();
  await expect(row).toContainText('待第二人复核');
  await expect(row).toContainText(`${first.operator.nick_name} `);
  await expect(row.getByRole('button', { name: '复核通过' })).toBeDisabled();
  await expect(row.getByRole('button', { name: '驳回' })).toBeEnabled();
  await expectNoSeriousAxe(page);

  await portal.login(page, second);
  await page.goto('/omo/console/withdrawals?status=0');
  await row.getByRole('button', { name: '复核通过' }).click();
  await expect(question).toContainText(`${first.operator.nick_name} 已在`);
  await expect(question).toContainText('您是第二位');
  await question.getByRole('button', { name: '复核通过 ¥1,000.01' }).click();
  await expect(row).toHaveCount(0);
  const [mine] = (await dataOf(send(getWithdrawList, { pageSize: '50' }))).filter(({ id }) => id === asked.id);
  expect(mine).toMatchObject({ status: 1, statusName: '已到账' });
});

test('[Z-16] [P-05] two withdrawals that are large together wait for a second operator, and say the sum', async ({
  page,
  portal,
}) => {
  const [person, boss] = [await provider(portal, '13800000019'), await operator(portal)];
  const send = portal.as(person);
  const card = { bank_name: '招商银行', bank_account: cardNumber(1), truename: '合江家具厂' };
  const { id: bank_id } = await dataOf(send(bindBank, card));
  await topUp(portal, person, '1200');
  const ask = () => dataOf(send(withdrawApply, { bank_id, money: '600.00', password: person.password }));
  const both = [await ask(), await ask()];

  await portal.login(page, boss);
  await page.goto('/omo/console/withdrawals?status=0');
  for (const { order_id } of both) {
    await expect(queueRow(page, order_id)).toContainText('需两人通过');
    await expect(queueRow(page, order_id)).toContainText(/24 小时合计 ¥[1-9],\d00\.00/);
  }
  await expectNoSeriousAxe(page);
  const row = queueRow(page, both[0]?.order_id);
  await row.getByRole('button', { name: '通过' }).click();
  const question = page.getByRole('dialog', { name: '通过提现' });
  await expect(question).toContainText(/等待审核的和 24 小时内通过的提现合计 ¥[1-9],\d00\.00/);
  await question.getByRole('button', { name: '通过 ¥600.00' }).click();
  await expect(row).toContainText('待第二人复核');
  // On a phone nothing stands over what one decides on.
  await page.setViewportSize(phone);
  await expect(page.getByRole('columnheader', { name: '申请人' })).toBeInViewport();
  await expect(page.getByRole('columnheader', { name: '处理', exact: true })).not.toBeInViewport();
  // Refused they count no more, and the money is there for the next who asks.
  for (const { id } of both) await dataOf(portal.as(boss)(rejectWithdrawal, { id, reason: '分两次申请，请合并' }));
});

test('[P-05] the console is for operators alone, on the page and behind it', async ({ page, portal }) => {
  const person = await portal.newPerson();
  await portal.login(page, person);
  await page.goto('/omo/console/withdrawals?status=0');
  await expect(page.getByRole('heading', { name: '登录' })).toBeVisible();
  await expect(page.getByText('提现审核')).toHaveCount(0);
  expect(await portal.as(person)(operatorWithdrawals, {})).toMatchObject({ code: 1003 });
  const id = '01900000-0000-7000-8000-000000000000';
  expect(await portal.as(person)(rejectWithdrawal, { id, reason: '不行' })).toMatchObject({ code: 1003 });
});
