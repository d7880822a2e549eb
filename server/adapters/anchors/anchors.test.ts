import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { createHash, randomUUID } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import solc from 'solc';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Anchor, isOnChain } from '../../../contract/trace/anchor.ts';
import { type Anvil, startAnvil } from '../../testing/anvil.ts';
import { AnchorConflict, type Anchored, type AnchorTarget, type NewAnchor } from './anchors.ts';
import { evmAnchors, type EvmSettings } from './evm.ts';
import { anchorFile, fileAnchors } from './file.ts';
import { openAnchors, readEvmKey } from './open.ts';
import { anchorContract } from './trace-anchors.ts';

const origin = 'trace.omo.example';
const now = new Date('2026-11-22T08:00:00Z');
let node: Anvil;
const folders: string[] = [];

const folder = () => {
  folders.push(mkdtempSync(join(tmpdir(), 'omo-anchors-')));
  return folders.at(-1) as string;
};
const head = (size: number, seed = ''): NewAnchor => ({
  size,
  root: createHash('sha256').update(`${size} ${seed}`).digest(),
  note: `a note of ${size}`,
  now,
});

/** A new account, with something to pay with. */
async function evmSettings(change: Partial<EvmSettings> = {}): Promise<EvmSettings> {
  const privateKey = generatePrivateKey();
  await node.fund(privateKeyToAccount(privateKey).address);
  const { url, chainId, contract } = node;
  const given = { url, chainId, contract, privateKey, legacy: false, gas: undefined, confirmations: 1 };
  return { ...given, timeout: 5000, patience: 10_000, ...change };
}

beforeAll(async () => {
  node = await startAnvil();
});
afterAll(async () => {
  await node.stop();
  for (const one of folders) rmSync(one, { recursive: true, force: true });
});

describe.each<[string, () => Promise<() => Promise<AnchorTarget>>]>([
  [
    'file',
    async () => {
      const dataDir = folder();
      return async () => fileAnchors(dataDir);
    },
  ],
  [
    'evm',
    async () => {
      const settings = await evmSettings();
      return () => evmAnchors(settings, origin);
    },
  ],
  [
    'evm with transactions of type 0',
    async () => {
      const settings = await evmSettings({ legacy: true, gas: 300_000n });
      return () => evmAnchors(settings, origin);
    },
  ],
])('%s', (_name, make) => {
  test('[Z-12] keeps heads, and knows them after a start', async () => {
    const open = await make();
    const target = await open();
    expect(await target.newest()).toBeNull();
    for (const size of [3, 10, 11]) await target.anchor(head(size));
    const again = await open();
    expect(again.id).toBe(target.id);
    expect(await again.newest()).toEqual({ size: 11, root: head(11).root });
  });

  test('[Z-12] keeps a head once, however often it is asked to', async () => {
    const open = await make();
    const first = await (await open()).anchor(head(5));
    await (await open()).anchor(head(9));
    const later = { ...head(5), now: new Date(now.getTime() + 60_000) };
    expect(await (await open()).anchor(later)).toEqual(first);
    expect(await (await open()).newest()).toMatchObject({ size: 9 });
  });

  test('[Z-12] refuses another head of a size that is kept, and one that is smaller', async () => {
    const target = await (await make())();
    await target.anchor(head(5));
    await target.anchor(head(9));
    for (const [bad, kept] of [
      [head(9, 'other'), 9],
      [head(5, 'other'), 5],
      [head(7), 9],
    ] as const) {
      const refused = await target.anchor(bad).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(AnchorConflict);
      expect((refused as AnchorConflict).kept).toEqual({ size: kept, root: head(kept).root });
    }
  });
});

describe('the file', () => {
  const lines = (dataDir: string) => readFileSync(anchorFile(dataDir), 'utf8').split('\n');

  test('[Z-12] is only added to: what a crash left of a line stays, and nothing is lost to it', async () => {
    const dataDir = folder();
    const target = fileAnchors(dataDir);
    await target.anchor(head(3));
    const before = readFileSync(anchorFile(dataDir), 'utf8');
    const torn = '{"size":9,"root":"ab';
    appendFileSync(anchorFile(dataDir), torn);
    expect(await target.newest()).toMatchObject({ size: 3 });
    await target.anchor(head(4));
    expect(readFileSync(anchorFile(dataDir), 'utf8').startsWith(before + torn)).toBe(true);
    expect(lines(dataDir)).toHaveLength(4);
    expect(await fileAnchors(dataDir).newest()).toEqual({ size: 4, root: head(4).root });
  });

  test('[Z-12] finds an old head in a long file', async () => {
    const dataDir = folder();
    const target = fileAnchors(dataDir);
    await target.anchor(head(1));
    for (let size = 2; size < 300; size += 1)
      appendFileSync(
        anchorFile(dataDir),
        `${JSON.stringify({ size, root: head(size).root.toString('hex'), at: now.toISOString(), note: 'n'.repeat(500) })}\n`,
      );
    expect(statSync(anchorFile(dataDir)).size).toBeGreaterThan(128 * 1024);
    expect(await target.newest()).toMatchObject({ size: 299 });
    expect(await target.anchor(head(2))).toEqual({ at: now, chain: null });
    await expect(target.anchor(head(2, 'other'))).rejects.toThrow(AnchorConflict);
  });
});

describe('the chain', () => {
  test('[Z-12] holds the contract that the source compiles to', () => {
    const content = readFileSync(new URL('TraceAnchors.sol', import.meta.url), 'utf8');
    const settings = {
      evmVersion: 'paris',
      optimizer: { enabled: true, runs: 200 },
      metadata: { appendCBOR: false, bytecodeHash: 'none' },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } },
    };
    const input = { language: 'Solidity', sources: { 'TraceAnchors.sol': { content } }, settings };
    const { errors, contracts } = JSON.parse(solc.compile(JSON.stringify(input))) as {
      errors?: unknown;
      contracts: { 'TraceAnchors.sol': { TraceAnchors: { abi: object[]; evm: { bytecode: { object: string } } } } };
    };
    expect(errors).toBeUndefined();
    const { abi, evm } = contracts['TraceAnchors.sol'].TraceAnchors;
    expect(`0x${evm.bytecode.object}`).toBe(anchorContract.bytecode);
    const plain = (value: object) =>
      JSON.parse(JSON.stringify(value, (key, one) => (key === 'internalType' ? undefined : one)));
    expect(plain(abi)).toEqual(plain(anchorContract.abi));
  });

  test('[Z-12] shows to anyone what was anchored, by the transaction alone', async () => {
    const target = await evmAnchors(await evmSettings(), origin);
    const anchored = await target.anchor(head(7));
    const { chain } = anchored;
    const receipt = (await node.ask('eth_getTransactionReceipt', [chain?.transaction])) as { logs: never[] };
    const anchor: Anchor = { kind: 'evm', ...head(7), root: head(7).root.toString('hex'), at: 0, chain };
    expect(await isOnChain(anchor, origin, receipt.logs)).toBe(true);
    expect(await isOnChain({ ...anchor, size: 8 }, origin, receipt.logs)).toBe(false);
    const block = (await node.ask('eth_getBlockByNumber', ['latest', false])) as { timestamp: string };
    expect(Math.abs(Number(block.timestamp) * 1000 - anchored.at.getTime())).toBeLessThan(60_000);
  });

  test('[Z-12] gets a transaction once, when it was sent and the answer was lost', async () => {
    const settings = await evmSettings({ patience: 300 });
    const target = await evmAnchors(settings, origin);
    await node.ask('evm_setAutomine', [false]);
    try {
      // Sent, and nobody hears of it: the process that waits gives up, another asks again.
      await expect(target.anchor(head(4))).rejects.toThrow('Timed out');
      // The same transaction, or one under the same number that the node does not take beside it.
      const again = await evmAnchors(settings, origin);
      await expect(again.anchor(head(4))).rejects.toThrow(/Timed out|underpriced/);
      expect(await target.newest()).toBeNull();
    } finally {
      await node.ask('evm_mine');
      await node.ask('evm_setAutomine', [true]);
    }
    const anchored = await (await evmAnchors(settings, origin)).anchor(head(4));
    const { address } = privateKeyToAccount(settings.privateKey);
    expect(await node.ask('eth_getTransactionCount', [address, 'latest'])).toBe('0x1');
    expect(anchored.chain?.transaction).toMatch(/^0x[0-9a-f]{64}$/);
  });

  test('[Z-12] is taken for kept only under as many blocks as are asked for', async () => {
    const target = await evmAnchors(await evmSettings({ confirmations: 3, patience: 5000 }), origin);
    let done: Anchored | undefined;
    const anchoring = target.anchor(head(4)).then((anchored) => (done = anchored));
    await expect.poll(() => target.newest()).toMatchObject({ size: 4 });
    await node.ask('evm_mine');
    expect(done).toBeUndefined();
    await node.ask('evm_mine');
    expect((await anchoring).chain?.block).toBeGreaterThan(0);
  });

  test('[Z-12] keeps heads of each account and of each log apart', async () => {
    const settings = await evmSettings();
    await (await evmAnchors(settings, origin)).anchor(head(4));
    expect(await (await evmAnchors(settings, 'other.example')).newest()).toBeNull();
    expect(await (await evmAnchors(await evmSettings(), origin)).newest()).toBeNull();
  });

  test('[Z-12] is believed only when it is the one that was set', async () => {
    const target = await evmAnchors(await evmSettings({ chainId: 1 }), origin);
    await expect(target.newest()).rejects.toThrow('chain 31337');
    await expect(target.anchor(head(1))).rejects.toThrow('chain 31337');
    const nowhere = await evmAnchors(await evmSettings({ contract: `0x${'12'.repeat(20)}` }), origin);
    await expect(nowhere.newest()).rejects.toThrow('returned no data');
    const away = await evmAnchors(await evmSettings({ url: 'http://127.0.0.1:9' }), origin);
    await expect(away.anchor(head(1))).rejects.toThrow('HTTP request failed');
  });

  test('[Z-12] keeps its key in the data folder, for its owner alone', async () => {
    const dataDir = folder();
    const key = readEvmKey({ keyFile: undefined }, dataDir);
    expect(readEvmKey({ keyFile: undefined }, dataDir)).toBe(key);
    expect(statSync(join(dataDir, 'trace', 'evm.key')).mode & 0o077).toBe(0);
    const missing = join(dataDir, randomUUID());
    expect(() => readEvmKey({ keyFile: missing }, dataDir)).toThrow('OMO_ANCHOR_EVM_KEY_FILE: cannot be read (ENOENT)');
    appendFileSync(missing, 'no key');
    expect(() => readEvmKey({ keyFile: missing }, dataDir)).toThrow('64 hexadecimal digits');
    const [target] = await openAnchors({
      dataDir,
      traceOrigin: origin,
      anchors: {
        targets: ['evm'],
        minutes: 60,
        witnesses: [],
        evm: { ...node, keyFile: undefined, legacy: false, gas: undefined, confirmations: 1 },
      },
    });
    expect(target?.id).toBe(`evm:31337:${node.contract}:${privateKeyToAccount(key).address.toLowerCase()}`);
  });
});
