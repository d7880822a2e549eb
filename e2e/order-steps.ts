import type { Page } from '@playwright/test';
import { commonKeys, type Stage } from '../contract/stages/stage.ts';
import { expect } from './fixtures.ts';
import {
  demandNid,
  fillDemand,
  fillField,
  goodValues,
  openTerms,
  payFromBalance,
  type PictureFile,
  tender,
} from './steps.ts';

/**
 * The steps of an order as its two sides take them in their browsers, each from wherever the page stands to the moment
 * when the step is done. `nid` is the order's number; without it the step is taken on the order's page as it stands open.
 */

const orderPage = (nid: string) => `/omo/personal/order/${nid}`;

async function open(page: Page, nid: string | undefined): Promise<void> {
  if (nid !== undefined) await page.goto(orderPage(nid));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

const status = (page: Page, name: string) => expect(page.getByRole('heading', { level: 1 })).toContainText(name);

/** Fills the publish form that is open and sends it; gives the number. */
export async function publish(
  page: Page,
  stage: Stage,
  options: { values?: Record<string, string>; pictures?: PictureFile[] } = {},
): Promise<string> {
  await fillDemand(page, stage, options);
  await page.getByRole('button', { name: `发布${stage.name}需求` }).click();
  return demandNid(page);
}

/**
 * Goes on from a finished order that is open to the next stage: what it handed on stays as it came, the stage's own fields
 * are filled in. Gives the number.
 */
export async function followOn(page: Page, stage: Stage, before: string, budget: string): Promise<string> {
  await page.getByRole('link', { name: '发布下一环节需求' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `发布${stage.name}需求` })).toBeVisible();
  await expect(page.getByText(new RegExp(`取自「.+订单 ${before}」`)).first()).toBeVisible();
  const values: Record<string, string> = { ...goodValues(stage), budget };
  const typed = stage.demand.filter(({ key }) => key === 'description' || !commonKeys.includes(key));
  for (const field of typed) await fillField(page, field, values[field.key] ?? '');
  await openTerms(page);
  for (const field of stage.demand.slice(-2)) await fillField(page, field, values[field.key] ?? '');
  await page.getByRole('button', { name: `发布${stage.name}需求` }).click();
  return demandNid(page);
}

/** The provider finds what came in from the stage before sound. */
export async function inspectSound(page: Page): Promise<void> {
  await page.getByRole('region', { name: '来料检验' }).getByRole('button', { name: '来料合格' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '确认来料合格' }).click();
  await expect(page.getByText('已确认来料合格，上一环节的质保金已放款')).toBeVisible();
}

export async function tenderFor(page: Page, nid: string, terms: { offer: string; days: string }): Promise<void> {
  await page.goto(`/omo/demand/${nid}`);
  await tender(page, terms);
  await expect(page.getByText('投标成功')).toBeVisible();
}

/** The owner chooses the tender of a provider, by the shown name. */
export async function award(page: Page, nid: string, provider: string): Promise<void> {
  await page.goto(`/omo/demand/${nid}`);
  const tenders = page.getByRole('region', { name: '标书比较' });
  await tenders.getByRole('radio', { name: `选择${provider}` }).check();
  await tenders.getByRole('button', { name: '选定这份标书' }).click();
  await page
    .getByRole('dialog', { name: '合作成功' })
    .getByRole('button', { name: `选定${provider}` })
    .click();
  await status(page, '待接单');
}

export async function accept(page: Page, nid: string): Promise<void> {
  await open(page, nid);
  await page.getByRole('button', { name: '接单', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '接单', exact: true }).click();
  await status(page, '进行中');
}

/** The provider puts the generated contract forward, the owner confirms it. */
export async function signContract(owner: Page, provider: Page, nid: string): Promise<void> {
  await open(provider, nid);
  await provider.getByRole('button', { name: '用订单条款生成' }).click();
  await provider.getByRole('dialog').getByRole('button', { name: '提交这份合同' }).click();
  await expect(provider.getByText('合同已提交，等待对方确认')).toBeVisible();
  await open(owner, nid);
  await owner.getByRole('button', { name: '确认这份合同' }).click();
  await owner.getByRole('dialog').getByRole('button', { name: '确认，合同生效' }).click();
  await expect(owner.getByRole('region', { name: '合同' })).toContainText('起生效，不能更换');
}

/** The owner pays an instalment from the balance. */
export async function pay(page: Page, nid: string | undefined, name: '首付' | '二期款' | '尾款'): Promise<void> {
  await open(page, nid);
  await payFromBalance(page, name);
}

/** The provider reports progress, with a picture if there is one. */
export async function report(
  page: Page,
  nid: string | undefined,
  percent: number,
  words: string,
  shot?: PictureFile,
): Promise<void> {
  await open(page, nid);
  const card = page.getByRole('region', { name: '进度日记' });
  await card.getByRole('textbox', { name: /^进度/ }).fill(String(percent));
  await card.getByRole('textbox', { name: /^进展说明/ }).fill(words);
  if (shot) {
    const chooser = page.waitForEvent('filechooser');
    await card.getByRole('button', { name: '上传图片' }).click();
    await (await chooser).setFiles(shot);
    await expect(card.getByRole('button', { name: '移除第1张' })).toBeVisible();
  }
  await card.getByRole('button', { name: '提交进展' }).click();
  await expect(card.getByRole('list', { name: '进展记录' }).getByRole('listitem').first()).toContainText(words);
}

export async function finish(page: Page, nid?: string): Promise<void> {
  await open(page, nid);
  await page.getByRole('button', { name: '完工', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '确认完工' }).click();
  await status(page, '待验收');
}

/** The owner accepts the finished work, all of it paid. */
export async function affirm(page: Page, nid?: string): Promise<void> {
  await open(page, nid);
  await page.getByRole('button', { name: '确认验收' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '验收并放款' }).click();
  await status(page, '已验收');
}

/** The owner completes an accepted order; what is retained stays held. */
export async function complete(page: Page, nid?: string): Promise<void> {
  await open(page, nid);
  await page.getByRole('button', { name: '完成订单' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '完成订单' }).click();
  await status(page, '已完成');
}

/** One side appraises the other with so many stars. */
export async function appraise(
  page: Page,
  nid: string | undefined,
  stars: 1 | 2 | 3 | 4 | 5,
  words: string,
): Promise<void> {
  await open(page, nid);
  const card = page.getByRole('region', { name: /^评价/ });
  await card.getByRole('radio', { name: new RegExp(`^${stars} 分`) }).check({ force: true });
  await card.getByRole('textbox', { name: /^评价/ }).fill(words);
  await card.getByRole('button', { name: '提交评价' }).click();
  await expect(card.getByRole('article', { name: '您的评价' })).toContainText(words);
}
