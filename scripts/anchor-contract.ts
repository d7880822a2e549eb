// `node scripts/anchor-contract.ts` puts the TraceAnchors contract on the chain of the settings (OMO_ANCHOR_EVM_URL,
// OMO_ANCHOR_EVM_CHAIN_ID, OMO_ANCHOR_EVM_KEY_FILE, OMO_ANCHOR_EVM_LEGACY, OMO_ANCHOR_EVM_GAS, OMO_DATA_DIR) and prints its address.
import { resolve } from 'node:path';
import { createWalletClient, http, publicActions } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { readEvmKey } from '../server/adapters/anchors/open.ts';
import { anchorContract } from '../server/adapters/anchors/trace-anchors.ts';

const { env } = process;
const url = env['OMO_ANCHOR_EVM_URL'] ?? '';
const account = privateKeyToAccount(
  readEvmKey({ keyFile: env['OMO_ANCHOR_EVM_KEY_FILE'] || undefined }, resolve(env['OMO_DATA_DIR'] ?? '.data')),
);
console.log(`account ${account.address}: where gas costs something, it must hold some`);
if (!URL.canParse(url)) throw new Error('OMO_ANCHOR_EVM_URL must be the address of the node');

const client = createWalletClient({ account, transport: http(url) }).extend(publicActions);
const chainId = await client.getChainId();
if (String(chainId) !== env['OMO_ANCHOR_EVM_CHAIN_ID'])
  throw new Error(`the node is of chain ${chainId}: set OMO_ANCHOR_EVM_CHAIN_ID to it if that is the one`);
const gas = env['OMO_ANCHOR_EVM_GAS'] ? BigInt(env['OMO_ANCHOR_EVM_GAS']) : undefined;
const fees =
  env['OMO_ANCHOR_EVM_LEGACY'] === '1'
    ? ({ type: 'legacy', gasPrice: await client.getGasPrice() } as const)
    : ({ type: 'eip1559', ...(await client.estimateFeesPerGas()) } as const);
const chain = {
  id: chainId,
  name: 'anchors',
  nativeCurrency: { name: '', symbol: '', decimals: 18 },
  rpcUrls: { default: { http: [url] } },
};
const hash = await client.deployContract({ ...anchorContract, chain, gas, ...fees });
const { contractAddress, status } = await client.waitForTransactionReceipt({ hash });
if (status !== 'success') throw new Error(`transaction ${hash} was reverted`);
console.log(`OMO_ANCHOR_EVM_CONTRACT=${contractAddress}`);
