import { z } from 'zod';
import { type Anchor, isOnChain } from '../../contract/trace/anchor.ts';
import { momentOf, type Step } from '../../contract/trace/steps.ts';
import { Unusable } from './held.ts';

// What a page cannot do: asks a node of the reader's own choice whether a chain has what the portal says is on it.

const quantity = z.string().regex(/^0x[0-9a-f]+$/i);
const receipt = z
  .object({
    status: quantity,
    blockNumber: quantity,
    logs: z.array(z.object({ address: z.string(), topics: z.array(z.string()), data: z.string() })),
  })
  .nullable();
const block = z.object({ timestamp: quantity }).nullable();

/** A time above this is in milliseconds, as FISCO BCOS counts it. */
const latestSeconds = 100_000_000_000;

async function ask<Shape extends z.ZodType>(node: URL, method: string, params: unknown[], shape: Shape) {
  const asked = { jsonrpc: '2.0', id: 1, method, params };
  const headers = { 'content-type': 'application/json' };
  const answer: unknown = await fetch(node, { method: 'POST', headers, body: JSON.stringify(asked) })
    .then((response) => response.json())
    .catch((error: unknown) => {
      throw new Unusable(`节点 ${node.origin} 没有回答：${error instanceof Error ? error.message : String(error)}`);
    });
  const read = shape.safeParse((answer as { result?: unknown } | null)?.result);
  if (!read.success) throw new Unusable(`节点 ${node.origin} 对 ${method} 的回答读不懂`);
  return read.data;
}

/** Whether the head that an anchor tells of stands on its chain, in the block and at the time that the anchor says. */
export async function chainStep(node: URL, anchor: Anchor, origin: string): Promise<Step> {
  const { chain, at } = anchor;
  const name = '到链上查';
  const wrong = (text: string): Step => ({ key: 'anchor', name, text, state: 'bad', faults: [text] });
  if (chain === null) throw new Error('an anchor that is on no chain');
  const id = Number(await ask(node, 'eth_chainId', [], quantity));
  if (id !== chain.chainId) throw new Unusable(`节点 ${node.origin} 是链 ${id} 的，存证在链 ${chain.chainId} 上`);
  const found = await ask(node, 'eth_getTransactionReceipt', [chain.transaction], receipt);
  if (found === null) return wrong(`链上没有交易 ${chain.transaction}`);
  const there = Number(found.status) === 1 && (await isOnChain(anchor, origin, found.logs));
  if (!there) return wrong(`交易 ${chain.transaction} 写的不是这份日志`);
  if (Number(found.blockNumber) !== chain.block)
    return wrong(`交易在区块 ${Number(found.blockNumber)}，不在 ${chain.block}`);
  const mined = await ask(node, 'eth_getBlockByNumber', [found.blockNumber, false], block);
  if (mined === null) return wrong(`链上没有区块 ${chain.block}`);
  const time = Number(mined.timestamp);
  const seconds = time > latestSeconds ? Math.floor(time / 1000) : time;
  if (seconds !== at) return wrong(`区块的时间是 ${momentOf(seconds)}，平台说是 ${momentOf(at)}`);
  const text = `区块 ${chain.block}（${momentOf(seconds)}）里有这笔交易，写的就是这份日志：这些记录最迟那时就已写下`;
  return { key: 'anchor', name, text, state: 'good', faults: [] };
}
