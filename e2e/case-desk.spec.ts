import { operatorCaseList } from '../contract/operator/cases.ts';
import { ownCaseCalls } from '../contract/own-cases.ts';
import { caseCalls } from '../contract/cases.ts';
import { sentCase } from './case-steps.ts';
import { dataOf, expect, expectNoSeriousAxe, test } from './fixtures.ts';
import { demoOperator } from './operators.ts';
import { stageOf } from './steps.ts';

const design = stageOf('design');
const proofing = stageOf('proofing');

test('[P-02] [A-08] the desk: evidence as the public sees it, approved by a key, public at once, and the next follows', async ({
  page,
  portal,
}) => {
  const keeper = await portal.newPerson();
  const first = await sentCase(portal, keeper, design, { name: `案头第一件${Date.now() % 1e6}` });
  const second = await sentCase(portal, keeper, design, { name: `案头第二件${Date.now() % 1e6}` });
  const operator = await demoOperator(portal);
  const queue = await dataOf(portal.as(operator)(operatorCaseList, { type: 1, pageSize: 100 }));
  const named = (id: string) => queue.find((one) => one.id === id)?.name ?? '';
  await portal.login(page, operator);
  await page.goto('/omo/console');
  // The console opens what its operator works at; what is pressed before that is there would be overtaken.
  await expect(page).not.toHaveURL(/console$/);
  const menu = page.getByRole('navigation', { name: '运营后台' });
  await menu.getByRole('link', { name: /^案例审核/ }).click();
  await page.getByRole('navigation', { name: '按环节筛选' }).getByRole('link', { name: '设计' }).click();
  await page.getByRole('link', { name: new RegExp(named(first.id)) }).click();
  const title = (name: string) => page.getByRole('heading', { level: 1, name });
  const evidence = page.getByRole('group', { name: '案例内容' });
  await expect(title(named(first.id))).toBeVisible();
  await expect(evidence.getByRole('region', { name: '名称', exact: true })).toContainText(named(first.id));
  await expectNoSeriousAxe(page);
  const address = `/omo/smart/pet/design/details/${first.id}`;
  expect((await page.request.get(address)).status()).toBe(404);
  // A key that is held, or pressed in the preview, approves nothing; neither does one press.
  await evidence.getByRole('button', { name: /^看图/ }).first().click();
  const preview = page.getByRole('dialog', { name: '图片预览' });
  await page.keyboard.press(']');
  await expect(page.getByRole('img', { name: /第1张/ })).toHaveAttribute('style', /rotate\(90deg\)/);
  await page.keyboard.press('f');
  await expect(preview).toBeVisible();
  await page.keyboard.press('a');
  await page.keyboard.press('Escape');
  await expect(preview).toHaveCount(0);
  const question = page.getByRole('dialog', { name: '通过这个案例' });
  await expect(question).toHaveCount(0);
  const turn = page.getByRole('switch', { name: '单键快捷键' });
  await turn.press('Space');
  await page.keyboard.press('a');
  await expect(question).toHaveCount(0);
  await turn.press('Space');
  await page.keyboard.down('a');
  await page.keyboard.down('a');
  await page.keyboard.down('a');
  await page.keyboard.up('a');
  await expect(question).toContainText(named(first.id));
  await expectNoSeriousAxe(page);
  expect((await page.request.get(address)).status()).toBe(404);
  await question.getByRole('button', { name: '确认通过' }).press('Enter');
  await expect(page.getByText(`已通过：${named(first.id)}`)).toBeVisible();
  expect((await page.request.get(address)).status()).toBe(200);
  await expect(title(named(second.id))).toBeFocused();
  // What was said of its keeper before stands beside it.
  await expect(page.getByRole('complementary', { name: '此人的记录' })).toContainText(named(first.id));

  // A word without a reason is none; R leads to where it is written.
  await page.getByRole('button', { name: /^不通过/ }).click();
  await expect(page.getByText('请填写原因，店主会看到')).toBeVisible();
  await title(named(second.id)).click();
  await page.keyboard.press('r');
  await expect(page.getByRole('textbox', { name: /^不通过的原因/ })).toBeFocused();
  await page.keyboard.type('图片里有别家的水印');
  // Out of it again by the keyboard: then keys are keys.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: /^不通过的原因/ })).not.toBeFocused();
  await page.keyboard.press('r');
  await expect(page.getByRole('textbox', { name: /^不通过的原因/ })).toBeFocused();
  // What was written outlives a reload.
  await page.reload();
  const reason = page.getByRole('textbox', { name: /^不通过的原因/ });
  await expect(reason).toHaveValue('图片里有别家的水印');
  await reason.press('Control+Enter');
  await expect(page.getByText(new RegExp(`原因已告诉店主：${named(second.id)}`))).toBeVisible();

  await portal.login(page, keeper);
  await page.goto('/omo/personal/shop/shop');
  await expect(page.getByRole('article', { name: named(first.id) })).toContainText('审核通过');
  const refused = page.getByRole('article', { name: named(second.id) });
  await expect(refused).toContainText('没有通过：图片里有别家的水印');
  await refused.getByRole('link', { name: '修改后重新提交' }).click();
  await expect(page.getByRole('note')).toContainText('图片里有别家的水印');
});

test('[P-02] [A-08] a change of a public case: the desk says what changed, the public sees the old one until it is approved', async ({
  page,
  portal,
}) => {
  const keeper = await portal.newPerson();
  const operator = await demoOperator(portal);
  const name = `改前${Date.now() % 1e6}`;
  const sent = await sentCase(portal, keeper, proofing, { name });
  await portal.login(page, operator);
  const open = async (wanted: string) => {
    await page.goto(`/omo/console/cases?id=${sent.id}`);
    await expect(page).toHaveURL(new RegExp(`/console/cases/${proofing.number}/${sent.id}$`));
    await expect(page.getByRole('heading', { level: 1, name: wanted })).toBeVisible();
  };
  const approve = async () => {
    await page.getByRole('button', { name: '通过', exact: true }).click();
    await page.getByRole('button', { name: '确认通过' }).click();
  };
  await open(name);
  await approve();
  await expect(page.getByText(`已通过：${name}`)).toBeVisible();
  await sentCase(portal, keeper, proofing, { id: sent.id, version: String(sent.version), name: `${name}后` });
  const shown = async () => (await dataOf(portal.send(caseCalls(proofing).info, { id: sent.id }))).name;
  expect(await shown()).toBe(name);
  await open(`${name}后`);
  await expect(page.getByText('这是对公开案例的修改：改了名称')).toBeVisible();
  const called = page.getByRole('region', { name: '名称', exact: true });
  await expect(called).toContainText('已改');
  await page.getByText('现在公开的', { exact: true }).click();
  await expect(called.getByText(name, { exact: true })).toBeVisible();
  await expectNoSeriousAxe(page);

  // Changed once more while it was looked at: the word is not taken, the newest is shown.
  const { version } = await dataOf(portal.as(keeper)(ownCaseCalls(proofing).info, { id: sent.id }));
  await sentCase(portal, keeper, proofing, { id: sent.id, version: String(version), name: `${name}又后` });
  await approve();
  await expect(page.getByText('店主刚刚改过，请看过最新内容再决定')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: `${name}又后` })).toBeVisible();
  await approve();
  await expect(page.getByText(`已通过：${name}又后`)).toBeVisible();
  expect(await shown()).toBe(`${name}又后`);

  // A link to what was decided meanwhile says so.
  await page.goto(`/omo/console/cases?id=${sent.id}`);
  const said = page.getByText('要看的案例已经处理过，或者店主撤回了');
  await expect(said).toBeInViewport();
});
