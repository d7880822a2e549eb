import { type AnchorVerdict, verifyAnchor } from './anchor.ts';
import { type Bytes, equal, fromBase64, fromHex, type Hash, hashBytes, toHex, utf8 } from './bytes.ts';
import type { TraceBundle } from './bundle.ts';
import { readWitnessKey } from './cosign.ts';
import { type KeyKind, type LogKey, type Note, readNote, signedBy } from './note.ts';
import { opens, readRecord, type TraceRecord } from './record.ts';
import { leafHash, rootOfInclusion } from './tree.ts';

/** What is checked, in this order. */
export const checks = ['record', 'line', 'sealed', 'path', 'signature', 'anchor'] as const;
export type Check = (typeof checks)[number];

export interface Finding {
  check: Check;
  /** number of the record in the bundle; null for what concerns all of it */
  at: number | null;
  fault:
    | 'unreadable'
    | 'not in the tree'
    | 'out of order'
    | 'not what it follows'
    | 'another line'
    | 'another value'
    | 'not signed'
    | 'forged'
    | 'another log'
    | 'another head'
    | 'not of one log';
}

export interface Verdict {
  /** in the order of the checks; none where all is as it should be */
  findings: Finding[];
  /** the records that could be read */
  records: (TraceRecord | null)[];
  /** their leaf hashes, in hexadecimal: what people see as a record's fingerprint */
  leaves: string[];
  /** leaves in the log at the checkpoint, and its root in hexadecimal; null without a readable checkpoint */
  head: { size: number; root: string } | null;
  /** keys whose signature this browser can check, and those it cannot */
  signed: KeyKind[];
  unsupported: KeyKind[];
  /** names of the witnesses who signed an anchor */
  witnessed: string[];
  /** how long each check took, in milliseconds */
  took: Record<Check, number>;
}

/**
 * Recomputes everything that a bundle claims. `trusted` are keys that the reader has from elsewhere; without them, the
 * bundle's own keys are taken, which then must be compared with the published ones.
 */
export async function verify(bundle: TraceBundle, trusted?: readonly LogKey[]): Promise<Verdict> {
  const findings: Finding[] = [];
  const took = Object.fromEntries(checks.map((check) => [check, 0])) as Record<Check, number>;
  const timed = async <T>(check: Check, run: () => Promise<T>): Promise<T> => {
    const begun = performance.now();
    const answer = await run();
    took[check] += performance.now() - begun;
    return answer;
  };
  const note = readNote(bundle.checkpoint);
  const read = await timed('record', () => readAll(bundle));
  const astray = await timed('path', () => astrayOf(bundle, read, note));
  for (const [at, { record }] of read.entries())
    if (record === null) findings.push({ check: 'record', at, fault: 'unreadable' });
  findings.push(...(await timed('line', async () => lineFaults(bundle, read, astray))));
  findings.push(...(await timed('sealed', () => sealFaults(bundle, read))));
  for (const at of astray) findings.push({ check: 'path', at, fault: 'not in the tree' });
  const anchored = await timed('anchor', () => anchorsOf(bundle, note, trusted));
  const { faults, ...keys } = await timed('signature', () => signatures(bundle, note, trusted));
  const head = note && { size: note.checkpoint.size, root: toHex(note.checkpoint.root) };
  return {
    findings: [
      ...findings,
      ...faults.map((fault) => ({ check: 'signature' as const, at: null, fault })),
      ...anchored.flatMap(({ fault }) => (fault ? [{ check: 'anchor' as const, at: null, fault }] : [])),
    ],
    witnessed: [
      ...new Set(
        anchored.flatMap(({ cosigned }) =>
          cosigned.filter(({ verdict }) => verdict.answer === 'signed').map(({ name }) => name),
        ),
      ),
    ],
    records: read.map(({ record }) => record),
    leaves: read.map(({ leaf }) => toHex(leaf)),
    head,
    ...keys,
    took,
  };
}

interface Read {
  /** null for what is none, or not written as it must be */
  record: TraceRecord | null;
  leaf: Hash;
}

const readAll = (bundle: TraceBundle): Promise<Read[]> =>
  Promise.all(bundle.records.map(async ({ text }) => ({ record: readRecord(text), leaf: await leafHash(utf8(text)) })));

/**
 * Numbers of the records that are not what the log holds. A record with a path is held against the root. One without is held against the
 * record after it, as long as that one is what the log holds and is the next of the line: otherwise that other one is at
 * fault, or the order is, and nothing is said of this one.
 */
async function astrayOf(bundle: TraceBundle, read: readonly Read[], note: Note | null): Promise<number[]> {
  const head = note?.checkpoint ?? null;
  const astray = new Set<number>();
  for (const [at, { leaf, record }] of [...read.entries()].toReversed()) {
    const { index, path } = bundle.records[at] as TraceBundle['records'][number];
    if (path === null) {
      const next = read[at + 1];
      const knows = next?.record && !astray.has(at + 1) && next.record.place === (record?.place ?? at) + 1;
      if (!next || (knows && next.record?.before !== toHex(leaf))) astray.add(at);
      continue;
    }
    const hashes = path.map(hashOf).filter((hash) => hash !== null);
    const whole = head && hashes.length === path.length;
    const root = whole ? await rootOfInclusion(leaf, index, head.size, hashes) : null;
    if (!head || root === null || !equal(root, head.root)) astray.add(at);
  }
  return [...astray].toSorted((one, other) => one - other);
}

/**
 * A line's records follow one another, each naming the one before by its hash: none can be left out or moved. Told once where it
 * begins: the records that rightly follow a displaced one are not named again.
 */
function lineFaults(bundle: TraceBundle, read: readonly Read[], astray: readonly number[]): Finding[] {
  const faults: Finding[] = [];
  const line = read.find(({ record }) => record !== null)?.record?.line;
  const displaced = (at: number) => read[at]?.record?.place !== at;
  for (const [at, { record }] of read.entries()) {
    if (record === null) continue;
    const before = read[at - 1];
    const follows = before === undefined ? null : toHex(before.leaf);
    const goesOn = before?.record?.place === record.place - 1;
    const risen = (bundle.records[at]?.index ?? 0) > (bundle.records[at - 1]?.index ?? -1);
    if (record.line !== line) faults.push({ check: 'line', at, fault: 'another line' });
    else if (displaced(at) ? !goesOn : !risen && !displaced(at - 1))
      faults.push({ check: 'line', at, fault: 'out of order' });
    // Where the one before is known to be another than it was, or to stand elsewhere, it is not this one's fault.
    else if (record.before !== follows && !astray.includes(at - 1) && (at === 0 || goesOn))
      faults.push({ check: 'line', at, fault: 'not what it follows' });
  }
  return faults;
}

async function sealFaults(bundle: TraceBundle, read: readonly Read[]): Promise<Finding[]> {
  const values = bundle.records.flatMap(({ opened }, at) =>
    Object.entries(opened).map(([name, value]) => ({ at, value, seal: read[at]?.record?.sealed[name] })),
  );
  const right = await Promise.all(values.map(({ seal, value }) => (seal === undefined ? false : opens(seal, value))));
  return values.flatMap(({ at }, index) =>
    right[index] ? [] : [{ check: 'sealed' as const, at, fault: 'another value' as const }],
  );
}

async function signatures(bundle: TraceBundle, note: Note | null, trusted?: readonly LogKey[]) {
  const faults: Finding['fault'][] = [];
  const signed: KeyKind[] = [];
  const unsupported: KeyKind[] = [];
  if (note === null) faults.push('unreadable');
  else if (note.checkpoint.origin !== bundle.origin) faults.push('another log');
  else
    for (const key of trusted ?? keysOf(bundle)) {
      const answer = await signedBy(note, key);
      if (answer === 'signed') signed.push(key.kind);
      else if (answer === 'unsupported') unsupported.push(key.kind);
      else faults.push(answer === 'forged' ? 'forged' : 'not signed');
    }
  if (signed.length === 0 && faults.length === 0) faults.push('not signed');
  return { faults, signed, unsupported };
}

/** What each anchor is worth. Witnesses are those that the bundle names: whether to trust them is the reader's. */
async function anchorsOf(
  bundle: TraceBundle,
  note: Note | null,
  trusted?: readonly LogKey[],
): Promise<AnchorVerdict[]> {
  if (note === null) return [];
  const { origin, olderKeys } = bundle;
  const keys = [...(trusted ?? keysOf(bundle)), ...keysOf({ origin, keys: olderKeys })];
  const witnesses = (await Promise.all(bundle.witnesses.map(readWitnessKey))).filter((key) => key !== null);
  const last = Math.max(...bundle.records.map(({ index }) => index));
  return Promise.all(
    bundle.anchors.map(async (anchor) =>
      // One of before the newest record says nothing of it.
      anchor.size <= last
        ? { fault: 'another head' as const, cosigned: [] }
        : verifyAnchor(anchor, note.checkpoint, keys, witnesses),
    ),
  );
}

export function hashOf(text: string): Hash | null {
  const bytes = fromHex(text);
  return bytes?.length === hashBytes ? bytes : null;
}

/** The keys that a bundle brings along, as far as they can be read. */
export const keysOf = ({ origin, keys }: Pick<TraceBundle, 'origin' | 'keys'>): LogKey[] =>
  keys.flatMap(({ kind, bytes }) => {
    const read: Bytes | null = fromBase64(bytes);
    return read ? [{ kind, name: origin, bytes: read }] : [];
  });
