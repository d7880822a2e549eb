import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Anchor, type AnchorProof, isOnChain, logId, verifyAnchor } from '../../../../contract/trace/anchor.ts';
import { joined, toHex, utf8 } from '../../../../contract/trace/bytes.ts';
import { cosignedBy, readWitnessKey, witnessKeyText } from '../../../../contract/trace/cosign.ts';
import { type Note, readNote } from '../../../../contract/trace/note.ts';
import { type Signer, signedNote, signerOf } from '../sign.ts';
import { append, askConsistency, askRoot, leafHashOf, type Tile } from '../tree.ts';
import { cosign, witnessOf } from './witness.ts';

const origin = 'trace.omo.example';
const witness = witnessOf('witness.example/one', generateKeyPairSync('ed25519').privateKey);
const now = new Date('2026-11-22T08:00:00Z');
let signers: Signer[];
let tiles: Tile[];

const treeOf = (leaves: readonly string[]) =>
  append(
    0,
    [],
    leaves.map((leaf) => leafHashOf(utf8(leaf))),
  );
const headOf = (tree: readonly Tile[], size: number) => ({ origin, size, root: joined([askRoot(size).answer(tree)]) });
const noteOf = (tree: readonly Tile[], size: number) => signedNote(headOf(tree, size), signers);

async function anchorOf(size: number, later: number, tree = tiles): Promise<AnchorProof> {
  const note = await noteOf(tree, size);
  return {
    kind: 'file',
    size,
    root: toHex(headOf(tree, size).root),
    at: now.getTime() / 1000,
    note: note + (await cosign(witness, readNote(note) as Note, now)),
    chain: null,
    path: askConsistency(Math.min(size, later), Math.max(size, later)).answer(tree).map(toHex),
  };
}

const check = async (anchor: AnchorProof, size: number, tree = tiles) =>
  verifyAnchor(
    anchor,
    headOf(tree, size),
    signers.map(({ key }) => key),
    [witness.key],
  );

beforeAll(() => {
  signers = [
    signerOf(origin, generateKeyPairSync('ed25519').privateKey),
    signerOf(origin, generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey),
  ];
  tiles = treeOf(Array.from({ length: 300 }, (_, index) => `record ${index}`));
});

describe('[Z-12] what a reader recomputes of an anchor', () => {
  it('finds the anchor and the checkpoint to be heads of one log, whichever came first', async () => {
    for (const [anchored, shown] of [
      [7, 300],
      [300, 300],
      [300, 7],
    ] as const) {
      const { fault, cosigned } = await check(await anchorOf(anchored, shown), shown);
      expect(fault).toBeNull();
      expect(cosigned).toEqual([{ name: witness.key.name, verdict: { answer: 'signed', at: now.getTime() / 1000 } }]);
    }
  });

  it('finds a log that was made anew: its checkpoint does not go on from the anchor', async () => {
    const other = treeOf(Array.from({ length: 300 }, (_, index) => `record ${index === 5 ? 'changed' : index}`));
    const old = await anchorOf(7, 300);
    const path = askConsistency(7, 300).answer(other).map(toHex);
    expect((await check({ ...old, path }, 300, other)).fault).toBe('not of one log');
    expect((await check(old, 300, other)).fault).toBe('not of one log');
    // Its own anchor would fit: which is why the reader asks for the one that lies outside.
    expect((await check(await anchorOf(7, 300, other), 300, other)).fault).toBeNull();
  });

  it('finds what does not belong together: head, log, keys, unreadable parts', async () => {
    const anchor = await anchorOf(7, 300);
    const fault = async (change: Partial<AnchorProof>) => (await check({ ...anchor, ...change }, 300)).fault;
    expect(await fault({ root: toHex(joined([randomBytes(32)])) })).toBe('another head');
    expect(await fault({ size: 8 })).toBe('another head');
    expect(await fault({ note: anchor.note.slice(1) })).toBe('another log');
    expect(await fault({ note: '' })).toBe('unreadable');
    expect(await fault({ path: ['00'] })).toBe('unreadable');
    const strangers = [signerOf(origin, generateKeyPairSync('ed25519').privateKey)];
    const foreign = await signedNote(headOf(tiles, 7), strangers);
    expect(await fault({ note: foreign })).toBe('not signed');
  });

  it('reads what the contract wrote on a chain, and nothing else', async () => {
    const chain = {
      chainId: 31_337,
      contract: `0x${'ab'.repeat(20)}`,
      sender: `0x${'cd'.repeat(20)}`,
      transaction: `0x${'ef'.repeat(32)}`,
      block: 12,
    };
    const anchor: Anchor = { ...(await anchorOf(7, 300)), kind: 'evm', chain };
    const word = (value: string) => `0x${value.replace('0x', '').padStart(64, '0')}`;
    const topic = '0x3d0c97912257c6ad70e8f6fc81ae518ad3e14734d308b512c2729cc637a4b0b1';
    const topics = [topic, word(chain.sender), await logId(origin), word('7')];
    const log = { address: chain.contract, topics, data: `0x${anchor.root}` };
    expect(await isOnChain(anchor, origin, [{ ...log, topics: [] }, log])).toBe(true);
    expect(await isOnChain(anchor, 'other.example', [log])).toBe(false);
    expect(await isOnChain(anchor, origin, [{ ...log, address: chain.sender }])).toBe(false);
    expect(await isOnChain(anchor, origin, [{ ...log, data: word('1') }])).toBe(false);
    expect(await isOnChain(anchor, origin, [{ ...log, topics: topics.with(1, word('1')) }])).toBe(false);
    expect(await isOnChain(anchor, origin, [{ ...log, topics: topics.with(3, word('8')) }])).toBe(false);
    expect(await isOnChain({ ...anchor, chain: null }, origin, [log])).toBe(false);
  });
});

describe('[Z-12] witnesses', () => {
  it('are known by name, id and key in one text, as other tools write it', async () => {
    const text = await witnessKeyText(witness.key);
    expect(await readWitnessKey(text)).toEqual(witness.key);
    const [name, id, key] = text.split('+') as [string, string, string];
    expect(await readWitnessKey(`other+${id}+${key}`)).toBeNull();
    expect(await readWitnessKey(`${name}+00000000+${key}`)).toBeNull();
    // The key of a log (type 1) is none of a witness (type 4).
    expect(await readWitnessKey(`${name}+${id}+${key.replace(/^B/, 'A')}`)).toBeNull();
    expect(await readWitnessKey('')).toBeNull();
  });

  it('sign a time and a head: neither can be exchanged', async () => {
    const note = readNote(await noteOf(tiles, 7)) as Note;
    const line = await cosign(witness, note, now);
    const signed = (text: string) => cosignedBy(readNote(text) as Note, witness.key);
    const text = `${note.text}\n${line}`;
    expect(await signed(text)).toEqual({ answer: 'signed', at: now.getTime() / 1000 });
    const other = readNote(await noteOf(tiles, 8)) as Note;
    expect(await signed(`${other.text}\n${line}`)).toEqual({ answer: 'forged' });
    const later = await cosign(witness, note, new Date(now.getTime() + 60_000));
    const [, name, encoded = ''] = later.trim().split(' ');
    const bytes = Buffer.from(encoded, 'base64');
    bytes.writeBigUInt64BE(BigInt(now.getTime() / 1000), 4);
    expect(await signed(`${note.text}\n— ${name} ${bytes.toString('base64')}\n`)).toEqual({ answer: 'forged' });
    expect(await signed(await noteOf(tiles, 7))).toEqual({ answer: 'unsigned' });
  });
});
