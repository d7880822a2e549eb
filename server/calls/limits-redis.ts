import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { type Limits, memoryLimits } from './limits.ts';

/** Opens, counts and judges a window in one step: between two processes nothing can come in between. */
const script = `
local found = redis.call('HMGET', KEYS[1], 'ends', 'count')
local ends = tonumber(found[1])
local now, per, max = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
if not ends or ends <= now then
  redis.call('HSET', KEYS[1], 'ends', now + per * 1000, 'count', 1)
  redis.call('PEXPIRE', KEYS[1], per * 1000)
  return 0
end
local count = redis.call('HINCRBY', KEYS[1], 'count', 1)
if count <= max then return 0 end
return math.ceil((ends - now) / 1000)
`;

/**
 * Limits shared by every process on one Redis. While it cannot be reached each process counts for itself: looser, but
 * neither open to everybody nor closed to everybody.
 */
export function redisLimits(
  url: string,
  log: Pick<Logger, 'warn'>,
  prefix = 'omo:limit:',
): Limits & { close(): Promise<void> } {
  const redis = new Redis(url, { maxRetriesPerRequest: 1, enableOfflineQueue: true, commandTimeout: 500 });
  const own = memoryLimits();
  let reachable = true;
  redis.on('error', (error: Error) => {
    if (reachable) log.warn({ err: error }, 'Redis cannot be reached: limits are counted per process');
    reachable = false;
  });
  redis.on('ready', () => (reachable = true));
  return {
    take: async (key, rule, now) => {
      if (!reachable) return own.take(key, rule, now);
      try {
        const wait = await redis.eval(script, 1, `${prefix}${key}:${rule.per}`, now.getTime(), rule.per, rule.max);
        return Number(wait);
      } catch (error) {
        log.warn({ err: error }, 'Redis did not answer: counted in this process');
        return own.take(key, rule, now);
      }
    },
    close: async () => {
      redis.disconnect();
    },
  };
}
