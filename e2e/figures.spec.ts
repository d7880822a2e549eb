import type { Page } from '@playwright/test';
import type { CallOutput } from '../contract/call.ts';
import type { operatorFigures } from '../contract/operator/figures.ts';
import { expect, expectNoSeriousAxe, test } from './fixtures.ts';
import { demoOperator, newOperator } from './operators.ts';

const chart = (page: Page, name: string) => page.getByRole('application', { name });

/** What has to be scrolled sideways to be read. */
const scrolled = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('main *')]
      .filter((one) => one.scrollWidth > one.clientWidth + 1)
      .filter((one) => one === document.documentElement || /auto|scroll/.test(getComputedStyle(one).overflowX))
      .map(({ className }) => className),
  );

test('[Z-16] [P-05] every figure has its days: told to the mouse, told and read out by the keyboard, and in a table', async ({
  page,
  portal,
}) => {
  await portal.login(page, await demoOperator(portal));
  await page.setViewportSize({ width: 1366, height: 768 });
  // What the page itself was told: the next asking may come after another count.
  const told = page.waitForResponse((answer) => answer.url().endsWith('/api/operator/figures'));
  await page.goto('/omo/console');
  const { days, last } = ((await (await told).json()) as { data: CallOutput<typeof operatorFigures> }).data;
  const demands = page.getByRole('region', { name: '发布的需求', exact: true });
  await expect(demands.getByText(String(last.demands), { exact: true })).toBeVisible();
  for (const [title, caption] of [
    ['每份需求的投标', '当天发布的需求平均收到的投标'],
    ['收到第一份投标', '当天发布的需求平均等待（小时）'],
    ['选定率', '当天发布的需求已选定的比例'],
    ['完成的订单', '每天完成的订单'],
    ['新的争议', '每天发起的争议'],
    ['进入托管', '每天进入托管（元）'],
    ['放款和退回', '每天放款和退回（元）'],
  ] as const)
    await expect(page.getByRole('region', { name: title, exact: true }).getByText(caption).first()).toBeInViewport();
  for (const title of ['订单现状', '等待处理']) await expect(page.getByRole('region', { name: title })).toBeVisible();
  await expect(page.getByRole('table', { name: '漏斗' })).toBeVisible();
  expect(await scrolled(page)).toEqual([]);

  // The keyboard: the last day is today, and one of the days before has as many as the wire says.
  const bars = chart(page, '每天发布的需求');
  const read = demands.getByRole('status');
  await bars.focus();
  await expect(read).toHaveText(/^\d+月\d+日 今天，\d+ 份$/);
  await page.keyboard.press('ArrowLeft');
  await expect(read).toHaveText(new RegExp(`^\\d+月\\d+日 周.，${days.at(-2)?.demands} 份$`));
  await page.keyboard.press('Home');
  await expect(read).toHaveText(new RegExp(`，${days[0]?.demands} 份$`));
  await expectNoSeriousAxe(page);
  await page.keyboard.press('Tab');
  await expect(chart(page, '当天发布的需求平均收到的投标')).toBeFocused();
  await expect(read).toHaveText('');

  // The mouse, on a chart that has not the focus.
  const held = page.getByRole('region', { name: '进入托管' });
  const most = days.reduce((best, day, at) => (Number(day.held) > Number(days[best]?.held) ? at : best), 0);
  const plot = held.locator('[role="application"] hr').first();
  const line = await plot.boundingBox();
  if (!line) throw new Error('the chart of escrow has no line');
  await page.mouse.move(line.x + ((most + 0.5) / days.length) * line.width, line.y - 20);
  const sum = `¥${Number(days[most]?.held).toLocaleString('zh-CN', { minimumFractionDigits: 2 })}`;
  await expect(held.locator('b')).toHaveText(sum);
  await expect(held.getByRole('row', { name: days[most]?.day ?? '' })).toContainText(sum);
  await page.mouse.move(5, 5);
  await expect(held.locator('b')).toHaveCount(0);

  // On a phone the page itself is no wider than the phone, whatever the tables beside the charts hold.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('[Z-16] the funnel is followed from a stage into its regions, and the address keeps what is shown', async ({
  page,
  portal,
}) => {
  test.slow();
  await portal.login(page, await newOperator(portal, ['reviewer']));
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto('/omo/console/figures');
  await expect(page.getByRole('region', { name: '新的争议' })).toBeVisible();
  // Sums of money are not for reviewers.
  await expect(page.getByRole('region', { name: '进入托管' })).toHaveCount(0);
  const funnel = page.getByRole('table', { name: '漏斗' });
  await funnel.getByRole('link', { name: '设计' }).press('Enter');
  await expect(page).toHaveURL(/stage=1/);
  await expect(funnel.getByRole('columnheader', { name: '地区' })).toBeVisible();
  await page.getByRole('combobox', { name: '地区' }).press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/stage=1&region=\w+/);
  await expect(funnel.getByRole('row')).toHaveCount(3);
  const shown = await funnel.innerText();
  await page.reload();
  await expect(funnel).toBeVisible();
  expect(await funnel.innerText()).toBe(shown);
  expect(await scrolled(page)).toEqual([]);
  await page.goBack();
  await expect(page).toHaveURL(/stage=1$/);
  await expectNoSeriousAxe(page);
});
