import { randomInt } from 'node:crypto';
import { caseCalls } from '../contract/cases.ts';
import { decideCase } from '../contract/operator/cases.ts';
import { moderate, moderationItem } from '../contract/operator/moderation.ts';
import { openConversation, sendMessage } from '../contract/messages.ts';
import { stageByNumber } from '../contract/stages/index.ts';
import { publishTopic } from '../contract/topics.ts';
import { uploadImage } from '../contract/uploads.ts';
import { dataOf, expect, expectNoSeriousAxe, test } from './fixtures.ts';
import { sentCase } from './case-steps.ts';
import { demoOperator } from './operators.ts';
import { makeDemand, makeTender, picture, stageOf } from './steps.ts';

test('[P-04] a reader reports a topic, an operator hides it with a reason, and it is gone from its page and the tab at once', async ({
  page,
  portal,
}) => {
  const [author, reader] = [await portal.newPerson(), await portal.newPerson()];
  const titel = `加微信领图纸${randomInt(1e6)}`;
  const file = await picture();
  const { url } = await dataOf(
    portal.as(author)(
      uploadImage,
      {},
      { file: new File([new Uint8Array(file.buffer)], file.name, { type: file.mimeType }) },
    ),
  );
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
  await page.getByRole('button', { name: '没有违规，保留' }).click();
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
  await page.getByRole('row').filter({ hasText: '案例' }).getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText(/发布于 .*已下架/)).toBeVisible();
  await expect(page.getByRole('region', { name: '下架的原因' })).toContainText('盗用他人的图片');
  await expectNoSeriousAxe(page);
  await page.getByRole('button', { name: '恢复展示' }).click();
  await expect(page.getByText('已公开展示')).toBeVisible();
  expect((await dataOf(portal.send(caseCalls(design).info, { id }))).name).toBe(name);
  await page.goto('/omo/console/moderation?queue=hidden');
  await expect(page.getByRole('heading', { level: 1, name: '内容审核' })).toBeVisible();
  await expect(page.getByRole('link', { name })).toHaveCount(0);
});
