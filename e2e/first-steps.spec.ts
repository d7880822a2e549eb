import type { Page } from '@playwright/test';
import { uploadAvatar } from '../contract/accounts.ts';
import { dataOf, expect, expectNoSeriousAxe, test } from './fixtures.ts';
import { applyFor, decide } from './papers.ts';
import { makeDemand, makeTender, sendPicture } from './steps.ts';

const balance = '/omo/personal/account/balance';
const card = (page: Page) => page.getByRole('region', { name: '从这里开始' });
const step = (page: Page, name: RegExp) => card(page).getByRole('link', { name });

test('[A-06] [A-07] a new buyer is led from the first step to the last, each a link; when all are done the list is gone', async ({
  page,
  portal,
}) => {
  const person = await portal.newPerson();
  await portal.login(page, person);
  await page.goto('/omo/personal');
  await expect(card(page)).toContainText('已完成 0 / 3');
  await expect(step(page, /设置昵称和头像/)).toHaveAttribute('aria-current', 'step');
  await expectNoSeriousAxe(page);
  await step(page, /设置昵称和头像/).click();
  await expect(page).toHaveURL(/\/omo\/personal\/profile$/);
  await page.getByRole('textbox', { name: /昵称/ }).fill('新来的买家');
  await page.getByRole('button', { name: /保存/ }).first().click();
  await dataOf(portal.as(person)(uploadAvatar, { iconUrl: await sendPicture(portal, person) }));

  await page.goto(balance);
  await expect(card(page)).toContainText('已完成 1 / 3');
  await step(page, /完成认证/).click();
  await expect(page).toHaveURL(/\/omo\/personal\/certify\/personal$/);
  const id = await applyFor(portal, person, '新来的');
  await page.goto(balance);
  await expect(step(page, /完成认证/)).toContainText('审核中');
  await decide(portal, id);
  await page.reload();
  await expect(card(page)).toContainText('已完成 2 / 3');
  await step(page, /发布第一条需求/).click();
  await expect(page).toHaveURL(/\/omo\/publish/);
  await makeDemand(portal, person);
  await page.goto(balance);
  await expect(page.getByRole('region', { name: '可用余额' })).toBeVisible();
  await expect(card(page)).toHaveCount(0);
});

test('[A-07] a factory on a phone: its own list, changed by one press and kept, put away for good', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const factory = await portal.newPerson({ accountType: 2 });
  const nid = await makeDemand(portal, await portal.newPerson());
  await makeTender(portal, factory, nid, { offer: '800', completionDay: '9' });
  await portal.login(page, factory);
  await page.goto(balance);
  await expect(card(page).getByRole('listitem')).toHaveCount(4);
  await expect(step(page, /投出第一份标书/)).toContainText('已完成');
  await expect(step(page, /上传第一个案例/)).toHaveAttribute('href', /\/omo\/personal\/shop\/case\/new$/);
  await expectNoSeriousAxe(page);
  await card(page).getByRole('button', { name: '我来采购' }).click();
  await expect(card(page).getByRole('listitem')).toHaveCount(3);
  await page.reload();
  await expect(card(page).getByRole('button', { name: '我来采购' })).toHaveAttribute('aria-pressed', 'true');
  await card(page).getByRole('button', { name: '我来接单' }).click();
  await step(page, /完善店铺/).click();
  await expect(page).toHaveURL(/\/omo\/personal\/shop\/shop$/);
  await page.goto(balance);
  await card(page).getByRole('button', { name: '不再显示' }).click();
  await expect(card(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('region', { name: '可用余额' })).toBeVisible();
  await expect(card(page)).toHaveCount(0);
});
