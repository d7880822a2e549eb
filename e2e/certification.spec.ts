import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { signin, signout } from '../contract/accounts.ts';
import { caseCalls } from '../contract/cases.ts';
import { certificationItems, certifyInfo } from '../contract/certification.ts';
import { decideCase } from '../contract/operator/cases.ts';
import { operatorCertification } from '../contract/operator/certification.ts';
import { stages } from '../contract/stages/index.ts';
import { sentCase } from './case-steps.ts';
import { dataOf, expect, expectNoSeriousAxe, patient, type Person, test } from './fixtures.ts';
import { applyFor, contractFile, decide } from './papers.ts';
import { demoOperator } from './operators.ts';
import { choosePictures, fillField, frameOf, makeDemand, picture, stageOf } from './steps.ts';

const phone = { width: 390, height: 844 };
const own = '/omo/personal/certify/personal';
const firm = '/omo/personal/certify/company';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const menu = (page: Page) => page.getByRole('navigation', { name: '个人中心' }).getByRole('link', { name: /^认证/ });

/** Fills what is typed or picked; the values are the catalogue's examples unless given. */
async function fill(page: Page, type: 1 | 2, values: Record<string, string> = {}): Promise<void> {
  for (const item of certificationItems(type, stages)) {
    const { widget, label } = item;
    if (widget.kind === 'images') {
      if (item.required) {
        const group = frameOf(page, item);
        await choosePictures(group, await picture(`${label}.jpg`));
        await expect(group.getByRole('progressbar')).toHaveCount(0);
      }
    } else if (widget.kind === 'documents') await sendDocument(page, contractFile);
    else await fillField(page, item, values[item.key] ?? item.example);
  }
}

async function sendDocument(page: Page, file: typeof contractFile): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  const group = page.getByRole('group', { name: /^合同文件/ });
  await group.getByRole('button', { name: '上传附件' }).click();
  await (await chooser).setFiles(file);
  await expect(group.getByRole('button', { name: `移除 ${file.name}` })).toBeVisible();
}

test('[A-06] an individual: every field’s fault is named, the draft outlives a lost sign-in, two items are refused and given anew, and it passes', async ({
  page,
  portal,
}) => {
  test.slow();
  const person = await portal.newPerson();
  await portal.login(page, person);
  await page.goto(own);
  await expect(heading(page, '个人认证')).toBeVisible();
  const submit = page.getByRole('button', { name: '提交审核' });

  await page.getByRole('textbox', { name: /^联系人电话/ }).fill('');
  await submit.click();
  for (const item of certificationItems(1, stages)) {
    const said = item.schema.safeParse(item.widget.kind === 'regions' ? [] : '').error?.issues[0]?.message ?? '';
    await expect(frameOf(page, item).getByRole('alert')).toHaveText(said);
  }
  await expect(page.getByRole('textbox', { name: /^姓名/ })).toBeFocused();
  await expectNoSeriousAxe(page);

  const wrong: [string, string, string][] = [
    ['姓名', '<b>', '名称不能包含特殊符号'],
    ['联系人姓名', '陈'.repeat(21), '联系人姓名最多20个字'],
    ['联系人电话', '138000012345', '联系人电话最多11位'],
    ['联系人电话', '12345678901', '请输入正确的11位手机号'],
    ['联系人邮箱', 'chen@', '请输入正确的邮箱地址'],
    ['联系人邮箱', `${'a'.repeat(48)}@b.com`, '联系人邮箱最多50个字符'],
  ];
  for (const [label, typed, said] of wrong) {
    const box = page.getByRole('textbox', { name: new RegExp(`^${label}`) });
    await box.fill(typed);
    await submit.click();
    const frame = page.locator('[data-field]').filter({ has: box });
    await expect(frame.getByRole('alert')).toHaveText(said);
  }

  await fill(page, 1, { contactPhone: person.mobile });
  await expect(page.getByText(/^已自动保存/)).toBeVisible();
  // What is kept of it shows its pictures again, by links asked for anew.
  await page.reload();
  const designs = page.getByRole('group', { name: /^设计作品/ });
  await expect(designs.locator('img')).toHaveAttribute('src', /^\/files\/sealed\//);
  await expect(page.getByRole('button', { name: `移除 ${contractFile.name}` })).toBeVisible();

  // The sign-in ran out meanwhile.
  await dataOf(portal.as(person)(signout, {}));
  await submit.click();
  await expect(page).toHaveURL(/\/omo\/login/);
  await page.getByRole('textbox', { name: '手机号' }).fill(person.mobile);
  await page.getByLabel('密码').first().fill(person.password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByRole('textbox', { name: /^姓名/ })).toHaveValue('陈知远');
  await submit.click();
  await expect(heading(page, '认证中')).toBeVisible();
  await expect(menu(page)).toHaveText('认证认证中');
  await expectNoSeriousAxe(page);

  const again = await dataOf(portal.send(signin, { mobile: person.mobile, password: person.password }));
  const handed = await dataOf(portal.as(again)(certifyInfo, {}));
  const reasons = { contact_phone: '电话打不通', designs: '作品看不清' };
  await decide(portal, handed?.id ?? '', reasons);
  // The page hears of it by itself.
  await expect(heading(page, '认证失败')).toBeVisible();
  await expect(menu(page)).toHaveText('认证认证失败');
  const anew = page.getByRole('region', { name: '需要重新提供' });
  await expect(anew.locator('[data-field]')).toHaveCount(2);
  for (const reason of Object.values(reasons)) await expect(anew.getByText(reason)).toBeVisible();
  await expect(page.getByRole('region', { name: '已认可的资料' })).toContainText('陈知远');
  await expect(page.getByRole('textbox', { name: /^姓名/ })).toHaveCount(0);
  await expectNoSeriousAxe(page);
  const resubmit = page.getByRole('button', { name: '重新提交审核' });
  await resubmit.click();
  await expect(anew.getByText('请上传设计作品')).toBeVisible();
  const phone = anew.getByRole('textbox', { name: /^联系人电话/ });
  // As it was given: a slip of the pen is mended, not written anew.
  await expect(phone).toHaveValue(handed?.contact_phone ?? 'not handed in');
  await phone.fill('13900001234');
  await choosePictures(anew.getByRole('group', { name: /^设计作品/ }), await picture('新作品.jpg'));
  await expect(anew.getByRole('progressbar')).toHaveCount(0);
  await resubmit.click();
  await expect(heading(page, '认证中')).toBeVisible();

  await decide(portal, handed?.id ?? '', undefined, 2);
  await expect(heading(page, '认证成功')).toBeVisible();
  await expect(page.getByRole('list', { name: '您现在可以' })).toContainText('已认证');
  await expect(page.getByText('更名、换证或换了联系人')).toBeVisible();
  await expect(page.getByRole('region', { name: '认证资料' })).toContainText('13900001234');
  await expectNoSeriousAxe(page);
});

test('[A-06] an enterprise on a phone: filled in, handed in, a picture looked at, and refused', async ({
  page,
  portal,
}) => {
  await page.setViewportSize(phone);
  const person = await portal.newPerson({ accountType: 2 });
  await portal.login(page, person);
  await page.goto(firm);
  await expect(page.getByRole('combobox', { name: /^企业类型/ })).toHaveValue('1');
  await page.getByRole('textbox', { name: /^联系人电话/ }).fill('0797-812345');
  await page.getByRole('button', { name: '提交审核' }).click();
  await expect(page.getByText('请输入正确的手机号或座机号')).toBeVisible();
  await expect(page.getByText('请上传营业执照')).toBeVisible();
  await fill(page, 2);
  await page.getByRole('button', { name: '提交审核' }).click();
  await expect(heading(page, '认证中')).toBeVisible();
  // Papers that do not load say so, and load when asked again.
  await page.route('**/api/Upload/privateLinks', (route) => route.abort());
  await page.reload();
  const retry = page.getByRole('button', { name: '再试一次：营业执照' });
  await expect(retry).toBeVisible();
  await page.unroute('**/api/Upload/privateLinks');
  await retry.click();
  await page.getByRole('link', { name: '看大图：营业执照' }).click();
  await expect(page.getByRole('dialog', { name: '图片预览' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expectNoSeriousAxe(page);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(over).toBeLessThanOrEqual(0);

  const handed = await dataOf(portal.as(person)(certifyInfo, {}));
  await decide(portal, handed?.id ?? '', { business_license: '反光，看不清注册号' });
  await expect(page.getByText('反光，看不清注册号')).toBeVisible();
  await expect(page.getByRole('region', { name: '需要重新提供' }).locator('[data-field]')).toHaveCount(1);
});

test('[A-07] the account type decides the page, the other one and 去认证 lead there', async ({ page, portal }) => {
  await portal.login(page, await portal.newPerson({ accountType: 2 }));
  await page.goto(own);
  await expect(page).toHaveURL(new RegExp(`${firm}$`));
  await expect(heading(page, '企业认证')).toBeVisible();
  await portal.login(page, await portal.newPerson());
  await page.goto(firm);
  await expect(page).toHaveURL(new RegExp(`${own}$`));
  await page.goto('/omo/personal/account/balance');
  await page.getByRole('button', { name: '提现', exact: true }).click();
  await page.getByRole('dialog').getByRole('link', { name: '去认证' }).click();
  await expect(page).toHaveURL(new RegExp(`${own}$`));
});

test('[P-02] the desk by keyboard alone: items are refused with reasons, nothing fires while one types, the next follows', async ({
  page,
  portal,
}) => {
  const names = [`甲方${randomInt(1e9)}`, `乙方${randomInt(1e9)}`];
  const people = [await portal.newPerson(), await portal.newPerson()] as [Person, Person];
  const first = await applyFor(portal, people[0], names[0] ?? '');
  const second = await applyFor(portal, people[1], names[1] ?? '');
  const boss = await demoOperator(portal);
  await portal.login(page, boss);
  await page.goto('/omo/console/certifications');
  await expect(
    page.getByRole('navigation', { name: '运营后台' }).getByRole('link', { name: /^认证审核/ }),
  ).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expectNoSeriousAxe(page);

  await page.goto(`/omo/console/certifications/${first}`);
  await expect(heading(page, names[0] ?? '')).toBeVisible();
  await expect(page.getByLabel('键盘快捷键')).toContainText('标为不合格');
  await expectNoSeriousAxe(page);
  await page.keyboard.press('j');
  await expect(page.getByRole('region', { name: '资质证明' })).toBeFocused();
  await expect(page.getByRole('region', { name: '资质证明' })).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('x');
  const reason = page.getByRole('textbox', { name: '资质证明的驳回原因' });
  await expect(reason).toBeFocused();
  await expect(page.getByRole('button', { name: '驳回 1 项' })).toBeVisible();
  // Letters are letters here, until Escape leaves the box.
  await page.keyboard.type('raxjn');
  await expect(reason).toHaveValue('raxjn');
  await expect(page).toHaveURL(new RegExp(first));
  await page.keyboard.press('Escape');
  await expect(reason).not.toBeFocused();
  await reason.fill('');
  await page.getByRole('button', { name: '驳回 1 项' }).click();
  await expect(page.getByText('请写明原因，申请人会看到')).toBeVisible();
  await page.getByRole('button', { name: '照片模糊或反光' }).click();
  await expectNoSeriousAxe(page);
  // What was written outlives a reload.
  await page.reload();
  await expect(reason).toHaveValue('照片模糊或反光，看不清文字，请重新拍摄');
  await page.getByRole('button', { name: '照片模糊或反光' }).press('r');
  await expect(page.getByText(`已驳回 1 项：${names[0]}`)).toBeVisible();
  await expect(page).not.toHaveURL(new RegExp(first));
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await dataOf(portal.as(people[0])(certifyInfo, {}))).toMatchObject({
    status: 2,
    refused: [{ item: 'qualification', reason: '照片模糊或反光，看不清文字，请重新拍摄' }],
  });

  await page.goto(`/omo/console/certifications/${second}`);
  await page.getByRole('button', { name: '看图：资质证明' }).click();
  // Papers come as they were photographed: they are turned and enlarged, over the whole window too.
  const paper = page.getByRole('img', { name: '资质证明' });
  await expect(paper).toBeVisible();
  await page.keyboard.press(']');
  await expect(paper).toHaveAttribute('style', /rotate\(90deg\)/);
  await page.keyboard.press('f');
  const preview = page.getByRole('dialog', { name: '图片预览' });
  await expect(preview.getByRole('img', { name: '资质证明' })).toBeVisible();
  const small = (await paper.boundingBox())?.height ?? 0;
  await page.keyboard.press('+');
  await expect.poll(async () => (await paper.boundingBox())?.height ?? 0).toBeGreaterThan(small);
  await page.keyboard.press('a');
  await expect(page.getByRole('dialog', { name: '通过这份认证' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(preview).toHaveCount(0);
  const turn = page.getByRole('switch', { name: '单键快捷键' });
  await turn.press('Space');
  await page.keyboard.press('a');
  await page.reload();
  await expect(turn).not.toBeChecked();
  await expect(page.getByRole('dialog', { name: '通过这份认证' })).toHaveCount(0);
  await turn.press('Space');
  await page.keyboard.press('a');
  const confirm = page.getByRole('dialog', { name: '通过这份认证' });
  await expect(confirm).toContainText(names[1] ?? '');
  await expect(confirm.getByRole('button', { name: '通过认证' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(`已通过：${names[1]}`)).toBeVisible();
  expect(await dataOf(portal.as(people[1])(certifyInfo, {}))).toMatchObject({ status: 1 });
});

test('[P-02] a colleague was quicker: the second is told so and sees the outcome', async ({ page, portal }) => {
  const person = await portal.newPerson();
  const name = `丙方${randomInt(1e9)}`;
  const id = await applyFor(portal, person, name);
  await portal.login(page, await demoOperator(portal));
  await page.goto(`/omo/console/certifications/${id}`);
  await expect(heading(page, name)).toBeVisible();
  await decide(portal, id);
  await page.getByRole('button', { name: '通过认证' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '通过认证' }).click();
  await expect(page.getByText('这份认证现在是「认证成功」，已由同事处理')).toBeVisible();
  await page.getByRole('button', { name: '看最新状态' }).click();
  await expect(page.getByRole('complementary', { name: '审核结论' })).toContainText('平台运营');
});

test('[P-02] [A-06] papers are for their owner and the desk: a plain address, a stranger and a visitor see nothing of them', async ({
  browser,
  portal,
}) => {
  const person = await portal.newPerson();
  const id = await applyFor(portal, person, `丁方${randomInt(1e9)}`);
  const { items } = await dataOf(portal.as(await demoOperator(portal))(operatorCertification, { id }));
  const [paper] = items.flatMap(({ files }) => files);
  const visitor = await browser.newContext();
  const get = async (path: string) => (await visitor.request.get(portal.url + path)).status();
  expect(await get(paper?.url ?? '')).toBe(404);
  expect(await get(paper?.full ?? '')).toBe(200);
  expect(await get(`${(paper?.full ?? '').slice(0, -4)}AAAA`)).toBe(404);
  expect(await portal.as(await portal.newPerson())(operatorCertification, { id })).toMatchObject({ code: 1003 });
  const stranger = patient(await visitor.newPage());
  await portal.login(stranger, await portal.newPerson());
  await stranger.goto(`/omo/console/certifications/${id}`);
  await expect(stranger.getByRole('heading', { name: '登录' })).toBeVisible();
  await visitor.close();
});

test('[A-06] 已认证 stands on kept pages the moment it passes: shop, case, list of cases, demand', async ({
  portal,
  request,
}) => {
  const keeper = await portal.newPerson();
  const stage = stageOf('design');
  const { id, version } = await sentCase(portal, keeper, stage, { name: `认证前的案例${randomInt(1e6)}` });
  await dataOf(portal.as(await demoOperator(portal))(decideCase, { id, version, decision: 'approve' }));
  const theirs = await dataOf(portal.send(caseCalls(stage).info, { id }));
  const buyer = await portal.newPerson({ nickname: `买家${randomInt(1e6)}` });
  const nid = await makeDemand(portal, buyer, { stage: stage.key });
  const place = `/omo/smart/${theirs.category}/design`;
  const pages = [`/omo/shop/${theirs.shop.id}`, `${place}/details/${id}`, `/omo/demand/${nid}`];
  const lists = [place, `${place}/more`];
  const read = async (path: string) => (await request.get(path)).text();
  const badges = async (path: string) => (await read(path)).split('已认证').length;
  const before = new Map<string, number>();
  // Twice: the second time each comes as it is kept.
  for (const path of [...pages, ...lists, ...pages, ...lists]) before.set(path, await badges(path));

  const ids = [await applyFor(portal, keeper, '小寒'), await applyFor(portal, buyer, '陈知远')];
  for (const path of [...pages, ...lists]) await badges(path);
  for (const id of ids) await decide(portal, id);
  for (const path of pages) expect(await badges(path), path).toBeGreaterThan(before.get(path) ?? 0);
  const shown = await Promise.all(lists.map(async (path) => (await badges(path)) > (before.get(path) ?? 0)));
  expect(shown.some(Boolean), 'a list of cases').toBe(true);
});
