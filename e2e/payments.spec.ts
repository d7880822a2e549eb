import type { Browser, Page } from '@playwright/test';
import { acceptOrder, successful } from '../contract/orders.ts';
import { checkOrderStatus, getPayInfo, recharge } from '../contract/payments.ts';
import { dataOf, expect, expectNoSeriousAxe, patient, type Person, type Portal, test } from './fixtures.ts';
import { tellPaid } from './sandbox.ts';
import { makeDemand, makeTender } from './steps.ts';

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

/** An order of 10 000 yuan that was taken on: its down payment of 3000 is due. */
async function makeDue(portal: Portal): Promise<{ owner: Person; nid: string }> {
  const [owner, provider] = await Promise.all([portal.newPerson(), portal.newPerson({ accountType: 2 })]);
  const demandNid = await makeDemand(portal, owner);
  const tenderId = await makeTender(portal, provider, demandNid, { offer: '10000', completionDay: '20' });
  await dataOf(portal.as(owner)(successful, { demandNid, tenderId }));
  await dataOf(portal.as(provider)(acceptOrder, { demandNid }));
  return { owner, nid: demandNid };
}

/** Money in the balance, paid at the sandbox's page like any other. */
async function topUp(portal: Portal, person: Person, money: string): Promise<void> {
  const send = portal.as(person);
  const { face, paymentId } = await dataOf(send(recharge, { money, way: 'sandbox' }));
  await fetch(`${portal.url}${face?.url}`, { method: 'POST', body: new URLSearchParams({ do: 'pay' }) });
  const status = async () => (await dataOf(send(checkOrderStatus, { paymentId }))).payment?.status;
  await expect.poll(status).toBe('paid');
}

async function open(browser: Browser, portal: Portal, person: Person, path: string, options = {}): Promise<Page> {
  const context = await browser.newContext({
    baseURL: portal.url,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    ...options,
  });
  const page = patient(await context.newPage());
  page.on('pageerror', (error) => {
    throw error;
  });
  await portal.login(page, person);
  await page.goto(path);
  return page;
}

const sheetOf = (page: Page) => page.getByRole('dialog', { name: '支付首付' });
const openSheet = (page: Page) =>
  page
    .getByRole('region', { name: '付款' })
    .getByRole('button', { name: /^(支付首付|继续支付)$/ })
    .click();

/** Chooses the sandbox and goes to its page, which a desk opens beside ours. */
async function toCashier(page: Page): Promise<Page> {
  await sheetOf(page)
    .getByRole('radio', { name: /沙箱支付/ })
    .check();
  const opened = page.context().waitForEvent('page');
  await sheetOf(page).getByRole('button', { name: '支付 ¥3,000.00' }).click();
  const cashier = await opened;
  await expect(cashier.getByText('不是真钱')).toBeVisible();
  return cashier;
}

test('[O-04] a balance that is too small is topped up by what is missing, and pays the down payment once', async ({
  browser,
  portal,
}) => {
  const { owner, nid } = await makeDue(portal);
  await topUp(portal, owner, '500');
  const page = await open(browser, portal, owner, `/omo/personal/order/${nid}`, phone);
  await openSheet(page);
  await expect(sheetOf(page).getByRole('radio', { name: /账户余额/ })).toBeDisabled();
  await expect(sheetOf(page).getByText('还差 2500.00 元')).toBeVisible();
  await expectNoSeriousAxe(page);
  await sheetOf(page)
    .getByRole('link', { name: /充值差额 ¥2,500.00/ })
    .click();

  await test.step('the deposit page knows the sum; the gateway leads back, and on to the order', async () => {
    await expect(page.getByRole('textbox', { name: /^充值金额/ })).toHaveValue('2500.00');
    await page.getByRole('button', { name: '充值 ¥2,500.00' }).click();
    await expect(page.getByText('不是真钱')).toBeVisible();
    await page.getByRole('button', { name: '确认支付' }).click();
    await page.getByRole('link', { name: '返回商家' }).click();
    await expect(page.getByRole('heading', { name: '支付成功' })).toBeVisible();
    await page.getByRole('link', { name: '回到订单，继续支付' }).click();
  });

  await openSheet(page);
  await expect(sheetOf(page).getByText('可用 ¥3,000.00')).toBeVisible();
  await sheetOf(page).getByRole('button', { name: '支付 ¥3,000.00' }).dblclick();
  await expect(sheetOf(page).getByRole('heading', { name: '支付成功' })).toBeVisible();
  await sheetOf(page).getByRole('button', { name: '好的' }).click();
  await expect(page.getByRole('region', { name: '付款' }).getByText('托管中')).toHaveCount(1);
  await expect(page.getByRole('button', { name: '支付首付' })).toHaveCount(0);
  expect((await dataOf(portal.as(owner)(getPayInfo, { demandNid: nid }))).balance).toBe('0.00');
});

test('[O-04] by the cashier: refused, then paid, while the order’s page waits and sees it by itself', async ({
  browser,
  portal,
}) => {
  const { owner, nid } = await makeDue(portal);
  const page = await open(browser, portal, owner, `/omo/personal/order/${nid}`);
  await openSheet(page);
  const first = await toCashier(page);
  await expect(sheetOf(page).getByRole('heading', { name: '等待支付' })).toBeVisible();
  await expectNoSeriousAxe(page);
  await expectNoSeriousAxe(first);
  await first.getByRole('button', { name: '放弃支付' }).click();
  await expect(first.getByText('没有扣款')).toBeVisible();
  await expect(sheetOf(page).getByRole('heading', { name: '您放弃了支付' })).toBeVisible();
  await sheetOf(page).getByRole('button', { name: '重新支付' }).click();

  const second = await toCashier(page);
  await second.getByRole('button', { name: '确认支付' }).click();
  await expect(second.getByRole('heading', { name: '支付成功' })).toBeVisible();
  await expect(sheetOf(page).getByRole('heading', { name: '支付成功' })).toBeVisible();
  await expect(sheetOf(page).getByText('首付已支付，款项由平台托管')).toBeVisible();
  await sheetOf(page).getByRole('button', { name: '好的' }).click();
  await expect(page.getByRole('region', { name: '付款' }).getByText('托管中')).toHaveCount(1);
});

test('[O-04] the page is closed while waiting and the notification comes twice or never: it is there afterwards', async ({
  browser,
  portal,
}) => {
  const { owner, nid } = await makeDue(portal);
  const path = `/omo/personal/order/${nid}`;
  const page = await open(browser, portal, owner, path);
  await openSheet(page);
  const cashier = await toCashier(page);
  await page.goto('/omo/personal/order/initiate');
  await page.goto(path);
  // What waits is shown to whoever comes back, and is the same payment.
  await expect(page.getByText('首付有一笔付款等待完成')).toBeVisible();
  await openSheet(page);
  const link = sheetOf(page).getByRole('link', { name: '去付款页面' });
  expect(new URL((await link.getAttribute('href')) ?? '', portal.url).href).toBe(cashier.url());
  await page.goto('about:blank');
  await cashier.getByText('演练：支付成功后怎样通知商家').click();
  await cashier.getByRole('radio', { name: /^不通知/ }).check();
  await cashier.getByRole('button', { name: '确认支付' }).click();
  await expect(cashier.getByRole('heading', { name: '支付成功' })).toBeVisible();
  // Nobody told: whoever waits has the gateway asked.
  await page.goto(path);
  await openSheet(page);
  await expect(sheetOf(page).getByRole('heading', { name: '支付成功' })).toBeVisible({ timeout: 15_000 });
});

test('[O-04] paid, the page closed, the notification minutes later: it is held, and shown to whoever comes back', async ({
  browser,
  portal,
}) => {
  const { owner, nid } = await makeDue(portal);
  const path = `/omo/personal/order/${nid}`;
  const page = await open(browser, portal, owner, path);
  await openSheet(page);
  const cashier = await toCashier(page);
  // What is shown beside the order's page has no hand on it.
  expect(await cashier.evaluate(() => window.opener)).toBeNull();
  await page.goto('about:blank');
  await cashier.getByText('演练：支付成功后怎样通知商家').click();
  await cashier.getByRole('radio', { name: /^不通知/ }).check();
  await cashier.getByRole('button', { name: '确认支付' }).click();
  await expect(cashier.getByRole('heading', { name: '支付成功' })).toBeVisible();
  await cashier.close();

  // Nobody looks; the gateway tells at last, in its own words and with its own key.
  const send = portal.as(owner);
  const { open: waiting } = await dataOf(send(getPayInfo, { demandNid: nid }));
  const late = { paymentId: waiting?.paymentId ?? '', fen: 300_000, ago: 300_000 };
  const told = await tellPaid(portal, late);
  expect(`${told.status} ${await told.text()}`).toBe('200 success');
  await page.goto(path);
  const payments = page.getByRole('region', { name: '付款' });
  await expect(payments.getByText('托管中')).toHaveCount(1);
  await expect(payments.getByRole('button', { name: /支付/ })).toHaveCount(0);
  expect((await tellPaid(portal, late)).status).toBe(200);
  expect((await dataOf(send(getPayInfo, { demandNid: nid }))).balance).toBe('0.00');
});

test('[A-05] topping up at a desk: bad sums are named, a payment is gone on with later, records show it', async ({
  browser,
  portal,
}) => {
  const owner = await portal.newPerson();
  const page = await open(browser, portal, owner, '/omo/personal/account/deposit');
  const money = page.getByRole('textbox', { name: /^充值金额/ });
  const submit = page.getByRole('button', { name: /^充值( |$)/ });
  await expect(page.getByText('还没有充值记录')).toBeVisible();
  await submit.click();
  await expect(page.getByText('请输入充值金额')).toBeVisible();
  await money.fill('600000');
  await submit.click();
  await expect(page.getByText('单笔充值不能超过50万元')).toBeVisible();
  await expect(money).toBeFocused();
  await page.getByRole('button', { name: '¥5,000' }).click();
  await expect(money).toHaveValue('5000');
  await page.reload();
  await expect(money).toHaveValue('5000');
  await expectNoSeriousAxe(page);

  const opened = page.context().waitForEvent('page');
  await submit.click();
  const cashier = await opened;
  await expect(page.getByRole('heading', { name: '等待支付' })).toBeVisible();
  await page.goto('/omo/personal/account/deposit');
  await page.getByRole('button', { name: '继续支付' }).click();
  await expect(page.getByRole('heading', { name: '等待支付' })).toBeVisible();
  await cashier.getByText('演练：支付成功后怎样通知商家').click();
  await cashier.getByRole('radio', { name: /^重复通知两次/ }).check();
  await cashier.getByRole('button', { name: '确认支付' }).click();
  await expect(page.getByRole('heading', { name: '支付成功' })).toBeVisible();
  await expect(page.getByText('可用余额 ¥5,000.00')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: '支付成功' })).toHaveCount(1);
});
