import { getDesk } from '../contract/operator/desk.ts';
import { totpCode } from '../server/slices/operators/totp.ts';
import { expect, expectNoSeriousAxe, test } from './fixtures.ts';
import { makeOperator, operatorCommand } from './operators.ts';

test('[P-01] an operator made on the command line binds an authenticator, comes to the page asked for, and leaves; a person stays outside', async ({
  page,
  portal,
}) => {
  const person = await portal.newPerson();
  const { name, password } = await makeOperator(portal, ['finance']);
  // Signed in at the portal as a person, in the same browser.
  await portal.login(page, person);
  await page.goto('/omo/console/withdrawals');
  const enter = page.getByRole('heading', { level: 1, name: '登录' });
  await expect(enter).toBeVisible();
  await expect(page.getByRole('navigation', { name: '运营后台' })).toHaveCount(0);
  const account = page.getByRole('textbox', { name: /^账号/ });
  await account.fill(person.mobile);
  await page.getByLabel(/^密码/).fill(person.password);
  await page.getByRole('button', { name: '下一步' }).click();
  await expect(page.getByText('账号或密码错误。这里只供平台运营人员登录')).toBeVisible();
  await expectNoSeriousAxe(page);

  await account.fill(name);
  await page.getByLabel(/^密码/).fill(password);
  await page.getByRole('button', { name: '下一步' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '绑定动态验证码' })).toBeVisible();
  await expect(page.getByRole('img', { name: '用验证器扫描的二维码' })).toBeVisible();
  await expectNoSeriousAxe(page);
  const typed = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '';
  const secret = typed.replaceAll(' ', '');
  const code = page.getByRole('textbox', { name: /^动态验证码/ });
  const right = totpCode(secret, new Date());
  await code.fill(right === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: '绑定并登录' }).click();
  await expect(page.getByText('动态验证码错误，请等下一个验证码再试')).toBeVisible();
  await code.fill(totpCode(secret, new Date()));
  await page.getByRole('button', { name: '绑定并登录' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '提现审核' })).toBeVisible();
  const menu = page.getByRole('navigation', { name: '运营后台' });
  await expect(menu.getByRole('link', { name: /^提现审核/ })).toBeVisible();
  await expect(menu.getByRole('link', { name: /^认证审核/ })).toHaveCount(0);

  // The portal is still the person's, and knows nothing of the console.
  await page.goto('/omo/personal');
  await expect(page.getByRole('link', { name: '运营后台' })).toHaveCount(0);
  expect(await portal.as(person)(getDesk, {})).toMatchObject({ code: 1003 });

  // Shut out from the command line: the next call says so, and the door stands where one was.
  await page.goto('/omo/console/withdrawals');
  await expect(page.getByRole('heading', { level: 1, name: '提现审核' })).toBeVisible();
  await operatorCommand(portal, ['roles', name, 'auditor']);
  await page.reload();
  await expect(page.getByText('登录已失效，请重新登录')).toBeVisible();
  await account.fill(name);
  await page.getByLabel(/^密码/).fill(password);
  await page.getByRole('button', { name: '下一步' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '动态验证码' })).toBeVisible();
  // The code of the next half minute is taken too: the one of this may have been used above.
  await code.fill(totpCode(secret, new Date(Date.now() + 30_000)));
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: '提现审核' })).toBeVisible();
  await page.getByRole('button', { name: '夜班运营' }).click();
  await page.getByRole('button', { name: '退出登录' }).click();
  await expect(enter).toBeVisible();
});
