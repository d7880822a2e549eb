import {
  type Address,
  createPublicClient,
  encodeFunctionData,
  type Hex,
  http,
  keccak256,
  type PublicClient,
  type TransactionReceipt,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { logId, type OnChain } from '../../../contract/trace/anchor.ts';
import { AnchorConflict, type Anchored, type AnchorTarget, type KeptHead, type NewAnchor } from './anchors.ts';
import { anchorContract } from './trace-anchors.ts';

export interface EvmSettings {
  readonly url: string;
  readonly chainId: number;
  readonly contract: Address;
  readonly privateKey: Hex;
  /** transactions of type 0 with one gas price (EIP-155), for chains without EIP-1559 such as FISCO BCOS */
  readonly legacy: boolean;
  /** gas that a transaction may use; absent: what the node estimates and a quarter more */
  readonly gas: bigint | undefined;
  /** blocks, its own included, until a transaction counts */
  readonly confirmations: number;
  /** milliseconds that one answer may take, and that a transaction may take to be confirmed */
  readonly timeout: number;
  readonly patience: number;
}

/** Milliseconds between looks for a transaction. */
const pollingInterval = 500;
/** A time above this is in milliseconds, as FISCO BCOS counts it in contracts. */
const latestSeconds = 100_000_000_000n;

interface HeadOnChain {
  root: Hex;
  size: bigint;
  time: bigint;
  blockNumber: bigint;
}

/** Heads in the `TraceAnchors` contract of an EVM chain, which keeps them for the sending account alone. */
export async function evmAnchors(settings: EvmSettings, origin: string): Promise<AnchorTarget> {
  const { url, chainId, contract, timeout } = settings;
  const account = privateKeyToAccount(settings.privateKey);
  const log = (await logId(origin)) as Hex;
  const client: PublicClient = createPublicClient({
    transport: http(url, { timeout, retryCount: 0 }),
    pollingInterval,
    cacheTime: 0,
  });
  const sender = account.address;
  const view = { address: contract, abi: anchorContract.abi };

  /** Of another chain behind the same address nothing is believed. */
  const rightChain = async () => {
    const found = await client.getChainId();
    if (found !== chainId) throw new Error(`the node is of chain ${found}, not of ${chainId}`);
  };
  const headOf = (size: number): Promise<HeadOnChain> =>
    client.readContract({ ...view, functionName: 'head', args: [sender, log, BigInt(size)] });
  const newest = async (): Promise<KeptHead | null> =>
    kept(await client.readContract({ ...view, functionName: 'newest', args: [sender, log] }));

  async function send(size: number, root: Hex): Promise<Hex> {
    const data = encodeFunctionData({
      abi: anchorContract.abi,
      functionName: 'anchor',
      args: [log, BigInt(size), root],
    });
    const call = { account: sender, to: contract, data };
    const [nonce, gas] = await Promise.all([
      // Not `pending`: asked again, what may still be on its way is sent once more under its own number and never beside it.
      client.getTransactionCount({ address: sender, blockTag: 'latest' }),
      settings.gas ?? client.estimateGas(call).then((needed) => (needed * 5n) / 4n),
    ]);
    const common = { to: contract, data, nonce, gas, chainId, value: 0n };
    const signed = settings.legacy
      ? await account.signTransaction({ ...common, type: 'legacy', gasPrice: await client.getGasPrice() })
      : await account.signTransaction({ ...common, type: 'eip1559', ...(await client.estimateFeesPerGas()) });
    const hash = keccak256(signed);
    try {
      await client.sendRawTransaction({ serializedTransaction: signed });
    } catch (error) {
      // The node has it already, from a time when its answer was lost.
      const known = await client.getTransaction({ hash }).catch(() => null);
      if (known === null) throw error;
    }
    return hash;
  }

  const confirmed = (hash: Hex): Promise<TransactionReceipt> =>
    client.waitForTransactionReceipt({
      hash,
      confirmations: settings.confirmations,
      timeout: settings.patience,
      checkReplacement: false,
    });

  /** The transaction that wrote a head which stands there. */
  async function writtenBy({ size, blockNumber }: HeadOnChain): Promise<Hex> {
    const logs = await client.getContractEvents({
      ...view,
      eventName: 'Anchored',
      args: { sender, log, size },
      fromBlock: blockNumber,
      toBlock: blockNumber,
    });
    const hash = logs[0]?.transactionHash;
    if (!hash) throw new Error(`the node has no event of the head of ${size} records in block ${blockNumber}`);
    return hash;
  }

  async function anchor({ size, root }: NewAnchor): Promise<Anchored> {
    await rightChain();
    const wanted: Hex = `0x${root.toString('hex')}`;
    let found = await headOf(size);
    let hash: Hex;
    if (kept(found) === null) {
      const largest = await newest();
      if (largest && largest.size > size) throw new AnchorConflict(largest);
      hash = await send(size, wanted);
    } else {
      if (found.root !== wanted) throw new AnchorConflict(kept(found) as KeptHead);
      hash = await writtenBy(found);
    }
    const receipt = await confirmed(hash);
    if (receipt.status !== 'success') throw new Error(`transaction ${hash} was reverted`);
    found = await headOf(size);
    if (found.root !== wanted) throw new Error(`transaction ${hash} is confirmed, but the head is not there`);
    const seconds = found.time > latestSeconds ? found.time / 1000n : found.time;
    const chain: OnChain = {
      chainId,
      contract: contract.toLowerCase(),
      sender: sender.toLowerCase(),
      transaction: hash,
      block: Number(receipt.blockNumber),
    };
    return { at: new Date(Number(seconds) * 1000), chain };
  }

  return {
    kind: 'evm',
    id: `evm:${chainId}:${contract.toLowerCase()}:${sender.toLowerCase()}`,
    batch: 20,
    anchor,
    newest: async () => {
      await rightChain();
      return newest();
    },
  };
}

const nothing = `0x${'0'.repeat(64)}`;

const kept = ({ root, size }: HeadOnChain): KeptHead | null =>
  root === nothing ? null : { size: Number(size), root: Buffer.from(root.slice(2), 'hex') };
