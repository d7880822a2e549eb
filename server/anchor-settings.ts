import { z } from 'zod';

/** Where the heads of the trace log are kept outside, and who else signs them, as the operator tells it. */

export const anchorNames = ['file', 'evm'] as const;
export type AnchorName = (typeof anchorNames)[number];

export interface EvmAnchorSettings {
  readonly url: string;
  readonly chainId: number;
  /** 0x and 40 digits */
  readonly contract: string;
  /** absent: `trace/evm.key` of the data folder, made at the first start */
  readonly keyFile: string | undefined;
  readonly legacy: boolean;
  readonly gas: number | undefined;
  readonly confirmations: number;
}

export interface AnchorSettings {
  readonly targets: readonly AnchorName[];
  /** minutes between heads that are anchored, as long as the log grows */
  readonly minutes: number;
  /** public keys (`name+id+key`) of those whose signatures are taken */
  readonly witnesses: readonly string[];
  readonly evm: EvmAnchorSettings | undefined;
}

const names = [
  'OMO_ANCHOR_EVM_URL',
  'OMO_ANCHOR_EVM_CHAIN_ID',
  'OMO_ANCHOR_EVM_CONTRACT',
  'OMO_ANCHOR_EVM_KEY_FILE',
  'OMO_ANCHOR_EVM_LEGACY',
  'OMO_ANCHOR_EVM_GAS',
  'OMO_ANCHOR_EVM_CONFIRMATIONS',
  'OMO_ANCHOR',
  'OMO_ANCHOR_MINUTES',
  'OMO_TRACE_WITNESSES',
] as const;
type Name = (typeof names)[number];
export const anchorSettingNames = names;

type Given = Readonly<Partial<Record<Name, string>>>;
type Refuse = (variable: string, problem: string) => never;

const whole = (most: number) =>
  z
    .string()
    .regex(/^[1-9]\d*$/)
    .transform(Number)
    .refine((value) => value <= most);

export function anchorSettings(given: Given, refuse: Refuse): AnchorSettings {
  const number = (name: Name, most: number): number | undefined => {
    if (given[name] === undefined) return undefined;
    const read = whole(most).safeParse(given[name]);
    return read.success ? read.data : refuse(name, `must be a whole number from 1 to ${most}`);
  };
  const targets = z.array(z.enum(anchorNames)).safeParse(parts(given.OMO_ANCHOR ?? 'file'));
  if (!targets.success) refuse('OMO_ANCHOR', `must be of ${anchorNames.join(', ')}, separated by commas`);
  const chosen = targets.data ?? [];
  const witnesses = parts(given.OMO_TRACE_WITNESSES ?? '');
  for (const one of witnesses)
    if (!/^[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/=]+$/.test(one))
      refuse('OMO_TRACE_WITNESSES', 'must be public keys such as name+1a2b3c4d+BKey…, separated by commas');
  return {
    targets: chosen,
    minutes: number('OMO_ANCHOR_MINUTES', 10_080) ?? 60,
    witnesses,
    evm: chosen.includes('evm') ? evmSettings(given, refuse, number) : undefined,
  };
}

function evmSettings(
  given: Given,
  refuse: Refuse,
  number: (name: Name, most: number) => number | undefined,
): EvmAnchorSettings {
  const need = (name: Name): string => given[name] ?? refuse(name, 'is needed with OMO_ANCHOR=evm');
  const url = need('OMO_ANCHOR_EVM_URL');
  if (!URL.canParse(url) || !['http:', 'https:'].includes(new URL(url).protocol))
    refuse('OMO_ANCHOR_EVM_URL', 'must be a URL that starts with http:// or https://');
  const contract = need('OMO_ANCHOR_EVM_CONTRACT');
  if (!/^0x[0-9a-fA-F]{40}$/.test(contract))
    refuse('OMO_ANCHOR_EVM_CONTRACT', 'must be the address of the contract, 0x and 40 digits');
  need('OMO_ANCHOR_EVM_CHAIN_ID');
  const legacy = given.OMO_ANCHOR_EVM_LEGACY ?? '0';
  if (!/^[01]$/.test(legacy)) refuse('OMO_ANCHOR_EVM_LEGACY', 'must be 1 or 0');
  return {
    url,
    chainId: number('OMO_ANCHOR_EVM_CHAIN_ID', Number.MAX_SAFE_INTEGER) ?? 1,
    contract: contract.toLowerCase(),
    keyFile: given.OMO_ANCHOR_EVM_KEY_FILE,
    legacy: legacy === '1',
    gas: number('OMO_ANCHOR_EVM_GAS', 1_000_000_000),
    confirmations: number('OMO_ANCHOR_EVM_CONFIRMATIONS', 1000) ?? 1,
  };
}

const parts = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  ),
];
