import type { Browser, Page } from '@playwright/test';
import { getMessages, openConversation, sendMessage } from '../contract/messages.ts';
import { moderate, moderationItem } from '../contract/operator/moderation.ts';
import { acceptOrder, successful } from '../contract/orders.ts';
import { hiddenLine } from '../contract/report-reasons.ts';
import { reportContent } from '../contract/reports.ts';
import { buildDocx } from '../server/slices/uploads/build.ts';
import { dataOf, expect, expectNoSeriousAxe, patient, type Person, type Portal, test } from './fixtures.ts';
import { demoOperator } from './operators.ts';
import { makeDemand, makeTender, picture } from './steps.ts';

const desktop = { viewport: { width: 1366, height: 768 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Somebody's own browser. */
async function visitor(browser: Browser, portal: Portal, person: Person, device: typeof desktop = desktop) {
  const context = await browser.newContext({ baseURL: portal.url, locale: 'zh-CN', ...device });
  const page = patient(await context.newPage());
  await portal.login(page, person);
  return page;
}

/** A demand that somebody tendered for. */
async function tendered(portal: Portal) {
  const owner = await portal.newPerson({ nickname: '陈掌柜' });
  const bidder = await portal.newPerson({ nickname: '青木坊' });
  const nid = await makeDemand(portal, owner);
  const tenderId = await makeTender(portal, bidder, nid, { offer: '3200', completionDay: '14' });
  const about = { demandNid: nid, tenderId };
  const open = async () => (await dataOf(portal.as(owner)(openConversation, about))).conversationId;
  return { owner, bidder, nid, tenderId, open };
}

const box = (page: Page) => page.getByRole('textbox', { name: '消息' });
const said = (page: Page) => page.getByRole('region', { name: /的消息$/ });
const bubbles = (page: Page) => said(page).getByRole('article');

async function say(page: Page, text: string) {
  await box(page).fill(text);
  await box(page).press('Enter');
}

for (const [name, device] of [
  ['desktop', desktop],
  ['phone', phone],
] as const)
  test(`[Z-09] two people talk about a tender, live, on a ${name}`, async ({ browser, portal }) => {
    test.setTimeout(60_000);
    const { owner, bidder, nid, tenderId } = await tendered(portal);
    const mine = await visitor(browser, portal, owner, device);
    const theirs = await visitor(browser, portal, bidder, device);

    await mine.goto(`/omo/demand/${nid}`);
    await mine.getByRole('button', { name: '联系青木坊' }).click();
    await expect(mine.getByRole('heading', { level: 2, name: '青木坊' })).toBeVisible();
    await expect(said(mine)).toContainText('还没有消息');
    await theirs.goto(`/omo/demand/${nid}`);
    await theirs.getByRole('button', { name: '联系发布方' }).click();
    await expect(theirs.getByRole('heading', { level: 2, name: '陈掌柜' })).toBeVisible();

    await say(mine, '侧板用 18 厘还是 25 厘？');
    await expect(box(mine)).toHaveValue('');
    await expect(bubbles(theirs)).toHaveText([/侧板用 18 厘还是 25 厘？/]);
    await expect(theirs.getByText('陈掌柜：侧板用 18 厘还是 25 厘？')).toBeAttached();
    await expect(bubbles(mine).last()).toContainText(/已读 \d\d:\d\d/);

    // Two lines, and a number that the other side is not to see yet.
    await box(theirs).fill('18 厘够了');
    await box(theirs).press('Shift+Enter');
    await box(theirs).pressSequentially('打 138 0000 0002 细聊，尺寸 1200*600*750');
    await box(theirs).press('Enter');
    await expect(bubbles(theirs).last()).toContainText('138 0000 0002');
    await expect(bubbles(theirs).last()).toContainText('其中的联系方式对方暂时看不到');
    await expect(bubbles(mine).last()).toContainText('18 厘够了\n打 *** 细聊，尺寸 1200*600*750');
    await expect(bubbles(mine).last()).toContainText('联系方式已隐藏，承接方接单后显示');
    await expectNoSeriousAxe(mine);
    await expect(said(mine)).toBeInViewport();
    await expect(box(mine)).toBeInViewport();

    // Who is elsewhere in the personal centre is told how much is unread.
    await theirs.goto('/omo/personal/messages');
    const line = theirs.getByRole('region', { name: '全部对话' }).getByRole('link', { name: /陈掌柜/ });
    await expect(line).toContainText('我：18 厘够了');
    await say(mine, '好，那就 18 厘');
    await expect(line).toContainText('好，那就 18 厘');
    await expect(line).toContainText('1 条未读');
    const menu = theirs.getByRole('navigation', { name: '个人中心' }).getByRole('link', { name: /^对话/ });
    await expect(menu).toContainText('1 条未读');
    await expectNoSeriousAxe(theirs);
    await line.click();
    await expect(bubbles(theirs)).toHaveCount(3);
    if (name === 'phone') {
      // A screen of its own: the menus come back with the list.
      await expect(menu).toBeHidden();
      await theirs.getByRole('link', { name: '全部对话' }).click();
    }
    await expect(menu).toBeVisible();
    await expect(menu).not.toContainText('未读');
    await expect(line).not.toContainText('未读');

    await dataOf(portal.as(owner)(successful, { demandNid: nid, tenderId }));
    await dataOf(portal.as(bidder)(acceptOrder, { demandNid: nid }));
    await mine.goto(`/omo/personal/order/${nid}`);
    await mine.getByRole('button', { name: '联系对方' }).click();
    await expect(bubbles(mine).nth(1)).toContainText('打 138 0000 0002 细聊');
    await expect(said(mine)).not.toContainText('联系方式');
  });

test('[Z-09] pictures and files arrive; a picture opens large, a file is fetched', async ({
  browser,
  page,
  portal,
}) => {
  const { owner, bidder, open } = await tendered(portal);
  const id = await open();
  await portal.login(page, owner);
  await page.goto(`/omo/personal/messages/${id}`);
  await page.locator('input[data-for="message-pictures"]').setInputFiles([await picture('样板.jpg'), await picture()]);
  const attached = page.getByRole('list', { name: '要发送的图片和文件' });
  await expect(attached.getByRole('button', { name: '移除 第2张图片' })).toBeVisible();
  await attached.getByRole('button', { name: '移除 第2张图片' }).click();
  const document = { name: '打样图纸.docx', mimeType: 'application/octet-stream', buffer: buildDocx() };
  await page.locator('input[data-for="message-files"]').setInputFiles(document);
  await expect(attached.getByRole('button', { name: '移除 打样图纸.docx' })).toBeVisible();
  await expect(attached.getByRole('progressbar')).toHaveCount(0);
  // A file that is none is refused where it stands, and stops nothing but itself.
  const wrong = { name: '坏的.pdf', mimeType: 'application/pdf', buffer: Buffer.from('nothing') };
  await page.locator('input[data-for="message-files"]').setInputFiles(wrong);
  await expect(attached.getByRole('alert')).toBeVisible();
  await box(page).press('Enter');
  await expect(page.getByText('有文件没有传上去，请重试或移除它')).toBeVisible();
  await attached.getByRole('button', { name: '移除 坏的.pdf' }).click();
  await page.getByRole('button', { name: '发送', exact: true }).click();
  await expect(attached).toBeHidden();

  const theirs = await visitor(browser, portal, bidder);
  await theirs.goto(`/omo/personal/messages/${id}`);
  const shot = bubbles(theirs).getByRole('link', { name: '看大图：陈掌柜发的图片' });
  await expect(shot.locator('img')).toHaveJSProperty('complete', true);
  expect(await shot.locator('img').getAttribute('src')).toMatch(/^\/files\/sealed\//);
  await shot.click();
  const preview = theirs.getByRole('dialog', { name: '图片预览' });
  await expect(preview).toBeVisible();
  await expect(preview).not.toHaveAttribute('aria-busy');
  await theirs.keyboard.press('Escape');
  await expect(preview).toBeHidden();
  const file = bubbles(theirs).getByRole('link', { name: '打样图纸.docx' });
  const download = theirs.waitForEvent('download');
  await file.click();
  expect((await download).suggestedFilename()).toBe('打样图纸.docx');
  await theirs.goto('/omo/personal/messages');
  await expect(theirs.getByRole('link', { name: /陈掌柜/ })).toContainText('[1 张图片]');
});

test('[Z-09] a refused word is named and the text stays; what was half written is there after a reload', async ({
  page,
  portal,
}) => {
  const { owner, bidder, open } = await tendered(portal);
  const id = await open();
  await portal.login(page, owner);
  await page.goto(`/omo/personal/messages/${id}`);
  await say(page, '可以代开发票，便宜');
  await expect(page.getByRole('form', { name: '写消息' }).getByRole('alert')).toHaveText(
    '消息里有不能发送的词：代开发票',
  );
  await expect(box(page)).toHaveValue('可以代开发票，便宜');
  await expect(bubbles(page)).toHaveCount(0);
  await expectNoSeriousAxe(page);
  await box(page).fill('可以开增值税发票');
  await page.reload();
  await expect(box(page)).toHaveValue('可以开增值税发票');
  await box(page).press('Enter');
  await expect(bubbles(page).last()).toContainText('已送达');
  await page.reload();
  await expect(box(page)).toHaveValue('');
  const { messages } = await dataOf(portal.as(bidder)(getMessages, { conversationId: id }));
  expect(messages.map(({ content }) => content)).toEqual(['可以开增值税发票']);
});

test('[Z-09] without a connection a message waits and is sent again; an answer that got lost makes no second one', async ({
  page,
  portal,
}) => {
  const { owner, bidder, open } = await tendered(portal);
  const id = await open();
  await portal.login(page, owner);
  await page.goto(`/omo/personal/messages/${id}`);
  await expect(box(page)).toBeVisible();
  await page.route('**/api/Message/send', (route) => route.abort());
  await say(page, '第一句');
  const failed = bubbles(page).last();
  await expect(failed.getByRole('alert')).toContainText('网络连接失败');
  // It survives the page.
  await page.reload();
  await expect(failed).toContainText('第一句');
  await expect(failed.getByRole('button', { name: '重发' })).toBeVisible();
  await page.unroute('**/api/Message/send');
  // This time it arrives, and nobody hears of it: neither by the answer nor by the live line.
  await page.route('**/api/Message/messages', (route) => route.abort());
  await page.route('**/api/Message/send', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await failed.getByRole('button', { name: '重发' }).click();
  await expect(failed.getByRole('alert')).toContainText('网络连接失败');
  await page.unroute('**/api/Message/send');
  await page.unroute('**/api/Message/messages');
  await failed.getByRole('button', { name: '重发' }).click();
  await expect(failed).toContainText('已送达');
  await expect(bubbles(page)).toHaveCount(1);
  const { messages } = await dataOf(portal.as(bidder)(getMessages, { conversationId: id }));
  expect(messages.map(({ content }) => content)).toEqual(['第一句']);
});

test('[Z-09] a long conversation opens at its end; earlier messages come as one scrolls, and the place stays', async ({
  page,
  portal,
}) => {
  const { owner, bidder, open } = await tendered(portal);
  const conversationId = await open();
  for (const [n, person] of Array.from({ length: 70 }, (_, n) => [n + 1, n % 2 ? bidder : owner] as const)) {
    const message = { conversationId, content: `第 ${n} 句`, pictures: '', files: '', clientId: `long-${n}-words` };
    await dataOf(portal.as(person)(sendMessage, message));
  }
  await portal.login(page, owner);
  await page.goto(`/omo/personal/messages/${conversationId}`);
  await expect(bubbles(page).getByText('第 70 句', { exact: true })).toBeInViewport();
  await expect(bubbles(page)).toHaveCount(30);
  const first = bubbles(page).getByText('第 41 句', { exact: true });
  // By the keyboard: the messages are reached and scrolled like any text.
  await said(page).focus();
  await page.keyboard.press('Home');
  await expect(bubbles(page)).toHaveCount(60);
  await expect(first).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(bubbles(page)).toHaveCount(70);
  await page.keyboard.press('Home');
  await expect(page.getByRole('separator', { name: '今天' })).toBeInViewport();
  const message = { conversationId, content: '刚到的一句', pictures: '', files: '', clientId: 'long-newest' };
  await dataOf(portal.as(bidder)(sendMessage, message));
  await page.getByRole('button', { name: '1 条新消息' }).click();
  await expect(bubbles(page).getByText('刚到的一句')).toBeInViewport();
});

test('[Z-09] whoever is no side of it finds no conversation; one that ended says why nobody can write', async ({
  page,
  portal,
}) => {
  const { owner, bidder, nid, open } = await tendered(portal);
  const id = await open();
  const chosen = await portal.newPerson({ nickname: '另一家' });
  await portal.login(page, chosen);
  await page.goto(`/omo/personal/messages/${id}`);
  await expect(page.getByRole('alert')).toContainText('没有找到这个对话');
  await page.goto('/omo/personal/messages');
  await expect(page.getByText('还没有对话')).toBeVisible();
  const tenderId = await makeTender(portal, chosen, nid, { offer: '3000', completionDay: '10' });
  await dataOf(portal.as(owner)(successful, { demandNid: nid, tenderId }));
  await portal.login(page, bidder);
  await page.goto(`/omo/personal/messages/${id}`);
  await expect(page.getByText('这份需求已选定其他承接方，不能再发消息')).toBeVisible();
  await expect(box(page)).toHaveCount(0);
});

test('[Z-09] [P-04] what an operator hides is replaced on both open pages at once, and comes back on both', async ({
  browser,
  portal,
}) => {
  const { owner, bidder, open } = await tendered(portal);
  const conversationId = await open();
  const saying = (content: string, clientId: string) =>
    dataOf(portal.as(bidder)(sendMessage, { conversationId, content, pictures: '', files: '', clientId }));
  const { id } = await saying('不给好评就曝光你', 'e2e-hidden-1');
  await saying('听见没有', 'e2e-hidden-2');
  const about = { kind: 'message', id } as const;
  await dataOf(portal.as(owner)(reportContent, { ...about, reason: 'abuse', words: '' }));
  const pages = [await visitor(browser, portal, owner), await visitor(browser, portal, bidder)];
  for (const page of pages) {
    await page.goto(`/omo/personal/messages/${conversationId}`);
    await expect(bubbles(page)).toHaveText([/不给好评就曝光你/, /听见没有/]);
  }
  const desk = portal.as(await demoOperator(portal));
  const decide = async (decision: 'hide' | 'keep', reason: string) => {
    const { version } = await dataOf(desk(moderationItem, about));
    await dataOf(desk(moderate, { ...about, version, decision, reason }));
  };
  await decide('hide', '威胁对方');
  for (const page of pages) {
    await expect(bubbles(page)).toHaveText([new RegExp(hiddenLine), /听见没有/]);
    await expect(page.getByText('不给好评就曝光你')).toHaveCount(0);
  }
  await decide('keep', '');
  for (const page of pages) await expect(bubbles(page)).toHaveText([/不给好评就曝光你/, /听见没有/]);
});
