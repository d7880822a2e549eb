import type { Page } from '@playwright/test';
import { successful } from '../contract/orders.ts';
import { dataOf, expect, expectNoSeriousAxe, newMobile, patient, test } from './fixtures.ts';
import { demandNid, makeDemand, makeTender, picture, stageOf } from './steps.ts';

/** Presses Tab until the named thing has the focus: what the keyboard cannot reach is not there for some people. */
async function tabTo(page: Page, role: Parameters<Page['getByRole']>[0], name: string | RegExp): Promise<void> {
  const wanted = page.getByRole(role, { name, exact: typeof name === 'string' }).first();
  await expect(wanted).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) {
      // Where one is must be seen.
      const shown = await wanted.evaluate((element) => {
        const rings = [element, element.parentElement!, element.closest('label') ?? element].map((one) => {
          const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(one);
          return { outline: outlineStyle !== 'none' && outlineWidth !== '0px', boxShadow, borderColor };
        });
        return rings.some(({ outline, boxShadow }) => outline || boxShadow !== 'none');
      });
      expect(shown, `the focus on ${name} cannot be seen`).toBe(true);
      return;
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${name}`);
}

test('[U-01] [D-03] [D-11] [O-02] register, publish, tender and choose with the keyboard alone', async ({
  page,
  browser,
  portal,
}) => {
  test.setTimeout(120_000);
  const keys = page.keyboard;
  const mobile = newMobile();
  const mouse = async () =>
    expect(await page.evaluate(() => (window as { clicked?: boolean }).clicked ?? false)).toBe(false);
  await page.addInitScript(() => {
    window.addEventListener('mousedown', () => ((window as { clicked?: boolean }).clicked = true));
  });

  await test.step('register', async () => {
    await page.goto('/omo/publish?stage=proofing&type=maternal');
    await tabTo(page, 'link', '注册');
    await keys.press('Enter');
    await tabTo(page, 'radio', '个人');
    await keys.press('Space');
    await tabTo(page, 'textbox', '手机号');
    await keys.type(mobile);
    await tabTo(page, 'button', '获取验证码');
    await keys.press('Enter');
    // The focus goes where the code is wanted.
    await expect(page.getByRole('textbox', { name: '短信验证码' })).toBeFocused({ timeout: 15_000 });
    await keys.type(await portal.smsCode(mobile));
    await keys.press('Tab');
    await tabTo(page, 'textbox', /^设置密码/);
    await keys.type('omo2026keys');
    await tabTo(page, 'checkbox', /我已阅读并同意/);
    await keys.press('Space');
    await tabTo(page, 'button', '注册');
    await keys.press('Enter');
    await expect(page.getByText('注册成功，已为您登录')).toBeVisible();
  });

  let nid = '';
  await test.step('publish', async () => {
    await tabTo(page, 'textbox', /^产品名称/);
    await keys.type('键盘婴儿床');
    await tabTo(page, 'checkbox', '床');
    await keys.press('Space');
    await tabTo(page, 'textbox', /^需求说明/);
    await keys.type('榉木框架，护栏间距 58 毫米，四角圆弧不小于 R20。');
    // Before the way to the button: the browser needs a moment until it hands its chooser over.
    const chooser = page.waitForEvent('filechooser');
    await tabTo(page, 'button', '上传图片');
    await keys.press('Enter');
    await (await chooser).setFiles([await picture('甲.jpg'), await picture('乙.jpg')]);
    await expect(page.getByRole('button', { name: /^第2张/ })).toBeVisible();
    // The order of pictures too.
    const before = await page
      .getByRole('button', { name: /^第2张/ })
      .locator('img')
      .getAttribute('src');
    await page.evaluate(() => document.querySelector<HTMLElement>('#name')?.focus());
    await tabTo(page, 'button', /^第2张/);
    await keys.press('ArrowLeft');
    await expect(page.getByRole('button', { name: /^第1张/ }).locator('img')).toHaveAttribute('src', before ?? '');
    await tabTo(page, 'button', '下一步：时间和预算');
    await keys.press('Enter');
    await expect(page.getByLabel('截止时间')).toBeFocused();
    await tabTo(page, 'button', '7天后');
    await keys.press('Enter');
    await tabTo(page, 'textbox', /^预算/);
    await keys.type('3500');
    await keys.press('Enter');
    nid = await demandNid(page);
  });

  await test.step('tender', async () => {
    const bidder = await portal.newPerson({ nickname: '青木坊' });
    const context = await browser.newContext({ baseURL: portal.url });
    const other = patient(await context.newPage());
    await portal.login(other, bidder);
    await other.goto(`/omo/demand/${nid}`);
    await tabTo(other, 'textbox', '报价');
    await other.keyboard.type('3200');
    await tabTo(other, 'textbox', /^预计完成天数/);
    await other.keyboard.type('14');
    await tabTo(other, 'button', '提交标书');
    await other.keyboard.press('Enter');
    await expect(other.getByText('投标成功')).toBeVisible();
    await context.close();
  });

  await test.step('choose', async () => {
    await page.goto(`/omo/demand/${nid}`);
    await tabTo(page, 'radio', '选择青木坊');
    await keys.press('Space');
    await tabTo(page, 'button', '选定这份标书');
    await keys.press('Enter');
    const question = page.getByRole('dialog', { name: '合作成功' });
    await expect(question).toBeVisible();
    // Escape is a way out, and leads back to where one was.
    await keys.press('Escape');
    await expect(question).toBeHidden();
    await expect(page.getByRole('button', { name: '选定这份标书' })).toBeFocused();
    await keys.press('Enter');
    await tabTo(page, 'button', '选定青木坊');
    await keys.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('待接单');
  });
  await mouse();
});

for (const [device, viewport] of [
  ['desktop', { width: 1366, height: 768 }],
  ['phone', { width: 390, height: 844 }],
] as const) {
  test.describe(`axe on a ${device}`, () => {
    test.use({ viewport, hasTouch: device === 'phone', isMobile: device === 'phone' });

    test(`[S-13] public pages and the sign-in page have no serious fault (${device})`, async ({ page, portal }) => {
      const nid = await makeDemand(portal, await portal.newPerson());
      const paths = [
        '/',
        '/smart/maternal',
        '/smart/pet/design',
        '/publish',
        `/demand/${nid}`,
        '/login',
        '/login?model=register',
      ];
      for (const path of paths) {
        await test.step(path, async () => {
          await page.goto(`/omo${path}`);
          await expectNoSeriousAxe(page);
          await expectNothingBeyond(page);
        });
      }
    });

    test(`[S-13] what is personal has no serious fault (${device})`, async ({ page, portal }) => {
      const [owner, bidder, third] = [await portal.newPerson(), await portal.newPerson(), await portal.newPerson()];
      const nid = await makeDemand(portal, owner);
      const tenderId = await makeTender(portal, bidder, nid, { offer: '2000', completionDay: '10', note: '含运费' });
      const look = async (path: string, then?: () => Promise<void>) =>
        test.step(path, async () => {
          await page.goto(`/omo${path}`);
          await then?.();
          await expectNoSeriousAxe(page);
          await expectNothingBeyond(page);
        });
      await portal.login(page, bidder);
      await look(`/demand/${nid}`);
      await portal.login(page, third);
      await look(`/demand/${nid}`, () => page.getByRole('button', { name: '提交标书' }).click());
      await portal.login(page, owner);
      await look(`/demand/${nid}`, async () => {
        await page.getByRole('radio').first().check();
        await page.getByRole('button', { name: '选定这份标书' }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
      });
      await look('/personal/order/initiate');
      await look(`/personal/order/${nid}`);
      await dataOf(portal.as(owner)(successful, { demandNid: nid, tenderId }));
      await portal.login(page, bidder);
      await look('/personal/order/part');
      await look(`/personal/order/${nid}`);
      const { key } = stageOf('logistics');
      await look(`/publish?stage=${key}&type=pet`, () =>
        page.getByRole('button', { name: '下一步：时间和预算' }).click(),
      );
    });
  });
}

/** Nothing makes the page wider than the screen. */
async function expectNothingBeyond(page: Page): Promise<void> {
  const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(content).toBeLessThanOrEqual(screen ?? 0);
}
