import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Address, Hex } from 'viem';
import type { AnchorName, EvmAnchorSettings } from '../../anchor-settings.ts';
import { type Settings, SettingsError } from '../../settings.ts';
import type { AnchorTarget } from './anchors.ts';
import { fileAnchors } from './file.ts';

type Told = Pick<Settings, 'anchors' | 'dataDir' | 'traceOrigin'>;

/** Milliseconds that a node may take to answer, and that a transaction may take until it is confirmed. */
const answerWithin = 10_000;
const confirmedWithin = 60_000;

const openers: Record<AnchorName, (settings: Told) => Promise<AnchorTarget>> = {
  file: async ({ dataDir }) => fileAnchors(dataDir),
  evm: async ({ anchors: { evm }, dataDir, traceOrigin }) => {
    if (!evm) throw new SettingsError('OMO_ANCHOR', 'evm has no settings');
    // Loaded only where it is used: it is large.
    const { evmAnchors } = await import('./evm.ts');
    const { url, chainId, legacy, confirmations } = evm;
    return evmAnchors(
      {
        url,
        chainId,
        legacy,
        confirmations,
        contract: evm.contract as Address,
        privateKey: readEvmKey(evm, dataDir),
        gas: evm.gas === undefined ? undefined : BigInt(evm.gas),
        timeout: answerWithin,
        patience: confirmedWithin,
      },
      traceOrigin,
    );
  },
};

/** Where the settings have the heads of the log anchored. Throws a SettingsError for what cannot be used. */
export async function openAnchors(settings: Told): Promise<AnchorTarget[]> {
  return Promise.all(settings.anchors.targets.map((name) => openers[name](settings)));
}

export const evmKeyFile = (dataDir: string) => join(dataDir, 'trace', 'evm.key');

/** The account's private key: of the file that was named, else one made at random and kept in the data folder. */
export function readEvmKey({ keyFile }: Pick<EvmAnchorSettings, 'keyFile'>, dataDir: string): Hex {
  const file = keyFile ?? evmKeyFile(dataDir);
  if (keyFile === undefined) {
    mkdirSync(dirname(file), { recursive: true });
    try {
      // 'wx': of two processes that start at once, one writes and both read the same.
      writeFileSync(file, `0x${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  let key: string;
  try {
    key = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new SettingsError('OMO_ANCHOR_EVM_KEY_FILE', `cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  if (!/^(0x)?[0-9a-f]{64}$/i.test(key))
    throw new SettingsError('OMO_ANCHOR_EVM_KEY_FILE', 'must hold a private key of 64 hexadecimal digits');
  return `0x${key.replace(/^0x/i, '')}`;
}
