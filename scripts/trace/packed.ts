import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';
import { type Trace, trace as traceShape } from '../../contract/trace/calls.ts';
import { readNote, signedBy } from '../../contract/trace/note.ts';
import { notProvenBy, type Step, stepsOf } from '../../contract/trace/steps.ts';
import { keysOf, type Verdict, verify } from '../../contract/trace/verify.ts';
import { chainStep } from './chain.ts';
import { type Held, parsed, type Say, Unusable } from './held.ts';

export interface Packed {
  trace: Trace;
  /** `checkpoint.txt` beside it; undefined where there is none */
  checkpoint: string | undefined;
  /** SHA-256 of the pictures that came along, by their names */
  pictures: Map<string, string>;
}

const largest = 100 * 1024 * 1024;

/** Reads a bundle, or the trace.json out of one. */
export async function readPacked(path: string): Promise<Packed> {
  const bytes = await readFile(path);
  const files = bytes.subarray(0, 2).toString() === 'PK' ? await unpacked(bytes) : new Map([['trace.json', bytes]]);
  const text = files.get('trace.json')?.toString('utf8');
  if (text === undefined) throw new Unusable('压缩包里没有 trace.json，不是溯源核对包');
  const pictures = new Map(
    [...files]
      .filter(([name]) => name.startsWith('pictures/'))
      .map(([name, content]) => [name, createHash('sha256').update(content).digest('hex')]),
  );
  return { trace: traceIn(text), checkpoint: files.get('checkpoint.txt')?.toString('utf8'), pictures };
}

function traceIn(text: string): Trace {
  const read = traceShape.safeParse(parsed(text));
  if (!read.success) throw new Unusable('trace.json 读不出来：内容不完整，或不是溯源核对包');
  return read.data;
}

async function unpacked(bytes: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  try {
    const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true });
    for await (const entry of zip.eachEntry()) {
      if (entry.uncompressedSize > largest) throw new Unusable(`${entry.fileName} 太大，不像核对包里的文件`);
      files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
    }
  } catch (error) {
    throw error instanceof Unusable ? error : new Unusable('压缩包已损坏，或不完整');
  }
  return files;
}

const marks = { good: '✓', bad: '✗', skipped: '-' } as const;

export function printSteps(steps: readonly Step[], say: Say): boolean {
  for (const { name, text, state, faults, facts = [], took } of steps) {
    if (state === 'bad') for (const fault of faults) say(`${marks.bad} ${name}：${fault}`);
    else say(`${marks[state]} ${name}：${text}${took === undefined ? '' : `（${took.toFixed(1)} 毫秒）`}`);
    for (const [label, value] of facts) say(`    ${label}：${value}`);
  }
  return steps.every(({ state }) => state !== 'bad');
}

/** Checks a line's records, and what came along with them. Gives whether all is as it should be. */
export async function verifyPacked({ trace, checkpoint, pictures }: Packed, held: Held, say: Say): Promise<boolean> {
  const verdict = await verify(trace.bundle, held.trusted?.(trace.bundle.origin));
  say(`溯源码 ${trace.code}，产品线 ${trace.line}，${trace.bundle.records.length} 条记录，日志 ${trace.bundle.origin}`);
  const steps = stepsOf(verdict, trace);
  if (checkpoint !== undefined && checkpoint !== trace.bundle.checkpoint)
    steps.push(bad('path', '检查点文件', 'checkpoint.txt 和 trace.json 里的检查点不是同一个'));
  if (pictures.size > 0) steps.push(pictureStep(trace, pictures));
  for (const since of held.since) steps.push(await sinceStep(trace, verdict, since));
  steps.push(...(await chainSteps(trace, held)));
  if (held.trusted === undefined) say('- 公钥来自核对包本身；要确认是平台的，请用 --keys 给出 /trace/keys 的内容');
  const whole = printSteps(steps, say);
  // Of the time, the chain was asked or was not.
  const asked = held.node !== undefined && trace.bundle.anchors.some(({ chain }) => chain !== null);
  for (const limit of notProvenBy(asked ? undefined : trace.bundle)) say(`- 不能证明：${limit}`);
  return whole;
}

/** What stands on a chain is asked of the reader's node; without one, it is said that nobody asked. */
async function chainSteps({ bundle }: Trace, { node }: Held): Promise<Step[]> {
  const anchors = bundle.anchors.filter(({ chain }) => chain !== null);
  const skipped = (text: string): Step[] => [{ key: 'anchor', name: '到链上查', text, state: 'skipped', faults: [] }];
  if (anchors.length > 0 && node === undefined)
    return skipped('没有查，链上有没有那笔交易只是平台说的；要查请用 --node 给出您信得过的节点');
  if (node === undefined) return [];
  if (anchors.length === 0) return skipped('这些记录没有区块链存证，没有可查的');
  return Promise.all(anchors.map((anchor) => chainStep(node, anchor, bundle.origin)));
}

export const bad = (key: Step['key'], name: string, text: string): Step => ({
  key,
  name,
  text,
  state: 'bad',
  faults: [text],
});
export const good = (key: Step['key'], name: string, text: string): Step => ({
  key,
  name,
  text,
  state: 'good',
  faults: [],
});

function pictureStep({ bundle }: Trace, pictures: ReadonlyMap<string, string>): Step {
  const known = new Set(
    bundle.records.flatMap(({ text }) => (parsed(text) as { files?: string[] } | undefined)?.files ?? []),
  );
  const faults = [...pictures].filter(([, hash]) => !known.has(hash)).map(([name]) => `${name} 和记录里的指纹对不上`);
  const text = `${pictures.size} 张照片的原件，与记录里的指纹一致`;
  return { key: 'pictures', name: '核对照片', text, state: faults.length > 0 ? 'bad' : 'good', faults };
}

/** A checkpoint that was kept can be held against a bundle by itself where both are of one size; else it takes the portal or a dump. */
async function sinceStep({ bundle }: Trace, { head }: Verdict, since: string): Promise<Step> {
  const name = '留存的检查点';
  const note = readNote(since);
  if (note === null || head === null) return bad('seen', name, '读不出来');
  const { origin, size } = note.checkpoint;
  if (origin !== bundle.origin) return bad('seen', name, `是另一份日志 ${origin} 的`);
  const answers = await Promise.all(keysOf(bundle).map((key) => signedBy(note, key)));
  if (!answers.includes('signed')) return bad('seen', name, '没有平台的签名，或签名是假的');
  if (size !== head.size)
    return {
      key: 'seen',
      name,
      text: `是 ${size} 条时的，和核对包的 ${head.size} 条要联网或用日志才能比对：npm run trace -- verify https://… --since`,
      state: 'skipped',
      faults: [],
    };
  const [, , root] = note.text.split('\n');
  const [, , own] = bundle.checkpoint.split('\n');
  return root === own
    ? good('seen', name, '和核对包的一样')
    : bad('seen', name, `同样是 ${size} 条，根却不同：日志分叉了`);
}
