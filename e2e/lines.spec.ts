import { getTenderList } from '../contract/demands.ts';
import { getInspections } from '../contract/order-inspection.ts';
import { cancelOrder } from '../contract/orders.ts';
import { award, finishedLine } from './deals.ts';
import type { Page } from '@playwright/test';
import { dataOf, expect, expectNoSeriousAxe, patient, test } from './fixtures.ts';
import { choosePictures, demandNid, fillField, makeDemand, makeTender, openTerms, picture } from './steps.ts';
import { publishDemand, stageOf } from './steps.ts';

const phone = { width: 390, height: 844 };

const myOrder = (page: Page) => page.getByRole('combobox', { name: /^我的订单/ });
const box = (page: Page, name: RegExp) => page.getByRole('textbox', { name });
const chain = (page: Page) => page.getByRole('region', { name: '这条产品线' });
const stagesIn = (page: Page) => chain(page).getByRole('listitem');

test('[D-09] [O-01] a finished order leads to the form of the next stage, filled in with what it delivered', async ({
  page,
  portal,
}) => {
  const { owner, nid, line, name } = await finishedLine(portal);
  await portal.login(page, owner);
  await page.goto(`/omo/personal/order/${nid}`);
  await expect(stagesIn(page).nth(1)).toContainText('可以发布');
  await page.getByRole('link', { name: '发布下一环节需求' }).click();

  await expect(page.getByRole('heading', { level: 1, name: '发布打样需求' })).toBeVisible();
  await expect(box(page, /^产品名称/)).toHaveValue(name);
  await expect(myOrder(page)).toHaveValue(line);
  // The picture of the report, and the one that was asked with.
  await expect(page.getByRole('button', { name: /^移除第/ })).toHaveCount(2);
  await expect(page.getByText(`取自「设计订单 ${nid}」`)).toHaveCount(2);
  await page.getByRole('button', { name: '撤去取自订单的产品名称' }).click();
  await expect(box(page, /^产品名称/)).toHaveValue('');
  await box(page, /^产品名称/).fill('我自己写的名字');
  // What was typed stays whichever order is chosen; what came with one goes with it.
  await myOrder(page).selectOption('');
  await expect(page.getByRole('button', { name: /^移除第/ })).toHaveCount(0);
  await myOrder(page).selectOption(line);
  await expect(page.getByText(`订单里是「${name}」`)).toBeVisible();
  await expect(box(page, /^产品名称/)).toHaveValue('我自己写的名字');
  await page.getByRole('button', { name: '改用订单里的产品名称' }).click();

  const { demand } = stageOf('proofing');
  for (const field of demand.filter(({ key }) => key === 'types' || key === 'description'))
    await fillField(page, field, field.example);
  // The choice survives a reload with everything else.
  await expect(page.getByText(/已自动保存/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(`取自「设计订单 ${nid}」`)).toHaveCount(2);
  await openTerms(page);
  await page.getByRole('button', { name: '7天后' }).click();
  await box(page, /^预算/).fill('800');
  await page.getByRole('button', { name: '发布打样需求' }).click();
  const next = await demandNid(page);

  await page.goto(`/omo/personal/order/${nid}`);
  await expect(stagesIn(page)).toHaveCount(7);
  await expect(stagesIn(page).nth(0)).toContainText('已完成');
  await expect(stagesIn(page).nth(1)).toContainText('招标中');
  await page.getByText('暂时不能做的操作').click();
  await expect(page.getByRole('button', { name: '发布下一环节需求' })).toHaveAccessibleDescription(
    '这条产品线的本环节已有需求',
  );
  await stagesIn(page).nth(1).getByRole('link', { name: next }).click();
  await expect(page).toHaveURL(new RegExp(`/personal/order/${next}$`));
});

test('[D-09] 我的订单 on a phone: the eligible orders and no others, none, and no answer', async ({ page, portal }) => {
  await page.setViewportSize(phone);
  const { owner, provider, nid, line, name } = await finishedLine(portal);
  // Not done yet, and one of a stage that is not the one before.
  await makeDemand(portal, owner, { stage: 'design', values: { name: '还在招标的设计' } });
  await portal.login(page, owner);
  await page.goto('/omo/publish?stage=proofing&type=pet');
  await expect(myOrder(page).getByRole('option')).toHaveText([
    '不接订单，新开一条产品线',
    `${name}，设计已完成（${nid}）`,
  ]);
  await myOrder(page).selectOption(line);
  await expect(page.getByText('这条产品线属于母婴，需求会发布在母婴类')).toBeVisible();
  await expect(page.getByText(`取自「设计订单 ${nid}」`).first()).toBeVisible();
  await expectNoSeriousAxe(page);

  await page.goto('/omo/publish?stage=stock&type=pet');
  await expect(page.getByText(/没有可以接着备料的订单/)).toBeVisible();
  await page.goto('/omo/publish?stage=design&type=pet');
  await expect(box(page, /^产品名称/)).toBeVisible();
  await expect(page.getByText('从哪张订单来')).toHaveCount(0);

  await page.route('**/api/Demand/getFollowOnOrders', (route) => route.abort());
  await page.goto('/omo/publish?stage=proofing&type=business');
  await expect(page.getByText('没能读取您的订单，可以先往下填')).toBeVisible();
  await page.unroute('**/api/Demand/getFollowOnOrders');
  await page.getByRole('button', { name: '再读一次' }).click();
  await expect(myOrder(page)).toBeVisible();

  // Nobody else is offered it.
  await portal.login(page, provider);
  await page.goto('/omo/publish?stage=proofing&type=maternal');
  await expect(page.getByText(/没有可以接着打样的订单/)).toBeVisible();
});

test('[D-09] [O-01] what was cancelled is published again, replaces the number in the line, and stays readable', async ({
  page,
  portal,
}) => {
  const { owner, line, name } = await finishedLine(portal);
  const { demandNid: old } = await publishDemand(portal, owner, { line, values: { name: '第一次打样' } });
  await dataOf(portal.as(owner)(cancelOrder, { demandNid: old, reason: '尺寸要改' }));
  await portal.login(page, owner);
  await page.goto(`/omo/personal/order/${old}`);
  await page.getByRole('link', { name: '重新发布', exact: true }).first().click();
  await expect(box(page, /^产品名称/)).toHaveValue('第一次打样');
  await expect(box(page, /^需求说明/)).not.toHaveValue('');
  await expect(page.getByRole('checkbox', { name: '床', exact: true })).toBeChecked();
  await openTerms(page);
  await page.getByRole('button', { name: '7天后' }).click();
  await expect(box(page, /^预算/)).toHaveValue('');
  await box(page, /^预算/).fill('900');
  await page.getByRole('button', { name: '发布打样需求' }).click();
  const next = await demandNid(page);

  await page.goto('/omo/personal/order/initiate');
  await page.getByRole('link', { name: '按产品线' }).click();
  const card = page.getByRole('region', { name, exact: true });
  await expect(card).toContainText(line);
  const items = card.getByRole('listitem');
  await expect(items).toHaveCount(7);
  await expect(items.nth(0)).toContainText('已完成');
  await expect(items.nth(1)).toContainText(`招标中${next}`);
  for (const index of [2, 3, 4, 5, 6]) await expect(items.nth(index)).toContainText('未开始');
  await expect(card).not.toContainText(old);
  await expectNoSeriousAxe(page);

  await page.setViewportSize(phone);
  await page.goto(`/omo/personal/order/${old}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('已取消');
  await expect(chain(page)).toContainText('本环节已重新发布');
  await chain(page).getByRole('link', { name: next, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('招标中');
});

test('[D-13] an open demand is changed: words keep the tenders, terms void them after a question', async ({
  page,
  portal,
}) => {
  const [owner, bidder] = await Promise.all([portal.newPerson(), portal.newPerson()]);
  const nid = await makeDemand(portal, owner, { values: { name: '要改的需求' } });
  await makeTender(portal, bidder, nid, { offer: '2860', completionDay: '9' });
  const standing = async () => (await dataOf(portal.as(owner)(getTenderList, { demandNid: nid }))).length;
  await portal.login(page, owner);
  await page.goto(`/omo/personal/order/${nid}`);
  await page.getByRole('link', { name: '修改需求' }).click();
  await expect(page.getByText(/已收到 1 份标书/)).toBeVisible();
  await box(page, /^产品名称/).fill('改过名字的需求');
  await page.getByRole('button', { name: '保存修改' }).click();
  await expect(page.getByText('修改已保存')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('改过名字的需求');
  expect(await standing()).toBe(1);

  await page.getByRole('link', { name: '修改需求' }).click();
  await box(page, /^预算/).fill('4200');
  await page.getByRole('button', { name: '保存修改' }).click();
  const question = page.getByRole('dialog', { name: '修改会作废已收到的标书' });
  await expect(question).toContainText('预算');
  await question.getByRole('button', { name: '再想想' }).click();
  expect(await standing()).toBe(1);
  await page.getByRole('button', { name: '保存修改' }).click();
  await question.getByRole('button', { name: '作废 1 份标书并修改' }).click();
  // The word that it is saved may still stand there from before.
  await expect.poll(standing).toBe(0);
});

test('[D-13] a draft is saved complete, changed later on a phone, and published', async ({ page, portal }) => {
  await page.setViewportSize(phone);
  const owner = await portal.newPerson();
  await portal.login(page, owner);
  await page.goto('/omo/publish?stage=make&type=business');
  const { demand } = stageOf('make');
  for (const field of demand.filter(({ key }) => key === 'name' || key === 'structure'))
    await fillField(page, field, field.key === 'name' ? '先存着的前台' : field.example);
  await choosePictures(page, await picture());
  await openTerms(page);
  await page.getByRole('button', { name: '7天后' }).click();
  await box(page, /^预算/).fill('12000');
  await page.getByRole('button', { name: '存为草稿' }).click();
  await expect(page.getByText('草稿已保存')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('草稿');
  await page.getByRole('link', { name: '修改需求' }).click();
  await expect(page.getByRole('checkbox', { name: '榫卯' })).toBeChecked();
  await expect(box(page, /^预算/)).toHaveValue('12000.00');
  await box(page, /^预算/).fill('15000');
  await page.getByRole('button', { name: '发布制造需求' }).click();
  await demandNid(page);
  await expect(page.getByText('¥15,000.00')).toBeVisible();
});

test('[O-07] [O-01] the next stage’s provider inspects what came in: faulty is told, sound releases the retention', async ({
  page,
  portal,
  browser,
}) => {
  const { owner, provider: maker, nid, line } = await finishedLine(portal, 'make');
  const sprayer = await portal.newPerson({ nickname: '青砖喷涂' });
  const { demandNid: next } = await publishDemand(portal, owner, { stage: 'spray', line });
  await award(portal, { owner, provider: sprayer, nid: next });
  const held = async () =>
    (await dataOf(portal.as(sprayer)(getInspections, { demandNid: next }))).incoming?.held ?? false;
  expect(await held()).toBe(true);

  await page.setViewportSize(phone);
  await portal.login(page, sprayer);
  await page.goto(`/omo/personal/order/${next}`);
  const card = (of: Page) => of.getByRole('region', { name: '来料检验' });
  await card(page).getByRole('button', { name: '来料不合格' }).click();
  await card(page).getByRole('button', { name: '提交检验结果' }).click();
  await expect(card(page).getByRole('alert')).toHaveText('请写明不合格的原因');
  await box(page, /^不合格的原因/).fill('抽检二十张，六张护栏间距超过六十毫米');
  await choosePictures(card(page), await picture('护栏.jpg'));
  await expect(card(page).getByRole('button', { name: '移除第1张' })).toBeVisible();
  await expectNoSeriousAxe(page);
  await card(page).getByRole('button', { name: '提交检验结果' }).click();
  await expect(card(page)).toContainText('来料不合格');
  expect(await held()).toBe(true);

  const other = patient(await (await browser.newContext({ baseURL: portal.url, locale: 'zh-CN' })).newPage());
  for (const person of [owner, maker]) {
    await portal.login(other, person);
    await other.goto(`/omo/personal/order/${nid}`);
    await expect(card(other)).toContainText('六张护栏间距超过六十毫米');
    await expect(card(other)).toContainText('青砖喷涂');
    await expect(card(other)).toContainText('质保金已冻结');
    await expect(card(other).getByRole('link', { name: '去处理争议' })).toBeVisible();
  }

  // Mended and brought again.
  await page.reload();
  await card(page).getByRole('button', { name: '来料合格' }).click();
  const question = page.getByRole('dialog', { name: '来料合格' });
  await expect(question).toContainText('立即放给对方，不能收回');
  await question.getByRole('button', { name: '确认来料合格' }).click();
  await expect(page.getByText('已确认来料合格，上一环节的质保金已放款')).toBeVisible();
  expect(await held()).toBe(false);
  await other.reload();
  await expect(card(other)).toContainText('来料合格');
  await expect(other.getByRole('region', { name: '付款' })).not.toContainText('托管中');
  await other.context().close();
});

test('[Z-07] [Z-13] what is delivered again marks the next demand, whose owner sees it on the line and takes it on', async ({
  page,
  portal,
  browser,
}) => {
  const { owner, provider, nid, line, name } = await finishedLine(portal);
  const { demandNid: next } = await publishDemand(portal, owner, { line, values: { name } });
  const bidder = await portal.newPerson({ nickname: '半坡打样间' });
  await makeTender(portal, bidder, next, { offer: '860', completionDay: '9' });

  await portal.login(page, provider);
  await page.goto(`/omo/personal/order/${nid}`);
  await page.getByRole('button', { name: '更新交付' }).click();
  const form = page.getByRole('form', { name: '更新交付' });
  await form.getByRole('button', { name: '提交更新' }).click();
  await expect(form.getByRole('alert')).toHaveText('请写明更新了什么');
  await form.getByRole('textbox', { name: /^更新了什么/ }).fill('护栏间距改为五十八毫米');
  await choosePictures(form, await picture('护栏.jpg'));
  await expect(form.getByRole('button', { name: '移除第1张' })).toBeVisible();
  await form.getByRole('button', { name: '提交更新' }).click();
  await expect(page.getByText('交付已更新，后面环节的需求标记为输入已变')).toBeVisible();

  const other = patient(await (await browser.newContext({ baseURL: portal.url, locale: 'zh-CN' })).newPage());
  await portal.login(other, bidder);
  await other.goto('/omo/personal/order/tenders');
  await expect(other.getByText('输入已变')).toBeVisible();
  await other.goto(`/omo/demand/${next}`);
  await expect(other.getByRole('heading', { name: '输入已变' })).toBeVisible();
  await other.context().close();

  await page.setViewportSize(phone);
  await portal.login(page, owner);
  await page.goto('/omo/personal/line');
  await page.getByRole('region', { name, exact: true }).getByRole('link', { name: '看这条线' }).click();
  const stages = page.getByRole('list', { name: '各环节' }).locator('> li');
  await expect(stages).toHaveCount(7);
  await expect(stages.nth(0)).toContainText('更新过 1 次');
  await expect(stages.nth(1)).toContainText('输入已变');
  await expectNoSeriousAxe(page);
  await page.getByRole('region', { name: '下一步' }).getByRole('link', { name: '查看并确认' }).click();
  const card = page.getByRole('region', { name: '输入已变' });
  await expect(card).toContainText('护栏间距改为五十八毫米');
  await expect(card.getByRole('img')).toHaveCount(1);
  await expectNoSeriousAxe(page);
  await card.getByRole('button', { name: '确认新的输入' }).click();
  await expect(page.getByText('已确认新的输入，投标方和承接方会收到通知')).toBeVisible();
  await expect(page.getByRole('region', { name: '新的输入' })).toBeVisible();

  // What settled orders cost stands beside the form of any stage: of those that the demo has five of, and of no other.
  await page.goto('/omo/publish?stage=make&type=business');
  const whole = page.getByRole('region', { name: '全链估算' });
  await expect(whole.getByRole('listitem')).toHaveCount(7);
  await expect(whole.getByRole('listitem').filter({ hasText: '设计' })).toContainText(
    /一半不超过¥[\d,]+，\d+ 天八成不超过/,
  );
  await expect(whole.getByRole('listitem').filter({ hasText: '制造' })).toContainText('样本不足');
});
