import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { signin } from '../contract/accounts.ts';
import { openConversation, sendMessage } from '../contract/messages.ts';
import { openDispute, refuseSplit } from '../contract/order-disputes.ts';
import { finishOrder, reportProgress, sendBackOrder } from '../contract/order-work.ts';
import { successful } from '../contract/orders.ts';
import { getAccount } from '../contract/wallet.ts';
import { dataOf, expect, expectNoSeriousAxe, patient, type Person, type Portal, portalAt, test } from './fixtures.ts';
import { newOperator, type Operator } from './operators.ts';
import { type Portal as Running, startPortal } from './portal.ts';
import { makeDemand, makeOrder, makeTender, payInstalment, picture, topUp } from './steps.ts';

// Every way in which an order ends other than well. Up to the step in question through calls, the step in a browser.

const phone = { width: 390, height: 844 };
const label = () => String(Date.now() % 1e7);
const address = (nid: string) => `/omo/personal/order/${nid}`;
const title = (page: Page) => page.getByRole('heading', { level: 1 });

async function couple(portal: Portal) {
  const owner = await portal.newPerson({ nickname: `陈掌柜${label()}` });
  const provider = await portal.newPerson({ nickname: `三榫制造${label()}`, accountType: 2 });
  return { owner, provider };
}

async function visitor(
  browser: Browser,
  portal: Portal,
  person: Person | Operator,
  viewport = { width: 1366, height: 768 },
) {
  const context = await browser.newContext({
    baseURL: portal.url,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport,
  });
  const page = patient(await context.newPage());
  await portal.login(page, person);
  return page;
}

const money = async (portal: Portal, person: Person) => (await dataOf(portal.as(person)(getAccount, {}))).account;

/** An order of 10 000 yuan with its down payment held. */
async function paidDown(portal: Portal, people: { owner: Person; provider: Person }) {
  await topUp(portal, people.owner, '10000');
  const nid = await makeOrder(portal, { ...people, offer: '10000' });
  await payInstalment(portal, people.owner, nid, 'down');
  return nid;
}

/** Cancels on the order's page, with a reason. */
async function cancel(page: Page, nid: string) {
  await page.goto(address(nid));
  await page.getByRole('button', { name: '取消', exact: true }).click();
  const question = page.getByRole('dialog', { name: '取消订单' });
  await question.getByRole('button', { name: '确认取消' }).click();
  await expect(question.getByRole('alert').first()).toContainText('请填写原因');
  await question.getByRole('textbox', { name: /^原因/ }).fill('改了方案，不做这一件了');
  await question.getByRole('button', { name: '确认取消' }).click();
  await expect(title(page)).toContainText('已取消');
}

test('[O-03] cancelling while nothing is held: open, chosen, and taken on', async ({ page, browser, portal }) => {
  const { owner, provider } = await couple(portal);
  await portal.login(page, owner);
  const open = await makeDemand(portal, owner);
  await cancel(page, open);

  const chosen = await makeDemand(portal, owner);
  const tenderId = await makeTender(portal, provider, chosen, { offer: '900', completionDay: '9' });
  await dataOf(portal.as(owner)(successful, { demandNid: chosen, tenderId }));
  await cancel(page, chosen);

  // At once by the provider too, as long as nothing was paid.
  const taken = await makeOrder(portal, { owner, provider, offer: '900' });
  await cancel(await visitor(browser, portal, provider, phone), taken);
  await page.goto(address(taken));
  await expect(page.getByRole('region', { name: '经过' })).toContainText('原因：改了方案，不做这一件了');
});

test('[O-02] the provider declines, and the demand is open again', async ({ page, portal }) => {
  const { owner, provider } = await couple(portal);
  const nid = await makeDemand(portal, owner);
  const tenderId = await makeTender(portal, provider, nid, { offer: '900', completionDay: '9' });
  await dataOf(portal.as(owner)(successful, { demandNid: nid, tenderId }));
  await portal.login(page, provider);
  await page.goto(address(nid));
  await page.getByRole('button', { name: '拒绝接单' }).click();
  const question = page.getByRole('dialog', { name: '拒绝接单' });
  await question.getByRole('textbox', { name: /^原因/ }).fill('排产已满，一个月内开不了工');
  await question.getByRole('button', { name: '拒绝接单' }).click();
  await expect(page.getByText('已拒绝')).toBeVisible();
  await portal.login(page, owner);
  await page.goto(address(nid));
  await expect(title(page)).toContainText('招标中');
});

test('[O-03] cancelling with money held: a request with a division, accepted by the other side on a phone', async ({
  page,
  browser,
  portal,
}) => {
  const { owner, provider } = await couple(portal);
  const nid = await paidDown(portal, { owner, provider });
  await portal.login(page, owner);
  await page.goto(address(nid));
  const card = page.getByRole('region', { name: '取消与争议' });
  await card.getByRole('button', { name: '申请取消' }).click();
  const form = page.getByRole('dialog', { name: '申请取消订单' });

  await test.step('the slider divides by keys, the fields to the fen, and the sum stays', async () => {
    const slider = form.getByRole('slider', { name: '退回发布方的比例' });
    await expect(form.getByRole('textbox', { name: '付给承接方' })).toHaveValue('');
    await slider.press('End');
    await slider.press('ArrowLeft');
    await expect(form.getByRole('textbox', { name: '付给承接方' })).toHaveValue('30.00');
    await form.getByRole('textbox', { name: '付给承接方' }).fill('1000.01');
    await expect(form.getByRole('textbox', { name: '退回发布方' })).toHaveValue('1999.99');
    await form.getByRole('textbox', { name: '付给承接方' }).fill('4000');
    await form.getByRole('button', { name: '提交申请' }).click();
    await expect(form.getByRole('alert').filter({ hasText: '请填写原因' })).toBeVisible();
    await expect(form.getByText('不能超过托管中的 3000.00 元')).toBeVisible();
    await expect(form.getByRole('textbox', { name: '付给承接方' })).toBeFocused();
    await form.getByRole('textbox', { name: /^原因/ }).fill('样品方向改了，不再打样');
    await form.getByRole('textbox', { name: '付给承接方' }).fill('');
    await form.getByRole('button', { name: '提交申请' }).click();
    await expect(form.getByText('请填写付给承接方的金额')).toBeVisible();
  });

  await test.step('what was typed is still there after a reload', async () => {
    await page.reload();
    await card.getByRole('button', { name: '申请取消' }).click();
    await expect(form.getByRole('textbox', { name: /^原因/ })).toHaveValue('样品方向改了，不再打样');
    await form.getByRole('textbox', { name: '付给承接方' }).fill('1000.01');
    await form.getByRole('button', { name: '提交申请' }).click();
    await expect(page.getByRole('region', { name: '取消申请' })).toContainText('等对方答复您的取消申请');
  });

  await test.step('the other side sees what it does to the money, and accepts it', async () => {
    const theirs = await visitor(browser, portal, provider, phone);
    await theirs.goto(address(nid));
    const request = theirs.getByRole('region', { name: '取消申请' });
    await expect(request).toContainText('对方申请取消订单，请您答复');
    await expect(request).toContainText('剩 48 小时');
    await expect(request.getByRole('region', { name: '目前的方案' })).toContainText('付给承接方 ¥1,000.01');
    await expectNoSeriousAxe(theirs);
    await request.getByRole('button', { name: '同意取消', exact: true }).click();
    const question = theirs.getByRole('dialog', { name: '同意取消' });
    await expect(question).toContainText('¥1,999.99');
    await question.getByRole('button', { name: '同意取消', exact: true }).click();
    await expect(title(theirs)).toContainText('已取消');
  });
  expect([await money(portal, owner), await money(portal, provider)]).toEqual(['8999.99', '1000.01']);
});

test('[O-07] [O-11] sent back three times, and then no more', async ({ page, portal }) => {
  const { owner, provider } = await couple(portal);
  const nid = await paidDown(portal, { owner, provider });
  const [mine, theirs] = [portal.as(owner), portal.as(provider)];
  await dataOf(theirs(reportProgress, { demandNid: nid, percent: '60', content: '做到一半了' }));
  await payInstalment(portal, owner, nid, 'second');
  for (const _ of [1, 2]) {
    await dataOf(theirs(finishOrder, { demandNid: nid }));
    await dataOf(mine(sendBackOrder, { demandNid: nid, reason: '锁扣行程不够' }));
  }
  await dataOf(theirs(finishOrder, { demandNid: nid }));
  await portal.login(page, owner);
  await page.goto(address(nid));
  await page.getByRole('button', { name: '退回返工' }).last().click();
  const question = page.getByRole('dialog');
  await question.getByRole('textbox', { name: /^(退回)?原因/ }).fill('第三次了，锁扣还是松');
  await question.getByRole('button', { name: /退回/ }).last().click();
  await expect(title(page)).toContainText('进行中');
  // Whoever opens the order reads at its top what is to be done again.
  await expect(page.getByRole('region', { name: '下一步' })).toContainText('退回返工的原因：第三次了，锁扣还是松');
  await dataOf(theirs(finishOrder, { demandNid: nid }));
  await page.reload();
  await expect(page.getByText('已退回 3 次，不能再退回；仍有问题请发起争议').first()).toBeVisible();
});

test('[O-03] a dispute is settled by a counter-proposal; meanwhile everything else is frozen', async ({
  page,
  browser,
  portal,
}) => {
  const { owner, provider } = await couple(portal);
  const nid = await paidDown(portal, { owner, provider });
  await portal.login(page, owner);
  await page.goto(address(nid));
  await page.getByRole('region', { name: '取消与争议' }).getByRole('button', { name: '发起争议' }).click();
  const form = page.getByRole('dialog', { name: '发起争议' });
  await form.getByRole('textbox', { name: /^原因/ }).fill('开工两周没有任何进展');
  await form.getByRole('textbox', { name: '退回发布方' }).fill('3000');
  await form.getByRole('button', { name: '发起争议' }).click();
  const mine = page.getByRole('region', { name: '争议处理中' });
  await expect(mine).toContainText('等对方回应');
  await expect(mine).toContainText('由您发起');
  await expect(page.getByRole('region', { name: '下一步' })).toContainText('对方仍未回应，就按您的方案全部退给您');
  await expect(mine.getByRole('listitem').filter({ hasText: '协商' }).first()).toHaveAttribute('aria-current', 'step');
  await expectNoSeriousAxe(page);

  const phonePage = await visitor(browser, portal, provider, phone);
  await phonePage.goto('/omo/personal/order/part');
  await expect(phonePage.getByRole('article').filter({ hasText: nid })).toContainText('争议中');
  await phonePage.goto(address(nid));
  await expect(phonePage.getByText('争议处理期间，其他操作已冻结').first()).toBeVisible();
  const theirs = phonePage.getByRole('region', { name: '争议处理中' });
  await expectNoSeriousAxe(phonePage);
  await theirs.getByRole('button', { name: '提出新方案' }).click();
  const counter = phonePage.getByRole('dialog', { name: '提出新方案' });
  await counter.getByRole('textbox', { name: '付给承接方' }).fill('500');
  await counter.getByRole('textbox', { name: /^原因/ }).fill('料已经备好，只收材料费');
  await counter.getByRole('button', { name: '提出方案' }).click();
  await expect(theirs).toContainText('等对方答复您的方案');

  await page.reload();
  await expect(mine).toContainText('对方提出了新方案，请您答复');
  await mine.getByRole('button', { name: '接受方案' }).click();
  await page.getByRole('dialog', { name: '接受方案' }).getByRole('button', { name: '接受方案' }).click();
  await expect(title(page)).toContainText('已完成');
  expect([await money(portal, owner), await money(portal, provider)]).toEqual(['9500.00', '500.00']);
});

test.describe('as days pass', () => {
  // A server of its own, whose clock is moved: the others' must not be.
  let running: Running;
  let portal: Portal;
  const dataDir = mkdtempSync(join(tmpdir(), 'omo-endings-'));
  const clockFile = join(dataDir, 'clock');
  let passed = 0;

  test.describe.configure({ mode: 'serial' });
  test.beforeAll(async () => {
    test.setTimeout(150_000);
    running = await startPortal({ dataDir, env: { NODE_ENV: 'test', OMO_SEED: 'none', OMO_TEST_CLOCK: clockFile } });
    portal = portalAt(running.url, dataDir);
  });
  test.afterAll(async () => {
    await running?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const letPass = (days: number) => {
    passed += days * 86_400;
    writeFileSync(clockFile, String(passed));
  };
  /** Signed in anew: a sign-in lasts a day. */
  const again = async ({ mobile, password }: Pick<Person, 'mobile' | 'password'>): Promise<Person> => {
    const info = await dataOf(portal.send(signin, { mobile, password }));
    return { mobile, password, token: info.token, info };
  };

  test('[O-03] [P-05] a dispute goes to evidence, which others cannot read, and is ruled on', async ({ browser }) => {
    test.setTimeout(90_000);
    const people = await couple(portal);
    const nid = await paidDown(portal, people);
    const split = { ownerAmount: '3000', providerAmount: '0' };
    await dataOf(portal.as(people.owner)(openDispute, { demandNid: nid, reason: '货不对板', ...split }));
    await dataOf(portal.as(people.provider)(refuseSplit, { demandNid: nid, reason: '料已经开好' }));

    const { conversationId } = await dataOf(portal.as(people.owner)(openConversation, { demandNid: nid }));
    const said = {
      conversationId,
      content: '说好的 18 厘，到的是 15 厘',
      pictures: '',
      files: '',
      clientId: `said-${nid}`,
    };
    await dataOf(portal.as(people.owner)(sendMessage, said));

    const theirs = await visitor(browser, portal, people.provider, phone);
    await theirs.goto(address(nid));
    const dispute = theirs.getByRole('region', { name: '争议处理中' });
    const form = dispute.getByRole('form', { name: '提交证据' });
    await form.getByRole('button', { name: '提交证据' }).click();
    await expect(form.getByRole('alert')).toHaveText('请写明这份证据说明什么');
    await form.getByRole('textbox', { name: /^说明/ }).fill('开料完成的现场照片');
    const chooser = theirs.waitForEvent('filechooser');
    await form.getByRole('button', { name: '上传图片' }).click();
    await (await chooser).setFiles(await picture());
    await expect(form.getByRole('button', { name: '移除第1张' })).toBeVisible();
    await form.getByRole('button', { name: '提交证据' }).click();
    const shot = dispute.getByRole('img', { name: '证据 1 的第 1 张图片' });
    await expect(shot).toBeVisible();
    // What the other side is shown tells nothing of where the picture lies.
    expect(await shot.getAttribute('src')).toMatch(/^\/files\/sealed\/[\w-]+$/);
    await expectNoSeriousAxe(theirs);

    letPass(5);
    const judge = await newOperator(portal, ['finance'], () => new Date(Date.now() + passed * 1000));
    const desk = await visitor(browser, portal, judge);
    await desk.goto('/omo/console/disputes?phase=ruling');
    await desk
      .getByRole('row', { name: new RegExp(nid) })
      .getByRole('link')
      .click();
    const ruling = desk.getByRole('region', { name: '裁决', exact: true });
    await expect(desk.getByRole('region', { name: /^证据 1/ })).toContainText('开料完成的现场照片');
    await expect(desk.getByRole('list', { name: '双方的对话' })).toContainText('说好的 18 厘，到的是 15 厘');
    // It begins at what was last proposed.
    await expect(ruling.getByRole('textbox', { name: '退回发布方' })).toHaveValue(/^3000/);
    await ruling.getByRole('textbox', { name: '付给承接方' }).fill('1200');
    await ruling.getByRole('button', { name: '裁决分账并完成' }).click();
    await expect(ruling.getByRole('alert')).toContainText('请填写原因');
    await ruling.getByRole('textbox', { name: /^裁决理由/ }).fill('料已开好，按材料费分账');
    await ruling.getByRole('button', { name: '裁决分账并完成' }).click();
    await desk.getByRole('dialog').getByRole('button', { name: '确认裁决' }).click();
    await expect(desk.getByText('已裁决，双方会收到通知')).toBeVisible();
    await expect(desk).not.toHaveURL(new RegExp(nid));
    await expect(desk.getByRole('heading', { level: 1 })).toBeFocused();

    const owner = await again(people.owner);
    const mine = await visitor(browser, portal, owner);
    await mine.goto(address(nid));
    await expect(title(mine)).toContainText('已完成');
    await expect(mine.getByRole('region', { name: '取消与争议' })).toContainText('裁决分账并完成');
    expect(await money(portal, owner)).toBe('8800.00');
  });

  test('[O-03] silence for seven days is the opener’s proposal', async ({ browser }) => {
    const people = await couple(portal);
    const nid = await paidDown(portal, people);
    const split = { ownerAmount: '1000', providerAmount: '2000' };
    await dataOf(portal.as(people.provider)(openDispute, { demandNid: nid, reason: '对方不再回应', ...split }));
    letPass(7);
    const owner = await again(people.owner);
    const page = await visitor(browser, portal, owner);
    await page.goto(address(nid));
    await expect(title(page)).toContainText('已完成');
    await expect(page.getByRole('region', { name: '取消与争议' })).toContainText('对方沉默，按发起方方案处理');
    expect(await money(portal, owner)).toBe('8000.00');
  });

  test('[D-13] [O-11] a demand that nobody tenders for closes by itself', async ({ browser }) => {
    const owner = await portal.newPerson();
    // Two days after the moved clock's now.
    const deadline = String(Math.floor(Date.now() / 60_000) * 60 + passed + 2 * 86_400);
    const nid = await makeDemand(portal, owner, { values: { deadline } });
    letPass(3);
    const page = await visitor(browser, portal, await again(owner));
    await page.goto(address(nid));
    await expect(title(page)).toContainText('已关闭');
    await expect(page.getByRole('region', { name: '经过' })).toContainText('招标到期');
  });
});
