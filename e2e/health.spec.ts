import { randomInt, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, expectNoSeriousAxe, type Portal, test } from './fixtures.ts';
import { demoOperator } from './operators.ts';

/** A job that was given up: what leads to one is a fault of the portal's own, which no test can order. */
async function failedJob({ dataDir }: Portal, queue: string, event: string, payload: object, why: string) {
  const [, , , port, host = ''] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  const database = new Client({ host, port: Number(port), user: 'omo', database: 'omo' });
  await database.connect();
  try {
    await database.query(
      `insert into pgboss.job (name, data, state, retry_limit, retry_count, output)
       values ($1, $2, 'failed', 12, 12, $3)`,
      [`consumer.${queue}`, { id: randomUUID(), event, payload }, { message: `Error: ${why}` }],
    );
  } finally {
    await database.end();
  }
}

test('[Z-16] [P-06] a job that failed is told in words, with whom it concerns, and given up for a reason', async ({
  page,
  portal,
}) => {
  const why = `away ${randomInt(1e9)}`;
  const person = await portal.newPerson({ nickname: '宋掌柜' });
  const { user_id: userId } = person.info;
  await failedJob(portal, 'account-reopened', 'account.reopened', { userId }, why);

  await portal.login(page, await demoOperator(portal));
  await page.goto('/omo/console/health');
  const row = page.getByRole('table', { name: '系统健康' }).getByRole('row').filter({ hasText: why });
  await expect(row).toContainText('取消注销');
  await expect(row).toContainText('账号取消注销，要恢复账号公开的内容');
  await expect(row).toContainText(`失败原因：${why}`);
  await expect(row).toContainText('已停止重试');
  await expect(page.getByText(/\d+ 个后台任务多次失败，已停止重试，请处理/)).toBeVisible();
  // JSON, ids and the names of queues are for those who ask for them.
  await expect(row.getByText(userId)).toBeHidden();
  await row.getByText('原始数据').click();
  await expect(row.getByText(userId)).toBeVisible();
  await expectNoSeriousAxe(page);
  await row.getByRole('link', { name: '宋掌柜' }).click();
  await expect(page).toHaveURL(new RegExp(`/console/people/${userId}$`));
  await page.goBack();

  await row.getByRole('button', { name: '放弃' }).click();
  const dialog = page.getByRole('dialog', { name: '放弃这一条' });
  await expect(dialog).toContainText('放弃后不能找回');
  await expect(dialog).toContainText('宋掌柜');
  await dialog.getByLabel('原因').fill('不再需要');
  await dialog.getByRole('button', { name: '放弃', exact: true }).click();
  await expect(page.getByText('已放弃', { exact: true })).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('[Z-16] [P-06] slow requests are named by page or call, and a list without failures says so', async ({
  page,
  portal,
}) => {
  await portal.login(page, await demoOperator(portal));
  await page.goto('/omo/agreement');
  await page.goto('/omo/console/health?kind=delivery');
  await expect(page.getByText('没有发送失败的短信和推送')).toBeVisible();
  const slow = page.getByRole('table', { name: '慢的请求' });
  await expect(slow.getByRole('row').nth(1)).toBeVisible();
  await expect(slow.getByText(/unknown|^\/\//)).toHaveCount(0);
  await expect(slow.getByRole('row').filter({ hasText: /^(页面|接口|文件|其他)/ })).toHaveCount(
    (await slow.getByRole('row').count()) - 1,
  );
  // Times are known by steps: the heads say that it is a bound, and the pages' own look for where links lead is no page.
  for (const head of ['一半不超过', '95% 不超过'])
    await expect(slow.getByRole('columnheader', { name: head, exact: true })).toBeVisible();
  await expect.poll(async () => (await page.request.get('/metrics')).text()).toContain('route="page:/__manifest"');
  // What waits is told with its age, and whatever there is to say stands in its section.
  const jobs = page.getByRole('region', { name: '任务和投递' });
  await expect(jobs.getByRole('row', { name: /^后台事件 : (没有积压|积压 \d+ 件，最早的等了 .+)$/ })).toBeVisible();
  await expect(jobs.getByRole('row', { name: /^短信和推送 : (没有待发的|待发 \d+ 条，最早的等了 .+)/ })).toBeVisible();
});
