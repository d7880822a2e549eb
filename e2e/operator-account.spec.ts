import { getDesk } from '../contract/operator/desk.ts';
import { operatorConfirm, operatorSignin } from '../contract/operator/sign-in.ts';
import { totpCode } from '../server/slices/operators/totp.ts';
import { dataOf, expect, expectNoSeriousAxe, test } from './fixtures.ts';
import { demoOperator, makeOperator, newOperator, operatorCommand } from './operators.ts';

const codeOf = (secret: string, seconds = 0) => totpCode(secret, new Date(Date.now() + seconds * 1000));
const wrongFor = (secret: string) => {
  const near = [-60, -30, 0, 30, 60].map((seconds) => codeOf(secret, seconds));
  return ['000000', '000001', '000002', '000003', '000004', '000005'].find((each) => !near.includes(each)) as string;
};

test('[P-01] [P-06] an operator changes the password on their own page, by the keyboard, and the other devices end', async ({
  page,
  portal,
}) => {
  test.slow();
  const me = await newOperator(portal, ['finance']);
  // The code of the next half minute is taken too: the one of this one opened the first session.
  const { ticket } = await dataOf(portal.send(operatorSignin, me));
  const other = await dataOf(portal.send(operatorConfirm, { ticket, code: codeOf(me.totpSecret, 30) }));
  await portal.login(page, me);
  await page.goto('/omo/console');
  // The first page leads on by itself.
  await expect(page.getByRole('heading', { level: 1, name: '数据概览' })).toBeVisible();
  const menu = page.getByRole('button', { name: '夜班运营' });
  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(menu).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: '我的账号' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: '我的账号' })).toBeVisible();
  await expect(page.getByRole('region', { name: '资料' })).toContainText(me.name);
  await expect(page.getByRole('region', { name: '资料' })).toContainText('财务');
  await expect(page.getByRole('region', { name: '登录中的设备' })).toContainText('2 台');
  await expectNoSeriousAxe(page);

  const open = page.getByRole('button', { name: '修改密码' });
  await open.press('Enter');
  const asked = page.getByRole('dialog', { name: '修改密码' });
  const [old, fresh, again] = ['原密码', '新密码', '确认新密码'].map((name) =>
    asked.getByRole('textbox', { name, exact: true }),
  ) as [typeof asked, typeof asked, typeof asked];
  await expect(old).toBeFocused();
  await expectNoSeriousAxe(page);
  // Escape puts nothing away but the question, and leads back.
  await page.keyboard.press('Escape');
  await expect(asked).toHaveCount(0);
  await expect(open).toBeFocused();
  await page.keyboard.press('Enter');

  await expect(old).toBeFocused();
  await page.keyboard.press('Enter');
  for (const message of ['请输入原密码', '请输入密码', '请再次输入新密码'])
    await expect(asked.getByText(message)).toBeVisible();
  await old.fill('wrong2026desk');
  await fresh.fill('short1');
  await again.fill('short2');
  await again.press('Enter');
  await expect(asked.getByText('密码至少8位')).toBeVisible();
  await expect(asked.getByText('两次输入的新密码不一致')).toBeVisible();
  await expect(fresh).toBeFocused();
  await fresh.fill('other2026desk');
  await again.fill('other2026desk');
  await again.press('Enter');
  await expect(asked.getByText('原密码错误')).toBeVisible();
  await expect(old).toBeFocused();
  await expect(fresh).toHaveValue('other2026desk');
  await old.fill(me.password);
  await fresh.fill(me.password);
  await again.fill(me.password);
  await again.press('Enter');
  await expect(asked.getByText('新密码不能与原密码相同')).toBeVisible();
  await fresh.fill('other2026desk');
  await again.fill('other2026desk');
  await again.press('Enter');
  await expect(page.getByText('密码已修改，其他设备已退出登录')).toBeVisible();
  await expect(asked).toHaveCount(0);
  await expect(open).toBeFocused();
  await expect(page.getByRole('region', { name: '登录中的设备' })).toContainText('1 台');
  expect(await portal.as(other)(getDesk, {})).toMatchObject({ code: 1002 });
  const { name } = me;
  expect(await portal.send(operatorSignin, { name, password: me.password })).toMatchObject({ code: 1001 });
  expect(await portal.send(operatorSignin, { name, password: 'other2026desk' })).toMatchObject({ ok: true });
});

test('[P-01] [P-06] an operator sets up a new authenticator: the old one counts until a code of the new one was typed', async ({
  page,
  portal,
}) => {
  const me = await newOperator(portal, ['finance']);
  await portal.login(page, me);
  await page.goto('/omo/console/account');
  const open = page.getByRole('button', { name: '更换验证器' });
  await open.press('Enter');
  const asked = page.getByRole('dialog', { name: '更换验证器' });
  const password = asked.getByRole('textbox', { name: '当前密码' });
  const present = asked.getByRole('textbox', { name: '当前动态验证码' });
  await expect(password).toBeFocused();
  await password.fill('wrong2026desk');
  await present.fill('12345');
  await present.press('Enter');
  await expect(asked.getByText('动态验证码为6位数字')).toBeVisible();
  await present.fill(wrongFor(me.totpSecret));
  await present.press('Enter');
  await expect(asked.getByText('当前密码错误')).toBeVisible();
  await expect(password).toBeFocused();
  await password.fill(me.password);
  await present.press('Enter');
  await expect(asked.getByText('动态验证码错误，请等下一个验证码再试')).toBeVisible();
  await expect(password).toHaveValue(me.password);
  // As an authenticator shows it; that of the next half minute is taken too.
  await present.fill(codeOf(me.totpSecret, 30).replace(/^(...)/, '$1 '));
  await present.press('Enter');

  await expect(asked.getByRole('img', { name: '用验证器扫描的二维码' })).toBeVisible();
  await expectNoSeriousAxe(page);
  const typed = (await asked.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '';
  const secret = typed.replaceAll(' ', '');
  expect(secret).not.toBe(me.totpSecret);
  const fresh = asked.getByRole('textbox', { name: '新的动态验证码' });
  await expect(fresh).toBeFocused();
  await expect(fresh).toHaveValue('');
  await fresh.fill(wrongFor(secret));
  await fresh.press('Enter');
  await expect(asked.getByText('动态验证码错误，请等下一个验证码再试')).toBeVisible();

  // Until then the new one opens nothing at the door.
  const { ticket } = await dataOf(portal.send(operatorSignin, me));
  const refused = { message: '动态验证码错误，请等下一个验证码再试' };
  expect(await portal.send(operatorConfirm, { ticket, code: codeOf(secret) })).toMatchObject(refused);
  await fresh.fill(codeOf(secret));
  await fresh.press('Enter');
  await expect(page.getByText('新的验证器已启用，其他设备已退出登录')).toBeVisible();
  await expect(open).toBeFocused();

  const door = await dataOf(portal.send(operatorSignin, me));
  const old = codeOf(me.totpSecret, 30);
  expect(await portal.send(operatorConfirm, { ticket: door.ticket, code: old })).toMatchObject(refused);
  const next = codeOf(secret, 30);
  expect(await portal.send(operatorConfirm, { ticket: door.ticket, code: next })).toMatchObject({ ok: true });
});

test('[P-01] [P-06] an operator ends a device of theirs, which stands at the door with its next call', async ({
  page,
  portal,
}) => {
  const me = await newOperator(portal, ['finance']);
  const { ticket } = await dataOf(portal.send(operatorSignin, me));
  const other = await dataOf(portal.send(operatorConfirm, { ticket, code: codeOf(me.totpSecret, 30) }));
  await portal.login(page, { operator: other });
  await page.goto('/omo/console/account');
  const devices = page.getByRole('table', { name: '登录中的设备' });
  await expect(devices.getByRole('row').filter({ hasText: '本机' })).toContainText('正在使用');
  // This one is left by its own way out.
  await expect(devices.getByRole('button')).toHaveCount(1);
  const end = devices.getByRole('button', { name: /^退出该设备/ });
  await end.press('Enter');
  const asked = page.getByRole('dialog', { name: '退出该设备' });
  await expectNoSeriousAxe(page);
  await asked.getByRole('button', { name: '再想想' }).click();
  await expect(asked).toHaveCount(0);
  await expect(end).toBeFocused();
  expect(await portal.as(me)(getDesk, {})).toMatchObject({ ok: true });
  await end.press('Enter');
  await asked.getByRole('button', { name: '退出该设备' }).press('Enter');
  await expect(page.getByText('那台设备已退出登录')).toBeVisible();
  await expect(devices.getByRole('row')).toHaveCount(2);
  await expect(end).toHaveCount(0);
  expect(await portal.as(me)(getDesk, {})).toMatchObject({ code: 1002 });
  expect(await portal.as(other)(getDesk, {})).toMatchObject({ ok: true });
});

test('[P-06] an admin reads who works at the console and what they did; who may not is told so, and nothing can be changed', async ({
  page,
  portal,
}) => {
  test.slow();
  const idle = await makeOperator(portal, ['reviewer', 'moderator']);
  await operatorCommand(portal, ['suspend', idle.name]);
  const busy = await newOperator(portal, ['auditor']);
  await portal.login(page, await demoOperator(portal));
  await page.goto('/omo/console');
  await expect(page.getByRole('heading', { level: 1, name: '数据概览' })).toBeVisible();
  await page.getByRole('navigation', { name: '运营后台' }).getByRole('link', { name: '运营人员' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '运营人员' })).toBeVisible();
  await expect(page.getByText('npm run operator')).toBeVisible();
  await expectNoSeriousAxe(page);
  // By name, and others may have been made before: the one that is looked for is on some page of the suspended ones.
  const rowOf = async (name: string) => {
    const row = page.getByRole('row').filter({ hasText: name });
    const next = page.getByRole('listitem', { name: '下一页' }).getByRole('button');
    await expect(page.getByRole('table', { name: '运营人员' })).toBeVisible();
    while ((await row.count()) === 0 && (await next.isEnabled())) {
      const before = await page.getByRole('row').nth(1).textContent();
      await next.click();
      await expect(page.getByRole('row').nth(1)).not.toHaveText(before ?? '');
    }
    return row;
  };
  await page.getByRole('navigation', { name: '按状态筛选' }).getByRole('link', { name: '已停用' }).click();
  await expect(page).toHaveURL(/status=2/);
  await expect(page.getByRole('row').filter({ hasText: '使用中' })).toHaveCount(0);
  const suspended = await rowOf(idle.name);
  for (const words of ['审核、内容管理', '已停用', '还没有绑定', '还没有登录过'])
    await expect(suspended).toContainText(words);
  await expect(
    page.getByRole('region', { name: '运营人员' }).getByRole('button', { name: /停用|新增|修改|重置/ }),
  ).toHaveCount(0);

  await page.getByRole('navigation', { name: '按状态筛选' }).getByRole('link', { name: '使用中' }).click();
  await expect(page).toHaveURL(/status=1/);
  const row = await rowOf(busy.name);
  for (const words of ['审计', '使用中', '已绑定']) await expect(row).toContainText(words);
  // J goes through the rows, Enter opens what somebody did.
  await row.getByRole('link', { name: /^查看/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/console\/audit\?person=/);
  const deeds = page.getByRole('table', { name: '审计' });
  await expect(deeds.getByRole('row').filter({ hasText: '运营人员 · 绑定验证器' })).toContainText(busy.name);
  await expect(deeds.getByRole('row').filter({ hasNotText: busy.name })).toHaveCount(1);

  // An auditor looks too; finance has it in no menu, and is told so at the address.
  await portal.login(page, busy);
  await page.goto('/omo/console/operators');
  await expect(page.getByRole('table', { name: '运营人员' })).toBeVisible();
  await portal.login(page, await newOperator(portal, ['finance']));
  await page.goto('/omo/console/operators');
  await expect(page.getByText('运营人员要管理员或审计才能打开，您的角色是财务。')).toBeVisible();
  await expect(page.getByRole('navigation', { name: '运营后台' }).getByRole('link', { name: '运营人员' })).toHaveCount(
    0,
  );
});
