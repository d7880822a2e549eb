import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { Reply } from '../../contract/call.ts';
import { Failed } from './states.tsx';

/** Specification §8. */
export const lateTimeout = 120_000;

type State<Data> = { kind: 'waiting' } | { kind: 'failed'; text: string } | { kind: 'here'; data: Data };

/**
 * A part of a page that loads after the page: skeleton, content, or what happened with a way to try again. It gives up
 * after 120 s (feature S-15). `load` must be stable (useCallback); a new one loads anew.
 */
export function LatePart<Data>({
  load,
  skeleton,
  children,
  timeout = lateTimeout,
}: {
  load: (signal: AbortSignal) => Promise<Reply<Data>>;
  skeleton: ReactNode;
  children: (data: Data, reload: () => void) => ReactNode;
  timeout?: number;
}) {
  const [state, setState] = useState<State<Data>>({ kind: 'waiting' });
  const [attempt, setAttempt] = useState(0);
  const again = useCallback(() => {
    setState((before) => (before.kind === 'failed' ? { kind: 'waiting' } : before));
    setAttempt((count) => count + 1);
  }, []);
  useEffect(() => {
    const abort = new AbortController();
    let over = false;
    const settle = (next: State<Data>) => {
      if (over) return;
      over = true;
      setState(next);
    };
    const timer = setTimeout(() => {
      settle({ kind: 'failed', text: '加载超时了' });
      abort.abort();
    }, timeout);
    load(abort.signal)
      .then((reply) =>
        settle(
          reply.ok ? { kind: 'here', data: reply.data } : { kind: 'failed', text: reply.message || '没能加载出来' },
        ),
      )
      .catch(() => settle({ kind: 'failed', text: '没能加载出来' }))
      .finally(() => clearTimeout(timer));
    return () => {
      over = true;
      clearTimeout(timer);
      abort.abort();
    };
  }, [load, attempt, timeout]);
  if (state.kind === 'here') return <>{children(state.data, again)}</>;
  if (state.kind === 'failed') return <Failed text={state.text} onRetry={again} />;
  return (
    <div role="status" aria-label="正在加载" aria-busy="true">
      {skeleton}
    </div>
  );
}
