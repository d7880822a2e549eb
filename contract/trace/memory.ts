import type { Hash } from './bytes.ts';
import type { Compared } from './steps.ts';
import { isConsistent } from './tree.ts';
import { hashOf, type Verdict } from './verify.ts';

// What a reader keeps of the log, so that next time it cannot be another: its head, and how far each line was that they looked at.

export interface Memory {
  origin: string;
  size: number;
  /** hexadecimal */
  root: string;
  /** seconds since 1970 */
  at: number;
  /** by code, the last looked at at the end: records that there were, and the leaf hash of the last */
  lines: Record<string, { count: number; leaf: string }>;
}

const linesKept = 50;

export interface Now {
  origin: string;
  code: string;
  verdict: Pick<Verdict, 'head' | 'leaves'>;
  /** seconds since 1970 */
  at: number;
}

/** The proof that the longer log begins with the shorter; `missing` when it is not even that long; null when it could not be had. */
export type Prove = (earlier: number, later: number) => Promise<string[] | 'missing' | null>;

/**
 * Compares what a verification found with what was kept. Gives what to keep from now on: the old where something is wrong, so
 * that it stays wrong.
 */
export async function compare(
  memory: Memory | null,
  now: Now,
  prove: Prove,
): Promise<{ compared: Compared; keep: Memory | null }> {
  const { head, leaves } = now.verdict;
  if (head === null) return { compared: 'unknown', keep: memory };
  if (memory === null) return { compared: 'first', keep: kept(null, now, head) };
  if (memory.origin !== now.origin) return { compared: 'other log', keep: memory };
  const line = memory.lines[now.code];
  const lineCut = line && (leaves.length < line.count || leaves[line.count - 1] !== line.leaf);
  const compared = await headCompared(memory, head, prove);
  // An answer from before what was seen last may hold fewer records of the line, and is no fault by itself.
  if (lineCut && head.size >= memory.size && compared !== 'forked') return { compared: 'line cut', keep: memory };
  const good = compared === 'same' || compared === 'grown';
  return { compared, keep: good ? kept(memory, now, head) : memory };
}

async function headCompared(memory: Memory, head: { size: number; root: string }, prove: Prove): Promise<Compared> {
  if (memory.size === head.size) return memory.root === head.root ? 'same' : 'forked';
  const [earlier, later] = memory.size < head.size ? [memory, head] : [head, memory];
  const path = await prove(earlier.size, later.size);
  if (path === null) return 'unknown';
  if (path === 'missing') return 'shrunk';
  const [one, other, hashes] = [hashOf(earlier.root), hashOf(later.root), path.map(hashOf)];
  const whole = hashes.filter((hash): hash is Hash => hash !== null);
  if (!one || !other || whole.length !== hashes.length) return 'forked';
  const holds = await isConsistent({ size: earlier.size, root: one }, { size: later.size, root: other }, whole);
  return holds ? 'grown' : 'forked';
}

function kept(before: Memory | null, { origin, code, verdict, at }: Now, head: { size: number; root: string }): Memory {
  const newer = before === null || head.size >= before.size ? { size: head.size, root: head.root } : before;
  const { [code]: own, ...others } = before?.lines ?? {};
  const count = Math.max(verdict.leaves.length, 0);
  const line = own && own.count > count ? own : { count, leaf: verdict.leaves.at(-1) ?? '' };
  const lines = Object.fromEntries([...Object.entries(others), [code, line] as const].slice(-linesKept));
  return { origin, size: newer.size, root: newer.root, at, lines };
}

/** Reads what was kept as text; null for what is none. */
export function readMemory(text: string | null): Memory | null {
  try {
    const { origin, size, root, at, lines } = JSON.parse(text ?? '') as Memory;
    const whole = typeof origin === 'string' && Number.isSafeInteger(size) && hashOf(root) && typeof lines === 'object';
    return whole ? { origin, size, root, at: Number(at) || 0, lines: lines ?? {} } : null;
  } catch {
    return null;
  }
}
