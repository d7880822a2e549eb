import { Refusal } from '../../../contract/errors.ts';

/** Runs so many tasks at once, the others in order of arrival; refuses when too many wait already. */
export function boundedQueue(
  atOnce: number,
  waitingAtMost: number,
  busy = '图片处理繁忙，请稍后再试',
): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= atOnce) {
      if (waiting.length >= waitingAtMost) throw new Refusal('unavailable', busy);
      await new Promise<void>((go) => waiting.push(go));
    } else running += 1;
    try {
      return await task();
    } finally {
      // The place is handed on, not freed, so that a newcomer cannot slip in before those who wait.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
