import {
  contentSaveCall,
  operatorContentDo,
  operatorContentInfo,
  operatorContentList,
} from '../contract/operator/content.ts';
import { dataOf, expect, expectNoSeriousAxe, test } from './fixtures.ts';
import { demoOperator } from './operators.ts';

test('[P-03] what is typed into a content form outlives the menu, back and a reload, and goes with being saved', async ({
  page,
  portal,
}) => {
  test.slow();
  const words = `周六全天维护 ${Date.now() % 1e7}`;
  const operator = await demoOperator(portal);
  const send = portal.as(operator);
  await portal.login(page, operator);
  const desk = page.getByRole('heading', { level: 1, name: '页面内容' });
  const text = page.getByRole('textbox', { name: '公告内容', exact: true });
  const restored = page.getByText('已恢复您上次填写、还没有保存的内容');
  await page.goto('/omo/console/content?kind=announcement');
  await page.getByRole('button', { name: '新建公告' }).click();
  await expect(text).toHaveValue('');
  await text.fill(words);
  // It is on this device alone: a draft that colleagues see is another thing.
  await expect(page.getByText(/^已留在本机 \d\d:\d\d$/)).toBeVisible();
  await expect(page.getByText(/已自动保存/)).toHaveCount(0);
  expect((await dataOf(send(operatorContentList, { kind: 'announcement' }))).map(({ title }) => title)).not.toContain(
    words,
  );

  await page.getByRole('navigation', { name: '运营后台' }).getByRole('link', { name: '页面内容' }).click();
  await expect(desk).toBeVisible();
  await page.goBack();
  await expect(text).toHaveValue(words);
  await expect(restored).toBeVisible();
  await expectNoSeriousAxe(page);
  await text.fill(`${words}，晚上恢复`);
  await page.reload();
  await expect(text).toHaveValue(`${words}，晚上恢复`);
  await page.goBack();
  await expect(desk).toBeVisible();
  await page.getByRole('button', { name: '新建公告' }).click();
  await expect(text).toHaveValue(`${words}，晚上恢复`);

  await page.getByRole('button', { name: '保存草稿' }).click();
  await expect(page.getByRole('heading', { level: 1, name: words })).toBeVisible();
  await expect(restored).toHaveCount(0);
  await page.goto('/omo/console/content?kind=announcement');
  await page.getByRole('button', { name: '新建公告' }).click();
  await expect(text).toHaveValue('');

  // Of one that there is: what was saved comes back when what was typed is not wanted.
  await page.goBack();
  await page.getByRole('link', { name: words }).click();
  await text.fill('打错了');
  await page.reload();
  await expect(text).toHaveValue('打错了');
  await page.getByRole('button', { name: '不要了' }).click();
  await expect(text).toHaveValue(`${words}，晚上恢复`);
  await expect(restored).toHaveCount(0);
  await text.fill('又打错了');
  // A colleague saves it meanwhile.
  const rows = await dataOf(send(operatorContentList, { kind: 'announcement' }));
  const { id = '' } = rows.find(({ title }) => title.startsWith(words)) ?? {};
  const { version, values } = await dataOf(send(operatorContentInfo, { id }));
  const theirs = `${words}，已改到周日`;
  await dataOf(send(contentSaveCall('announcement'), { ...values, text: theirs, id, version } as never));
  await page.reload();
  await expect(text).toHaveValue('又打错了');
  await expect(page.getByText('之后有人保存过，保存前请核对')).toBeVisible();
  await page.getByRole('button', { name: '不要了' }).click();
  await expect(text).toHaveValue(theirs);
  const { version: last } = await dataOf(send(operatorContentInfo, { id }));
  await dataOf(send(operatorContentDo, { id, version: last, deed: 'remove' }));
});
