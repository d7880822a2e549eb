import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import jsQR from 'jsqr';
import type { TraceState } from '../contract/operator/trace.ts';
import { type Picture, picturesOf } from '../server/slices/trace/labels/picture.ts';
import { finishedLine } from './deals.ts';
import { expect, expectNoSeriousAxe, test } from './fixtures.ts';
import { demoOperator } from './operators.ts';
import { publishDemand } from './steps.ts';

/** Presses the button and gives the pages of what is downloaded. */
async function printed(page: Page): Promise<Picture[]> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '下载标签 PDF' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^溯源标签-OT-[\w-]+\.pdf$/);
  await expect(page.getByText('标签已下载，打印时请选“实际大小”').last()).toBeVisible();
  return picturesOf(await readFile(await file.path()));
}
const readCode = ({ data, width, height }: Picture) => jsQR(data, width, height)?.data ?? '';

test('[Z-12] the owner of a finished line prints labels singly and on sheets, and sees how often they were scanned', async ({
  page,
  portal,
}) => {
  const { owner, nid, line, name } = await finishedLine(portal);
  await portal.login(page, owner);
  await page.goto(`/omo/personal/order/${nid}`);
  await page.getByRole('link', { name: '溯源标签' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '溯源标签' })).toBeAttached();
  const form = page.getByRole('region', { name: '打印标签' });
  await expect(form).toContainText(`${name} ${line}`);
  await expect(form).toContainText('第一次打印时生成');
  await expect(page.getByRole('region', { name: '扫码次数' })).toHaveCount(0);

  const count = form.getByRole('spinbutton', { name: '数量' }).or(form.getByRole('textbox', { name: '数量' }));
  await expect(count).toHaveValue('24');
  await count.fill('401');
  await form.getByRole('button', { name: '下载标签 PDF' }).click();
  await expect(form.getByText('数量须为 1 到 400 的整数').first()).toBeVisible();

  // One over a sheet: the second sheet holds a single label.
  await count.fill('25');
  const sheets = await printed(page);
  expect(sheets).toHaveLength(2);
  expect(readCode(sheets[1] as Picture)).toMatch(new RegExp(`^${portal.url}/trace/OT-`));

  const own = form.getByText(/^OT-/);
  const code = (await own.textContent()) ?? '';
  await form.getByRole('radio', { name: /^单枚/ }).check();
  await expect(form.getByText('从第几枚开始')).toHaveCount(0);
  await count.fill('2');
  const singles = await printed(page);
  expect(singles.map(readCode)).toEqual([`${portal.url}/trace/${code}`, `${portal.url}/trace/${code}`]);
  await expect(own).toHaveText(code);

  const scans = page.getByRole('region', { name: '扫码次数' });
  await expect(scans).toContainText('标签还没有被扫过');
  await expectNoSeriousAxe(page);
  await page.goto(readCode(singles[0] as Picture));
  await expect(page).toHaveURL(new RegExp(`/omo/trace/${code}$`));
  await page.goto(`/omo/personal/line/${line}/labels`);
  await expect(scans).toContainText('共 1 次');
  await expect(scans.getByRole('row')).toHaveText([/1 次$/]);
});

test('[Z-12] a line on which work is still to be done has no labels yet, and is told why', async ({ page, portal }) => {
  const owner = await portal.newPerson();
  const { productLineNid: line } = await publishDemand(portal, owner, { stage: 'design' });
  await portal.login(page, owner);
  await page.goto(`/omo/personal/line/${line}/labels`);
  await expect(page.getByRole('region', { name: '打印标签' })).toContainText(/完成/);
  await expect(page.getByRole('button', { name: '下载标签 PDF' })).toHaveCount(0);
});

test('[P-06] [Z-12] the console tells where the log is anchored, shouts about a fork, and asks what was found', async ({
  page,
  portal,
}) => {
  await portal.login(page, await demoOperator(portal));
  await page.goto('/omo/console/trace');
  await expect(page.getByRole('heading', { level: 1, name: '溯源锚定' })).toBeVisible();
  await expect(page.getByRole('alert').getByText('日志与外部保存的一致')).toBeVisible();
  await expect(page.getByText(/共 \d+ 条记录，已签发到第 \d+ 条/)).toBeVisible();
  await expectNoSeriousAxe(page);

  // A real fork would stop the log of everybody else's tests: the state is told, what is sent is answered by the server.
  const fork = { who: '区块链（31337）', size: 40, root: 'ab'.repeat(32), ownRoot: 'cd'.repeat(32), reason: '' };
  await page.route('**/api/operator/traceState', async (route) => {
    const reply = (await (await route.fetch()).json()) as { data: TraceState };
    const time = 1_795_000_000;
    const evm = { id: 'evm:31337:0xabc:0xdef', kind: 'evm', name: '区块链存证', used: true, size: 40 } as const;
    reply.data.targets = [{ ...evm, anchored_time: time, waiting: 3, fault: '节点没有回答', reached_time: time }];
    const id = '01a0a0a0-0000-7000-8000-000000000000';
    reply.data.forks = [{ ...fork, id, found_time: time, resolved_time: null, resolvedBy: '' }];
    await route.fulfill({ json: reply });
  });
  await page.reload();
  await expect(page.getByRole('alert').getByText('日志分叉 1 处，已停止签发')).toBeVisible();
  const target = page.getByRole('row').filter({ hasText: '区块链存证' });
  for (const text of ['第 40 条', '3 个检查点', '节点没有回答']) await expect(target).toContainText(text);
  for (const text of [fork.root, fork.ownRoot]) await expect(page.getByText(text)).toBeVisible();
  await page.getByRole('button', { name: '核查完毕，恢复签发' }).click();
  const dialog = page.getByRole('dialog', { name: '恢复签发' });
  await dialog.getByRole('button', { name: '恢复签发' }).click();
  await expect(dialog.getByText('请写明核查结果')).toBeVisible();
  await dialog.getByRole('textbox', { name: '核查结果' }).fill('从旧备份恢复过，已和链上的核对');
  await expectNoSeriousAxe(page);
});
