import type { Page } from '@playwright/test';
import { readNotices } from '../contract/notices.ts';
import { likeTopic, publishDiscuss, publishTopic } from '../contract/topics.ts';
import { dataOf, expect, expectNoSeriousAxe, patient, type Person, type Portal, test } from './fixtures.ts';
import { sendPicture } from './steps.ts';

const phone = { width: 390, height: 844 };
const bell = (page: Page) => page.getByRole('banner').getByRole('button', { name: /^消息/ });
const panel = (page: Page) => page.getByRole('region', { name: '最新消息' });

/** Somebody with a topic, and what another may do about it. */
async function author(portal: Portal) {
  const person = await portal.newPerson({ nickname: '陈掌柜' });
  const fan = await portal.newPerson({ nickname: '林木匠' });
  const files = await sendPicture(portal, person);
  const topic = { topicType: '2', titel: '护栏间距', content: '五十八毫米刚好。', files };
  const { topicId } = await dataOf(portal.as(person)(publishTopic, topic));
  const comment = (content: string) => dataOf(portal.as(fan)(publishDiscuss, { topicId, content }));
  const like = async (by: Person = fan) => dataOf(portal.as(by)(likeTopic, { topicId }));
  return { person, topicId, comment, like };
}

test('[Z-08] the bell counts up in an open page by itself, on a public page and on a second one', async ({
  page,
  portal,
}) => {
  const { person, topicId, comment, like } = await author(portal);
  await portal.login(page, person);
  await page.goto('/omo/');
  await expect(bell(page)).toHaveAccessibleName('消息');
  // What waits before the bell knows anything is not read out.
  await expect(page.locator('[data-known]')).toBeVisible();
  const other = patient(await page.context().newPage());
  await other.goto('/omo/agreement');
  await expect(bell(other)).toHaveAccessibleName('消息');

  await comment('这个间距好');
  await expect(bell(page)).toHaveAccessibleName('消息，1 条未读');
  await expect(bell(other)).toHaveAccessibleName('消息，1 条未读');
  await expect(page.getByRole('status').filter({ hasText: '有 1 条未读消息' })).toBeAttached();
  await like();
  await expect(bell(page)).toHaveAccessibleName('消息，2 条未读');

  await bell(page).click();
  await expect(panel(page).getByRole('listitem')).toHaveText([
    /林木匠赞了您的话题《护栏间距》/,
    /林木匠评论了您的话题《护栏间距》：这个间距好/,
  ]);
  await expectNoSeriousAxe(page);
  // A second like grows what is there.
  await like(await portal.newPerson({ nickname: '热心人' }));
  await expect(panel(page).getByRole('listitem').first()).toContainText('2 人赞了您的话题《护栏间距》');
  await expect(bell(page)).toHaveAccessibleName('消息，2 条未读');

  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(bell(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await panel(page)
    .getByRole('link', { name: /评论了您的话题/ })
    .click();
  await expect(page).toHaveURL(new RegExp(`/topic/${topicId}$`));
  await expect(bell(page)).toHaveAccessibleName('消息，1 条未读');
  await expect(bell(other)).toHaveAccessibleName('消息，1 条未读');
  await bell(other).click();
  await panel(other).getByRole('button', { name: '全部标为已读' }).click();
  await expect(bell(other)).toHaveAccessibleName('消息');
  await expect(bell(page)).toHaveAccessibleName('消息');
});

test('[Z-08] what was told while the network was away is there once, when it is back', async ({ page, portal }) => {
  const { person, comment } = await author(portal);
  await portal.login(page, person);
  await page.goto('/omo/personal/notices');
  await expect(page.getByText('还没有消息')).toBeVisible();
  await comment('第一句');
  await expect(bell(page)).toHaveAccessibleName('消息，1 条未读');
  await page.context().setOffline(true);
  for (const content of ['第二句', '第三句']) await comment(content);
  await page.context().setOffline(false);
  await expect(bell(page)).toHaveAccessibleName('消息，3 条未读');
  const lines = page.getByRole('main').getByRole('listitem').filter({ hasText: '评论了' });
  await expect(lines).toHaveText([/第三句/, /第二句/, /第一句/]);
  await comment('第四句');
  await expect(lines).toHaveText([/第四句/, /第三句/, /第二句/, /第一句/]);
});

test('[Z-08] the page of notices: by group, unread ones, one and all read; what is texted is chosen', async ({
  page,
  portal,
}) => {
  const { person, comment, like } = await author(portal);
  await comment('这个间距好');
  await like();
  await portal.login(page, person);
  await page.goto('/omo/personal/notices');
  const main = page.getByRole('main');
  await expect(main.getByRole('listitem').filter({ hasText: '护栏间距' })).toHaveCount(2);
  await expectNoSeriousAxe(page);
  await main.getByRole('button', { name: /标为已读：林木匠评论/ }).click();
  await expect(bell(page)).toHaveAccessibleName('消息，1 条未读');
  await main.getByRole('link', { name: '只看未读' }).click();
  await expect(main.getByRole('listitem').filter({ hasText: '护栏间距' })).toHaveText([/赞了/]);
  await main.getByRole('button', { name: '全部标为已读' }).click();
  await expect(main.getByText('没有未读的消息')).toBeVisible();
  await main.getByRole('link', { name: '看全部消息' }).click();
  await main.getByRole('navigation', { name: '按类别筛选' }).getByRole('link', { name: '资金' }).click();
  await expect(main.getByText('还没有消息')).toBeVisible();

  await main.getByRole('link', { name: '消息设置' }).click();
  const money = main.getByRole('switch', { name: '资金类消息发短信' });
  await expect(money).toBeChecked();
  await money.press('Space');
  await expect(page.getByText('资金类消息不再发短信')).toBeVisible();
  await page.reload();
  await expect(money).not.toBeChecked();
  await expect(main.getByRole('switch', { name: '互动类消息发短信' })).toHaveCount(0);
  await expectNoSeriousAxe(page);
});

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true });

  test('[Z-08] the bell stands in the bar, its panel fills the width, and visitors have none', async ({
    page,
    portal,
  }) => {
    await page.goto('/omo/');
    await expect(bell(page)).toHaveCount(0);
    const { person, comment } = await author(portal);
    await portal.login(page, person);
    await page.goto('/omo/');
    await expect(bell(page)).toHaveAccessibleName('消息');
    await comment('这个间距好');
    await expect(bell(page)).toHaveAccessibleName('消息，1 条未读');
    await bell(page).tap();
    await expect(panel(page).getByRole('listitem')).toHaveCount(1);
    expect((await panel(page).boundingBox())?.width).toBe(phone.width);
    await expectNoSeriousAxe(page);
    await panel(page).getByRole('link', { name: '查看全部消息' }).tap();
    await expect(page).toHaveURL(/\/personal\/notices$/);
    await expect(panel(page)).toBeHidden();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    // Read elsewhere: the page that lies open knows.
    await dataOf(portal.as(person)(readNotices, { seq: '1' }));
    await expect(bell(page)).toHaveAccessibleName('消息');
  });
});
