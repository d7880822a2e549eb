import { demandCalls, needView, needViewList, tenderOrder, withdrawTender } from '../contract/demands.ts';
import { acceptOrder, getOrderInfo, successful } from '../contract/orders.ts';
import { dataOf, expect, expectNoSeriousAxe, patient, sumOf, test } from './fixtures.ts';
import { demoOperator } from './operators.ts';
import { makeDemand, makeTender, stageOf, tender } from './steps.ts';

const label = () => String(Date.now() % 1e7);

test('[D-10] [S-03] anyone reads the comments on a demand, who is signed in writes them, under a masked number', async ({
  page,
  portal,
}) => {
  const [owner, asker] = [await portal.newPerson({ nickname: '林小满' }), await portal.newPerson()];
  const nid = await makeDemand(portal, owner);
  await page.goto(`/omo/demand/${nid}`);
  await page.getByRole('textbox', { name: /^写评论/ }).fill('底盘能拆吗？');
  await page.getByRole('button', { name: '发表评论' }).click();
  await expect(page.getByText('请先登录', { exact: true }).last()).toBeVisible();

  await portal.login(page, asker);
  await page.goto(`/omo/demand/${nid}`);
  const comments = page.getByRole('region', { name: /^需求评论/ });
  // What was written before signing in still stands there.
  await expect(comments.getByRole('textbox')).toHaveValue('底盘能拆吗？');
  await comments.getByRole('textbox').fill('');
  await comments.getByRole('button', { name: '发表评论' }).click();
  await expect(comments.getByRole('alert')).toHaveText('请输入评论');
  await comments.getByRole('textbox').fill('底盘可以改成 42 厘米的柱距吗？');
  await comments.getByRole('button', { name: '发表评论' }).click();
  await expect(comments.getByRole('listitem')).toHaveCount(1);
  await expect(comments.getByRole('listitem')).toContainText('底盘可以改成 42 厘米的柱距吗？');
  await expect(comments.getByRole('listitem')).toContainText(/139\*{4}\d{4}/);
  expect(await page.content()).not.toContain(asker.mobile);
  await expect(comments.getByRole('heading')).toContainText('1 条');

  await portal.login(page, owner);
  await page.goto(`/omo/demand/${nid}`);
  await comments.getByRole('textbox').fill('可以，图纸上已经改好。');
  await comments.getByRole('button', { name: '发表评论' }).click();
  await expect(comments.getByRole('listitem').first()).toContainText('发布人');
  await expect(comments.getByRole('listitem')).toHaveCount(2);
});

test('[D-11] a tender is refused in words, changed, withdrawn and made again; one’s own demand takes none', async ({
  page,
  portal,
}) => {
  const [owner, bidder] = [await portal.newPerson(), await portal.newPerson()];
  const nid = await makeDemand(portal, owner);
  await portal.login(page, bidder);
  await page.goto(`/omo/demand/${nid}`);
  const panel = page.getByRole('region', { name: '我的标书' });
  await panel.getByRole('button', { name: '提交标书' }).click();
  await expect(panel.getByText('请输入您的报价')).toBeVisible();
  await expect(panel.getByText('请输入预计完成天数')).toBeVisible();
  for (const [offer, days, said] of [
    ['9.99', '3', '最低报价10元人民币'],
    ['-1', '3', '报价不能为负'],
    ['100', '-1', '天数不能为负'],
  ] as const) {
    await tender(page, { offer, days });
    await expect(panel.getByRole('alert')).toHaveText(said);
  }
  await tender(page, { offer: '3200', days: '14', note: '含运费' });
  await expect(page.getByText('已投 1 份')).toBeVisible();
  await expect(panel).toContainText('¥3,200.00');

  await panel.getByRole('button', { name: '修改标书' }).click();
  await panel.getByRole('textbox', { name: '报价', exact: true }).fill('3100');
  await panel.getByRole('button', { name: '保存修改' }).click();
  await expect(page.getByText('标书已修改')).toBeVisible();
  await expect(panel).toContainText('¥3,100.00');
  await expect(page.getByText('已投 1 份')).toBeVisible();

  await panel.getByRole('button', { name: '撤回' }).click();
  const question = page.getByRole('dialog', { name: '撤回标书' });
  await expect(question).toContainText('¥3,100.00');
  await question.getByRole('button', { name: '撤回' }).click();
  await expect(panel).toContainText('已撤回');
  await expect(page.getByText('还没有人投标')).toBeVisible();
  await tender(page, { offer: '3000', days: '12' });
  await expect(page.getByText('已投 1 份')).toBeVisible();

  await portal.login(page, owner);
  await page.goto(`/omo/demand/${nid}`);
  await expect(page.getByText('这是您发布的需求')).toBeVisible();
  await expect(panel).toHaveCount(0);
  const own = await portal.as(owner)(tenderOrder, { demandNid: nid, offer: '100', completionDay: '3' });
  expect(own).toMatchObject({ ok: false, code: 1003, message: '不能给自己的需求投标' });
});

test('[Z-03] what others offer is nowhere: not on the page, not in its source, not in any answer', async ({
  page,
  portal,
}) => {
  const [owner, first, second] = [await portal.newPerson(), await portal.newPerson(), await portal.newPerson()];
  const nid = await makeDemand(portal, owner);
  const secret = '说明里也写着秘密七七七';
  await makeTender(portal, first, nid, { offer: '7777.77', completionDay: '777', note: secret });
  const told = [sumOf(7777.77), /(?<![\w-])777 ?天/, /秘密七七七/];
  const expectNothingTold = (text: string) => {
    for (const one of told) expect(text).not.toMatch(one);
  };
  const heard: string[] = [];
  page.on('response', (response) => {
    if (/\/api\/|\/demand\/|\/smart\//.test(response.url()))
      void response.text().then(
        (text) => heard.push(text),
        () => {},
      );
  });
  await portal.login(page, second);
  // The network is never idle while somebody signed in listens; notices are asked for once the page itself has nothing to do.
  const settled = async (path: string) => {
    const idle = page.waitForResponse('**/api/Notice/after');
    await page.goto(path);
    await idle;
  };
  for (const path of [`/omo/demand/${nid}`, '/omo/smart/maternal/proofing', '/omo/']) {
    await settled(path);
    expectNothingTold(await page.content());
  }
  await page.goto(`/omo/demand/${nid}`);
  await expect(page.getByText('已投 1 份')).toBeVisible();
  await tender(page, { offer: '5000', days: '30' });
  await expect(page.getByText('已投 2 份')).toBeVisible();
  expectNothingTold(await page.content());
  // The owner’s list and the order’s page belong to the owner.
  await settled(`/omo/personal/order/${nid}`);
  await settled('/omo/personal/order/part');
  await expect(page.getByRole('article')).toHaveCount(1);
  expect(heard.length).toBeGreaterThan(5);
  for (const text of heard) expectNothingTold(text);
});

test('[O-01] [O-02] orders by status; a declined one is open again with the reason told, and another is chosen', async ({
  page,
  portal,
}) => {
  const owner = await portal.newPerson({ nickname: '许知远家' });
  const first = await portal.newPerson({ nickname: '青木坊', accountType: 2 });
  const second = await portal.newPerson({ nickname: '榫艺社', accountType: 2 });
  const name = `退单床${label()}`;
  const nid = await makeDemand(portal, owner, { values: { name } });
  const tenderId = await makeTender(portal, first, nid, { offer: '2000', completionDay: '10' });
  await makeTender(portal, second, nid, { offer: '2200', completionDay: '9' });
  await dataOf(portal.as(owner)(successful, { demandNid: nid, tenderId }));

  await portal.login(page, first);
  await page.goto('/omo/personal/order/part');
  const filter = page.getByRole('navigation', { name: '按状态筛选' });
  const card = page.getByRole('article').filter({ hasText: name });
  await filter.getByRole('link', { name: '进行中' }).click();
  await expect(page.getByText('这个状态下没有订单')).toBeVisible();
  await filter.getByRole('link', { name: '待接单' }).click();
  await expect(card).toContainText('许知远家');
  await card.getByRole('link', { name: '查看详情' }).click();
  await expect(page.getByRole('region', { name: '下一步' })).toContainText('接单');
  await page.getByRole('button', { name: '拒绝接单' }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: '拒绝接单' }).click();
  await expect(question.getByText('请填写原因')).toBeVisible();
  await question.getByRole('textbox', { name: /^原因/ }).fill('排产已满，一个月内开不了工');
  await question.getByRole('button', { name: '拒绝接单' }).click();
  await expect(page.getByText('已拒绝')).toBeVisible();

  await portal.login(page, owner);
  await page.goto('/omo/personal/order/initiate?status=1');
  await expect(card).toContainText('招标中');
  await card.getByRole('link', { name: '查看详情' }).click();
  await expect(page.getByText('原因：排产已满，一个月内开不了工')).toBeVisible();
  await page.getByRole('link', { name: '比较 1 份标书' }).click();
  const tenders = page.getByRole('region', { name: '标书比较' });
  await expect(tenders).toContainText('榫艺社');
  await expect(tenders).not.toContainText('青木坊');
  await tenders.getByRole('radio', { name: '选择榫艺社' }).check();
  await tenders.getByRole('button', { name: '选定这份标书' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '选定榫艺社' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('待接单');
  // The public page is no longer open, nor is the demand in the list.
  await page.goto(`/omo/demand/${nid}`);
  await expect(page.getByRole('button', { name: '发表评论' })).toHaveCount(0);
  await page.goto('/omo/smart/maternal/proofing');
  await expect(page.getByRole('link', { name })).toHaveCount(0);
});

test('[O-03] [O-09] the owner cancels with a reason; the bidders and the public see it, the list lets it go', async ({
  page,
  portal,
}) => {
  const [owner, bidder] = [await portal.newPerson(), await portal.newPerson()];
  const name = `取消床${label()}`;
  const nid = await makeDemand(portal, owner, { values: { name } });
  await makeTender(portal, bidder, nid, { offer: '2000', completionDay: '10' });
  await portal.login(page, owner);
  await page.goto(`/omo/personal/order/${nid}`);
  await page.getByRole('button', { name: '取消', exact: true }).click();
  const question = page.getByRole('dialog', { name: '取消订单' });
  await expect(question).toContainText('取消后不能恢复');
  await question.getByRole('textbox', { name: /^原因/ }).fill('改由老客户直接做');
  await question.getByRole('button', { name: '确认取消' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('已取消');
  await expect(page.getByText('原因：改由老客户直接做')).toBeVisible();
  // Nothing was held, nothing moves.
  const info = await dataOf(portal.as(owner)(getOrderInfo, { demandNid: nid }));
  expect(info.instalments.every(({ status }) => status === 0)).toBe(true);

  const visitor = await page.context().browser()!.newContext({ baseURL: portal.url });
  const other = patient(await visitor.newPage());
  await other.goto(`/omo/demand/${nid}`);
  await expect(other.getByText('已取消').first()).toBeVisible();
  await expect(other.getByRole('button', { name: '登录后投标' })).toHaveCount(0);
  await visitor.close();
  const late = await portal.as(bidder)(tenderOrder, { demandNid: nid, offer: '100', completionDay: '3' });
  expect(late).toMatchObject({ ok: false, code: 1005 });

  await page.goto('/omo/personal/order/initiate?status=6');
  const card = page.getByRole('article').filter({ hasText: name });
  await card.getByRole('button', { name: '从列表移除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '从列表移除' }).click();
  await expect(page.getByText('已从列表移除')).toBeVisible();
  await expect(card).toHaveCount(0);
  await expect(page.getByText('这个状态下没有订单')).toBeVisible();
});

test('[O-02] [O-03] what cannot be done now is shown with the reason why not', async ({ page, portal }) => {
  const [owner, provider] = [await portal.newPerson(), await portal.newPerson()];
  const nid = await makeDemand(portal, owner);
  const tenderId = await makeTender(portal, provider, nid, { offer: '2000', completionDay: '10' });
  await dataOf(portal.as(owner)(successful, { demandNid: nid, tenderId }));
  await dataOf(portal.as(provider)(acceptOrder, { demandNid: nid }));
  // Twice is once; the second is told.
  expect(await portal.as(provider)(acceptOrder, { demandNid: nid })).toMatchObject({ ok: false, code: 1005 });
  expect(await portal.as(provider)(withdrawTender, { demandNid: nid })).toMatchObject({ ok: false, code: 1005 });
  for (const person of [owner, provider]) {
    await portal.login(page, person);
    await page.goto(`/omo/personal/order/${nid}`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('进行中');
    const info = await dataOf(portal.as(person)(getOrderInfo, { demandNid: nid }));
    // What is refused is folded away, so that it does not stand between the reader and what can be done.
    for (const folded of await page.getByText('暂时不能做的操作').all()) await folded.click();
    for (const { label: words, enabled, reason } of info.actions) {
      const button = page.getByRole('button', { name: words, exact: true });
      if ((await button.count()) === 0) continue;
      await expect(button).toBeEnabled({ enabled });
      if (!enabled) await expect(button).toHaveAccessibleDescription(reason);
    }
  }
  // A stranger learns nothing of the order.
  const stranger = await portal.newPerson();
  expect(await portal.as(stranger)(getOrderInfo, { demandNid: nid })).toMatchObject({ ok: false, code: 1004 });
  const { info: demandInfo } = demandCalls(stageOf('proofing'));
  const seen = await dataOf(portal.as(stranger)(demandInfo, { demandNid: nid }));
  for (const offer of [2000, 1999]) expect(JSON.stringify(seen)).not.toMatch(sumOf(offer));
  const late = await portal.as(stranger)(needView, { demandType: 2, demandNid: nid, demandView: '还接吗' });
  expect(late).toMatchObject({ ok: false, code: 1005 });
  expect(await portal.send(needViewList, { demandType: 2, demandNid: nid })).toMatchObject({ ok: true, count: 0 });
});

test('[Z-05] [P-05] while tenders are invited, the next step says when they close, to the owner and to operators', async ({
  page,
  portal,
}) => {
  const owner = await portal.newPerson({ nickname: '许知远家' });
  const bidder = await portal.newPerson({ nickname: '青木坊', accountType: 2 });
  const nid = await makeDemand(portal, owner);
  const moment = String.raw`\d{4}年\d+月\d+日 \d\d:\d\d`;
  const operator = await demoOperator(portal);
  await portal.login(page, operator);
  await page.goto(`/omo/console/orders/${nid}`);
  const row = page.getByRole('region', { name: '双方和金额' }).getByRole('row', { name: /^下一步/ });
  await expect(row).toContainText(new RegExp(`${moment}，无人投标，需求自动关闭$`));

  // With a tender it is for the owner to choose, for some days more.
  await makeTender(portal, bidder, nid, { offer: '2000', completionDay: '10' });
  await page.reload();
  await expect(row).toContainText(new RegExp(`${moment}，仍未选定承接方，需求自动关闭\\s*招标截止时间 ${moment}$`));
  await expectNoSeriousAxe(page);
  await portal.login(page, owner);
  await page.goto(`/omo/personal/order/${nid}`);
  const next = page.getByRole('region', { name: '下一步' });
  await expect(next).toContainText(new RegExp(`${moment}，仍未选定承接方，需求自动关闭`));
  await expect(next.getByText(new RegExp(`^招标截止时间 ${moment}$`))).toBeVisible();
});
