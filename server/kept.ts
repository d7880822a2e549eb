import type { Bus } from './bus.ts';

/** Milliseconds that what is kept is good for where nothing connects the processes (as decision 0010 has it). */
const goodFor = 3000;

/**
 * Keeps what is read on every page and seldom changes in this process's memory. It is read anew when the bus names the
 * tag, on every process, and at the latest after three seconds. What was being read meanwhile is handed to those who
 * asked and not kept.
 */
export function keepInMemory<T>(bus: Bus, tag: string, load: () => Promise<T>): () => Promise<T> {
  let kept: { value: Promise<T>; since: number } | undefined;
  bus.subscribe(({ tags }) => {
    if (tags.includes(tag)) kept = undefined;
  });
  return () => {
    const now = performance.now();
    if (kept && now - kept.since < goodFor) return kept.value;
    const value = load();
    const mine = { value, since: now };
    kept = mine;
    // A failure is not remembered.
    value.catch(() => {
      if (kept === mine) kept = undefined;
    });
    return value;
  };
}
