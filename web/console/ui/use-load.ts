import { useCallback, useEffect, useState } from 'react';
import type { Reply } from '../../../contract/call.ts';

export type Answer<Data> = Extract<Reply<Data>, { ok: true }> & {
  /** when it came, in seconds since 1970 */
  at: number;
};

interface Loaded<Data> {
  /** the newest that has come; stays while others are on their way */
  answer: Answer<Data> | undefined;
  /** why nothing has come, when it is the last that happened */
  failed: { code: number; message: string } | undefined;
  /** something else than what is shown is on its way */
  loading: boolean;
  reload: () => void;
}

/**
 * Loads what a screen shows, and again when `load` becomes another (useCallback), when it is told to, and every so many seconds
 * while somebody looks. What comes too late for what is asked now is dropped.
 */
export function useLoad<Data>(load: (quiet: boolean) => Promise<Reply<Data>>, every?: number): Loaded<Data> {
  const [state, setState] = useState<{ load?: unknown; answer?: Answer<Data>; failed?: Loaded<Data>['failed'] }>({});
  const [attempt, setAttempt] = useState({ number: 0, quiet: false });
  const again = useCallback((quiet: boolean) => setAttempt(({ number }) => ({ number: number + 1, quiet })), []);
  useEffect(() => {
    let over = false;
    void load(attempt.quiet).then((reply) => {
      if (over) return;
      if (reply.ok) setState({ load, answer: { ...reply, at: Math.floor(Date.now() / 1000) } });
      // What nobody asked for need not be told when it fails: the next try follows.
      else if (!attempt.quiet)
        setState(({ answer }) => ({ load, answer, failed: { code: reply.code, message: reply.message } }));
    });
    return () => {
      over = true;
    };
  }, [load, attempt]);
  useEffect(() => {
    if (every === undefined) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') again(true);
    }, every * 1000);
    return () => clearInterval(timer);
  }, [every, again]);
  const reload = useCallback(() => again(false), [again]);
  return { answer: state.answer, failed: state.failed, loading: state.load !== load, reload };
}
