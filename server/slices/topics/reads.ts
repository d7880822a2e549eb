import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import type { DB } from '../../db/schema.ts';

/** Counts who reads what, apart from the reading itself: pages are kept and sent without asking anybody. */
export interface Reads {
  /** Somebody has opened a topic; counted once an hour and reader, and of a network no more than {@link mostOfNetwork}. */
  note(topicId: string, reader: Reader, now: Date): void;
  /** Writes what has come together since. */
  flush(): Promise<void>;
  /** The last flush; what is noted later is lost. */
  close(): Promise<void>;
}

/** Who reads: somebody signed in, or a browser, which can call itself what it likes. */
export type Reader = { readonly userId: string } | { readonly network: string; readonly browser: string };

/** Reads of one topic an hour that come from one network without signing in: a school or an office, not a program. */
export const mostOfNetwork = 30;

/** milliseconds between writes */
const every = 3000;
/** milliseconds in which one reader counts once */
const anew = 3_600_000;
/** Readers remembered, and topics waiting to be written; beyond it somebody is playing with the beacon. */
const most = 100_000;

export function countReads(db: Kysely<DB>, log: Logger): Reads {
  const seen = new Map<string, number>();
  const networks = new Map<string, { since: number; count: number }>();
  let waiting = new Map<string, number>();
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    if (waiting.size === 0) return;
    const counts = waiting;
    waiting = new Map();
    const entries = [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
    try {
      await sql`
        update topics set read_count = read_count + n
        from unnest(${entries.map(([id]) => id)}::uuid[], ${entries.map(([, n]) => n)}::int[]) as noted (topic_id, n)
        where topics.id = noted.topic_id`.execute(db);
    } catch (error) {
      log.warn({ err: error }, 'reads were not written');
      for (const [id, n] of counts) waiting.set(id, (waiting.get(id) ?? 0) + n);
    }
  }

  function takeOne(key: string, time: number): boolean {
    const known = networks.get(key);
    if (known && time - known.since < anew) return (known.count += 1) <= mostOfNetwork;
    keep(networks, key, { since: time, count: 1 });
    return true;
  }

  // One after the other, so that close waits for the one under way.
  const flush = () => (writing = writing.then(write));
  const timer = setInterval(() => void flush(), every);
  timer.unref();

  return {
    note: (topicId, reader, now) => {
      const key = keyOf(topicId, 'userId' in reader ? reader.userId : `${reader.network} ${reader.browser}`);
      const time = now.getTime();
      const last = seen.get(key);
      if (last !== undefined && time - last < anew) return;
      if (waiting.size >= most && !waiting.has(topicId)) return;
      if ('network' in reader && !takeOne(keyOf(topicId, reader.network), time)) return;
      keep(seen, key, time);
      waiting.set(topicId, (waiting.get(topicId) ?? 0) + 1);
    },
    flush,
    close: async () => {
      clearInterval(timer);
      await flush();
    },
  };
}

/** Of one length, whatever a browser calls itself. */
const keyOf = (topicId: string, who: string) =>
  createHash('sha256').update(`${topicId} ${who}`).digest('base64url').slice(0, 22);

/** Forgets the oldest first: what is put in anew is young again. */
function keep<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  if (map.size >= most) map.delete(map.keys().next().value as string);
  map.set(key, value);
}
