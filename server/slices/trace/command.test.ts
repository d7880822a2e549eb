import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { reportProgress } from '../../../contract/order-work.ts';
import { issueTraceCode, saveTraceConsent, type Trace } from '../../../contract/trace/calls.ts';
import type { DumpRecord } from '../../../contract/trace/dump.ts';
import { buildUser } from '../accounts/build.ts';
import { buildCompleted, buildWorking } from '../orders/work/build.ts';
import { takeIntoLog } from './log.ts';
import { dumpLines } from './dump.ts';
import { logSigners } from './keys.ts';
import { signedNote } from './sign.ts';
import { signHead } from './sweep.ts';
import { uploadPicture } from '../uploads/build.ts';
import { dataOf, type Portal, startPortal } from '../../testing/portal.ts';
import { readPacked } from '../../../scripts/trace/packed.ts';
import { runTrace } from '../../../scripts/trace/run.ts';

let portal: Portal;
let folder: string;
let code: string;
/** the bundle as it was downloaded, and a dump of the log that it is from */
let zip: string;
let trace: Trace;
let lines: string[];
/** the checkpoint from before the last records */
let since: string;

const file = (name: string) => join(folder, name);
const unused = mkdtempSync(join(tmpdir(), 'omo-trace-'));
afterAll(() => rmSync(unused, { recursive: true, force: true }));

async function intoLog() {
  await takeIntoLog(portal.db);
  await signHead(portal.app.services);
}

beforeAll(async () => {
  folder = unused;
  portal = await startPortal();
  const { services } = portal.app;
  const [owner, provider] = [await buildUser(portal.db), await buildUser(portal.db)];
  await buildCompleted(services, { owner: await buildUser(portal.db), provider: await buildUser(portal.db) });
  const order = await buildWorking(services, { owner, provider });
  const files = await uploadPicture(portal.as(provider));
  const report = { demandNid: order.nid, percent: '20', content: '白坯完成', files };
  dataOf(await portal.as(provider)(reportProgress, report));
  for (const what of ['name', 'words'] as const) await portal.as(provider)(saveTraceConsent, { what, shown: '1' });
  await intoLog();
  since = await (await fetch(`${portal.url}/trace/checkpoint`)).text();
  await writeFile(file('since.txt'), since);
  await buildWorking(services, { owner: await buildUser(portal.db), provider: await buildUser(portal.db) });
  await intoLog();
  const { nid } = await portal.db
    .selectFrom('product_lines')
    .select('nid')
    .where('id', '=', order.line_id)
    .executeTakeFirstOrThrow();
  code = dataOf(await portal.as(owner)(issueTraceCode, { productLineNid: nid })).code;
  const answer = await fetch(`${portal.url}/trace/${code}/bundle.zip?pictures=1`);
  zip = file('bundle.zip');
  await writeFile(zip, Buffer.from(await answer.arrayBuffer()));
  await writeFile(file('keys.json'), await (await fetch(`${portal.url}/trace/keys`)).text());
  ({ trace } = await readPacked(zip));
  lines = [];
  for await (const line of dumpLines(portal.db)) lines.push(line);
});

let said: string[];
beforeEach(() => {
  said = [];
});
const run = (...args: string[]) => runTrace(args, (line) => said.push(line));
const wrong = () => said.filter((line) => line.startsWith('✗'));

async function verifyTrace(change: (copy: Trace) => void): Promise<number> {
  const copy = structuredClone(trace);
  change(copy);
  await writeFile(file('changed.json'), JSON.stringify(copy));
  return run('verify', file('changed.json'), '--keys', file('keys.json'));
}
const recordAt = (one: Trace, at: number) => one.bundle.records[at] as Trace['bundle']['records'][number];

async function verifyLog(change: (lines: string[]) => string[], ...args: string[]): Promise<number> {
  await writeFile(file('log.jsonl'), change([...lines]).join(''));
  return run('verify', file('log.jsonl'), ...args);
}

describe('[Z-11] a bundle on the command line', () => {
  it('is whole as it was downloaded, with its pictures, and ends with 0', async () => {
    expect(await run('verify', zip, '--keys', file('keys.json'))).toBe(0);
    expect(wrong()).toEqual([]);
    expect(said.join('\n')).toContain('1 张照片的原件，与记录里的指纹一致');
    expect(said).toContain('- 不能证明：写下的时间。最新的记录还没有存证，时间以平台说的为准');
    expect(said.at(-1)).toBe('结论：全部对得上');
    // As people call it, in a process of its own.
    const told = await promisify(execFile)(process.execPath, ['scripts/trace.ts', 'verify', zip]);
    expect(told.stdout).toContain('结论：全部对得上');
  });

  it('one changed byte, a missing record, two that changed places: each is named with its place, and it ends with 1', async () => {
    for (const at of trace.bundle.records.keys()) {
      const text = recordAt(trace, at).text;
      const middle = text.indexOf('"at":') + 8;
      const other = text[middle] === '7' ? '8' : '7';
      const changed = text.slice(0, middle) + other + text.slice(middle + 1);
      said = [];
      expect(await verifyTrace((copy) => (recordAt(copy, at).text = changed))).toBe(1);
      expect(wrong().length).toBeGreaterThan(0);
      expect(wrong().every((line) => line.includes(`第 ${at + 1} 条（`))).toBe(true);
    }
    said = [];
    expect(await verifyTrace((copy) => copy.bundle.records.splice(1, 1))).toBe(1);
    expect(wrong()[0]).toContain('第 2 条（设计 · 接单）：次序不对');
    said = [];
    expect(
      await verifyTrace(({ bundle }) => bundle.records.splice(1, 2, ...bundle.records.slice(1, 3).toReversed())),
    ).toBe(1);
    expect(wrong().map((line) => /第 \d 条/.exec(line)?.[0])).toEqual(['第 2 条', '第 3 条']);
  });

  it('another’s signature, another name under a seal, a changed picture', async () => {
    const strange = { kind: 'p256', bytes: trace.bundle.keys.find(({ kind }) => kind === 'p256')?.bytes ?? '' };
    const keys = [{ kind: 'ed25519', bytes: Buffer.alloc(32, 7).toString('base64') }, strange].slice(0, 1);
    await writeFile(file('others.json'), JSON.stringify(keys));
    expect(await run('verify', zip, '--keys', file('others.json'))).toBe(1);
    expect(wrong()[0]).toContain('核对签名：没有平台的签名');
    said = [];
    const renamed = (copy: Trace) => {
      const opened = copy.bundle.records.flatMap((record) => record.opened['maker'] ?? []);
      for (const one of opened) one.value = '别家工厂';
    };
    expect(await verifyTrace(renamed)).toBe(1);
    expect(wrong()[0]).toContain('展示的名称或说明，和记录里封存的不是同一个');
    said = [];
    const { pictures } = await readPacked(zip);
    const repacked = new ZipFile();
    repacked.addBuffer(Buffer.from(JSON.stringify(trace)), 'trace.json');
    for (const name of pictures.keys()) repacked.addBuffer(Buffer.from('another picture'), name);
    repacked.end();
    await writeFile(file('repacked.zip'), await buffer(repacked.outputStream as Readable));
    expect(await run('verify', file('repacked.zip'))).toBe(1);
    expect(wrong()[0]).toMatch(/pictures\/[0-9a-f]{64}\.jpg 和记录里的指纹对不上/);
  });

  it('a genuine signature of another head, and a log that is another at the same size', async () => {
    const [body = ''] = trace.bundle.checkpoint.split('\n\n');
    const [, others = ''] = since.split('\n\n');
    expect(await verifyTrace((copy) => (copy.bundle.checkpoint = `${body}\n\n${others}`))).toBe(1);
    expect(wrong()[0]).toContain('核对签名：签名是假的');
    said = [];
    const { origin } = trace.bundle;
    const [, size] = body.split('\n');
    const fork = { origin, size: Number(size), root: createHash('sha256').update('another log').digest() };
    await writeFile(file('fork.txt'), await signedNote(fork, logSigners(portal.app.services.secret, origin)));
    expect(await run('verify', zip, '--keys', file('keys.json'), '--since', file('fork.txt'))).toBe(1);
    expect(wrong()).toEqual([`✗ 留存的检查点：同样是 ${size} 条，根却不同：日志分叉了`]);
  });

  it('the pictures in it are what the records have the fingerprints of', async () => {
    const { pictures } = await readPacked(zip);
    const [[name, hash] = ['', '']] = pictures;
    expect(name).toBe(`pictures/${hash}.jpg`);
    const alone = await fetch(`${portal.url}/trace/${code}/pictures/${hash}`);
    const bytes = Buffer.from(await alone.arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(hash);
    expect((await fetch(`${portal.url}/trace/${code}/pictures/${'0'.repeat(64)}`)).status).toBe(404);
    expect((await fetch(`${portal.url}/trace/OT-0000-0000-0000/bundle.zip`)).status).toBe(404);
    const bare = await fetch(`${portal.url}/trace/${code}/bundle.zip`);
    await writeFile(file('bare.zip'), Buffer.from(await bare.arrayBuffer()));
    expect((await readPacked(file('bare.zip'))).pictures.size).toBe(0);
    expect(await run('verify', file('bare.zip'))).toBe(0);
  });

  it('what is no bundle ends with 2, and says so', async () => {
    await writeFile(file('nothing.zip'), 'PK and nothing else');
    expect(await run('verify', file('nothing.zip'))).toBe(2);
    expect(await run('verify', file('not there.zip'))).toBe(2);
    expect(await run('verify', file('since.txt'))).toBe(2);
    expect(await run('check')).toBe(2);
    expect(said.at(-1)).toContain('usage');
  });
});

describe('[Z-11] a dump of the whole log', () => {
  const changed = (at: number, change: (record: DumpRecord) => DumpRecord | null) => (all: string[]) =>
    all.flatMap((line, index) => {
      if (index !== at + 1) return line;
      const record = change(JSON.parse(line) as DumpRecord);
      return record ? `${JSON.stringify(record)}\n` : [];
    });

  it('is whole as it was written, and goes on from a checkpoint that was kept', async () => {
    expect(await verifyLog((all) => all, '--since', file('since.txt'), '--keys', file('keys.json'))).toBe(0);
    expect(said[0]).toBe(`✓ ${lines.length - 1} 条记录，3 个签过名的检查点，全部重新算过`);
  });

  it('finds a changed, a missing and a moved record, and names the place', async () => {
    const spoil = (text: string) => text.replace(/"at":1/, '"at":2');
    expect(await verifyLog(changed(4, (record) => ({ ...record, text: spoil(record.text) })))).toBe(1);
    expect(wrong()[0]).toContain('第 5 条：内容和当时存下的指纹对不上');
    said = [];
    // Who changes the fingerprint along with the text is found by the record after it, and by the checkpoint.
    const leafOf = (text: string) => createHash('sha256').update(Buffer.of(0)).update(text).digest('hex');
    const both = changed(1, (record) => ({ ...record, text: spoil(record.text), leaf: leafOf(spoil(record.text)) }));
    expect(await verifyLog(both)).toBe(1);
    expect(wrong()[0]).toMatch(/第 3 条：产品线 .* 的上一条记录不是它写着的那一条/);
    expect(wrong().at(-1)).toContain('日志被换过');
    said = [];
    expect(await verifyLog(changed(3, () => null))).toBe(1);
    expect(wrong()[0]).toContain('第 5 条：应该是第 4 条，少了记录或换过次序');
    said = [];
    const swapped = (all: string[]) => [...all.slice(0, 3), all[4] as string, all[3] as string, ...all.slice(5)];
    expect(await verifyLog(swapped)).toBe(1);
    expect(wrong()[0]).toContain('第 4 条：应该是第 3 条');
  });

  it('finds a log that was cut off, forked, or signed by another', async () => {
    expect(await verifyLog((all) => all.slice(0, -2))).toBe(1);
    expect(wrong()[0]).toContain('被截掉了');
    said = [];
    // Made anew with one record less, its own checkpoints dropped: only the one that somebody kept tells.
    const head = JSON.parse(lines[0] as string) as { checkpoints: string[] };
    const forked = (all: string[]) => [`${JSON.stringify({ ...head, checkpoints: [] })}\n`, ...all.slice(1, -4)];
    expect(await verifyLog(forked)).toBe(0);
    expect(await verifyLog(forked, '--since', file('since.txt'))).toBe(1);
    expect(wrong()[0]).toContain('被截掉了');
    said = [];
    const spoilt = head.checkpoints.map((note) =>
      note.replace(/\n(— \S+ .{20})(.)/, (_, start: string, one: string) => `\n${start}${one === 'A' ? 'B' : 'A'}`),
    );
    expect(await verifyLog((all) => [`${JSON.stringify({ ...head, checkpoints: spoilt })}\n`, ...all.slice(1)])).toBe(
      1,
    );
    expect(wrong()[0]).toContain('的签名是假的');
  });

  it('finds a log that was made anew from one record on, as long: only a checkpoint that somebody kept tells', async () => {
    const head = JSON.parse(lines[0] as string) as { checkpoints: string[] };
    const last = Number(since.split('\n')[1]);
    const remade = (all: string[]) =>
      [`${JSON.stringify({ ...head, checkpoints: [] })}\n`, ...all.slice(1)].map((line, index) => {
        if (index !== last) return line;
        const record = JSON.parse(line) as DumpRecord;
        const text = record.text.replace(/"at":1/, '"at":2');
        return `${JSON.stringify({ ...record, text, leaf: createHash('sha256').update(Buffer.of(0)).update(text).digest('hex') })}\n`;
      });
    expect(await verifyLog(remade)).toBe(0);
    expect(await verifyLog(remade, '--since', file('since.txt'))).toBe(1);
    expect(wrong()[0]).toMatch(new RegExp(`第 1 到 ${last} 条里有记录和签过名的检查点对不上：日志被换过`));
  });
});

describe('[Z-11] a running portal', () => {
  it('is checked from its published log, with a line and from a checkpoint that was kept', async () => {
    expect(
      await run('verify', portal.url, '--code', code, '--since', file('since.txt'), '--keys', file('keys.json')),
    ).toBe(0);
    expect(said.join('\n')).toMatch(/留存的检查点：前 \d+ 条一条没变/);
    expect(await run('verify', portal.url, '--code', 'OT-0000-0000-0000')).toBe(2);
    expect(await run('verify', 'http://127.0.0.1:1')).toBe(2);
  });

  it('whose log is no longer the one that was kept is found out', async () => {
    await portal.db
      .updateTable('trace_tiles')
      .set({ hashes: Buffer.alloc(32 * 40, 1) })
      .where('level', '=', 0)
      .execute();
    expect(await run('verify', portal.url, '--since', file('since.txt'))).toBe(1);
    expect(wrong()[0]).toContain('和检查点对不上');
    expect(wrong()[1]).toContain('日志分叉了');
  });
});
