import { getTopCase } from '../contract/cases.ts';
import { dataOf, expect, expectNoSeriousAxe, test } from './fixtures.ts';
import { demoOperator } from './operators.ts';

test('[P-03] [P-04] recommended cases are chosen and put in order by the keyboard, and the category page follows at once', async ({
  page,
  portal,
}) => {
  const top = async () =>
    (await dataOf(portal.send(getTopCase, { module: 'business' })))
      .find(({ type }) => type === 7)
      ?.list.map(({ name }) => name);
  await portal.login(page, await demoOperator(portal));
  await page.goto('/omo/console/recommended?category=business&type=7');
  const chosen = page.getByRole('list', { name: '已推荐的案例' });
  const others = page.getByRole('list', { name: '可以推荐的案例' });
  await expect(others).toBeVisible();
  const row = chosen.getByRole('listitem');
  const before = await row.count();
  const last = (await row.getByRole('link').allTextContents()).at(-1) ?? '';
  await chosen.getByRole('button', { name: `取消推荐“${last}”` }).click();
  await expect(row).toHaveCount(before - 1);
  expect(await top()).not.toContain(last);
  await others.getByRole('button', { name: `推荐“${last}”` }).click();
  await expect(row).toHaveCount(before);
  const names = await row.getByRole('link').allTextContents();
  expect(await top()).toEqual(names.slice(0, 5));
  await expectNoSeriousAxe(page);
  await chosen
    .getByRole('button', { name: /^移动“/ })
    .last()
    .focus();
  for (const key of ['Space', 'ArrowUp', 'Space']) {
    await page.keyboard.press(key);
    await page.waitForTimeout(250);
  }
  await expect(page.getByText('顺序已保存')).toBeVisible();
  const moved = [...names.slice(0, -2), names.at(-1) ?? '', names.at(-2) ?? ''];
  await expect(row.getByRole('link')).toHaveText(moved);
  expect(await top()).toEqual(moved.slice(0, 5));
  expect(await (await page.request.get('/omo/smart/business')).text()).toContain(moved[0]);
});
