import { livePath } from '../../contract/live.ts';
import { currentUser } from '../session.ts';

/** Milliseconds until the next try after each that failed; the last one goes on. */
const delays = [1000, 2000, 5000, 15_000, 30_000];
/** Milliseconds over which those spread who were cut at one moment, as by a restart. */
const spread = 2000;
/** The server gives a sign of life every 20 s: a line without one is dead, whatever the browser thinks. */
const patience = 45_000;
/** milliseconds in which the page that holds the line answers whether it still does */
const answerTime = 1500;

/** Hears a topic that has changed, or null: a connection was made, and what was said before may have been missed. */
type Listener = (topic: string | null) => void;

/** What the open pages of one browser say to each other: one holds the line for all, since a host gets few connections. */
type Word = { topic: string } | { up: boolean } | { ask: true };

const lockName = 'omo.live';
const listeners = new Set<Listener>();
let line: AbortController | undefined;
let connected = false;
/** whether this page holds the line */
let holding = false;
let pages: BroadcastChannel | undefined;
let answered = false;

const tell = (topic: string | null) => {
  for (const listener of listeners) listener(topic);
};
const say = (word: Word) => pages?.postMessage(word);

/** Whether the server can tell us of changes at this moment; else one has to ask. */
export const isLive = (): boolean => connected;

/** Hears what of the reader's own changes, over one connection for all pages of the browser. Gives what ends it. */
export function onLive(listener: Listener): () => void {
  listeners.add(listener);
  if (!line) begin((line = new AbortController()));
  else if (connected) listener(null);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    line?.abort();
    line = undefined;
    connected = false;
    pages?.close();
    pages = undefined;
  };
}

function begin(own: AbortController): void {
  // Without locks (not over HTTPS) every page has a line of its own.
  if (!('locks' in navigator)) return void hold(own.signal);
  pages = new BroadcastChannel(lockName);
  pages.onmessage = ({ data }: MessageEvent<Word>) => hear(data);
  say({ ask: true });
  void lead(own.signal, false);
  // A page in the background may have been stopped by the browser, and holds the line all the same.
  const onVisible = () => {
    if (document.hidden || holding) return;
    answered = false;
    say({ ask: true });
    setTimeout(() => {
      if (!answered && !holding && !own.signal.aborted) void lead(own.signal, true);
    }, answerTime);
  };
  document.addEventListener('visibilitychange', onVisible, { signal: own.signal });
}

/** What another page of this browser says. */
function hear(word: Word): void {
  if ('ask' in word) return void (holding && say({ up: connected }));
  if (holding) return;
  answered = true;
  if ('topic' in word) return tell(word.topic);
  const before = connected;
  connected = word.up;
  if (connected && !before) tell(null);
}

/** Waits until no other page holds the line, or takes it, and holds it. */
async function lead(signal: AbortSignal, steal: boolean): Promise<void> {
  const held = new AbortController();
  const end = () => held.abort();
  signal.addEventListener('abort', end);
  await navigator.locks
    .request(lockName, steal ? { steal } : { signal }, async () => {
      holding = true;
      await hold(held.signal);
    })
    // Ended by us, or taken by another page.
    .catch(() => undefined);
  signal.removeEventListener('abort', end);
  held.abort();
  holding = false;
  if (!signal.aborted) void lead(signal, false);
}

/** Connects, and connects again, until nobody listens. By fetch: an EventSource would carry the token in its address. */
async function hold(signal: AbortSignal): Promise<void> {
  for (let failures = 0; !signal.aborted;) {
    const began = Date.now();
    const token = currentUser()?.token;
    if (token) await connect(token, signal).catch(() => undefined);
    if (signal.aborted) return;
    connected = false;
    say({ up: false });
    // One that held for a while was cut by time, not by trouble.
    failures = Date.now() - began > 10_000 ? 0 : failures + 1;
    const delay = delays[Math.min(failures, delays.length) - 1] ?? 0;
    await pause(delay + Math.random() * spread, signal);
  }
}

/** Waits, but no longer than until the network is back. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const done = () => {
      over.abort();
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    window.addEventListener('online', done, { signal: over.signal });
    signal.addEventListener('abort', done, { signal: over.signal });
    over.signal.addEventListener('abort', () => clearTimeout(timer));
  });
}

async function connect(token: string, signal: AbortSignal): Promise<void> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), patience);
  const cut = () => silence.abort();
  signal.addEventListener('abort', cut);
  // The browser tells of a lost network long before a silent line does.
  window.addEventListener('offline', cut);
  try {
    const response = await fetch(livePath, { headers: { authorization: token }, signal: silence.signal });
    if (!response.ok || !response.body) return;
    connected = true;
    say({ up: true });
    tell(null);
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(cut, patience);
      // Somebody else has signed in here.
      if (currentUser()?.token !== token) return;
      const parts = (text + value).split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        if (!part.startsWith('data: ')) continue;
        const topic = part.slice('data: '.length);
        tell(topic);
        say({ topic });
      }
    }
  } finally {
    clearTimeout(timer);
    silence.abort();
    signal.removeEventListener('abort', cut);
    window.removeEventListener('offline', cut);
  }
}
