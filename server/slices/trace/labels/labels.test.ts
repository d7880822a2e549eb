import jsQR from 'jsqr';
import { beforeAll, describe, expect, it } from 'vitest';
import { readCode } from '../../../../contract/trace/code.ts';
import { labelRefusal, labelSheets, type LabelSheet } from '../../../../contract/trace/label-sheets.ts';
import { getTraceLabels } from '../../../../contract/trace/labels.ts';
import { dataOf, type Portal, startPortal } from '../../../testing/portal.ts';
import { buildUser, signIn } from '../../accounts/build.ts';
import { shanghaiDay } from '../../ledger/post.ts';
import { buildCompleted, buildWorking } from '../../orders/work/build.ts';
import { drawLabels } from './draw-labels.ts';
import { partOf, type Picture, picturesOf } from './picture.ts';

const publicUrl = 'https://omo.example.com';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';
let portal: Portal;

beforeAll(async () => {
  portal = await startPortal({ env: { OMO_PUBLIC_URL: publicUrl } });
});

type Someone = Awaited<ReturnType<typeof buildUser>>;

async function finished(name = '榉木婴儿床') {
  const [owner, provider] = [await buildUser(portal.db), await buildUser(portal.db)];
  const { line_id } = await buildCompleted(portal.app.services, { owner, provider, name });
  return { owner, provider, line: await nidOf(line_id) };
}
const nidOf = async (id: string) =>
  (await portal.db.selectFrom('product_lines').select('nid').where('id', '=', id).executeTakeFirstOrThrow()).nid;

const file = (user: Someone | null, query: Record<string, string | number>) =>
  fetch(
    `${portal.url}/api/Trace/labelFile?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`,
    { headers: user ? { authorization: user.token } : {} },
  );
const labels = async (user: Someone, productLineNid: string) =>
  dataOf(await portal.as(user)(getTraceLabels, { productLineNid }));

/** What a phone reads at each place of a sheet; null where nothing is printed. */
function read(picture: Picture, sheet: LabelSheet): (string | null)[] {
  const { columns, rows, width, height } = labelSheets[sheet];
  return Array.from({ length: columns * rows }, (_, place) => {
    const [x, y] = [(place % columns) * width, Math.floor(place / columns) * height];
    const part = partOf(picture, { x, y, width, height });
    if (part.data.every((value) => value === 255)) return null;
    return jsQR(part.data, part.width, part.height)?.data ?? null;
  });
}

describe('[Z-12] labels', () => {
  it('are printed by the owner of a finished line, with a code that leads to its page', async () => {
    const { owner, line } = await finished();
    expect(await labels(owner, line)).toEqual({
      productLineNid: line,
      name: '榉木婴儿床',
      code: '',
      address: '',
      reason: '',
      scans: 0,
      days: [],
    });
    const answer = await file(owner, { productLineNid: line, sheet: 'sheet24', count: 24 });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { code, address } = await labels(owner, line);
    expect(readCode(code)).toEqual({ code });
    expect(decodeURIComponent(answer.headers.get('content-disposition') ?? '')).toContain(`溯源标签-${code}.pdf`);
    const pages = picturesOf(Buffer.from(await answer.arrayBuffer()));
    expect(pages).toHaveLength(1);
    expect(address).toBe(`${publicUrl}/trace/${code}`);
    expect(read(pages[0] as Picture, 'sheet24')).toEqual(Array.from({ length: 24 }, () => address));
    // What was scanned leads to the page.
    const scanned = await fetch(address.replace(publicUrl, portal.url), { redirect: 'manual' });
    expect(scanned.headers.get('location')).toBe(`/omo/trace/${code}`);
    // And the code stays what it is.
    await file(owner, { productLineNid: line, sheet: 'single', count: 1 });
    expect((await labels(owner, line)).code).toBe(code);
  });

  it.each([
    ['sheet24', 3, 22, [[21, 22, 23]]],
    ['sheet40', 3, 39, [[38, 39], [0]]],
    ['single', 2, 1, [[0], [0]]],
  ] as const)(
    '%s: begins where the sheet is not used up, and goes on on the next',
    async (sheet, count, from, places) => {
      const code = 'OT-7K3M-9XQ2-4WHT';
      const address = `${publicUrl}/trace/${code}`;
      const name = '很长很长的产品名称，两行也写不下，要用省略号收尾的榉木婴儿床';
      const pages = picturesOf(await drawLabels({ sheet, count, from, address, code, name }));
      const found = pages.map((page) => read(page, sheet));
      expect(found.map((page) => page.flatMap((text, place) => (text === null ? [] : [place])))).toEqual(places);
      expect(new Set(found.flat().filter((text) => text !== null))).toEqual(new Set([address]));
    },
  );

  it('are not printed by others, nor while the line is under way, nor with what cannot be', async () => {
    const { owner, provider, line } = await finished();
    const asked = { productLineNid: line, sheet: 'sheet24', count: 24 };
    const problem = async (answer: Response) => [
      answer.status,
      ((await answer.json()) as { error_msg: string }).error_msg,
    ];
    expect(await problem(await file(null, asked))).toEqual([401, expect.any(String)]);
    expect(await problem(await file(provider, asked))).toEqual([404, '没有找到这条产品线']);
    expect(await portal.as(provider)(getTraceLabels, { productLineNid: line })).toMatchObject({
      ok: false,
      code: 1004,
    });
    for (const [change, words] of [
      [{ sheet: 'a5' }, '请选择标签纸'],
      [{ count: 0 }, '打印数量须为 1 到 400 的整数'],
      [{ count: 401 }, '打印数量须为 1 到 400 的整数'],
      [{ from: 25 }, '起始位置超出了这张标签纸'],
      [{ productLineNid: '' }, '请指明产品线编号'],
    ] as const)
      expect(await problem(await file(owner, { ...asked, ...change }))).toEqual([400, words]);

    const { line_id } = await buildWorking(portal.app.services, { owner, provider });
    const working = await nidOf(line_id);
    const reason = '这条产品线还没有完成的环节，完成后才能打印标签';
    expect((await labels(owner, working)).reason).toBe(reason);
    expect(await problem(await file(owner, { ...asked, productLineNid: working }))).toEqual([409, reason]);
    expect(await portal.db.selectFrom('trace_codes').select('code').where('line_id', '=', line_id).execute()).toEqual(
      [],
    );
  });

  it('a line is finished when something of it is completed and nothing is under way', () => {
    expect(labelRefusal([7, 7, 6, 8])).toBeNull();
    expect(labelRefusal([])).toMatch('还没有完成的环节');
    expect(labelRefusal([6, 8])).toMatch('还没有完成的环节');
    for (const status of [0, 1, 2, 3, 4, 5] as const) expect(labelRefusal([7, status])).toMatch('还有环节在进行');
  });

  it('tell how often they were scanned on which day, by people alone, and keep nothing of who they were', async () => {
    const { owner, line } = await finished();
    await file(owner, { productLineNid: line, sheet: 'single', count: 1 });
    const { code } = await labels(owner, line);
    const scan = (headers: Record<string, string>, method = 'GET') =>
      fetch(`${portal.url}/trace/${code}`, {
        method,
        redirect: 'manual',
        headers: { 'user-agent': phone, ...headers },
      });
    await scan({});
    await scan({});
    await scan({ 'sec-purpose': 'prefetch;prerender' });
    await scan({ purpose: 'prefetch' });
    await scan({ 'x-moz': 'prefetch' });
    await scan({ 'user-agent': 'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)' });
    await scan({ 'user-agent': '' });
    await scan({}, 'HEAD');
    const today = shanghaiDay(portal.clock.now());
    portal.clock.advance(86_400_000);
    await scan({ 'x-forwarded-for': '203.0.113.7' });
    const tomorrow = shanghaiDay(portal.clock.now());
    const told = dataOf(
      await portal.as({ token: await signIn(portal.db, owner.id, portal.clock.now()) })(getTraceLabels, {
        productLineNid: line,
      }),
    );
    expect(told.days).toEqual([
      { day: today, count: 2 },
      { day: tomorrow, count: 1 },
    ]);
    expect(told.scans).toBe(3);
    const columns = await portal.db.selectFrom('trace_scans').selectAll().where('code', '=', code).execute();
    expect(columns.map((row) => Object.keys(row).toSorted())).toEqual([
      ['code', 'count', 'day'],
      ['code', 'count', 'day'],
    ]);
  });
});
