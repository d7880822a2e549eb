import { randomInt } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import type { CategoryKey } from '../contract/categories.ts';
import { demandCalls, tenderOrder } from '../contract/demands.ts';
import { inFigures } from '../contract/figures.ts';
import { acceptOrder, successful } from '../contract/orders.ts';
import { checkOrderStatus, payOrder, recharge } from '../contract/payments.ts';
import { regionName } from '../contract/regions.ts';
import { stages } from '../contract/stages/index.ts';
import type { Stage, StageField } from '../contract/stages/stage.ts';
import { uploadImage } from '../contract/uploads.ts';
import { splitList } from '../contract/wire.ts';
import { dataOf, expect, newMobile, type Person, type Portal } from './fixtures.ts';

/** What people do in the portal, as they do it: by role and label. */

const day = 86_400_000;

/** Seconds since 1970 → `2026-11-22T18:00` in Shanghai, as a control for moments takes it. */
const clockTime = (seconds: number) => new Date((seconds + 8 * 3600) * 1000).toISOString().slice(0, 16);

export interface PictureFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A picture that no other upload equals; about `size`² / 3 bytes, since noise hardly compresses. */
export async function picture(name = '参考图.jpg', size = 320): Promise<PictureFile> {
  const noise = { type: 'gaussian', mean: randomInt(90, 160), sigma: 40 } as const;
  const plain = sharp({ create: { width: size, height: size, channels: 3, background: '#c47a3e', noise } });
  return { name, mimeType: 'image/jpeg', buffer: await plain.jpeg().toBuffer() };
}

/** A case's value as a page words it: figures with their thousands apart. */
export function wordsOf({ widget }: StageField, value: unknown): string {
  const figure = widget.kind === 'number' || ('inputMode' in widget && widget.inputMode === 'decimal');
  return figure ? inFigures(String(value)) : String(value);
}

/** A stage by its key. */
export function stageOf(key: string): Stage {
  const stage = stages.find((one) => one.key === key);
  if (!stage) throw new Error(`no stage ${key}`);
  return stage;
}

/** Registers somebody through the form that is open or opening; gives the number. */
export async function register(page: Page, portal: Portal): Promise<string> {
  const mobile = newMobile();
  await expect(page.getByRole('heading', { level: 1, name: '注册账号' })).toBeVisible();
  await page.getByRole('textbox', { name: '手机号' }).fill(mobile);
  await page.getByRole('button', { name: '获取验证码' }).click();
  // The browser has to solve a riddle first, which takes long on a busy machine.
  await expect(page.getByText(/^验证码已发送至/)).toBeVisible({ timeout: 30_000 });
  await page.getByRole('textbox', { name: '短信验证码' }).fill(await portal.smsCode(mobile));
  await page.getByLabel('设置密码').fill('omo2026test');
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check();
  await page.getByRole('button', { name: '注册', exact: true }).click();
  return mobile;
}

/** Picks files in the browser's own chooser, for the one place that takes pictures there. */
export async function choosePictures(place: Page | Locator, ...files: PictureFile[]): Promise<void> {
  const page = 'page' in place ? place.page() : place;
  const chooser = page.waitForEvent('filechooser');
  await place.getByRole('button', { name: /上传图片|还可加/ }).click();
  await (await chooser).setFiles(files);
}

/** A field's frame in a form drawn from the catalogue: what is said of the field stands in it. */
export function frameOf(page: Page, { label, widget }: Pick<StageField, 'label' | 'widget'>) {
  const grouped = ['choices', 'regions', 'images', 'documents', 'video', 'location', 'rows'].includes(widget.kind);
  if (grouped) return page.getByRole('group', { name: new RegExp(`^${label}`) });
  return page.locator('[data-field]').filter({ has: page.getByLabel(new RegExp(`^${label}( |$)`)) });
}

/** Types or picks a value as the wire has it; an empty text clears what can be cleared. */
export async function fillField(page: Page, field: StageField, value: string): Promise<void> {
  const { label, widget } = field;
  switch (widget.kind) {
    case 'text':
    case 'textarea':
    case 'number':
    case 'money':
      return page.getByRole('textbox', { name: new RegExp(`^${label}( |$)`) }).fill(value);
    case 'select':
      await page.getByRole('combobox', { name: label }).selectOption(value);
      return;
    case 'choices':
      for (const box of await page.getByRole('group', { name: label }).getByRole('checkbox').all()) {
        await box.setChecked(splitList(value).includes((await box.getAttribute('aria-label')) ?? (await textOf(box))));
      }
      return;
    case 'regions': {
      const [province = '', city = ''] = splitList(value);
      const group = page.getByRole('group', { name: label });
      await group.getByLabel('省份').selectOption(province ? { label: regionName(province) } : '');
      if (city) await group.getByLabel('城市').selectOption({ label: regionName(city) });
      return;
    }
    case 'moment':
      return page.getByLabel(label).fill(value ? clockTime(Number(value)) : '');
    default:
      throw new Error(`nobody types into ${widget.kind}`);
  }
}

async function textOf(box: ReturnType<Page['locator']>): Promise<string> {
  return ((await box.locator('xpath=..').textContent()) ?? '').trim();
}

/** Good values by the field's inner key, from the catalogue's examples; the deadline in ten days. */
export function goodValues(stage: Stage): Record<string, string> {
  const kinds = ['images', 'documents'];
  const typed = stage.demand.filter((field) => !kinds.includes(field.widget.kind));
  const deadline = String(Math.floor((Date.now() + 10 * day) / 60_000) * 60);
  return Object.fromEntries(
    typed.map((field) => [field.key, field.widget.kind === 'moment' ? deadline : field.example]),
  );
}

/** Fills the publish form of a stage from the first field to the last, pictures through the chooser. */
export async function fillDemand(
  page: Page,
  stage: Stage,
  options: { values?: Record<string, string>; pictures?: PictureFile[] } = {},
): Promise<void> {
  const values = { ...goodValues(stage), ...options.values };
  for (const field of stage.demand) {
    if (field.widget.kind === 'images') await choosePictures(page, ...(options.pictures ?? [await picture()]));
    if (field.key === 'deadline') await openTerms(page);
    const value = values[field.key];
    if (value !== undefined) await fillField(page, field, value);
  }
}

/** To the form's second step, once its pictures have arrived. */
export async function openTerms(page: Page): Promise<void> {
  await expect(page.getByRole('progressbar', { name: /^上传/ })).toHaveCount(0);
  const next = page.getByRole('button', { name: '下一步：时间和预算' });
  if (await next.isVisible()) await next.click();
}

/** The number of the demand whose page is open. */
export async function demandNid(page: Page): Promise<string> {
  await expect(page).toHaveURL(/\/omo\/demand\/D[A-Z]-\d{4}-[0-9A-Z]{6}$/);
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

interface Making {
  stage?: string;
  /** 母婴 unless named */
  category?: CategoryKey;
  values?: Record<string, string>;
  /** number of the product line that it joins */
  line?: string;
}

/** Publishes a demand through calls, with a picture really uploaded; gives its number and its line's. */
export async function publishDemand(portal: Portal, owner: Person, options: Making = {}) {
  const stage = stageOf(options.stage ?? 'proofing');
  const send = portal.as(owner);
  const url = options.values?.['pictures'] ?? (await sendPicture(portal, owner));
  const values: Record<string, string> = { ...goodValues(stage), ...options.values, pictures: url };
  const form = Object.fromEntries(stage.demand.map((field) => [field.wire, values[field.key] ?? '']));
  const line = { productLineNid: options.line ?? '' };
  return dataOf(send(demandCalls(stage).save, { ...form, ...line, type: options.category ?? 'maternal' }));
}

/** The same for its number alone. */
export const makeDemand = async (portal: Portal, owner: Person, options?: Making): Promise<string> =>
  (await publishDemand(portal, owner, options)).demandNid;

/** Uploads a picture through a call; gives its address. */
export async function sendPicture(portal: Portal, person: Person): Promise<string> {
  const { buffer, mimeType } = await picture();
  const file = new Blob([new Uint8Array(buffer)], { type: mimeType });
  return (await dataOf(portal.as(person)(uploadImage, {}, { file }))).url;
}

/** Tenders through calls; gives the tender's id. */
export async function makeTender(
  portal: Portal,
  bidder: Person,
  nid: string,
  terms: { offer: string; completionDay: string; note?: string },
): Promise<string> {
  const { myTender } = await dataOf(portal.as(bidder)(tenderOrder, { demandNid: nid, ...terms }));
  return myTender.id;
}

/** Tenders through the panel of a demand's page. */
export async function tender(page: Page, terms: { offer: string; days: string; note?: string }): Promise<void> {
  const panel = page.getByRole('region', { name: '我的标书' });
  await panel.getByRole('textbox', { name: '报价', exact: true }).fill(terms.offer);
  await panel.getByRole('textbox', { name: '预计完成天数' }).fill(terms.days);
  if (terms.note) await panel.getByRole('textbox', { name: /^报价说明/ }).fill(terms.note);
  await panel.getByRole('button', { name: '提交标书' }).click();
}

/** Puts money into somebody's balance: a top-up through the sandbox gateway, paid on its own page. */
export async function topUp(portal: Portal, person: Person, yuan: string): Promise<void> {
  const send = portal.as(person);
  const requestId = `topup-${randomInt(1e12)}`;
  const opened = await dataOf(send(recharge, { money: yuan, way: 'sandbox', device: 'desktop', requestId }));
  const paid = await fetch(new URL(opened.face?.url ?? '', portal.url), {
    method: 'POST',
    body: new URLSearchParams({ do: 'pay', telling: 'once' }),
    redirect: 'manual',
  });
  expect(paid.status).toBeLessThan(400);
  const { paymentId } = opened;
  const status = async () => (await dataOf(send(checkOrderStatus, { paymentId }))).payment?.status;
  await expect.poll(status, { message: 'the top-up was not settled', timeout: 15_000 }).toBe('paid');
}

/** Takes an order to 3 进行中 through calls: published, tendered for, chosen and taken on. Gives its number. */
export async function makeOrder(
  portal: Portal,
  {
    owner,
    provider,
    offer,
    ...demand
  }: { owner: Person; provider: Person; offer: string; stage?: string; name?: string },
): Promise<string> {
  const { stage, name } = demand;
  const nid = await makeDemand(portal, owner, { stage, values: name === undefined ? {} : { name } });
  const tenderId = await makeTender(portal, provider, nid, { offer, completionDay: '20' });
  await dataOf(portal.as(owner)(successful, { demandNid: nid, tenderId }));
  await dataOf(portal.as(provider)(acceptOrder, { demandNid: nid }));
  return nid;
}

/** Pays an instalment from the balance through calls. */
export async function payInstalment(
  portal: Portal,
  owner: Person,
  nid: string,
  instalment: 'down' | 'second' | 'final',
): Promise<void> {
  const requestId = `pay-${randomInt(1e12)}`;
  const input = { demandNid: nid, instalment, way: 'balance', device: 'desktop', requestId } as const;
  const { payment } = await dataOf(portal.as(owner)(payOrder, input));
  expect(payment.status).toBe('paid');
}

/** Pays what is due from the balance, on the order's page that is open. */
export async function payFromBalance(page: Page, name: '首付' | '二期款' | '尾款'): Promise<void> {
  const card = page.getByRole('region', { name: '付款' });
  await card.getByRole('button', { name: `支付${name}` }).click();
  const sheet = page.getByRole('dialog', { name: `支付${name}` });
  await sheet.getByRole('radio', { name: /余额/ }).check();
  await sheet.getByRole('button', { name: /^支付 ¥/ }).click();
  await sheet.getByRole('button', { name: '好的' }).click();
}
