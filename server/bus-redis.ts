import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { type Bus, type Changed, memoryBus } from './bus.ts';

/**
 * A bus for every process on one Redis. One's own process hears at once and without Redis; while Redis cannot be reached
 * the others hear nothing, and what they keep grows old by itself.
 */
export function redisBus(
  url: string,
  log: Pick<Logger, 'warn'>,
  channel = 'omo:changed',
): Bus & { close(): Promise<void> } {
  const here = memoryBus();
  const self = randomUUID();
  const options = { maxRetriesPerRequest: 1, commandTimeout: 500 };
  const sending = new Redis(url, options);
  // A connection that subscribes can do nothing else.
  const hearing = new Redis(url, { ...options, commandTimeout: undefined });
  let reachable = true;
  for (const redis of [sending, hearing]) {
    redis.on('error', (error: Error) => {
      if (reachable) log.warn({ err: error }, 'Redis cannot be reached: other processes are not told of changes');
      reachable = false;
    });
  }
  sending.on('ready', () => (reachable = true));
  hearing.on('message', (_channel: string, message: string) => {
    const { from, changed } = JSON.parse(message) as { from: string; changed: Changed };
    if (from !== self) here.publish(changed);
  });
  const subscribed = hearing.subscribe(channel).catch((error: unknown) => {
    log.warn({ err: error }, 'changes of other processes are not heard');
  });
  return {
    publish: (changed) => {
      here.publish(changed);
      void sending.publish(channel, JSON.stringify({ from: self, changed })).catch((error: unknown) => {
        if (reachable) log.warn({ err: error }, 'a change was not told to other processes');
      });
    },
    subscribe: here.subscribe,
    close: async () => {
      await subscribed;
      sending.disconnect();
      hearing.disconnect();
    },
  };
}
