import { sha256, toHex } from '../../../contract/trace/bytes.ts';
import type { getTrace, proveTraceConsistency, Trace } from '../../../contract/trace/calls.ts';
import { compare, type Prove, readMemory } from '../../../contract/trace/memory.ts';
import { seenStep, type Step, stepsOf } from '../../../contract/trace/steps.ts';
import { type Verdict, verify } from '../../../contract/trace/verify.ts';
import { callAt, send } from '../../client/transport.browser.ts';
import { momentText } from '../../ui/time.ts';

const get = callAt<typeof getTrace>('/api/Trace/get');
const consistency = callAt<typeof proveTraceConsistency>('/api/Trace/consistency');

/** Where this device keeps what it saw of the log. */
const place = 'omo.trace';

export interface Outcome {
  trace: Trace;
  verdict: Verdict;
  steps: Step[];
  /** seconds since 1970 */
  at: number;
}

const prove: Prove = async (earlier, later) => {
  const reply = await send(consistency, { earlier: String(earlier), later: String(later) }, { quiet: true });
  if (reply.ok) return reply.data.path;
  return reply.status === 404 ? 'missing' : null;
};

function stored(text?: string | null): string | null {
  try {
    if (typeof text === 'string') localStorage.setItem(place, text);
    return localStorage.getItem(place);
  } catch {
    return null;
  }
}

/**
 * Fetches a line and recomputes all of it here; a text says why it could not. Remembers what the log looked like, for the next
 * time.
 */
export async function check(code: string): Promise<Outcome | string> {
  // Browsers have it on https and on this machine only.
  if (globalThis.crypto?.subtle === undefined)
    return '这个浏览器，或者不是 https 的地址，没有核对所需的功能。可以下载核对包，在自己的电脑上核对。';
  const begun = performance.now();
  const reply = await send(get, { code }, { quiet: true });
  if (!reply.ok) return reply.message;
  const fetched = performance.now() - begun;
  const trace = reply.data;
  const verdict = await verify(trace.bundle);
  const at = Math.floor(Date.now() / 1000);
  const memory = readMemory(stored());
  const { origin } = trace.bundle;
  const { compared, keep } = await compare(memory, { origin, code, verdict, at }, prove);
  if (keep !== memory) stored(JSON.stringify(keep));
  const steps: Step[] = [
    {
      key: 'fetch',
      name: '取回记录',
      text: `${trace.bundle.records.length} 条记录，${trace.orders.length} 个环节`,
      state: 'good',
      faults: [],
      took: fetched,
    },
    ...stepsOf(verdict, trace),
    seenStep(compared, memory ? momentText(memory.at) : undefined),
  ];
  return { trace, verdict, steps, at };
}

/** Fetches each picture as it is kept, and holds it against the fingerprint that the record has of it. */
export async function checkPictures({ code, orders }: Trace): Promise<Step> {
  const begun = performance.now();
  const wanted = [...new Set(orders.flatMap(({ pictures }) => Object.keys(pictures)))];
  const found = await Promise.all(
    wanted.map(async (fingerprint, index) => {
      const response = await fetch(`/trace/${code}/pictures/${fingerprint}`).catch(() => null);
      if (!response?.ok) return `第 ${index + 1} 张没能取回来`;
      const hash = toHex(await sha256(new Uint8Array(await response.arrayBuffer())));
      return hash === fingerprint ? '' : `第 ${index + 1} 张和记录里的指纹对不上`;
    }),
  );
  const faults = found.filter((fault) => fault !== '');
  return {
    key: 'pictures',
    name: '核对照片',
    text: `${wanted.length} 张照片的原件，与记录里的指纹一致`,
    state: faults.length > 0 ? 'bad' : 'good',
    faults,
    took: performance.now() - begun,
  };
}
