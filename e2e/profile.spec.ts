import type { Page } from '@playwright/test';
import sharp from 'sharp';
import yauzl from 'yauzl';
import { getUserInfo, signin } from '../contract/accounts.ts';
import { askDataExport, type DataExport } from '../contract/personal-data.ts';
import { pictureAt } from '../contract/pictures.ts';
import { dataOf, expect, expectNoSeriousAxe, patient, type Person, type Portal, test } from './fixtures.ts';
import { choosePictures, makeDemand, picture } from './steps.ts';

const phone = { width: 390, height: 844 };

/** Left half red, right half blue: where a cut was made shows in its colour. */
async function redAndBlue() {
  const half = (background: string) => ({ create: { width: 400, height: 400, channels: 3 as const, background } });
  const blue = await sharp(half('#0000ff')).png().toBuffer();
  const whole = sharp({ create: { width: 800, height: 400, channels: 3, background: '#ff0000' } });
  const buffer = await whole
    .composite([{ input: blue, left: 400, top: 0 }])
    .png()
    .toBuffer();
  return { name: 'face.png', mimeType: 'image/png', buffer };
}

/** Share of red in the avatar that a person has, 0..1, and its size. */
async function avatarOf(portal: Portal, person: Person) {
  const { avatar_url } = await dataOf(portal.as(person)(getUserInfo, {}));
  const bytes = await (await fetch(`${portal.url}${pictureAt(avatar_url, 320)}`)).arrayBuffer();
  const { channels } = await sharp(Buffer.from(bytes)).stats();
  const size = /-(\d+)x(\d+)\//.exec(avatar_url)?.slice(1).map(Number);
  return { red: channels[0]!.mean / 255, size };
}

async function openCrop(page: Page) {
  await page.getByLabel('选择头像图片').setInputFiles(await redAndBlue());
  const dialog = page.getByRole('dialog', { name: '裁剪头像' });
  await expect(dialog.getByRole('application', { name: /头像取景框/ })).toBeVisible();
  return dialog;
}

test.describe('[U-07] the avatar is cut out', () => {
  test('[U-07] with the keyboard alone, and is seen at once in the top bar and in another tab', async ({
    page,
    portal,
    context,
  }) => {
    const person = await portal.newPerson({ nickname: '林木匠' });
    await portal.login(page, person);
    const other = patient(await context.newPage());
    await other.goto('/omo/');
    await page.goto('/omo/personal/profile');
    const dialog = await openCrop(page);
    await expectNoSeriousAxe(page);

    // To the left end of the picture, and closer: all of it is red.
    await dialog.getByRole('application').focus();
    for (let press = 0; press < 60; press += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('slider', { name: '缩放' })).toBeFocused();
    for (let press = 0; press < 10; press += 1) await page.keyboard.press('ArrowRight');
    await expect(dialog.getByRole('slider', { name: '缩放' })).toHaveAttribute('aria-valuetext', '1.5倍');
    await dialog.getByRole('button', { name: '使用这张头像' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('头像已更新')).toBeVisible();
    await expect(dialog).toBeHidden();

    const { red, size } = await avatarOf(portal, person);
    expect(red).toBeGreaterThan(0.95);
    // 400 pixels of the picture seen one and a half times as large.
    expect(size).toEqual([267, 267]);
    for (const tab of [page, other])
      await expect(tab.getByRole('banner').locator('img[src^="/files/"]').first()).toBeVisible();
    await page.getByLabel('昵称').fill('林师傅');
    await page.getByRole('button', { name: '保存' }).click();
    for (const tab of [page, other]) await expect(tab.getByRole('banner').getByText('林师傅').first()).toBeVisible();
  });

  test('[U-07] with the pointer, on a phone too; an upload that fails keeps the old one and the cut', async ({
    page,
    portal,
  }) => {
    await page.setViewportSize(phone);
    const person = await portal.newPerson();
    await portal.login(page, person);
    await page.goto('/omo/personal/profile');
    const dialog = await openCrop(page);
    await expectNoSeriousAxe(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);

    // Dragged to the left as far as it goes: the right end of the picture, which is blue.
    const { x, y, width, height } = (await dialog.getByRole('application').boundingBox())!;
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x - width * 2, y + height / 2, { steps: 8 });
    await page.mouse.up();
    await page.route('**/api/Upload/image', (route) => route.abort(), { times: 1 });
    await dialog.getByRole('button', { name: '使用这张头像' }).click();
    await expect(dialog.getByText(/^头像上传失败！/)).toBeVisible();
    expect((await dataOf(portal.as(person)(getUserInfo, {}))).avatar_url).toBe('');

    await dialog.getByRole('button', { name: '使用这张头像' }).click();
    await expect(page.getByText('头像已更新')).toBeVisible();
    expect((await avatarOf(portal, person)).red).toBeLessThan(0.05);
  });

  test('[U-07] Escape leaves everything as it was', async ({ page, portal }) => {
    const person = await portal.newPerson();
    await portal.login(page, person);
    await page.goto('/omo/personal/profile');
    const dialog = await openCrop(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    expect((await dataOf(portal.as(person)(getUserInfo, {}))).avatar_url).toBe('');
  });
});

test.describe('[U-06] devices', () => {
  test('[U-06] signed out from here, the other is asked to sign in at its next call, and its form is all there', async ({
    page,
    portal,
    browser,
  }) => {
    test.setTimeout(120_000);
    const person = await portal.newPerson();
    await portal.login(page, person);
    const userAgent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 MicroMessenger/8.0.49';
    const context = await browser.newContext({ userAgent, viewport: phone, baseURL: portal.url, locale: 'zh-CN' });
    const there = patient(await context.newPage());
    await there.goto('/omo/login?redirect=%2Ftopic%2Fpublish');
    await there.getByLabel('手机号').fill(person.mobile);
    await there.getByLabel('密码').first().fill(person.password);
    await there.getByRole('button', { name: '登录', exact: true }).click();
    await expect(there).toHaveURL(/topic\/publish/);
    await there.getByLabel(/^标题/).fill('榉木婴儿床的圆角');
    await there.getByLabel(/^内容/).fill('护栏间距五十八毫米，四角圆弧不小于二十毫米，边缘手摸不扎。');

    await choosePictures(there, await picture());
    await expect(there.getByRole('button', { name: /^第1张/ })).toBeVisible();

    await page.goto('/omo/personal/profile');
    const devices = page.getByRole('region', { name: '登录与设备' });
    await expect(devices.getByRole('listitem')).toHaveCount(2);
    await expect(devices.getByRole('listitem').first()).toContainText('本机');
    await expectNoSeriousAxe(page);
    await devices.getByRole('button', { name: /^退出登录：iPhone · 微信/ }).click();
    const asked = page.getByRole('dialog', { name: '让这台设备退出登录' });
    await expect(asked).toContainText('iPhone · 微信');
    await expectNoSeriousAxe(page);
    await asked.getByRole('button', { name: '退出登录' }).click();
    await expect(page.getByText('那台设备已退出登录')).toBeVisible();
    await expect(devices.getByRole('listitem')).toHaveCount(1);

    await there.getByRole('button', { name: '发布话题' }).click();
    await expect(there.getByText('请先登录', { exact: true }).last()).toBeVisible();
    await there.getByLabel('手机号').fill(person.mobile);
    await there.getByLabel('密码').first().fill(person.password);
    await there.getByRole('button', { name: '登录', exact: true }).click();
    await expect(there.getByLabel(/^标题/)).toHaveValue('榉木婴儿床的圆角');
    await expect(there.getByLabel(/^内容/)).toHaveValue(/护栏间距五十八毫米/);
    await context.close();
  });

  test('[U-06] all the others at once, on a phone', async ({ page, portal }) => {
    await page.setViewportSize(phone);
    const person = await portal.newPerson();
    const others = [await dataOf(portal.send(signin, person)), await dataOf(portal.send(signin, person))];
    await portal.login(page, person);
    await page.goto('/omo/personal/profile');
    await page.getByRole('button', { name: '退出其他所有设备' }).click();
    const asked = page.getByRole('dialog', { name: '退出其他所有设备' });
    await expect(asked).toContainText('2台设备');
    await asked.getByRole('button', { name: '全部退出' }).click();
    await expect(page.getByText('已退出其他2台设备')).toBeVisible();
    for (const other of others) expect((await portal.as(other)(getUserInfo, {})).ok).toBe(false);
    expect((await portal.as(person)(getUserInfo, {})).ok).toBe(true);
    await expectNoSeriousAxe(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  });
});

test.describe('[Z-15] taking one’s data along', () => {
  test('[Z-15] asked for with the password, told when it is ready, downloaded as a zip', async ({ page, portal }) => {
    const person = await portal.newPerson({ nickname: '林木匠' });
    await portal.login(page, person);
    await page.goto('/omo/personal/profile');
    const data = page.getByRole('region', { name: '数据与账号' });
    await data.getByRole('button', { name: '申请导出' }).click();
    const dialog = page.getByRole('dialog', { name: '导出我的数据' });
    await expectNoSeriousAxe(page);
    await dialog.getByRole('button', { name: '开始准备' }).click();
    await expect(dialog.getByLabel('登录密码', { exact: false }).last()).toHaveAccessibleDescription('请输入密码');
    await dialog.getByRole('textbox', { name: /登录密码/ }).fill('wrong2026');
    await dialog.getByRole('button', { name: '开始准备' }).click();
    await expect(dialog.getByText('密码错误')).toBeVisible();
    await dialog.getByRole('textbox', { name: /登录密码/ }).fill(person.password);
    await page.keyboard.press('Enter');
    await expect(page.getByText('已开始准备，完成后可在这里下载')).toBeVisible();
    // Nothing is pressed: the page hears of it.
    await expect(data.getByText(/^已备好/)).toBeVisible({ timeout: 20_000 });
    await expectNoSeriousAxe(page);
    const started = page.waitForEvent('download');
    await data.getByRole('button', { name: '下载' }).click();
    const download = await started;
    expect(download.suggestedFilename()).toMatch(/^个人数据-\d{4}-\d\d-\d\d\.zip$/);
    const zip = await yauzl.openPromise(await download.path(), { lazyEntries: true });
    const names: string[] = [];
    for await (const entry of zip.eachEntry()) names.push(entry.fileName);
    expect(names).toEqual(expect.arrayContaining(['说明.txt', '账号.json', '订单.json', '钱包/收支明细.csv']));
  });

  for (const viewport of [{ width: 1366, height: 768 }, phone])
    test(`[Z-15] while one lies ready, another may be asked for once its day has come (${viewport.width})`, async ({
      page,
      portal,
    }) => {
      await page.setViewportSize(viewport);
      const person = await portal.newPerson();
      await portal.login(page, person);
      await dataOf(portal.as(person)(askDataExport, { password: person.password }));
      const tomorrow = { day: false };
      await page.route('**/api/account/getDataExport', async (route) => {
        const response = await route.fetch();
        const answer = (await response.json()) as { data: DataExport };
        // As a day later: the server's clock is everybody's.
        if (tomorrow.day) answer.data.next_at -= 24 * 3600 + 60;
        await route.fulfill({ response, json: answer });
      });
      await page.goto('/omo/personal/profile');
      const data = page.getByRole('region', { name: '数据与账号' });
      await expect(data.getByText(/^已备好/)).toBeVisible({ timeout: 20_000 });
      await expect(data.getByRole('button', { name: '下载' })).toBeVisible();
      await expect(data.getByRole('button', { name: /申请/ })).toHaveCount(0);
      tomorrow.day = true;
      await page.reload();
      await expect(data.getByRole('button', { name: '下载' })).toBeVisible();
      await data.getByRole('button', { name: '重新申请' }).click();
      await expect(page.getByRole('dialog', { name: '导出我的数据' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expectNoSeriousAxe(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
    });

  test('[Z-15] asked for with a texted code, on a phone', async ({ page, portal }) => {
    await page.setViewportSize(phone);
    const person = await portal.newPerson();
    await portal.login(page, person);
    await page.goto('/omo/personal/profile');
    await page.getByRole('button', { name: '申请导出' }).click();
    const dialog = page.getByRole('dialog', { name: '导出我的数据' });
    await dialog.getByText('短信验证码', { exact: true }).first().click();
    await dialog.getByRole('button', { name: '获取验证码' }).click();
    // The code of the registration was texted just now: one a minute per number is the rule.
    await expect(dialog.getByText(/验证码发送太频繁，请\d+秒后再试/)).toBeVisible();
    await expectNoSeriousAxe(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  });
});

test.describe('[Z-15] closing the account', () => {
  test('[Z-15] what stands in the way is seen to, three proofs are asked for, and signing in takes it back', async ({
    page,
    portal,
  }) => {
    // The code of the registration was texted just now: one a minute per number is the rule, and time here is real.
    test.setTimeout(180_000);
    const person = await portal.newPerson({ nickname: '林木匠' });
    const nid = await makeDemand(portal, person);
    await portal.login(page, person);
    await page.goto('/omo/personal/profile');
    await page.getByRole('link', { name: '去注销' }).click();
    const blocked = page.getByRole('region', { name: '还不能注销' });
    await expect(blocked).toContainText('有1个需求还在招标');
    await expect(page.getByRole('button', { name: '注销账号' })).toHaveCount(0);
    await expectNoSeriousAxe(page);
    await blocked.getByRole('button', { name: /^取消需求/ }).click();
    const asked = page.getByRole('dialog', { name: '取消这个需求' });
    await expect(asked).toContainText(nid);
    await asked.getByRole('button', { name: '取消需求' }).click();
    await expect(page.getByText('需求已取消')).toBeVisible();

    const last = page.getByRole('region', { name: '确认注销' });
    await expectNoSeriousAxe(page);
    await last.getByRole('button', { name: '注销账号' }).click();
    await expect(last.getByLabel('输入“注销账号”')).toHaveAccessibleDescription('请输入“注销账号”四个字');
    await last.getByRole('textbox', { name: /^登录密码/ }).fill(person.password);
    await last.getByLabel('输入“注销账号”').fill('注销账号');
    await expect(async () => {
      await last.getByRole('button', { name: '获取验证码' }).click({ timeout: 2000 });
      await expect(last.getByText(/^验证码已发送至/)).toBeVisible({ timeout: 4000 });
    }).toPass({ intervals: [10_000], timeout: 120_000 });
    await last.getByRole('textbox', { name: /^短信验证码/ }).fill(await portal.smsCode(person.mobile));
    await last.getByRole('button', { name: '注销账号' }).click();

    await expect(page.getByText(/^注销申请已提交，账号将在 .+ 注销/)).toBeVisible();
    await expectNoSeriousAxe(page);
    expect((await portal.as(person)(getUserInfo, {})).ok).toBe(false);
    await page.getByLabel('手机号').fill(person.mobile);
    await page.getByLabel('密码').first().fill(person.password);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await expect(page.getByText('登录成功，注销申请已撤销')).toBeVisible();
    await expect(page.getByRole('banner').getByText('林木匠').first()).toBeVisible();
  });

  test('[Z-15] says what it means, on a phone', async ({ page, portal }) => {
    await page.setViewportSize(phone);
    const person = await portal.newPerson();
    await portal.login(page, person);
    await page.goto('/omo/personal/profile/close');
    await expect(page.getByRole('region', { name: '注销账号意味着什么' })).toContainText('电子商务法第三十一条');
    await page.getByRole('button', { name: '注销账号' }).click();
    await expect(page.getByRole('textbox', { name: /^登录密码/ })).toBeFocused();
    await expectNoSeriousAxe(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
  });
});
