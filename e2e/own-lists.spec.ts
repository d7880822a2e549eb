import { likePresell, getPresellList } from '../contract/presale.ts';
import { deleteTopic, getTopicInfo, likeTopic, publishDiscuss, publishTopic } from '../contract/topics.ts';
import { successful } from '../contract/orders.ts';
import { withdrawTender } from '../contract/demands.ts';
import { dataOf, expect, expectNoSeriousAxe, type Person, type Portal, test } from './fixtures.ts';
import { makeDemand, makeTender, sendPicture } from './steps.ts';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

async function topicOf(portal: Portal, person: Person, titel: string) {
  const files = await sendPicture(portal, person);
  const topic = { titel, content: '国标写 45 到 65。', files, topicType: '2' } as const;
  return (await dataOf(portal.as(person)(publishTopic, topic))).topicId;
}

for (const [name, device] of [
  ['desktop', { viewport: { width: 1366, height: 768 } }],
  ['phone', phone],
] as const)
  test.describe(`on a ${name}`, () => {
    test.use(device);

    test('[H-07] my comments lead to what they are about, and are deleted from there', async ({ page, portal }) => {
      const [author, guest] = [await portal.newPerson(), await portal.newPerson()];
      const topicId = await topicOf(portal, author, `护栏间距 ${author.mobile.slice(-6)}`);
      await dataOf(portal.as(guest)(publishDiscuss, { topicId, content: '58 毫米正好' }));
      await dataOf(portal.as(guest)(publishDiscuss, { topicId, content: '代 开 發 票 找我' }));
      await portal.login(page, guest);
      await page.goto('/omo/personal/comments');
      const rows = page.getByRole('article');
      await expect(rows).toHaveCount(2);
      await expect(rows.first()).toContainText('待审核');
      await expect(rows.last()).not.toContainText('待审核');
      await expectNoSeriousAxe(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await rows.last().getByRole('link').click();
      await expect(page).toHaveURL(new RegExp(`/omo/topic/${topicId}$`));
      await page.goBack();
      await expect(page).toHaveURL(/\/omo\/personal\/comments$/);
      await expect(rows).toHaveCount(2);
      await rows.last().getByRole('button', { name: '删除' }).click();
      const question = page.getByRole('dialog', { name: '删除这条评论？' });
      await expect(question).toContainText('58 毫米正好');
      await question.getByRole('button', { name: '删除评论' }).click();
      await expect(rows).toHaveCount(1);
      expect((await dataOf(portal.send(getTopicInfo, { topicId }))).discussNum).toBe(0);
      await rows.getByRole('button', { name: '删除' }).click();
      await page.getByRole('dialog').getByRole('button', { name: '删除评论' }).click();
      await expect(page.getByText('您还没有评论过')).toBeVisible();
    });

    test('[H-08] my likes: one is taken back, also of what is gone', async ({ page, portal }) => {
      const [author, guest] = [await portal.newPerson(), await portal.newPerson()];
      const kept = await topicOf(portal, author, `还在 ${author.mobile.slice(-6)}`);
      const gone = await topicOf(portal, author, `不在了 ${author.mobile.slice(-6)}`);
      const [product] = await dataOf(portal.send(getPresellList, { size: '1' }));
      for (const topicId of [kept, gone]) await dataOf(portal.as(guest)(likeTopic, { topicId }));
      await dataOf(portal.as(guest)(likePresell, { productId: product?.id ?? '', thisUserLoveStatus: '2' }));
      await dataOf(portal.as(author)(deleteTopic, { topicId: gone }));
      await portal.login(page, guest);
      await page.goto('/omo/personal/likes');
      const rows = page.getByRole('article');
      await expect(rows).toHaveCount(3);
      await expect(rows.getByRole('link', { name: product?.name ?? '' })).toBeVisible();
      await expectNoSeriousAxe(page);
      await page.getByRole('button', { name: '取消喜欢 内容已下架或删除' }).click();
      await expect(rows).toHaveCount(2);
      await page.getByRole('button', { name: `取消喜欢 还在 ${author.mobile.slice(-6)}` }).click();
      await expect(rows).toHaveCount(1);
      expect((await dataOf(portal.send(getTopicInfo, { topicId: kept }))).praiseNum).toBe(0);
    });

    test('[O-02] my tenders say what became of each, and lead there', async ({ page, portal }) => {
      const [owner, bidder, rival] = [await portal.newPerson(), await portal.newPerson(), await portal.newPerson()];
      const terms = { offer: '3200', completionDay: '14' };
      const [open, lost, left] = [
        await makeDemand(portal, owner),
        await makeDemand(portal, owner),
        await makeDemand(portal, owner),
      ];
      for (const nid of [open, lost, left]) await makeTender(portal, bidder, nid, terms);
      const tenderId = await makeTender(portal, rival, lost, terms);
      await dataOf(portal.as(owner)(successful, { demandNid: lost, tenderId }));
      await dataOf(portal.as(bidder)(withdrawTender, { demandNid: left }));
      await portal.login(page, bidder);
      await page.goto('/omo/personal/order/tenders');
      const rows = page.getByRole('article');
      await expect(rows.nth(0)).toContainText('已撤回');
      await expect(rows.nth(1)).toContainText('未中标');
      await expect(rows.nth(2)).toContainText('招标中');
      await expect(rows.nth(2)).toContainText('¥3,200.00');
      await expectNoSeriousAxe(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await rows.nth(2).getByRole('link', { name: '修改或撤回' }).click();
      await expect(page).toHaveURL(new RegExp(`/omo/demand/${open}$`));
      await expect(page.getByRole('region', { name: '我的标书' })).toBeVisible();
    });
  });
