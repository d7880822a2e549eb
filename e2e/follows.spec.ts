import type { Page } from '@playwright/test';
import { expect, expectNoSeriousAxe, test } from './fixtures.ts';
import { makeDemand } from './steps.ts';

const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^消息/ });

// Lists of which no other test publishes: two demands at once would be told together.
for (const { viewport, name, category } of [
  { viewport: { width: 1366, height: 900 }, name: '商用', category: 'business' },
  { viewport: { width: 390, height: 844 }, name: '宠物', category: 'pet' },
] as const)
  test.describe(`${viewport.width} wide`, () => {
    test.use({ viewport });

    test('[Z-10] a provider follows what a list shows, is told of the next demand at once, and lets it be', async ({
      page,
      portal,
    }) => {
      const list = `打样 · ${name}`;
      const [provider, owner] = [await portal.newPerson(), await portal.newPerson()];
      await portal.login(page, provider);
      await page.goto(`/omo/smart/${category}/proofing`);
      await page.getByRole('button', { name: '关注这类需求' }).click();
      await expect(page.getByText(`已关注“${list}”，有新需求会告诉您`)).toBeVisible();
      await page.getByRole('link', { name: '已关注，去管理' }).click();
      const own = page.getByRole('region', { name: '我的关注' });
      await expect(own.getByRole('listitem')).toHaveText([new RegExp(list)]);
      await expectNoSeriousAxe(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

      await makeDemand(portal, owner, { stage: 'proofing', category, values: { name: '婴儿床打样' } });
      await expect(bell(page)).toHaveAccessibleName('消息，1 条未读');
      await bell(page).click();
      await page
        .getByRole('region', { name: '最新消息' })
        .getByRole('link', { name: /有新需求《婴儿床打样》/ })
        .click();
      await expect(page.getByRole('heading', { name: '婴儿床打样', level: 1 })).toBeVisible();

      await page.goto('/omo/personal/follows');
      const main = page.getByRole('main');
      await main.getByRole('button', { name: '关注', exact: true }).click();
      await expect(main.getByRole('alert')).toHaveText('请至少选择环节、类别、地区中的一项');
      await main.getByLabel('运往的地区').selectOption({ label: '广东省' });
      await main.getByRole('button', { name: '关注', exact: true }).click();
      await expect(own.getByRole('listitem')).toHaveText([/广东省/, new RegExp(list)]);
      const digest = main.getByRole('checkbox', { name: /每天早上 8 点汇总/ });
      await expect(digest).toBeChecked();
      await digest.press('Space');
      await expect(page.getByText('不再发每日汇总')).toBeVisible();
      for (const name of [list, '广东省']) await own.getByRole('button', { name: `取消关注：${name}` }).click();
      await expect(own.getByText('还没有关注')).toBeVisible();
      await page.reload();
      await expect(digest).not.toBeChecked();
    });
  });

test('[Z-10] a visitor who wants to follow is led to the sign-in', async ({ page }) => {
  await page.goto('/omo/smart/maternal/proofing');
  await page.getByRole('button', { name: '关注这类需求' }).click();
  await expect(page).toHaveURL(/\/login/);
});
