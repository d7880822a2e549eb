import { useEffect, useEffectEvent } from 'react';
import { onLive } from '../../../client/live.ts';

/**
 * Asks whether a case was saved in another window or on another device while its form is open: when the server says that one
 * of its person's cases was, and whenever they come back to this window.
 */
export function useChangedElsewhere(ask: (() => void) | undefined): void {
  const listens = ask !== undefined;
  const look = useEffectEvent(() => ask?.());
  useEffect(() => {
    if (!listens) return undefined;
    const over = new AbortController();
    const back = () => document.visibilityState === 'visible' && look();
    window.addEventListener('focus', back, { signal: over.signal });
    document.addEventListener('visibilitychange', back, { signal: over.signal });
    const deaf = onLive((topic) => {
      if (topic === 'cases') look();
    });
    return () => {
      over.abort();
      deaf();
    };
  }, [listens]);
}
