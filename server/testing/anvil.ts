import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createWalletClient, type Hex, http, publicActions } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { anchorContract } from '../adapters/anchors/trace-anchors.ts';

/** The first account that anvil fills, known to everybody. */
const richKey: Hex = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';

const processors: Record<string, string> = { x64: 'amd64', arm64: 'arm64' };

/** The program of the platform's package: its wrapper would be a process between it and whoever stops it. */
function program(): string {
  const { platform, arch } = process;
  const ending = platform === 'win32' ? '.exe' : '';
  const name = `@foundry-rs/anvil-${platform}-${processors[arch] ?? arch}`;
  return fileURLToPath(import.meta.resolve(`${name}/bin/anvil${ending}`));
}

export interface Anvil {
  readonly url: string;
  readonly chainId: number;
  /** of the contract, deployed */
  readonly contract: Hex;
  /** asks what the node offers to tests, such as `evm_mine` */
  ask(method: string, params?: unknown[]): Promise<unknown>;
  /** gives an account something to pay with */
  fund(address: Hex): Promise<void>;
  stop(): Promise<void>;
}

/** A real Ethereum node of this machine's own, with the contract on its chain. Blocks come with their transactions. */
export async function startAnvil(options: readonly string[] = []): Promise<Anvil> {
  const child = spawn(program(), ['--port', '0', '--chain-id', '31337', ...options], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = `http://${await listening(child)}`;
  const client = createWalletClient({ account: privateKeyToAccount(richKey), transport: http(url) }).extend(
    publicActions,
  );
  const ask = (method: string, params: unknown[] = []) => client.request({ method, params } as never);
  const stop = () =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once('exit', () => resolve());
      child.kill('SIGKILL');
    });
  try {
    const hash = await client.deployContract({ ...anchorContract, chain: null });
    const { contractAddress } = await client.waitForTransactionReceipt({ hash, pollingInterval: 20 });
    return {
      url,
      chainId: 31_337,
      contract: (contractAddress as Hex).toLowerCase() as Hex,
      ask,
      fund: async (address) => {
        await ask('anvil_setBalance', [address, '0x56bc75e2d63100000']);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    if (!child.stdout) return reject(new Error('anvil has no output'));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`anvil ended with ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, address] = /^Listening on (\S+)/.exec(line) ?? [];
      if (address) resolve(address);
    });
  });
}
