import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buffer } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import yauzl from 'yauzl';
import { getTrace, getTraceExample, type Trace } from '../contract/trace/calls.ts';
import { dataOf, expect, expectNoSeriousAxe, type Portal, test } from './fixtures.ts';

const exampleOf = async (portal: Portal) => (await dataOf(portal.send(getTraceExample, {}))).code;
const traceOf = (portal: Portal, code: string) => dataOf(portal.send(getTrace, { code }));
const resultOf = (page: Page) => page.getByRole('complementary', { name: '核对结果' });

test('[C-06] [Z-11] a code is entered, the line is read, and this browser checks it step by step', async ({
  page,
  portal,
}) => {
  const code = await exampleOf(portal);
  await page.goto('/omo/smart/maternal/origin');
  const field = page.getByRole('textbox', { name: '溯源码' });
  await field.fill('abc');
  await field.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(/溯源码是 OT 开头/);
  await field.fill(`${code.slice(0, -1)}${code.endsWith('7') ? '8' : '7'}`);
  await page.getByRole('button', { name: '查询' }).click();
  await expect(page.getByRole('alert')).toHaveText(/有一位不对/);
  await field.fill(code.toLowerCase().replaceAll('-', ''));
  await field.press('Enter');

  await expect(page).toHaveURL(new RegExp(`/omo/trace/${code}$`));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('带抽换尿布台');
  await expect(page.getByRole('heading', { level: 3, name: /^(设计|打样|备料|制造|喷涂|供销|物流)/ })).toHaveCount(7);
  await expect(page.getByRole('link', { name: '三榫制造' })).toBeVisible();
  await expect(page.getByText('承接方没有公开名字')).toHaveCount(1);
  const result = resultOf(page);
  await expect(result.getByRole('heading', { level: 2 })).toHaveText(/^\d+ 条记录，全部对得上$/);
  for (const name of [
    '取回记录',
    '重算指纹',
    '前后相扣',
    '打开封存',
    '比对公开日志',
    '核对签名',
    '比对存证',
    '和上次比对',
  ])
    await expect(result.getByRole('listitem').filter({ hasText: name })).toContainText(name);
  await expect(result.getByRole('img', { name: '没有通过' })).toHaveCount(0);
  await expect(result.getByText('填报的内容本身属实。只能证明写下之后没有被改过')).toBeVisible();
  await result.getByRole('button', { name: /^核对 \d+ 张照片$/ }).click();
  await expect(result.getByText(/\d+ 张照片的原件，与记录里的指纹一致/)).toBeVisible();
  await page
    .getByText(/条指纹一致/)
    .first()
    .click();
  await expect(page.getByText(/公开日志第 [\d,]+ 条/).first()).toBeVisible();
  await expectNoSeriousAxe(page);
  // The next time it is held against what was seen.
  await page.reload();
  await expect(result.getByText(/和上次看到的一模一样|是现在这份的开头/)).toBeVisible();
});

test('[Z-11] what was changed on its way or in the store is found by the browser, and the place is named', async ({
  page,
  portal,
}) => {
  const code = await exampleOf(portal);
  const trace = await traceOf(portal, code);
  let change: (copy: Trace) => void = () => undefined;
  await page.route('**/api/Trace/get', async (route) => {
    const copy = structuredClone(trace);
    change(copy);
    await route.fulfill({ json: { error_code: 0, error_msg: '', data: copy } });
  });
  await page.goto(`/omo/trace/${code}`);
  const result = resultOf(page);
  const heading = result.getByRole('heading', { level: 2 });
  await expect(heading).toHaveText(/全部对得上/);
  const recordAt = ({ bundle }: Trace, at: number) => bundle.records[at] as Trace['bundle']['records'][number];
  const expectFound = async (harm: typeof change, ...said: (string | RegExp)[]) => {
    change = harm;
    await result.getByRole('button', { name: '再核对一次' }).click();
    await expect(heading).toHaveText('有地方对不上');
    for (const text of said) await expect(result.getByText(text).first()).toBeVisible();
    change = () => undefined;
    await result.getByRole('button', { name: '再核对一次' }).click();
    await expect(heading).toHaveText(/全部对得上/);
  };
  const last = trace.bundle.records.length - 1;
  for (const at of [0, 20, last]) {
    const { text } = recordAt(trace, at);
    const spoilt = text.replace(
      /("at":\d{5})(\d)/,
      (_, start: string, digit: string) => start + ((Number(digit) + 1) % 10),
    );
    await expectFound((copy) => (recordAt(copy, at).text = spoilt), new RegExp(`第 ${at + 1} 条（.*内容被改过`));
  }
  await expectFound(({ bundle }) => bundle.records.splice(4, 1), /第 5 条（.*次序不对/);
  const turn = ({ bundle }: Trace) => bundle.records.splice(6, 2, ...bundle.records.slice(6, 8).toReversed());
  await expectFound(turn, /第 7 条（.*次序不对/, /第 8 条（.*次序不对/);
  // The end of a line is missing in no proof: this device remembers how far it was.
  await expectFound(({ bundle }) => bundle.records.splice(-9), '这件产品的记录比上次看到的少');
  const swap = ({ bundle }: Trace) => {
    bundle.checkpoint = bundle.checkpoint.replaceAll(
      /(\n— \S+ .{20})(.)/g,
      (_, start: string, one: string) => start + (one === 'A' ? 'B' : 'A'),
    );
  };
  await expectFound(swap, '签名是假的：和日志的内容对不上');
  const another = ({ bundle }: Trace) => {
    for (const { opened } of bundle.records) if (opened['maker']) opened['maker'].value = '别家工厂';
  };
  await expectFound(another, /展示的名称或说明，和记录里封存的不是同一个/);

  // A log that is another, or shorter, than the one that this device saw.
  const remember = (change: { size?: number; root?: string }) =>
    page.evaluate((changed) => {
      const seen = JSON.parse(localStorage.getItem('omo.trace') as string) as object;
      localStorage.setItem('omo.trace', JSON.stringify({ ...seen, lines: {}, ...changed }));
    }, change);
  await remember({ root: '0'.repeat(64) });
  await result.getByRole('button', { name: '再核对一次' }).click();
  await expect(result.getByText(/以前的内容被换过/)).toBeVisible();
  await remember({ size: 9_000_000 });
  await result.getByRole('button', { name: '再核对一次' }).click();
  await expect(result.getByText(/有记录被抽走了/)).toBeVisible();
});

test('[Z-11] [Z-12] what an anchor shows is told apart from what nobody looked up', async ({ page, portal }) => {
  const code = await exampleOf(portal);
  const trace = await traceOf(portal, code);
  const [, size, root = ''] = trace.bundle.checkpoint.split('\n');
  const kept = {
    size: Number(size),
    root: Buffer.from(root, 'base64').toString('hex'),
    at: 1_795_000_000,
    note: trace.bundle.checkpoint,
    path: [],
  };
  const chain = {
    chainId: 31_337,
    contract: `0x${'ab'.repeat(20)}`,
    sender: `0x${'cd'.repeat(20)}`,
    transaction: `0x${'ef'.repeat(32)}`,
    block: 12,
  };
  let anchors: Trace['bundle']['anchors'] = [];
  await page.route('**/api/Trace/get', (route) =>
    route.fulfill({ json: { error_code: 0, error_msg: '', data: { ...trace, bundle: { ...trace.bundle, anchors } } } }),
  );
  await page.goto(`/omo/trace/${code}`);
  const result = resultOf(page);
  const step = result.getByRole('listitem').filter({ hasText: '比对存证' });
  await expect(step.getByRole('img', { name: '没有做' })).toBeVisible();
  await expect(result.getByText('最新的记录还没有存证，时间以平台说的为准')).toBeVisible();

  const look = async (next: typeof anchors) => {
    anchors = next;
    await result.getByRole('button', { name: '再核对一次' }).click();
  };
  await look([{ kind: 'file', chain: null, ...kept }]);
  await expect(step.getByRole('img', { name: '通过' })).toBeVisible();
  await expect(step.getByText('只存在平台自己手里，没有别人作证')).toBeVisible();
  await look([{ kind: 'evm', chain, ...kept }]);
  await expect(step.getByText(chain.transaction)).toBeVisible();
  await expect(step.getByText('没有别人作证')).toHaveCount(0);
  await expect(result.getByText('只要链上确有上面那笔交易')).toBeVisible();
  await expect(result.getByText('浏览器没有到链上去查')).toBeVisible();
  await look([{ kind: 'evm', chain, ...kept, root: '0'.repeat(64) }]);
  await expect(step.getByRole('img', { name: '没有通过' })).toBeVisible();
  await expect(step.getByText('存下的不是这份日志的样子')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('[C-06] what the check found stands before the story and leads to its steps', async ({ page, portal }) => {
    await page.goto(`/omo/trace/${await exampleOf(portal)}`);
    await page.getByRole('link', { name: /全部对得上.*看每一步/ }).click();
    await expect(resultOf(page).getByRole('heading', { level: 2 })).toBeInViewport();
    await expect(page).toHaveURL(/#check$/);
  });
});

test('[Z-11] the bundle is checked in a browser that is offline', async ({ browser, portal }) => {
  const folder = mkdtempSync(join(tmpdir(), 'omo-bundle-'));
  const context = await browser.newContext({ offline: true });
  try {
    const code = await exampleOf(portal);
    const answer = await fetch(`${portal.url}/trace/${code}/bundle.zip`);
    const zip = await yauzl.fromBufferPromise(Buffer.from(await answer.arrayBuffer()), { lazyEntries: true });
    let html = '';
    for await (const entry of zip.eachEntry())
      if (entry.fileName === '核对.html') html = (await buffer(await zip.openReadStreamPromise(entry))).toString();
    const file = join(folder, '核对.html');
    await writeFile(file, html);
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(pathToFileURL(file).href);
    await expect(page.getByRole('status').first()).toContainText('全部对得上');
    await expect(page.getByText('带抽换尿布台')).toBeVisible();
    expect(asked.filter((url) => !url.startsWith('file:'))).toEqual([]);
    await expectNoSeriousAxe(page);

    const own = await readFile(file, 'utf8');
    await writeFile(
      file,
      own.replace(/(\\"at\\":\d{5})(\d)/, (_, start: string, digit: string) => start + ((Number(digit) + 1) % 10)),
    );
    await page.reload();
    await expect(page.getByRole('status').first()).toContainText('有地方对不上');
    await expect(page.getByText(/第 1 条（设计 · 发布）：指纹和公开日志里的对不上/)).toBeVisible();
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('[Z-11] one’s name and pictures are shown once one agrees, and no longer when one does not', async ({
  page,
  portal,
}) => {
  const person = await portal.newPerson();
  await portal.login(page, person);
  await page.goto('/omo/personal/profile');
  const name = page.getByRole('switch', { name: '溯源页显示署名' });
  await expect(name).not.toBeChecked();
  await name.click();
  await expect(name).toBeChecked();
  await page.reload();
  await expect(name).toBeChecked();
  await expect(page.getByRole('switch', { name: '溯源页显示产品名称' })).not.toBeChecked();
  await name.click();
  await expect(name).not.toBeChecked();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('[C-06] a code leads to its line, and one that is none to what is wrong with it', async ({ page, portal }) => {
    const code = await exampleOf(portal);
    await page.goto('/omo/smart/pet/origin');
    await page.getByRole('textbox', { name: '溯源码' }).fill('不是码');
    await page.getByRole('button', { name: '查询' }).click();
    await expect(page.getByText(/溯源码是 OT 开头/)).toBeVisible();
    await page.getByRole('textbox', { name: '溯源码' }).fill(code);
    await page.getByRole('button', { name: '查询' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('带抽换尿布台');
    await expect(page.getByText(/核对要在您的浏览器里运行脚本/)).toBeVisible();
    const unknown = await page.goto('/omo/trace/OT-0000-0000-0000');
    expect(unknown?.status()).toBe(404);
    await expect(page.getByText('没有这个溯源码，请对照标签再看一下')).toBeVisible();
    expect((await page.goto(`/trace/${code}`))?.url()).toContain(`/omo/trace/${code}`);
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
  });
});
