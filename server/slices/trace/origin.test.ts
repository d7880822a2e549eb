import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { reportProgress } from '../../../contract/order-work.ts';
import {
  getTrace,
  getTraceConsent,
  issueTraceCode,
  proveTraceConsistency,
  saveTraceConsent,
  type Trace,
} from '../../../contract/trace/calls.ts';
import { fromHex, toHex } from '../../../contract/trace/bytes.ts';
import { isConsistent } from '../../../contract/trace/tree.ts';
import { hashOf, type Verdict, verify } from '../../../contract/trace/verify.ts';
import type { CallInput } from '../../../contract/call.ts';
import { dataOf, type Portal, startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { buildCompleted, buildWorking } from '../orders/work/build.ts';
import { buildShop } from '../shop/build.ts';
import { uploadPicture } from '../uploads/build.ts';
import { takeIntoLog } from './log.ts';
import { signHead } from './sweep.ts';

let portal: Portal;

beforeAll(async () => {
  portal = await startPortal();
});

const said = ({ findings }: Verdict) => findings.map(({ check, at, fault }) => `${check} ${at ?? '-'} ${fault}`);

async function intoLog() {
  await takeIntoLog(portal.db);
  await signHead(portal.app.services);
}

async function people() {
  const { keeper } = await buildShop(portal.db, { shop_name: '三榫制造' });
  return { owner: await buildUser(portal.db), provider: keeper };
}

/** Of a person with a phone: robots are not counted. */
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';

type Someone = Awaited<ReturnType<typeof buildUser>>;
const agree = (user: Someone, what: CallInput<typeof saveTraceConsent>['what'], shown: '0' | '1' = '1') =>
  portal.as(user)(saveTraceConsent, { what, shown });

/** A working order with a report of words and a picture, in the log, and the code of its line. */
async function reported(name = '榉木婴儿床') {
  const { owner, provider } = await people();
  const order = await buildWorking(portal.app.services, { owner, provider, name });
  const picture = await uploadPicture(portal.as(provider));
  const report = { demandNid: order.nid, percent: '20', content: '白坯完成，未上漆', files: picture };
  dataOf(await portal.as(provider)(reportProgress, report));
  await intoLog();
  const line = await portal.db
    .selectFrom('product_lines')
    .select('nid')
    .where('id', '=', order.line_id)
    .executeTakeFirstOrThrow();
  const { code } = dataOf(await portal.as(owner)(issueTraceCode, { productLineNid: line.nid }));
  return { owner, provider, order, picture, line: line.nid, code };
}

const traceAt = async (code: string): Promise<Trace> => dataOf(await portal.send(getTrace, { code }));

describe('[C-06] what a label’s code shows', () => {
  it('is every record of its line, proven against the newest checkpoint', async () => {
    const { code, line, order } = await reported();
    const trace = await traceAt(code.toLowerCase().replaceAll('-', ' '));
    expect(trace).toMatchObject({ code, line });
    expect(trace.orders.map(({ demand, stage }) => [demand, stage])).toEqual([[order.nid, order.stage]]);
    const verdict = await verify(trace.bundle);
    expect(said(verdict)).toEqual([]);
    expect(verdict.signed.toSorted()).toEqual(['ed25519', 'p256']);
    expect(verdict.records.map((record) => record?.event)).toEqual(['publish', 'award', 'accept', 'report']);
    // One path for the whole order: the others are named by their followers.
    expect(trace.bundle.records.map(({ path }) => path !== null)).toEqual([false, false, false, true]);
  });

  it('names nobody, tells nothing and shows no picture until each has agreed, and stops when they no longer do', async () => {
    const { owner, provider, picture, code } = await reported('紫竹摇篮');
    const shown = async () => {
      const { bundle, orders } = await traceAt(code);
      const values = bundle.records.flatMap(({ opened }) =>
        Object.entries(opened).map(([key, { value }]) => [key, value]),
      );
      const [order] = orders;
      return {
        values: values.map(([key, value]) => `${key} ${value}`),
        shop: order?.shopId !== '',
        pictures: Object.values(order?.pictures ?? {}),
      };
    };
    expect(dataOf(await portal.as(provider)(getTraceConsent, {}))).toEqual({
      name: false,
      words: false,
      product: false,
    });
    expect(await shown()).toEqual({ values: [], shop: false, pictures: [] });

    await agree(provider, 'name');
    const named = await shown();
    expect(new Set(named.values)).toEqual(new Set(['maker 三榫制造']));
    expect(named).toMatchObject({ shop: true, pictures: [] });

    await agree(provider, 'words');
    const told = await shown();
    expect(told.values).toContain('words 白坯完成，未上漆');
    expect(told.pictures).toEqual([picture]);
    // What the provider calls the product is not theirs to show.
    await agree(provider, 'product');
    expect((await shown()).values.join()).not.toContain('紫竹摇篮');
    await agree(owner, 'product');
    expect((await shown()).values).toContain('product 紫竹摇篮');
    expect((await shown()).values.join()).not.toContain('price');
    expect(said(await verify((await traceAt(code)).bundle))).toEqual([]);

    for (const what of ['name', 'words'] as const) await agree(provider, what, '0');
    await agree(owner, 'product', '0');
    expect(await shown()).toEqual({ values: [], shop: false, pictures: [] });
  });

  it('is nothing for a code that nobody issued, and a clear word for one that cannot be', async () => {
    const unknown = await portal.send(getTrace, { code: 'OT-0000-0000-0000' });
    expect(unknown).toMatchObject({ ok: false, status: 404 });
    const mistyped = await portal.send(getTrace, { code: 'OT-0000-0000-0001' });
    expect(mistyped).toMatchObject({ ok: false, status: 400, message: '溯源码有一位不对，请对照标签再输一次' });
  });

  it('is issued to the line’s owner alone, and stays what it was', async () => {
    const { owner, provider, line, code } = await reported();
    const again = await portal.as(owner)(issueTraceCode, { productLineNid: line });
    expect(dataOf(again).code).toBe(code);
    expect(await portal.as(provider)(issueTraceCode, { productLineNid: line })).toMatchObject({
      ok: false,
      status: 404,
    });
    expect(await portal.send(issueTraceCode, { productLineNid: line })).toMatchObject({ ok: false, status: 401 });
  });

  it('leads from the label to the page, and counts that it was scanned', async () => {
    const { code } = await reported();
    const scan = (text: string) =>
      fetch(`${portal.url}/trace/${text}`, { redirect: 'manual', headers: { 'user-agent': phone } });
    const answer = await scan(code.toLowerCase());
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `/omo/trace/${code}`]);
    await scan(code);
    const row = portal.db.selectFrom('trace_codes').select('scans').where('code', '=', code);
    expect(await row.executeTakeFirst()).toEqual({ scans: 2 });
    expect((await scan('no code')).headers.get('location')).toBe('/omo/trace/no%20code');
  });

  it('keeps what was sealed of who left the portal, and no longer opens it', async () => {
    const { owner, provider, code } = await reported();
    for (const what of ['name', 'words'] as const) await agree(provider, what);
    await agree(owner, 'product');
    const parts = portal.app.personalParts.find(({ name }) => name === 'trace');
    const now = portal.clock.now();
    await portal.db
      .transaction()
      .execute(
        (tx) =>
          parts?.erase?.(tx as never, portal.app.services, { userId: provider.id, askedAt: now, now }) ??
          Promise.resolve(),
      );
    const { bundle } = await traceAt(code);
    expect(bundle.records.flatMap(({ opened }) => Object.keys(opened))).not.toContain('maker');
    expect(bundle.records.flatMap(({ opened }) => Object.keys(opened))).not.toContain('words');
    expect(said(await verify(bundle))).toEqual([]);
  });
});

describe('[Z-11] what is kept was changed behind the portal’s back', () => {
  /** Two lines whose records take turns in the log, the first with two orders’ worth of steps. */
  async function line() {
    const { owner, provider } = await people();
    const { line_id } = await buildCompleted(portal.app.services, { owner, provider });
    const { nid } = await portal.db
      .selectFrom('product_lines')
      .select('nid')
      .where('id', '=', line_id)
      .executeTakeFirstOrThrow();
    await buildWorking(portal.app.services, await people());
    await intoLog();
    const { code } = dataOf(await portal.as(owner)(issueTraceCode, { productLineNid: nid }));
    return { code, lineId: line_id };
  }

  /** Does something to the tables, looks at what the page then gets, and undoes it. */
  async function after(code: string, harm: ReturnType<typeof sql>): Promise<string[]> {
    let found: string[] = [];
    const undone = new Error('undone');
    await portal.db
      .transaction()
      .execute(async (tx) => {
        await harm.execute(tx);
        const { traceOf } = await import('./read.ts');
        const trace = await traceOf({ ...portal.app.services, db: tx }, code);
        found = said(await verify((trace as Trace).bundle));
        throw undone;
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error;
      });
    return found;
  }

  it('one byte of any record is found at that record', async () => {
    const { code, lineId } = await line();
    const { bundle } = await traceAt(code);
    expect(said(await verify(bundle))).toEqual([]);
    for (const [place, { text }] of bundle.records.entries())
      // A digit of the time, in the middle, and the last character.
      for (const at of [text.indexOf('"at":') + 8, Math.floor(text.length / 2), text.length - 2]) {
        const other = text[at] === '7' ? '8' : '7';
        const changed = text.slice(0, at) + other + text.slice(at + 1);
        const found = await after(
          code,
          sql`update trace_records set text = ${changed} where line_id = ${lineId} and place = ${place}`,
        );
        expect(found).not.toEqual([]);
        const places = found.map((one) => Number(one.split(' ')[1]));
        expect(places.every((one) => one === place)).toBe(true);
      }
  });

  it('a record that was taken out is found where it is missing', async () => {
    const { code, lineId } = await line();
    for (const place of [0, 2, 5]) {
      const found = await after(code, sql`delete from trace_records where line_id = ${lineId} and place = ${place}`);
      expect(found[0]).toBe(`line ${place} out of order`);
    }
  });

  it('two that changed places are found at both', async () => {
    const { code, lineId } = await line();
    const found = await after(
      code,
      sql`update trace_records a set text = b.text, leaf = b.leaf from trace_records b
          where a.line_id = ${lineId} and b.line_id = ${lineId} and a.place in (2, 3) and b.place = 5 - a.place`,
    );
    expect(found.slice(0, 2)).toEqual(['line 2 out of order', 'line 3 out of order']);
  });

  it('a hash in a tile is found at every record that it was to prove', async () => {
    const { code } = await line();
    const found = await after(
      code,
      sql`update trace_tiles set hashes = set_byte(hashes, 0, get_byte(hashes, 0) # 1) where level = 0 and index = 0`,
    );
    expect(found).toEqual(['path 6 not in the tree']);
  });

  it('a checkpoint with another’s signature is found', async () => {
    const { code } = await line();
    const broken = sql`update trace_checkpoints set note = regexp_replace(note, '(— \\S+ .{20}).', '\\1' || 'A', 'g')`;
    expect((await after(code, broken)).some((one) => one.startsWith('signature - '))).toBe(true);
  });

  it('is proven to go on from what a visitor saw before, and not proven when it does not', async () => {
    const { code } = await line();
    const earlier = (await verify((await traceAt(code)).bundle)).head as { size: number; root: string };
    await buildWorking(portal.app.services, await people());
    await intoLog();
    const later = (await verify((await traceAt(code)).bundle)).head as { size: number; root: string };
    expect(later.size).toBeGreaterThan(earlier.size);
    const proof = await portal.send(proveTraceConsistency, { earlier: earlier.size, later: later.size });
    const path = dataOf(proof).path.map((one) => hashOf(one) as NonNullable<ReturnType<typeof hashOf>>);
    const head = ({ size, root }: typeof earlier) => ({
      size,
      root: fromHex(root) as NonNullable<ReturnType<typeof fromHex>>,
    });
    expect(await isConsistent(head(earlier), head(later), path)).toBe(true);
    const forked = { ...earlier, root: toHex(head(later).root) };
    expect(await isConsistent(head(forked), head(later), path)).toBe(false);
    const beyond = { earlier: later.size, later: later.size + 1 };
    expect(await portal.send(proveTraceConsistency, beyond)).toMatchObject({ ok: false, status: 404 });
    const backwards = await portal.send(proveTraceConsistency, { earlier: 3, later: 2 });
    expect(backwards).toMatchObject({ ok: false, status: 400 });
  });
});
