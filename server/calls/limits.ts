import { Refusal } from '../../contract/errors.ts';

/**
 * Counts actions per key in fixed windows. Shared between processes when a Redis is set, else in this process.
 * The window is measured with the time handed in, so that tests can move it.
 */
export interface Limits {
  /** Counts one action. Gives 0 when allowed, else the seconds until the window ends. */
  take(key: string, rule: LimitRule, now: Date): Promise<number>;
}

export interface LimitRule {
  readonly max: number;
  /** seconds */
  readonly per: number;
}

/** Refused for coming too often; the answer says in its header when to come again. */
export class Throttled extends Refusal {
  /** seconds */
  readonly retryAfter: number;
  constructor(retryAfter: number, message = `操作太频繁，请${retryAfter}秒后再试`) {
    super('too_many', message);
    this.retryAfter = retryAfter;
  }
}

const keysKept = 100_000;

export function memoryLimits(): Limits {
  const windows = new Map<string, { ends: number; count: number }>();
  return {
    take: async (key, rule, now) => {
      const id = `${key}:${rule.per}`;
      const time = now.getTime();
      const found = windows.get(id);
      if (!found || found.ends <= time) {
        // Oldest first: a Map keeps insertion order, and a re-inserted key is young again.
        windows.delete(id);
        if (windows.size >= keysKept) windows.delete(windows.keys().next().value as string);
        windows.set(id, { ends: time + rule.per * 1000, count: 1 });
        return 0;
      }
      found.count += 1;
      return found.count <= rule.max ? 0 : Math.ceil((found.ends - time) / 1000);
    },
  };
}
