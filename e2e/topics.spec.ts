import type { Page } from '@playwright/test';
import { findTopicDiscussPage, getTopicInfo, likeTopic, publishDiscuss, publishTopic } from '../contract/topics.ts';
import { uploadImage } from '../contract/uploads.ts';
import { dataOf, expect, expectNoSeriousAxe, patient, type Person, type Portal, test } from './fixtures.ts';
import { choosePictures, picture } from './steps.ts';

/** Of letters: a number might be somebody's. */
const label = () => `${Date.now().toString(36)}${Math.floor(Math.random() * 1000)}`;
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

async function makeTopic(portal: Portal, author: Person, more: { topicType?: string; content?: string } = {}) {
  const send = portal.as(author);
  const { buffer, mimeType } = await picture();
  const { url } = await dataOf(send(uploadImage, {}, { file: new Blob([new Uint8Array(buffer)], { type: mimeType }) }));
  const titel = `护栏间距 ${label()}`;
  const { topicId } = await dataOf(
    send(publishTopic, { topicType: '4', content: '卡在 58 毫米。', ...more, titel, files: url }),
  );
  return { id: topicId, title: titel };
}

const heart = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(`^喜欢 ${title}`) });
const comments = (page: Page) => page.getByRole('region', { name: /^评论/ });

async function write(page: Page, text: string) {
  await page.getByRole('textbox', { name: /^写评论/ }).fill(text);
  await page.getByRole('button', { name: '发表评论' }).click();
}

test('[H-06] publishes a topic: messages beside the fields, pictures with progress and order, then its page', async ({
  page,
  portal,
}) => {
  await portal.login(page, await portal.newPerson());
  await page.goto('/omo/topic/publish');
  await expect(page.getByRole('radio', { name: '母婴' })).toBeChecked();
  const publish = page.getByRole('button', { name: '发布话题' });
  await publish.click();
  for (const said of ['标题不能为空!', '内容不能为空！', '请至少上传一张图片！'])
    await expect(page.getByRole('alert').filter({ hasText: said })).toBeVisible();
  await expect(page.getByRole('textbox', { name: '标题' })).toBeFocused();
  await page.getByRole('textbox', { name: '标题' }).fill('木'.repeat(51));
  await expect(page.getByText('输入标题过长')).toBeVisible();
  await page.getByRole('textbox', { name: '标题' }).fill('👍👍');
  await expect(page.getByText('标题里要有文字')).toBeVisible();
  const title = `<b>缠绳</b> ${label()}`;
  await page.getByRole('textbox', { name: '标题' }).fill(title);
  await page.getByRole('radio', { name: '宠物' }).check();
  await page.getByRole('textbox', { name: '内容' }).fill('木'.repeat(10_000));
  await expect(page.getByText('内容过长，最多5000个字')).toBeVisible();
  await page.getByRole('textbox', { name: '内容' }).fill('8 毫米的断了。\n<script>document.title="x"</script>');
  await choosePictures(page, await picture('甲.jpg'), await picture('乙.jpg', 300));
  await expect(page.getByRole('button', { name: /^第2张/ })).toBeVisible();
  const shown = () =>
    page.locator('[data-field="files"] li img').evaluateAll((all) => all.map((one) => (one as HTMLImageElement).src));
  const before = await shown();
  await page.getByRole('button', { name: /^第2张/ }).press('ArrowLeft');
  await expect.poll(shown).toEqual([before[1], before[0]]);
  await expectNoSeriousAxe(page);
  await publish.click();
  await expect(page).toHaveURL(/\/omo\/topic\/[\da-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.getByText('<script>document.title="x"</script>')).toBeVisible();
  await expectNoSeriousAxe(page);
});

test('[H-06] a picture that does not arrive: 发布失败！, nothing is published without it, and trying again helps', async ({
  page,
  portal,
}) => {
  await portal.login(page, await portal.newPerson());
  await page.goto('/omo/topic/publish');
  const title = `上传断了 ${label()}`;
  await page.getByRole('textbox', { name: '标题' }).fill(title);
  await page.getByRole('textbox', { name: '内容' }).fill('网络不好。');
  await page.route('**/api/Upload/image', (route) => route.abort());
  await choosePictures(page, await picture());
  await expect(page.getByRole('button', { name: '重试' })).toBeVisible();
  await page.getByRole('button', { name: '发布话题' }).click();
  await expect(page.getByText(/^发布失败！/)).toBeVisible();
  await expect(page).toHaveURL(/\/omo\/topic\/publish$/);
  await page.unroute('**/api/Upload/image');
  await page.getByRole('button', { name: '重试' }).click();
  await expect(page.getByRole('button', { name: /^第1张/ })).toBeVisible();
  await expect(page.getByText(/^发布失败！/)).toHaveCount(0);
  await page.getByRole('button', { name: '发布话题' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
});

test('[H-06] [Z-04] what was typed survives a reload, the way to the sign-in and a refusal', async ({
  page,
  portal,
}) => {
  const person = await portal.newPerson();
  await page.goto('/omo/topic/publish');
  const title = `还没登录 ${label()}`;
  await page.getByRole('textbox', { name: '标题' }).fill(title);
  await page.getByRole('textbox', { name: '内容' }).fill('先写着。');
  await expect(page.getByText(/^已自动保存/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: '标题' })).toHaveValue(title);
  await portal.login(page, person);
  await page.goto('/omo/topic/publish');
  await expect(page.getByRole('textbox', { name: '内容' })).toHaveValue('先写着。');
  await choosePictures(page, await picture());
  await expect(page.getByRole('button', { name: /^第1张/ })).toBeVisible();
  // The sign-in has run out meanwhile.
  await page.route('**/api/Topic/publish', (route) =>
    route.fulfill({ status: 401, json: { error_code: 1002, error_msg: '请先登录', data: {} } }),
  );
  await page.getByRole('button', { name: '发布话题' }).click();
  await expect(page).toHaveURL(/\/omo\/login\?.*redirect=%2Ftopic%2Fpublish/);
  await page.unroute('**/api/Topic/publish');
  await page.getByRole('textbox', { name: '手机号' }).fill(person.mobile);
  await page.getByRole('textbox', { name: '密码' }).fill(person.password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByRole('textbox', { name: '标题' })).toHaveValue(title);
  await page.getByRole('button', { name: '发布话题' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await page.goto('/omo/topic/publish');
  await expect(page.getByRole('textbox', { name: '标题' })).toHaveValue('');
});

test('[H-08] a like moves flag and count at once, goes back when it fails, and is there after a reload', async ({
  page,
  portal,
}) => {
  const [author, fan] = [await portal.newPerson(), await portal.newPerson()];
  const { id, title } = await makeTopic(portal, author);
  await portal.as(author)(likeTopic, { topicId: id });
  await portal.login(page, fan);
  await page.goto(`/omo/topic/${id}`);
  const button = heart(page, title);
  await expect(button).toHaveText('1');
  await expect(button).toHaveAttribute('aria-pressed', 'false');

  const answer = Promise.withResolvers<void>();
  await page.route('**/api/Topic/like', async (route) => {
    await answer.promise;
    await route.abort();
  });
  await button.click();
  // Before anything was answered.
  await expect(button).toHaveText('2');
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  answer.resolve();
  await expect(page.getByRole('alert').filter({ hasText: '网络连接失败' })).toBeVisible();
  await expect(button).toHaveText('1');
  await expect(button).toHaveAttribute('aria-pressed', 'false');
  await page.unroute('**/api/Topic/like');

  const sent = page.waitForResponse('**/api/Topic/like');
  await button.press('Enter');
  await sent;
  await expect(button).toHaveText('2');
  await page.reload();
  await expect(button).toHaveText('2');
  await expect(button).toHaveAttribute('aria-pressed', 'true');
  await button.click();
  await expect(button).toHaveText('1');
  await expect.poll(async () => (await dataOf(portal.send(getTopicInfo, { topicId: id }))).praiseNum).toBe(1);
});

test('[H-08] [S-09] a visitor who likes is asked to sign in and led back', async ({ page, portal }) => {
  const { id, title } = await makeTopic(portal, await portal.newPerson());
  await page.goto(`/omo/topic/${id}`);
  await heart(page, title).click();
  await expect(page).toHaveURL(new RegExp(`/omo/login\\?.*redirect=%2Ftopic%2F${id}`));
});

test('[H-05] [H-08] a card of the list is one link, and its heart does not follow it', async ({ page, portal }) => {
  const [author, fan] = [await portal.newPerson(), await portal.newPerson()];
  // On a tab that the other tests leave alone.
  const { id, title } = await makeTopic(portal, author, { topicType: '3' });
  await portal.login(page, fan);
  await page.goto('/omo/?tab=business');
  const address = page.url();
  await heart(page, title).click();
  await expect(heart(page, title)).toHaveText('1');
  await expect(heart(page, title)).toHaveAttribute('aria-pressed', 'true');
  expect(page.url()).toBe(address);
  await page.getByRole('link', { name: title }).click();
  await expect(page).toHaveURL(new RegExp(`/omo/topic/${id}$`));
  await expect(heart(page, title)).toHaveText('1');
});

test('[H-07] two people talk: each sees the other’s comment on the next look; one’s own is deleted', async ({
  page,
  portal,
  browser,
}) => {
  const [author, guest] = [
    await portal.newPerson({ nickname: '楼主木匠' }),
    await portal.newPerson({ nickname: '过路人' }),
  ];
  const { id } = await makeTopic(portal, author);
  const other = patient(await (await browser.newContext({ baseURL: portal.url, locale: 'zh-CN' })).newPage());
  await portal.login(page, author);
  await portal.login(other, guest);
  await page.goto(`/omo/topic/${id}`);
  await other.goto(`/omo/topic/${id}`);
  await write(other, '多重的猫？');
  await expect(comments(other).getByRole('listitem')).toHaveCount(1);
  await page.reload();
  await expect(comments(page).getByRole('listitem')).toContainText('多重的猫？');
  await page.getByRole('textbox', { name: /^写评论/ }).fill('七公斤。\n两只。');
  await page.getByRole('textbox', { name: /^写评论/ }).press('Control+Enter');
  await expect(comments(page).getByRole('listitem').first()).toContainText('七公斤。');
  await expect(comments(page).getByRole('listitem').first()).toContainText('楼主');
  await expect(comments(page).getByRole('heading')).toContainText('2 条');
  await other.reload();
  await expect(comments(other).getByRole('listitem')).toHaveCount(2);
  // Only one's own has a button.
  await expect(comments(other).getByRole('button', { name: '删除' })).toHaveCount(1);
  await comments(other).getByRole('button', { name: '删除' }).click();
  await other.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect(comments(other).getByRole('listitem')).toHaveCount(1);
  await expect(comments(other).getByRole('heading')).toContainText('1 条');
  await page.reload();
  await expect(comments(page).getByRole('listitem')).toHaveCount(1);
  await other.context().close();
});

test('[H-07] a comment that is refused keeps its text; one that is stopped waits, seen by its author alone', async ({
  page,
  portal,
}) => {
  const [author, guest] = [await portal.newPerson(), await portal.newPerson()];
  const { id } = await makeTopic(portal, author);
  await portal.login(page, guest);
  await page.goto(`/omo/topic/${id}`);
  await write(page, '  ');
  await expect(comments(page).getByRole('alert')).toHaveText('请输入评论');
  await write(page, '木'.repeat(501));
  await expect(comments(page).getByRole('alert')).toHaveText('评论最多500字');
  await expect(page.getByRole('textbox', { name: /^写评论/ })).toHaveValue('木'.repeat(501));
  await write(page, '我这里可以代 开 發 票');
  const waiting = page.getByRole('list', { name: '只有您能看到的评论' });
  await expect(waiting).toContainText('待审核');
  await expect(waiting).toContainText('我这里可以代 开 發 票');
  await expect(comments(page).getByRole('heading')).toContainText('0 条');
  await page.reload();
  await expect(waiting).toContainText('待审核');
  await expectNoSeriousAxe(page);
  expect(await dataOf(portal.as(author)(findTopicDiscussPage, { topicId: id }))).toEqual([]);
  await portal.login(page, author);
  await page.goto(`/omo/topic/${id}`);
  await expect(page.getByText('还没有人评论')).toBeVisible();
  await expect(waiting).toHaveCount(0);
});

test('[H-07] ten comments a page, then more in place; a failure is told and tried again', async ({ page, portal }) => {
  const author = await portal.newPerson();
  const { id } = await makeTopic(portal, author);
  for (let n = 1; n <= 12; n += 1)
    await dataOf(portal.as(author)(publishDiscuss, { topicId: id, content: `第 ${n} 句` }));
  await page.goto(`/omo/topic/${id}`);
  await expect(comments(page).getByRole('listitem')).toHaveCount(10);
  await page.route('**/api/Topic/findTopicDiscussPage', (route) => route.abort());
  await page.getByRole('button', { name: '更多评论（还有 2 条）' }).click();
  await expect(page.getByText('更多评论没能加载出来')).toBeVisible();
  await page.unroute('**/api/Topic/findTopicDiscussPage');
  await page.getByRole('button', { name: '再试一次' }).click();
  await expect(comments(page).getByRole('listitem')).toHaveCount(12);
  await expect(comments(page).getByRole('listitem').last()).toContainText('第 1 句');
  await expect(page.getByRole('button', { name: /^更多评论/ })).toHaveCount(0);
});

test('[H-07] [S-02] the author changes and deletes a topic; then it is not found', async ({ page, portal }) => {
  const author = await portal.newPerson();
  const { id, title } = await makeTopic(portal, author);
  await page.goto(`/omo/topic/${id}`);
  await expect(page.getByRole('button', { name: '分享' })).toBeVisible();
  await portal.login(page, await portal.newPerson());
  const asked = page.waitForResponse('**/api/Topic/getTopicInfo');
  await page.goto(`/omo/topic/${id}`);
  await asked;
  await expect(page.getByRole('button', { name: '删除' })).toHaveCount(0);
  await portal.login(page, author);
  await page.goto(`/omo/topic/${id}`);
  await page.getByRole('link', { name: '修改' }).click();
  await expect(page.getByRole('textbox', { name: '标题' })).toHaveValue(title);
  await page.getByRole('textbox', { name: '标题' }).fill(`${title} 改`);
  await page.getByRole('button', { name: '保存并发布' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `${title} 改` })).toBeVisible();
  await page.getByRole('button', { name: '删除' }).click();
  const question = page.getByRole('dialog', { name: '删除这个话题？' });
  await expect(question).toContainText(`${title} 改`);
  await question.getByRole('button', { name: '删除话题' }).click();
  await expect(page).toHaveURL(/\/omo\/personal\/topics$/);
  expect((await page.goto(`/omo/topic/${id}`))?.status()).toBe(404);
});

test('[H-07] a topic that waits for review is shown to its author alone; to all others the page does not exist', async ({
  page,
  portal,
}) => {
  const author = await portal.newPerson();
  const { id, title } = await makeTopic(portal, author, { content: '第一段：线上赌 博\n第二段：照样看得到' });
  const missing = page.getByRole('heading', { level: 1, name: '没有找到这个页面' });
  const answered = await page.goto(`/omo/topic/${id}`);
  expect(answered?.status()).toBe(404);
  await expect(missing).toBeVisible();
  await portal.login(page, await portal.newPerson());
  const asked = page.waitForResponse('**/api/Topic/getTopicInfo');
  await page.goto(`/omo/topic/${id}`);
  await asked;
  await expect(missing).toBeVisible();

  await portal.login(page, author);
  const own = await page.goto(`/omo/topic/${id}`);
  expect(own?.status()).toBe(404);
  // The page itself tells nobody.
  expect(await own?.text()).not.toContain(title);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${title} 待审核`);
  await expect(page.getByText('第二段：照样看得到')).toBeVisible();
  await expect(page).toHaveTitle(title);
  await expect(page.getByRole('region', { name: /评论/ })).toHaveCount(0);
  await expectNoSeriousAxe(page);
  await page.goto('/omo/personal/topics');
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByText('正在审核，通过后所有人可见，现在只有您能看到。')).toBeVisible();
  await page.getByRole('button', { name: '删除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除话题' }).click();
  await expect(page).toHaveURL(/\/omo\/personal\/topics$/);
});

test('[H-07] a reader is counted once, without being waited for', async ({ page, portal }) => {
  const { id } = await makeTopic(portal, await portal.newPerson());
  const reads = async () => (await dataOf(portal.send(getTopicInfo, { topicId: id }))).showSum;
  // The page tells of the reader by itself, a moment after it came.
  const told = async (visit: () => Promise<unknown>) => {
    const beacon = page.waitForRequest('**/api/Topic/read');
    await visit();
    await beacon;
  };
  await told(() => page.goto(`/omo/topic/${id}`));
  await told(() => page.reload());
  await portal.login(page, await portal.newPerson());
  await told(() => page.goto(`/omo/topic/${id}`));
  await expect.poll(reads).toBe(2);
});

test.describe('on a phone', () => {
  test.use(phone);

  test('[H-09] my topics, six a page, each with where it stands', async ({ page, portal }) => {
    const author = await portal.newPerson();
    const stopped = await makeTopic(portal, author, { content: '線上赌 博' });
    for (let n = 0; n < 6; n += 1) await makeTopic(portal, author);
    await portal.login(page, author);
    await page.goto('/omo/personal/topics');
    await expect(page.getByRole('heading', { level: 1, name: '我的话题' })).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(6);
    await expect(page.getByText('已发布')).toHaveCount(6);
    await expectNoSeriousAxe(page);
    await page.getByRole('link', { name: '下一页' }).click();
    const row = page.getByRole('article', { name: stopped.title });
    await expect(row).toContainText('待审核');
    await row.getByRole('button', { name: '删除' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '删除话题' }).click();
    await expect(page.getByText('这一页没有话题了')).toBeVisible();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
  });

  test('[H-07] [Z-04] who signs in to comment is back at the box, with what was written', async ({ page, portal }) => {
    const [author, guest] = [await portal.newPerson(), await portal.newPerson()];
    const { id } = await makeTopic(portal, author, { content: '卡在 58 毫米。\n'.repeat(40) });
    await page.goto(`/omo/topic/${id}`);
    await write(page, '我家的也是 58');
    await page.getByRole('textbox', { name: '手机号' }).fill(guest.mobile);
    await page.getByRole('textbox', { name: '密码' }).fill(guest.password);
    await page.getByRole('button', { name: '登录', exact: true }).tap();
    const post = page.getByRole('button', { name: '发表评论' });
    await expect(post).toBeFocused();
    await expect(post).toBeInViewport();
    await expect(page.getByRole('textbox', { name: /^写评论/ })).toHaveValue('我家的也是 58');
    await post.press('Enter');
    await expect(comments(page).getByRole('listitem')).toContainText('我家的也是 58');
    await expect(page.getByRole('textbox', { name: /^写评论/ })).toHaveValue('');
  });

  test('[H-06] [H-07] [H-08] publishes, likes and comments with a thumb', async ({ page, portal }) => {
    await portal.login(page, await portal.newPerson());
    await page.goto('/omo/topic/publish');
    const title = `手机发的 ${label()}`;
    await page.getByRole('textbox', { name: '标题' }).fill(title);
    await page.getByRole('textbox', { name: '内容' }).fill('单手也能发。');
    await choosePictures(page, await picture());
    await expect(page.getByRole('button', { name: /^第1张/ })).toBeVisible();
    await page.getByRole('button', { name: '发布话题' }).tap();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await heart(page, title).tap();
    await expect(heart(page, title)).toHaveText('1');
    const box = await heart(page, title).boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    await write(page, '自己先顶一下');
    await expect(comments(page).getByRole('listitem')).toContainText('自己先顶一下');
    await expectNoSeriousAxe(page);
  });
});
