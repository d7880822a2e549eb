import type { Browser } from '@playwright/test';
import { getOrderInfo } from '../contract/orders.ts';
import { dataOf, expect, patient, type Person, type Portal, test } from './fixtures.ts';
import * as order from './order-steps.ts';
import { picture, stageOf, topUp } from './steps.ts';

/** A browser that stays open for one person. */
async function browserOf(browser: Browser, portal: Portal, person: Person) {
  const context = await browser.newContext({ baseURL: portal.url, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' });
  const page = patient(await context.newPage());
  page.on('pageerror', (error) => {
    throw error;
  });
  await portal.login(page, person);
  return page;
}

test('[O-02] [O-04] [O-05] [O-06] [O-07] [O-08] the whole life of an order, from the form to both appraisals', async ({
  browser,
  portal,
}) => {
  test.setTimeout(120_000);
  const label = String(Date.now() % 1e7);
  const owner = await portal.newPerson({ nickname: `林小满${label}` });
  const provider = await portal.newPerson({ nickname: `榫艺社${label}`, accountType: 2 });
  await topUp(portal, owner, '5000');
  const [mine, theirs] = [await browserOf(browser, portal, owner), await browserOf(browser, portal, provider)];
  const stage = stageOf('design');
  let nid = '';

  await test.step('published, tendered for, chosen, taken on', async () => {
    await mine.goto(`/omo/publish?stage=${stage.key}&type=maternal`);
    nid = await order.publish(mine, stage, { values: { name: `并床婴儿床${label}`, budget: '5000' } });
    await order.tenderFor(theirs, nid, { offer: '4800', days: '12' });
    await order.award(mine, nid, `榫艺社${label}`);
    await order.accept(theirs, nid);
  });
  await test.step('a contract in force, the first payment held, work half done', async () => {
    await order.signContract(mine, theirs, nid);
    await order.pay(mine, nid, '首付');
    await order.report(theirs, nid, 60, '结构和三视图完成，护栏间距按 58 毫米。', await picture('结构图.jpg'));
  });
  await test.step('the second payment held, the work finished, paid in full and accepted', async () => {
    await order.pay(mine, nid, '二期款');
    await order.report(theirs, nid, 100, '效果图和零件图全部完成。');
    await order.finish(theirs, nid);
    await order.pay(mine, nid, '尾款');
    await order.affirm(mine, nid);
  });
  await test.step('completed, and both judge each other', async () => {
    await order.complete(mine, nid);
    await order.appraise(mine, nid, 5, '图纸到零件级，改了两轮都很快。');
    await order.appraise(theirs, nid, 4, '需求清楚，验收及时。');
    await expect(theirs.getByRole('article', { name: '收到的评价' })).toContainText('图纸到零件级');
  });
  const info = await dataOf(portal.as(owner)(getOrderInfo, { demandNid: nid }));
  expect(info).toMatchObject({ orderStatus: 7, paymentProgress: 3, heldAmount: '960.00' });
  await mine.context().close();
  await theirs.context().close();
});
