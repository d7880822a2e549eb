import { livePath } from '../../contract/live.ts';
import { currentUser } from '../session.ts';

/** Milliseconds until the next try after each that failed; the last one goes on. */
const delays = [1000, 2000, 5000, 15_000, 30_000];

/** Hears a topic that has changed, or null: a connection was made, and what was said before may have been missed. */
type Listener = (topic: string | null) => void;

const listeners = new Set<Listener>();
let line: AbortController | undefined;
let connected = false;

const tell = (topic: string | null) => {
  for (const listener of listeners) listener(topic);
};

/** Whether the server can tell us of changes at this moment; else one has to ask. */
export const isLive = (): boolean => connected;

/** Hears what of the reader's own changes, over one connection for the whole page. Gives what ends it. */
export function onLive(listener: Listener): () => void {
  listeners.add(listener);
  if (!line) void hold((line = new AbortController()));
  else if (connected) listener(null);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    line?.abort();
    line = undefined;
  };
}

/** Connects, and connects again, until nobody listens. By fetch: an EventSource would carry the token in its address. */
async function hold(own: AbortController): Promise<void> {
  for (let failures = 0; !own.signal.aborted;) {
    const began = Date.now();
    const token = currentUser()?.token;
    if (token) await hear(token, own.signal).catch(() => undefined);
    connected = false;
    // One that held for a while was cut by time, not by trouble.
    failures = Date.now() - began > 10_000 ? 0 : failures + 1;
    const delay = delays[Math.min(failures, delays.length) - 1] ?? 0;
    await new Promise((resolve) => setTimeout(resolve, delay));
  }
}

async function hear(token: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(livePath, { headers: { authorization: token }, signal });
  if (!response.ok || !response.body) return;
  connected = true;
  tell(null);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (text + value).split('\n\n');
    text = parts.pop() ?? '';
    for (const part of parts) if (part.startsWith('data: ')) tell(part.slice('data: '.length));
  }
}
