import { getTrace, proveTraceConsistency, trace as traceShape } from '../../contract/trace/calls.ts';
import { z } from 'zod';
import { encodeForm } from '../../contract/envelope.ts';
import { equal, type Hash, hashBytes, toHex } from '../../contract/trace/bytes.ts';
import { readCode } from '../../contract/trace/code.ts';
import { rootsAt } from '../../contract/trace/dump.ts';
import { type Note, readNote, signedBy } from '../../contract/trace/note.ts';
import type { Step } from '../../contract/trace/steps.ts';
import { isConsistent } from '../../contract/trace/tree.ts';
import { hashOf, keysOf } from '../../contract/trace/verify.ts';
import { bad, good, printSteps, verifyPacked } from './packed.ts';
import { type Held, readKeys, type Say, Unusable } from './held.ts';

const tileWidth = 256;

async function got(url: URL): Promise<Response> {
  const response = await fetch(url).catch((error: unknown) => {
    throw new Unusable(`连不上 ${url.origin}：${error instanceof Error ? error.message : String(error)}`);
  });
  if (!response.ok)
    throw new Unusable(`${url.pathname} 没有取到（${response.status}）：${(await response.text()).slice(0, 200)}`);
  return response;
}

async function called<Shape extends z.ZodType>(
  base: URL,
  path: string,
  input: Record<string, string | number>,
  shape: Shape,
): Promise<z.output<Shape>> {
  const response = await fetch(new URL(path, base), { method: 'POST', body: encodeForm(input) });
  const envelope = (await response.json()) as { error_code: number; error_msg: string; data: unknown };
  if (envelope.error_code !== 0) throw new Unusable(`${path}：${envelope.error_msg}`);
  return shape.parse(envelope.data);
}

/**
 * Checks a running portal: that its checkpoint is signed by a key that it publishes, that its published leaves make the root in it,
 * that it goes on from each checkpoint that was kept, and, with a code, the records of that line against it.
 */
export async function verifyPortal(base: URL, code: string | undefined, held: Held, say: Say): Promise<boolean> {
  const read = code === undefined ? undefined : readCode(code);
  if (read && 'fault' in read) throw new Unusable(`${code} 不是溯源码`);
  const published = await (await got(new URL('/trace/keys', base))).text();
  const text = await (await got(new URL('/trace/checkpoint', base))).text();
  const note = readNote(text);
  if (note === null) throw new Unusable('/trace/checkpoint 不是检查点');
  const { origin, size, root } = note.checkpoint;
  const keys = held.trusted?.(origin) ?? keysOf({ origin, keys: readKeys(published) });
  const steps: Step[] = [await signedStep('公开的检查点', note, keys)];
  const kept = held.since.map((one) => readNote(one));
  const sizes = [size, ...kept.flatMap((one) => one?.checkpoint.size ?? [])];
  const roots = await rootsAt(publishedLeaves(base, size), sizes);
  const made = roots.get(size);
  steps.push(
    made && equal(made, root)
      ? good('path', '公开的指纹', `${size} 条记录的指纹合成的根，和检查点一致`)
      : bad('path', '公开的指纹', `${size} 条记录的指纹合成的根是 ${made ? toHex(made) : '空'}，和检查点对不上`),
  );
  for (const one of kept) steps.push(await sinceStep(base, one, note, keys, roots));
  const whole = printSteps(steps, say);
  if (!read) return whole;
  const trace = await called(base, getTrace.path, { code: read.code }, traceShape);
  const line = await verifyPacked({ trace, checkpoint: undefined, pictures: new Map() }, { ...held, since: [] }, say);
  const same = await sinceStep(base, readNote(trace.bundle.checkpoint), note, keys, new Map());
  return printSteps([{ ...same, name: '记录所用的检查点' }], say) && line && whole;
}

async function signedStep(name: string, note: Note, keys: ReturnType<typeof keysOf>): Promise<Step> {
  const answers = await Promise.all(keys.map((key) => signedBy(note, key)));
  if (answers.includes('forged')) return bad('signature', name, '签名是假的');
  if (!answers.includes('signed')) return bad('signature', name, '没有平台的签名');
  return good('signature', name, `${note.checkpoint.size} 条，有平台的签名`);
}

/** The leaf hashes of the whole log, tile by tile (C2SP tlog-tiles). */
async function* publishedLeaves(base: URL, size: number): AsyncGenerator<Hash> {
  for (let index = 0; index * tileWidth < size; index += 1) {
    const width = Math.min(tileWidth, size - index * tileWidth);
    const groups =
      String(index)
        .padStart(Math.ceil(String(index).length / 3) * 3, '0')
        .match(/.{3}/g) ?? [];
    const path = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
    const part = width < tileWidth ? `.p/${width}` : '';
    const bytes = new Uint8Array(await (await got(new URL(`/trace/tile/0/${path}${part}`, base))).arrayBuffer());
    for (let at = 0; at < width; at += 1) yield bytes.slice(at * hashBytes, (at + 1) * hashBytes);
  }
}

const proof = z.object({ path: z.array(z.string()) });

/** Whether the portal's log goes on from a checkpoint that was kept. */
async function sinceStep(
  base: URL,
  kept: Note | null,
  now: Note,
  keys: ReturnType<typeof keysOf>,
  roots: ReadonlyMap<number, Hash>,
): Promise<Step> {
  const name = '留存的检查点';
  if (kept === null) return bad('seen', name, '读不出来');
  const [one, other] = [kept.checkpoint, now.checkpoint];
  if (one.origin !== other.origin) return bad('seen', name, `是另一份日志 ${one.origin} 的`);
  const signed = await signedStep(name, kept, keys);
  if (signed.state === 'bad') return signed;
  if (one.size > other.size)
    return bad('seen', name, `有 ${one.size} 条，平台现在只有 ${other.size} 条：从第 ${other.size + 1} 条起被截掉了`);
  const made = roots.get(one.size);
  if (made && !equal(made, one.root)) return bad('seen', name, `前 ${one.size} 条和现在公开的不是同一份：日志分叉了`);
  const { path } = await called(base, proveTraceConsistency.path, { earlier: one.size, later: other.size }, proof);
  const hashes = path.map(hashOf).filter((hash) => hash !== null);
  const holds = hashes.length === path.length && (await isConsistent(one, other, hashes));
  return holds
    ? good('seen', name, `前 ${one.size} 条一条没变，现有 ${other.size} 条`)
    : bad('seen', name, `前 ${one.size} 条和现在公开的不是同一份：日志分叉了`);
}
