import { useRef, useState } from 'react';

/**
 * Whether something is on its way, and `once`, which sends nothing more until it has come back: then the answer is
 * undefined. Not by the state alone: two presses may come before it is rendered.
 */
export function useSending(): readonly [busy: boolean, once: <T>(job: () => Promise<T>) => Promise<T | undefined>] {
  const [busy, setBusy] = useState(false);
  const under = useRef(false);
  async function once<T>(job: () => Promise<T>): Promise<T | undefined> {
    if (under.current) return undefined;
    under.current = true;
    setBusy(true);
    try {
      return await job();
    } finally {
      under.current = false;
      setBusy(false);
    }
  }
  return [busy, once];
}
