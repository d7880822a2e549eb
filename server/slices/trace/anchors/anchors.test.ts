import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AnchorProof, isOnChain, type OnChain, verifyAnchor } from '../../../../contract/trace/anchor.ts';
import { joined } from '../../../../contract/trace/bytes.ts';
import { cosignedBy, witnessKeyText } from '../../../../contract/trace/cosign.ts';
import { getTrace, issueTraceCode } from '../../../../contract/trace/calls.ts';
import { type Note, readNote } from '../../../../contract/trace/note.ts';
import { runTrace } from '../../../../scripts/trace/run.ts';
import type { AnchorTarget } from '../../../adapters/anchors/anchors.ts';
import { evmAnchors } from '../../../adapters/anchors/evm.ts';
import { anchorFile, fileAnchors } from '../../../adapters/anchors/file.ts';
import { type Anvil, startAnvil } from '../../../testing/anvil.ts';
import { dataOf, type Portal, startPortal } from '../../../testing/portal.ts';
import { buildUser } from '../../accounts/build.ts';
import { buildWorking } from '../../orders/work/build.ts';
import { logSigners } from '../keys.ts';
import { newestCheckpoint } from '../log.ts';
import { signedNote } from '../sign.ts';
import { anchorSweep, traceSweep } from '../sweep.ts';
import { keepAnchors } from './keep.ts';
import { anchorsOver } from './queries.ts';
import { cosign, witnessOf } from './witness.ts';

const witness = witnessOf('witness.example/one', generateKeyPairSync('ed25519').privateKey);
const stranger = witnessOf('witness.example/two', generateKeyPairSync('ed25519').privateKey);
const origin = 'trace.omo.invalid';
const minute = 60_000;

const dataDir = mkdtempSync(join(tmpdir(), 'omo-anchored-'));
let node: Anvil;
let portal: Portal;
let file: AnchorTarget;
let chain: AnchorTarget;
/** what becomes of the next heads that the chain is given */
let weather: 'fair' | 'away' | 'answer lost' = 'fair';
let sent: number[] = [];

beforeAll(async () => {
  node = await startAnvil();
  const privateKey = generatePrivateKey();
  await node.fund(privateKeyToAccount(privateKey).address);
  const { url, chainId, contract } = node;
  file = fileAnchors(dataDir);
  const given = { url, chainId, contract, privateKey, legacy: false, gas: undefined, confirmations: 1 };
  const evm = await evmAnchors({ ...given, timeout: 5000, patience: 10_000 }, origin);
  chain = {
    ...evm,
    newest: () => (weather === 'away' ? Promise.reject(new Error('nobody there')) : evm.newest()),
    anchor: async (head) => {
      if (weather === 'away') throw new Error('nobody there');
      const anchored = await evm.anchor(head);
      if (weather === 'answer lost') throw new Error('ended before it was recorded');
      sent.push(head.size);
      return anchored;
    },
  };
  portal = await startPortal({
    // What is shouted about a fork is looked at in forks.test.ts.
    env: { OMO_LOG_LEVEL: 'silent', OMO_TRACE_WITNESSES: await witnessKeyText(witness.key) },
    parts: { anchors: [file, chain] },
  });
});
afterAll(async () => {
  await node.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(() => {
  weather = 'fair';
  sent = [];
});

const never = new AbortController().signal;
/** What a minute brings: records into the log, its head signed, heads anchored. */
async function minutePasses() {
  await traceSweep.run(portal.app.services, never);
  await anchorSweep.run(portal.app.services, never);
}
async function grow() {
  const people = { owner: await buildUser(portal.db), provider: await buildUser(portal.db) };
  await buildWorking(portal.app.services, people);
}
const headSize = async () => (await newestCheckpoint(portal.db))?.size ?? 0;
const rowsOf = (target: AnchorTarget) =>
  portal.db.selectFrom('trace_anchors').selectAll().where('target', '=', target.id).orderBy('size').execute();
const lines = () =>
  readFileSync(anchorFile(dataDir), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { size: number; root: string });
const published = async (query = '') => {
  const response = await fetch(`${portal.url}/.well-known/omo-trace-anchors${query}`);
  return (await response.json()) as { anchors: AnchorProof[]; forks: { resolved: number | null; reason: string }[] };
};
const hour = async () => {
  portal.clock.advance(61 * minute);
  await grow();
  await minutePasses();
};

describe('anchors', () => {
  it('[Z-12] are made of the newest head once an interval is over, in the file and on the chain, and published', async () => {
    await hour();
    const first = await headSize();
    portal.clock.advance(10 * minute);
    await grow();
    await minutePasses();
    expect(await headSize()).toBeGreaterThan(first);
    for (const target of [file, chain]) {
      const rows = await rowsOf(target);
      expect(rows.map(({ size, anchored_at }) => [size, anchored_at !== null])).toEqual([[first, true]]);
    }
    await hour();
    const second = await headSize();
    expect(lines().map(({ size }) => size)).toEqual([first, second]);
    expect((await published()).anchors.map(({ kind, size }) => [kind, size])).toEqual([
      ['evm', second],
      ['file', second],
      ['evm', first],
      ['file', first],
    ]);
    expect((await published(`?before=${second}`)).anchors).toHaveLength(2);
    // Nothing new, nothing to anchor.
    portal.clock.advance(120 * minute);
    await minutePasses();
    expect(lines()).toHaveLength(2);
  });

  it('[Z-12] can be checked by whoever has a checkpoint, down to the transaction', async () => {
    await hour();
    const head = readNote((await newestCheckpoint(portal.db))?.note ?? '') as Note;
    const keys = logSigners(portal.app.services.secret, origin).map(({ key }) => key);
    const found = await anchorsOver(portal.db, 0, head.checkpoint.size);
    expect(found.map(({ kind }) => kind)).toEqual(['evm', 'file']);
    for (const anchor of found) {
      expect((await verifyAnchor(anchor, head.checkpoint, keys)).fault).toBeNull();
      // The first that covers the record, not the newest.
      expect(anchor.size).toBe(lines()[0]?.size);
    }
    const [onChain] = found as [AnchorProof];
    const receipt = (await node.ask('eth_getTransactionReceipt', [onChain.chain?.transaction])) as { logs: never[] };
    expect(await isOnChain(onChain, origin, receipt.logs)).toBe(true);
    expect(await anchorsOver(portal.db, head.checkpoint.size, head.checkpoint.size)).toEqual([]);
  });

  it('[Z-11] [Z-12] are looked up on the chain itself by the command line, at a node of the reader’s', async () => {
    const [owner, provider] = [await buildUser(portal.db), await buildUser(portal.db)];
    const order = await buildWorking(portal.app.services, { owner, provider });
    await hour();
    const { nid } = await portal.db
      .selectFrom('product_lines')
      .select('nid')
      .where('id', '=', order.line_id)
      .executeTakeFirstOrThrow();
    const { code } = dataOf(await portal.as(owner)(issueTraceCode, { productLineNid: nid }));
    const trace = dataOf(await portal.send(getTrace, { code }));
    const verified = async (change: (chain: OnChain, anchor: AnchorProof) => void, ...args: string[]) => {
      const copy = structuredClone(trace);
      const anchor = copy.bundle.anchors.find((one) => one.chain !== null) as AnchorProof;
      change(anchor.chain as OnChain, anchor);
      const path = join(dataDir, 'trace.json');
      writeFileSync(path, JSON.stringify(copy));
      const said: string[] = [];
      const ended = await runTrace(['verify', path, ...args], (line) => said.push(line));
      return { ended, said: said.join('\n') };
    };
    const asked = (change: Parameters<typeof verified>[0]) => verified(change, '--node', node.url);

    const whole = await asked(() => undefined);
    expect(whole).toMatchObject({ ended: 0, said: expect.stringMatching(/✓ 到链上查：区块 \d+（.*）里有这笔交易/) });
    expect(whole.said).toContain(`交易：${trace.bundle.anchors.find((one) => one.chain)?.chain?.transaction}`);
    // What nobody asked the chain is not called right.
    const unasked = await verified(() => undefined);
    expect(unasked).toMatchObject({ ended: 0, said: expect.stringContaining('- 到链上查：没有查') });
    expect(unasked.said).not.toContain('✓ 到链上查');
    expect(unasked.said).toContain('不能证明：区块链上真有那笔交易');
    expect(whole.said).not.toContain('真有那笔交易');

    const harms: [Parameters<typeof verified>[0], string][] = [
      [(chain) => (chain.transaction = `0x${'ab'.repeat(32)}`), '链上没有交易 0xabab'],
      [(chain) => (chain.contract = chain.sender), '写的不是这份日志'],
      [(chain) => (chain.block += 1), '交易在区块'],
      [(_, anchor) => (anchor.at -= 3600), '区块的时间是'],
    ];
    for (const [harm, words] of harms)
      expect(await asked(harm)).toMatchObject({ ended: 1, said: expect.stringContaining(words) });
    const elsewhere = await asked((chain) => (chain.chainId = 1));
    expect(elsewhere).toMatchObject({ ended: 2, said: expect.stringContaining('是链 31337 的，存证在链 1 上') });
    expect(await verified(() => undefined, '--node', `${portal.url}/nothing`)).toMatchObject({ ended: 2 });
    expect(await verified(() => undefined, '--node', 'nowhere')).toMatchObject({ ended: 2 });
  });

  it('[Z-12] that were missed while a chain was away are caught up, each in its order', async () => {
    weather = 'away';
    for (let count = 0; count < 3; count += 1) await hour();
    const missed = (await rowsOf(chain)).filter(({ anchored_at }) => anchored_at === null).map(({ size }) => size);
    expect(missed).toHaveLength(3);
    const { fault } = await portal.db
      .selectFrom('trace_anchor_targets')
      .select('fault')
      .where('target', '=', chain.id)
      .executeTakeFirstOrThrow();
    expect(fault).toBe('nobody there');
    // The file does not wait for the chain, and neither does signing.
    expect(lines().at(-1)?.size).toBe(await headSize());
    weather = 'fair';
    await minutePasses();
    expect(sent).toEqual(missed);
    expect((await rowsOf(chain)).every(({ anchored_at }) => anchored_at !== null)).toBe(true);
    expect(await chain.newest()).toMatchObject({ size: missed.at(-1) });
  });

  it('[Z-12] are made once, when a process ends between sending and recording', async () => {
    weather = 'answer lost';
    await hour();
    const size = await headSize();
    expect((await rowsOf(chain)).find((row) => row.size === size)?.anchored_at).toBeNull();
    const kept = await chain.newest();
    expect(kept?.size).toBe(size);
    weather = 'fair';
    const before = await node.ask('eth_blockNumber');
    await minutePasses();
    const row = (await rowsOf(chain)).find((one) => one.size === size);
    expect(row?.anchored_at).not.toBeNull();
    // No further transaction: the one that was sent is what is recorded.
    expect(await node.ask('eth_blockNumber')).toBe(before);
  });

  it('[Z-12] are made once, when several processes make them', async () => {
    portal.clock.advance(61 * minute);
    await grow();
    await traceSweep.run(portal.app.services, never);
    const size = await headSize();
    await Promise.all(Array.from({ length: 6 }, () => keepAnchors(portal.app.services, [file, chain])));
    expect(sent).toEqual([size]);
    expect(lines().filter((line) => line.size === size)).toHaveLength(1);
  });

  it('[Z-12] that a chain forgot are made anew', async () => {
    const snapshot = await node.ask('evm_snapshot');
    await hour();
    const size = await headSize();
    const before = (await rowsOf(chain)).find((row) => row.size === size);
    await node.ask('evm_revert', [snapshot]);
    expect((await chain.newest())?.size).toBeLessThan(size);
    await node.ask('evm_increaseTime', [3600]);
    await minutePasses();
    expect(await chain.newest()).toMatchObject({ size });
    const after = (await rowsOf(chain)).find((row) => row.size === size);
    expect(after?.anchored_at?.getTime()).toBeGreaterThan(before?.anchored_at?.getTime() ?? Infinity);
    expect(lines().filter((line) => line.size === size)).toHaveLength(1);
  });
});

describe('witnesses', () => {
  const hand = (body: string) => fetch(`${portal.url}/trace/cosignatures`, { method: 'POST', body });
  const current = async () => (await newestCheckpoint(portal.db))?.note ?? '';
  const signedBy = async (one: typeof witness, note: string, at = portal.clock.now()) =>
    note + (await cosign(one, readNote(note) as Note, at));

  it('[Z-12] hand in their signature, which stands below the checkpoint and the anchor from then on', async () => {
    await hour();
    const note = await current();
    expect((await hand(await signedBy(witness, note))).status).toBe(200);
    expect((await hand(await signedBy(witness, note))).status).toBe(200);
    const shown = await (await fetch(`${portal.url}/trace/checkpoint`)).text();
    expect(await cosignedBy(readNote(shown) as Note, witness.key)).toMatchObject({ answer: 'signed' });
    expect(shown.split('\n').filter((line) => line.includes(witness.key.name))).toHaveLength(1);
    const [anchor] = (await published()).anchors;
    expect(await cosignedBy(readNote(anchor?.note ?? '') as Note, witness.key)).toMatchObject({ answer: 'signed' });
  });

  it('[Z-12] are heard only with their own signature of a checkpoint that is ours', async () => {
    const note = await current();
    const { checkpoint } = readNote(note) as Note;
    const foreign = logSigners('another secret of at least thirty-two characters', origin);
    const later = new Date(portal.clock.now().getTime() + 10 * minute);
    const good = await signedBy(witness, note);
    const cases: [string, number][] = [
      ['', 400],
      [note.replace(origin, 'other.example'), 400],
      [note, 403],
      [await signedBy(stranger, note), 403],
      [good.replace(/(\S)(\S{3}=*)\n$/, (_, one: string, rest: string) => `${one === 'A' ? 'B' : 'A'}${rest}\n`), 403],
      [await signedBy(witness, note, later), 400],
      [await signedBy(witness, await signedNote({ ...checkpoint, size: 1 }, foreign)), 400],
    ];
    for (const [body, status] of cases) expect([body, (await hand(body)).status]).toEqual([body, status]);
    expect((await hand('x'.repeat(20_000))).status).toBe(413);
    expect(await portal.db.selectFrom('trace_forks').select('id').execute()).toEqual([]);
  });

  it('[Z-12] show a fork when they hold a head of ours that our log does not go on from', async () => {
    const signers = logSigners(portal.app.services.secret, origin);
    const size = (await headSize()) - 1;
    const other = await signedNote({ origin, size, root: joined([Buffer.alloc(32, 7)]) }, signers);
    expect((await hand(await signedBy(witness, other))).status).toBe(409);
    const [fork] = await portal.db.selectFrom('trace_forks').selectAll().execute();
    expect(fork).toMatchObject({ source: `witness:${witness.key.name}`, size, resolved_at: null });
    expect(readNote(fork?.note ?? '')).not.toBeNull();
    await portal.db.deleteFrom('trace_forks').execute();
  });
});
