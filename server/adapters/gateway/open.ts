import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../clock.ts';
import { type Settings, SettingsError } from '../../settings.ts';
import type { Gateway, GatewayName } from './gateway.ts';

/** Whom people can pay through, and who still has the word on what they once took. */
export interface Gateways {
  /** in the order in which they are offered, then those that are offered no more */
  readonly all: readonly Gateway[];
  /** offered no more: only asked, and listened to */
  readonly kept?: readonly GatewayName[];
  /** serves what a gateway needs of us besides notifications */
  mount(fastify: FastifyInstance): Promise<void>;
  close(): Promise<void>;
}

/** A portal that nothing can be paid through. */
export const noGateways: Gateways = { all: [], mount: async () => {}, close: async () => {} };

/** Those that a new payment or pay-out may go through. */
export const offeredOf = ({ all, kept = [] }: Gateways): Gateway[] => all.filter(({ name }) => !kept.includes(name));

interface Opened {
  readonly gateway: Gateway;
  readonly mount?: Gateways['mount'];
  readonly close?: Gateways['close'];
}

/** Each is loaded only where it is used: the vendors' clients are large. */
const openers: Record<GatewayName, (settings: Settings, clock: Clock) => Promise<Opened>> = {
  sandbox: openSandbox,
  alipay: async ({ alipay }, clock) => {
    if (!alipay) throw new SettingsError('OMO_GATEWAY', 'alipay has no settings');
    const { alipayGateway } = await import('./alipay.ts');
    return { gateway: alipayGateway(alipay, clock) };
  },
  wechat: async ({ wechat }, clock) => {
    if (!wechat) throw new SettingsError('OMO_GATEWAY', 'wechat has no settings');
    const { wechatGateway } = await import('./wechat.ts');
    return { gateway: wechatGateway(wechat, clock) };
  },
};

/** Whether a gateway can be opened that the settings do not offer: a vendor by its keys, the sandbox where it is borne with. */
export const canKeep = (settings: Settings, name: GatewayName): boolean =>
  name === 'sandbox' ? settings.sandboxAllowed : settings[name] !== undefined;

/**
 * Opens the gateways of the settings, and of `left` (which have something open) those that can be opened without being
 * offered. Throws a SettingsError for one that cannot be used.
 */
export async function openGateways(
  settings: Settings,
  clock: Clock,
  left: readonly GatewayName[] = [],
): Promise<Gateways> {
  const kept = left.filter((name) => !settings.gateways.includes(name) && canKeep(settings, name));
  const opened: Opened[] = [];
  const close = async () => {
    for (const one of opened.toReversed()) await one.close?.();
  };
  try {
    for (const name of [...settings.gateways, ...kept]) opened.push(await openers[name](settings, clock));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    all: opened.map(({ gateway }) => gateway),
    kept,
    mount: async (fastify) => {
      for (const { mount } of opened) await mount?.(fastify);
    },
    close,
  };
}

/** The sandbox runs in the first process that takes its port; the others on the same folder use it there. */
async function openSandbox({ dataDir, sandboxPort: port }: Settings, clock: Clock): Promise<Opened> {
  const [{ sandboxKeys }, { startSandbox }, { sandboxGateway }, { mountCashier }] = await Promise.all([
    import('./sandbox/keys.ts'),
    import('./sandbox/listener.ts'),
    import('./sandbox/sandbox.ts'),
    import('./sandbox/mount.ts'),
  ]);
  const folder = join(dataDir, 'sandbox-gateway');
  const keys = await sandboxKeys(folder);
  const running = await startSandbox({ folder, keys, port, clock }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
  });
  const url = running?.url ?? `http://127.0.0.1:${port}`;
  return {
    gateway: sandboxGateway(url, keys, clock),
    mount: (fastify) => mountCashier(fastify, url),
    close: async () => running?.stop(),
  };
}
