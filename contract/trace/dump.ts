import { z } from 'zod';
import { equal, type Hash, toHex, utf8 } from './bytes.ts';
import { traceBundle } from './bundle.ts';
import { readNote, signedBy } from './note.ts';
import { readRecord } from './record.ts';
import { leafHash, nodeHash } from './tree.ts';
import { keysOf } from './verify.ts';

// A dump is the whole log as its operator keeps it, in lines of JSON: a head, then every record in its order. Who audits the
// portal recomputes all of it, and holds it against each checkpoint that was ever signed, and against those kept elsewhere.

export const dumpHead = traceBundle.pick({ origin: true }).extend({
  /** every key that ever signed */
  keys: traceBundle.shape.keys,
  /** every checkpoint that was signed, the smallest first */
  checkpoints: z.array(z.string()),
});
export type DumpHead = z.output<typeof dumpHead>;

export const dumpRecord = z.object({
  /** place in the log */
  index: z.number().int(),
  text: z.string(),
  /** as it is kept, in hexadecimal */
  leaf: z.string(),
});
export type DumpRecord = z.output<typeof dumpRecord>;

export interface DumpFault {
  /** index in the log, of the first where it is a range; null for what concerns a signature */
  at: number | null;
  text: string;
}

/** The hashes of complete subtrees from the left, the largest first: all that the root of a growing tree needs (RFC 9162 §2.1). */
class Edge {
  private readonly nodes: { leaves: number; hash: Hash }[] = [];

  async push(leaf: Hash): Promise<void> {
    let node = { leaves: 1, hash: leaf };
    for (let last = this.nodes.at(-1); last && last.leaves === node.leaves; last = this.nodes.at(-1)) {
      this.nodes.pop();
      node = { leaves: node.leaves * 2, hash: await nodeHash(last.hash, node.hash) };
    }
    this.nodes.push(node);
  }

  async root(): Promise<Hash | null> {
    let root: Hash | null = null;
    for (const { hash } of this.nodes.toReversed()) root = root === null ? hash : await nodeHash(hash, root);
    return root;
  }
}

/** The roots of the trees of so many first leaves each, by size; of sizes that there are not, nothing. */
export async function rootsAt(
  leaves: AsyncIterable<Hash> | Iterable<Hash>,
  sizes: readonly number[],
): Promise<Map<number, Hash>> {
  const wanted = new Set(sizes);
  const found = new Map<number, Hash>();
  const edge = new Edge();
  let size = 0;
  for await (const leaf of leaves) {
    await edge.push(leaf);
    size += 1;
    if (wanted.has(size)) found.set(size, (await edge.root()) as Hash);
  }
  return found;
}

/**
 * Recomputes a whole log. `kept` are checkpoints that the auditor has from elsewhere: a log that was made anew, with all its
 * checkpoints, is found by nothing else.
 */
export async function verifyDump(
  head: DumpHead,
  records: AsyncIterable<DumpRecord> | Iterable<DumpRecord>,
  kept: readonly string[] = [],
): Promise<{ faults: DumpFault[]; size: number; checkpoints: number }> {
  const faults: DumpFault[] = [];
  const signed = await checkpointsOf(head, kept, faults);
  const ends = new Map<string, { place: number; leaf: string }>();
  let size = 0;

  async function* leaves() {
    for await (const { index, text, leaf } of records) {
      const hash = await leafHash(utf8(text));
      if (index !== size) faults.push({ at: index, text: `应该是第 ${size + 1} 条，少了记录或换过次序` });
      if (toHex(hash) !== leaf) faults.push({ at: index, text: '内容和当时存下的指纹对不上' });
      const record = readRecord(text);
      if (record === null) faults.push({ at: index, text: '内容读不出来，或不是规定的写法' });
      else {
        const end = ends.get(record.line);
        if (record.place !== (end ? end.place + 1 : 0))
          faults.push({ at: index, text: `产品线 ${record.line} 在这里少了记录，或换过次序` });
        else if (record.before !== (end?.leaf ?? null))
          faults.push({ at: index, text: `产品线 ${record.line} 的上一条记录不是它写着的那一条` });
        ends.set(record.line, { place: record.place, leaf: toHex(hash) });
      }
      size += 1;
      yield hash;
    }
  }
  const roots = await rootsAt(
    leaves(),
    signed.map((one) => one.size),
  );
  let good = 0;
  for (const one of signed.toSorted((a, b) => a.size - b.size)) {
    const root = roots.get(one.size);
    if (one.size > size)
      faults.push({
        at: size,
        text: `日志只有 ${size} 条，签过名的检查点有 ${one.size} 条：从第 ${size + 1} 条起被截掉了`,
      });
    else if (root === undefined || !equal(root, one.root))
      faults.push({ at: good, text: `第 ${good + 1} 到 ${one.size} 条里有记录和签过名的检查点对不上：日志被换过` });
    else good = one.size;
  }
  return { faults, size, checkpoints: signed.length };
}

async function checkpointsOf(head: DumpHead, kept: readonly string[], faults: DumpFault[]) {
  const keys = keysOf(head);
  const signed: { size: number; root: Hash }[] = [];
  const all = [...head.checkpoints.map((note) => ({ note, own: true })), ...kept.map((note) => ({ note, own: false }))];
  for (const { note, own } of all) {
    const read = readNote(note);
    const name = own ? '日志里的检查点' : '您留存的检查点';
    if (read === null) {
      faults.push({ at: null, text: `${name}读不出来` });
      continue;
    }
    const { origin, size, root } = read.checkpoint;
    const answers = await Promise.all(keys.map((key) => signedBy(read, key)));
    if (origin !== head.origin) faults.push({ at: null, text: `${name}（${size} 条）是另一份日志 ${origin} 的` });
    else if (answers.includes('forged')) faults.push({ at: null, text: `${name}（${size} 条）的签名是假的` });
    else if (!answers.includes('signed')) faults.push({ at: null, text: `${name}（${size} 条）没有平台的签名` });
    else if (size > 0) signed.push({ size, root });
  }
  return signed;
}
