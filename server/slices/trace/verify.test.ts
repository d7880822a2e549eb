import { generateKeyPairSync, randomBytes } from 'node:crypto';
import canonicalize from 'canonicalize';
import { beforeAll, describe, expect, it } from 'vitest';
import { joined, toBase64, toHex, utf8 } from '../../../contract/trace/bytes.ts';
import { readNote, signedBy } from '../../../contract/trace/note.ts';
import { canonicalText, readRecord, sealOf, type TraceRecord } from '../../../contract/trace/record.ts';
import type { TraceBundle } from '../../../contract/trace/bundle.ts';
import { type Verdict, verify } from '../../../contract/trace/verify.ts';
import { type Signer, signedNote, signerOf } from './sign.ts';
import { append, askInclusion, askRoot, leafHashOf } from './tree.ts';

const origin = 'trace.omo.example';
const line = 'PL26112200001';
const maker = '三榫制造';

let signers: Signer[];
let texts: string[];
let bundle: TraceBundle;
const salt = joined([randomBytes(16)]);

const newSigners = (name: string) => [
  signerOf(name, generateKeyPairSync('ed25519').privateKey),
  signerOf(name, generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey),
];

/** A bundle over a whole log of these texts, of which those with an index in `own` are the line's. */
async function bundleOf(log: readonly string[], own: readonly number[], by: readonly Signer[]): Promise<TraceBundle> {
  const tiles = append(
    0,
    [],
    log.map((text) => leafHashOf(utf8(text))),
  );
  const root = joined([askRoot(log.length).answer(tiles)]);
  return {
    origin,
    keys: by.map(({ key }) => ({ kind: key.kind, bytes: toBase64(key.bytes) })),
    olderKeys: [],
    anchors: [],
    witnesses: [],
    checkpoint: await signedNote({ origin, size: log.length, root }, by),
    records: own.map((index) => ({
      index,
      text: log[index] as string,
      path: askInclusion(index, log.length).answer(tiles).map(toHex),
      opened: { maker: { value: maker, salt: toHex(salt) } },
    })),
  };
}

/** The records of one line, one in three of a log in which others stand too. */
async function logTexts(): Promise<string[]> {
  const found: string[] = [];
  let before: string | null = null;
  for (let index = 0; index < 30; index += 1) {
    const own = index % 3 === 1;
    const record: TraceRecord = {
      version: 1,
      line: own ? line : 'PL26112200002',
      place: own ? (index - 1) / 3 : index,
      before: own ? before : null,
      demand: 'DM26112200001',
      stage: 'make',
      event: 'report',
      by: 'provider',
      at: 1_795_000_000 + index,
      percent: index,
      files: [toHex(joined([randomBytes(32)]))],
      sealed: { maker: toHex(await sealOf(salt, maker)) },
    };
    const text = canonicalText(record);
    if (own) before = leafHashOf(utf8(text)).toString('hex');
    found.push(text);
  }
  return found;
}

const own = [1, 4, 7, 10, 13];
const said = ({ findings }: Verdict) => findings.map(({ check, at, fault }) => `${check} ${at ?? '-'} ${fault}`);
const changed = (change: (bundle: TraceBundle) => void): TraceBundle => {
  const copy = structuredClone(bundle);
  change(copy);
  return copy;
};
const recordAt = (one: TraceBundle, at: number) => one.records[at] as TraceBundle['records'][number];

beforeAll(async () => {
  signers = newSigners(origin);
  texts = await logTexts();
  bundle = await bundleOf(texts, own, signers);
});

describe('[Z-11] what a reader recomputes of a line', () => {
  it('finds nothing where nothing was changed, and says what was signed', async () => {
    const verdict = await verify(bundle);
    expect(said(verdict)).toEqual([]);
    expect(verdict.signed).toEqual(['ed25519', 'p256']);
    expect(verdict.head?.size).toBe(30);
    expect(verdict.records.map((record) => record?.place)).toEqual([0, 1, 2, 3, 4]);
  });

  it('finds one changed character of any record, and names the place', async () => {
    for (const at of own.keys()) {
      const spoilt = changed((copy) => {
        const record = recordAt(copy, at);
        record.text = record.text.replace('"percent":', '"percent":9');
      });
      const { findings } = await verify(spoilt);
      expect(findings).toContainEqual({ check: 'path', at, fault: 'not in the tree' });
      expect(new Set(findings.map((finding) => finding.at))).toEqual(new Set([at]));
    }
  });

  it('finds a record that was left out, at the one that should follow it', async () => {
    const without = await verify(changed((copy) => copy.records.splice(2, 1)));
    expect(said(without)).toEqual(['line 2 out of order']);
    const headless = await verify(changed((copy) => copy.records.splice(0, 1)));
    expect(said(headless)).toContain('line 0 out of order');
  });

  it('finds two records that changed places', async () => {
    const turned = await verify(changed((copy) => copy.records.splice(1, 2, recordAt(copy, 2), recordAt(copy, 1))));
    expect(said(turned)).toContain('line 1 out of order');
    expect(said(turned)).toContain('line 2 out of order');
  });

  it('finds a log that was made anew without a record, for the reader kept its root', async () => {
    const shorter = await bundleOf(
      texts.filter((_, index) => index !== 8),
      [1, 4, 7, 9, 12],
      signers,
    );
    expect(said(await verify(shorter))).toEqual([]);
    const kept = readNote(bundle.checkpoint)?.checkpoint;
    const now = readNote(shorter.checkpoint)?.checkpoint;
    expect(now?.size).toBe((kept?.size ?? 0) - 1);
    // The earlier checkpoint, which its reader kept, does not go with the records of the new log.
    const held = said(await verify({ ...shorter, checkpoint: bundle.checkpoint }));
    expect(held.filter((one) => one.startsWith('path'))).toHaveLength(own.length);
  });

  it('finds a swapped, a forged and a missing signature', async () => {
    const others = newSigners(origin);
    const foreign = await bundleOf(texts, own, others);
    const trusted = signers.map(({ key }) => key);
    expect(said(await verify(foreign, trusted))).toEqual(['signature - not signed', 'signature - not signed']);
    const [text = '', lines = ''] = bundle.checkpoint.split('\n\n');
    const broken = lines.replace(/(.{6})(.)(={0,2}\n)/g, (_, start: string, one: string, end: string) => {
      return `${start}${one === 'A' ? 'Q' : 'A'}${end}`;
    });
    const forged = await verify({ ...bundle, checkpoint: `${text}\n\n${broken}` }, trusted);
    expect(forged.findings.length).toBeGreaterThan(0);
    expect(forged.signed).not.toEqual(['ed25519', 'p256']);
    const swapped = await verify({ ...bundle, checkpoint: `${text.replace('30', '31')}\n\n${lines}` }, trusted);
    expect(said(swapped)).toContain('signature - forged');
    expect(swapped.signed).toEqual([]);
    expect(said(await verify({ ...bundle, checkpoint: `${text}\n\n` }))).toContain('signature - unreadable');
    expect(said(await verify({ ...bundle, keys: [] }))).toContain('signature - not signed');
  });

  it('finds another name under a seal, and a log that is not the one it says', async () => {
    const renamed = changed((copy) => {
      recordAt(copy, 3).opened['maker'] = { value: '别家工厂', salt: toHex(salt) };
    });
    expect(said(await verify(renamed))).toEqual(['sealed 3 another value']);
    const unsalted = changed((copy) => {
      recordAt(copy, 3).opened['maker'] = { value: maker, salt: '' };
    });
    expect(said(await verify(unsalted))).toEqual(['sealed 3 another value']);
    expect(said(await verify({ ...bundle, origin: 'other.example' }))).toEqual(['signature - another log']);
  });

  it('writes records as another implementation of RFC 8785 does', () => {
    const record = JSON.parse(texts[0] ?? '') as TraceRecord;
    const names = { é: '1', z: '2', 木: '3', '\u{1F4A9}': '4', '\uFB33': '5', '': '6', 'a"\\\n': '7\u2028\u0007' };
    const strange = { ...record, stage: '"木\u0001', sealed: names } as TraceRecord;
    for (const one of [record, strange]) expect(canonicalText(one)).toBe(canonicalize(one));
  });

  it('takes a record only as it was written: not with blanks, other order, doubled or further fields', () => {
    const [text = ''] = texts;
    expect(readRecord(text)).not.toBeNull();
    const { version, ...rest } = JSON.parse(text) as TraceRecord;
    expect(readRecord(JSON.stringify({ version, ...rest }))).toBeNull();
    expect(readRecord(text.replace(':', ': '))).toBeNull();
    expect(readRecord(text.replace('{', '{"version":1,'))).toBeNull();
    expect(readRecord(text.replace('{', '{"aside":1,'))).toBeNull();
    expect(readRecord('')).toBeNull();
  });

  it('reads a note only as the format has it', async () => {
    const { checkpoint } = bundle;
    const note = readNote(checkpoint);
    expect(note?.checkpoint).toMatchObject({ origin, size: 30 });
    for (const bad of [
      '',
      checkpoint.trimEnd(),
      checkpoint.replace('\n30\n', '\n030\n'),
      checkpoint.replace('\n30\n', '\n-1\n'),
      checkpoint.replace('\n30\n', '\n30\nextension\n'),
      checkpoint.replace('— ', '- '),
      checkpoint.replace(origin, 'two words'),
      checkpoint.replace('\n', '\r\n'),
    ])
      expect(readNote(bad)).toBeNull();
    const [ed25519] = signers as [Signer, Signer];
    expect(note && (await signedBy(note, { ...ed25519.key, name: 'witness.example' }))).toBe('unsigned');
  });
});
