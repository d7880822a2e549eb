import { randomInt } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { caseCalls } from '../contract/cases.ts';
import { decideCase } from '../contract/operator/cases.ts';
import { moderate, moderationItem } from '../contract/operator/moderation.ts';
import { queueList } from '../contract/operator/queues.ts';
import { openConversation, sendMessage } from '../contract/messages.ts';
import { stageByNumber } from '../contract/stages/index.ts';
import { reportContent } from '../contract/reports.ts';
import { deleteTopic, publishDiscuss, publishTopic } from '../contract/topics.ts';
import { uploadImage } from '../contract/uploads.ts';
import { dataOf, expect, expectNoSeriousAxe, type Person, type Portal, test } from './fixtures.ts';
import { sentCase } from './case-steps.ts';
import { demoOperator, newOperator } from './operators.ts';
import { makeDemand, makeTender, picture, stageOf } from './steps.ts';

test('[P-04] a reader reports a topic, an operator hides it with a reason, and it is gone from its page and the tab at once', async ({
  page,
  portal,
}) => {
  const [author, reader] = [await portal.newPerson(), await portal.newPerson()];
  const titel = `加微信领图纸${randomInt(1e6)}`;
  const url = await uploadedPicture(portal, author);
  const { topicId } = await dataOf(
    portal.as(author)(publishTopic, {
      topicType: '4',
      titel,
      content: '图纸都在这里。',
      files: url,
      requestId: `e2e-${randomInt(1e9)}`,
    }),
  );
  await portal.login(page, reader);
  await page.goto(`/omo/topic/${topicId}`);
  await page.getByRole('button', { name: `举报：${titel}` }).click();
  const dialog = page.getByRole('dialog', { name: '举报' });
  await dialog.getByRole('button', { name: '提交举报' }).click();
  await expect(dialog.getByText('请选择举报原因')).toBeVisible();
  await dialog.getByRole('radio', { name: '广告营销' }).check();
  await expectNoSeriousAxe(page);
  await dialog.getByRole('button', { name: '提交举报' }).click();
  await expect(page.getByText('已收到您的举报')).toBeVisible();

  await portal.login(page, await demoOperator(portal));
  await page.goto('/omo/console/moderation?queue=reported');
  await page.getByRole('link', { name: titel }).click();
  await expect(page.getByRole('heading', { level: 1, name: titel })).toBeVisible();
  await expect(page.getByRole('complementary', { name: '以往记录' })).toContainText('广告营销');
  const known = page.getByRole('complementary', { name: '此人的记录' });
  await expect(known.getByRole('region', { name: '被举报' })).toContainText(`话题《${titel}》`);
  await expectNoSeriousAxe(page);
  await page.keyboard.press('r');
  const reason = page.getByRole('textbox', { name: /^隐藏的原因/ });
  await expect(reason).toBeFocused();
  await reason.press('Control+Enter');
  await expect(page.getByText('请填写原因，作者会看到')).toBeVisible();
  await page.keyboard.type('含有广告和联系方式');
  await reason.press('Control+Enter');
  await expect(page.getByText('已隐藏，原因已告诉作者')).toBeVisible();
  expect((await page.request.get(`/omo/topic/${topicId}`)).status()).toBe(404);
  expect(await (await page.request.get('/omo/')).text()).not.toContain(titel);
});

test('[P-04] a case is reported from its page and a message from its conversation; both wait at the desk with what they say', async ({
  page,
  portal,
}) => {
  const owner = await portal.newPerson();
  const bidder = await portal.newPerson({ nickname: '青木坊' });
  const nid = await makeDemand(portal, owner);
  const tenderId = await makeTender(portal, bidder, nid, { offer: '3200', completionDay: '14' });
  const about = { demandNid: nid, tenderId };
  const { conversationId } = await dataOf(portal.as(owner)(openConversation, about));
  const rude = `不给好评就曝光你${randomInt(1e6)}`;
  const said = { conversationId, content: rude, pictures: '', files: '', clientId: `e2e-${randomInt(1e9)}` };
  const { id } = await dataOf(portal.as(bidder)(sendMessage, said));
  const design = stageByNumber(1);
  if (!design) throw new Error('no stage');
  const [shown] = await dataOf(portal.send(caseCalls(design).list, { page_size: 1 }));
  if (!shown) throw new Error('no case');

  await portal.login(page, owner);
  const report = async (name: string) => {
    await page.getByRole('button', { name: `举报：${name}` }).click();
    const dialog = page.getByRole('dialog', { name: '举报' });
    await dialog.getByRole('radio', { name: '虚假信息' }).check();
    await dialog.getByRole('button', { name: '提交举报' }).click();
    await expect(page.getByText('已收到您的举报').last()).toBeVisible();
  };
  await page.goto(`/omo/smart/${shown.category}/design/details/${shown.id}`);
  await report(shown.name);
  await page.goto(`/omo/personal/messages/${conversationId}`);
  await report(rude);

  await portal.login(page, await demoOperator(portal));
  await page.goto(`/omo/console/moderation/case/${shown.id}`);
  await expect(page.getByRole('heading', { level: 1, name: shown.name })).toBeVisible();
  await expect(page.getByRole('button', { name: '下架' })).toBeVisible();
  // What answers its report is offered first; a key alone decides nothing.
  await expect(page.getByRole('group', { name: '常用原因' }).getByRole('button').first()).toHaveText('内容不实');
  await page.keyboard.press('a');
  const question = page.getByRole('dialog', { name: '保留这条内容' });
  await expect(question).toContainText(shown.name);
  await expect(question).toContainText('举报人会收到通知');
  await expectNoSeriousAxe(page);
  await question.getByRole('button', { name: '确认保留' }).click();
  await expect(page.getByText('已保留')).toBeVisible();
  await page.goto(`/omo/console/moderation/message/${id}`);
  await expect(page.getByText(rude, { exact: true })).toBeVisible();
  await page.keyboard.press('r');
  await page.keyboard.type('威胁对方');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('已隐藏，原因已告诉作者')).toBeVisible();

  await portal.login(page, owner);
  await page.goto(`/omo/personal/messages/${conversationId}`);
  await expect(page.getByText('这条消息违反平台规定，已被隐藏').last()).toBeVisible();
  await expect(page.getByText(rude)).toHaveCount(0);
});

test('[P-04] a case that was taken down stands among what is hidden, and is shown again from there', async ({
  page,
  portal,
}) => {
  const keeper = await portal.newPerson();
  const design = stageOf('design');
  const name = `拿下来的柜${randomInt(1e6)}`;
  const { id, version } = await sentCase(portal, keeper, design, { name });
  const boss = await demoOperator(portal);
  const desk = portal.as(boss);
  await dataOf(desk(decideCase, { id, version, decision: 'approve' }));
  const about = { kind: 'case', id } as const;
  const seen = await dataOf(desk(moderationItem, about));
  await dataOf(desk(moderate, { ...about, version: seen.version, decision: 'hide', reason: '盗用他人的图片' }));

  await portal.login(page, boss);
  await page.goto('/omo/console/moderation?queue=hidden');
  const row = page.getByRole('row').filter({ hasText: '案例' }).filter({ hasText: name });
  await expect(row).toContainText('盗用他人的图片');
  await expect(row).toContainText(boss.operator.nick_name);
  await expectNoSeriousAxe(page);
  await row.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText(/发布于 .*已下架/)).toBeVisible();
  await expect(page.getByRole('region', { name: '下架的原因' })).toContainText(
    new RegExp(`盗用他人的图片.*${boss.operator.nick_name}`),
  );
  await expectNoSeriousAxe(page);
  await page.getByRole('button', { name: '恢复展示' }).click();
  await page.getByRole('dialog', { name: '恢复这条内容' }).getByRole('button', { name: '确认恢复' }).click();
  await expect(page.getByText('已公开展示')).toBeVisible();
  expect((await dataOf(portal.send(caseCalls(design).info, { id }))).name).toBe(name);
  await page.goto('/omo/console/moderation?queue=hidden');
  await expect(page.getByRole('heading', { level: 1, name: '内容审核' })).toBeVisible();
  await expect(page.getByRole('link', { name })).toHaveCount(0);
});

test('[P-04] a reported message is shown among what was said around it; an auditor reads it alone', async ({
  page,
  portal,
}) => {
  const owner = await portal.newPerson({ nickname: '宋掌柜' });
  const bidder = await portal.newPerson({ nickname: '青木坊' });
  const nid = await makeDemand(portal, owner);
  const tenderId = await makeTender(portal, bidder, nid, { offer: '3200', completionDay: '14' });
  const { conversationId } = await dataOf(portal.as(owner)(openConversation, { demandNid: nid, tenderId }));
  const tail = randomInt(1e6);
  const say = (who: Person, content: string) =>
    dataOf(
      portal.as(who)(sendMessage, {
        conversationId,
        content,
        pictures: '',
        files: '',
        clientId: `e2e-${randomInt(1e9)}`,
      }),
    );
  await say(owner, `什么时候能交货${tail}`);
  const { id } = await say(bidder, `催什么催${tail}`);
  await say(owner, `请好好说话${tail}`);
  const about = { kind: 'message', id } as const;
  await dataOf(portal.as(owner)(reportContent, { ...about, reason: 'abuse', words: '' }));

  const boss = await demoOperator(portal);
  await portal.login(page, boss);
  await page.goto(`/omo/console/moderation/message/${id}`);
  const said = page.getByRole('list', { name: '前后的对话' });
  await expect(said.getByRole('listitem')).toHaveText([
    new RegExp(`发布方 宋掌柜.*什么时候能交货${tail}`),
    new RegExp(`投标方 青木坊.*被举报.*催什么催${tail}`),
    new RegExp(`发布方 宋掌柜.*请好好说话${tail}`),
  ]);
  await expect(said.locator('[aria-current="true"]')).toContainText(`催什么催${tail}`);
  await expectNoSeriousAxe(page);

  await portal.login(page, await newOperator(portal, ['auditor']));
  await page.goto(`/omo/console/moderation/message/${id}`);
  await expect(page.getByRole('region', { name: '消息' })).toContainText(`催什么催${tail}`);
  await expect(page.getByText(`什么时候能交货${tail}`)).toHaveCount(0);
  const { version } = await dataOf(portal.as(boss)(moderationItem, about));
  await dataOf(portal.as(boss)(moderate, { ...about, version, decision: 'keep', reason: '' }));

  // The record calls it by what it is about, and leads to it.
  await page.goto(`/omo/console/audit?action=message.kept&subject=${id}`);
  const row = page.getByRole('table', { name: '审计' }).getByRole('row').filter({ hasText: '消息 · 举报不成立' });
  await expect(row).not.toContainText(`催什么催${tail}`);
  await row.getByRole('link', { name: /^关于《.+》$/ }).click();
  await expect(page).toHaveURL(new RegExp(`/console/moderation/message/${id}$`));
});

test('[P-04] the tabs say how much stands in each queue, and an address without one opens where the longest waits', async ({
  page,
  portal,
}) => {
  const boss = await demoOperator(portal);
  const author = await portal.newPerson();
  const files = await uploadedPicture(portal, author);
  const titel = `等着看的话题${randomInt(1e6)}`;
  const topic = { topicType: '4', titel, content: '图纸都在这里。', files, requestId: `e2e-${randomInt(1e9)}` };
  const { topicId } = await dataOf(portal.as(author)(publishTopic, topic));
  await dataOf(
    portal.as(await portal.newPerson())(reportContent, { kind: 'topic', id: topicId, reason: 'advert', words: '' }),
  );
  await portal.login(page, boss);
  // Others report and decide meanwhile: it opens where the longest waited just before, or just after.
  const longest = async () => (await dataOf(portal.as(boss)(queueList, { part: 'moderation' }))).first;
  const before = await longest();
  await page.goto('/omo/console/moderation');
  await expect(page).toHaveURL(/\?queue=(held|reported)$/);
  const opened = new URL(page.url()).searchParams.get('queue');
  expect([before, await longest()]).toContain(opened);
  const tabs = page.getByRole('navigation', { name: '按队列筛选' });
  await expect(tabs.getByRole('link')).toHaveText([/^待审核\d+$/, /^被举报[1-9]\d*$/, '已隐藏']);
  await expect(tabs.locator('[aria-current="true"]')).toHaveText(opened === 'held' ? /待审核/ : /被举报/);
  for (const [name, queue] of [
    ['待审核', 'held'],
    ['被举报', 'reported'],
  ] as const) {
    await tabs.getByRole('link', { name }).click();
    await expect(page).toHaveURL(new RegExp(`\\?queue=${queue}$`));
    await expect(tabs.locator('[aria-current="true"]')).toContainText(name);
  }

  // From there the page that it is about opens beside the console.
  await page.goto(`/omo/console/moderation/topic/${topicId}`);
  const place = page.getByRole('region', { name: '所在页面' }).getByRole('link', { name: /打开公开页面/ });
  const [popup] = await Promise.all([page.waitForEvent('popup'), place.click()]);
  await expect(popup).toHaveURL(new RegExp(`/omo/topic/${topicId}$`));
  await expect(popup.getByRole('heading', { name: titel })).toBeVisible();

  // What the word list held tells which words did.
  const { id } = await dataOf(portal.as(author)(publishDiscuss, { topicId, content: '代 开 发 票，加我' }));
  await page.goto(`/omo/console/moderation/comment/${id}`);
  await expect(page.getByText('含有敏感词：代开发票')).toBeVisible();
  // What it answers stands over it.
  const answered = page.getByRole('region', { name: '评论的话题' });
  await expect(answered.getByRole('link', { name: titel })).toHaveAttribute('href', new RegExp(`/topic/${topicId}$`));
  await expect(page.getByRole('region', { name: '所在页面' })).toHaveCount(0);
  await dataOf(portal.as(author)(deleteTopic, { topicId }));
});

for (const size of [
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
])
  test(`[P-04] all that is known of a person is reached at ${size.width} without the decision leaving the window`, async ({
    page,
    portal,
  }) => {
    const [author, reader] = [await portal.newPerson(), await portal.newPerson()];
    const files = await uploadedPicture(portal, author);
    const ids: string[] = [];
    for (let number = 0; number < 6; number += 1) {
      const titel = `第${number}个话题${randomInt(1e6)}`;
      const topic = { topicType: '4', titel, content: '很长的话。'.repeat(60), files };
      const { topicId } = await dataOf(
        portal.as(author)(publishTopic, { ...topic, requestId: `e2e-${randomInt(1e9)}` }),
      );
      const words = `第${number}次说明原因，写得很长`.repeat(4);
      await dataOf(portal.as(reader)(reportContent, { kind: 'topic', id: topicId, reason: 'other', words }));
      ids.push(topicId);
    }
    await page.setViewportSize(size);
    await portal.login(page, await demoOperator(portal));
    await page.goto(`/omo/console/moderation/topic/${ids[0] ?? ''}`);
    const known = page.getByRole('region', { name: '记录', exact: true });
    const last = known.getByRole('region', { name: '被举报' }).getByRole('listitem').last();
    const keys = known.getByRole('region', { name: '键盘快捷键' });
    const hide = page.getByRole('button', { name: '隐藏', exact: true });
    await expect(last).toBeAttached();
    const bothIn = async (one: Locator) => {
      await expect(one).toBeInViewport({ ratio: 1 });
      await expect(hide).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('button', { name: '没有违规，保留' })).toBeInViewport({ ratio: 1 });
    };
    await bothIn(known.getByRole('heading', { level: 2 }).first());
    await expect(keys).not.toBeInViewport({ ratio: 1 });
    // By mouse …
    await known.hover();
    await page.mouse.wheel(0, 10_000);
    await bothIn(keys);
    await page.mouse.wheel(0, -10_000);
    await expect(keys).not.toBeInViewport({ ratio: 1 });
    // … and by keyboard: from the last button of the decision to the record, to its end.
    await hide.focus();
    await page.keyboard.press('Tab');
    await expect(known).toBeFocused();
    await page.keyboard.press('End');
    await bothIn(keys);
    // What nobody decides over stays at the head of the queue, in the way of others.
    for (const topicId of ids) await dataOf(portal.as(author)(deleteTopic, { topicId }));
  });

/** A picture of a person, as a topic needs one. */
async function uploadedPicture(portal: Portal, who: Person): Promise<string> {
  const file = await picture();
  const given = new File([new Uint8Array(file.buffer)], file.name, { type: file.mimeType });
  return (await dataOf(portal.as(who)(uploadImage, {}, { file: given }))).url;
}
