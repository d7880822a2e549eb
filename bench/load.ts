import { connect, type Socket } from 'node:net';
import { json } from 'node:stream/consumers';

// The load comes out of a process of its own: what it costs is not the server's. It reads a LoadSpec from stdin, warms up,
// measures, and writes a Load to stdout. Plain sockets, since a general HTTP client would cost more than the servers that
// are measured here.

export interface LoadSpec {
  /** `http://127.0.0.1:<port>` */
  url: string;
  connections: number;
  warmUpSeconds: number;
  seconds: number;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  /**
   * one after the other over all connections, round and round; a POST has a form-encoded body. `from` is the address that
   * it says to come from, where what one address may send is limited
   */
  requests: readonly { path: string; body?: string; from?: string }[];
  /** each request is sent at most once, for writes that would be refused the second time; ends when they run out */
  once?: boolean;
}

export interface Load {
  /** answered requests per second */
  perSecond: number;
  /** milliseconds */
  p50: number;
  p99: number;
  answered: number;
  /** with those of the warm-up */
  sent: number;
  /** anything but a 2xx: a figure with failures is void */
  failed: number;
}

/** The time below which the given share of requests was answered; `times` is sorted. */
export function percentile(times: Float64Array, share: number): number {
  return times[Math.max(0, Math.ceil(times.length * share) - 1)] ?? Number.NaN;
}

/** Whether an answer is complete; one request is under way on a connection at a time, so its end is the buffer's end. */
class Answer {
  status = 0;
  private head = '';
  private missing = 0;
  private chunked = false;
  private tail = '';

  /** Takes what arrived; true when this was the last of it. */
  take(chunk: Buffer): boolean {
    let body = chunk;
    if (this.status === 0) {
      this.head += chunk.toString('latin1');
      const end = this.head.indexOf('\r\n\r\n');
      if (end < 0) return false;
      const head = this.head.slice(0, end);
      this.status = Number(head.slice(9, 12));
      this.chunked = /\r\ntransfer-encoding: *chunked/i.test(head);
      this.missing = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
      body = Buffer.from(this.head.slice(end + 4), 'latin1');
    }
    if (!this.chunked) return (this.missing -= body.length) <= 0;
    this.tail = (this.tail + body.toString('latin1', Math.max(0, body.length - 7))).slice(-7);
    return this.tail.endsWith('\r\n0\r\n\r\n') || this.tail === '0\r\n\r\n';
  }
}

class Found {
  readonly times: number[] = [];
  failed = 0;
}

function render(spec: LoadSpec, { path, body = '', from }: LoadSpec['requests'][number]): string {
  const headers = { host: new URL(spec.url).host, ...spec.headers, ...(from ? { 'x-forwarded-for': from } : {}) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const form =
    spec.method === 'POST'
      ? `content-type: application/x-www-form-urlencoded\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
      : '';
  return `${spec.method} ${path} HTTP/1.1\r\n${lines.join('')}${form}\r\n${body}`;
}

/** Sends on one connection, the next request when the last is answered, until `next` has none. */
function sendAll(url: URL, next: () => string | undefined, found: Found): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(Number(url.port), url.hostname);
    socket.setNoDelay(true);
    let started = 0;
    let answer = new Answer();
    const send = () => {
      const request = next();
      if (request === undefined) {
        socket.end();
        resolve();
        return;
      }
      answer = new Answer();
      started = performance.now();
      socket.write(request);
    };
    socket.once('connect', send);
    socket.on('data', (chunk: Buffer) => {
      if (!answer.take(chunk)) return;
      found.times.push(performance.now() - started);
      if (answer.status < 200 || answer.status > 299) found.failed += 1;
      send();
    });
    socket.setTimeout(20_000, () => socket.destroy(new Error(`no answer in 20 s from ${url.href}`)));
    socket.once('error', reject);
    socket.once('close', () => resolve());
  });
}

async function run(spec: LoadSpec): Promise<Load> {
  const url = new URL(spec.url);
  if (url.hostname !== '127.0.0.1') throw new Error('load is only for 127.0.0.1');
  const requests = spec.requests.map((request) => render(spec, request));
  let sent = 0;

  const measure = async (seconds: number): Promise<{ found: Found; elapsed: number }> => {
    const found = new Found();
    const started = performance.now();
    const until = started + seconds * 1000;
    const next = () => {
      if (performance.now() >= until || (spec.once && sent >= requests.length)) return undefined;
      return requests[sent++ % requests.length];
    };
    await Promise.all(Array.from({ length: spec.connections }, () => sendAll(url, next, found)));
    return { found, elapsed: (performance.now() - started) / 1000 };
  };

  await measure(spec.warmUpSeconds);
  const { found, elapsed } = await measure(spec.seconds);
  if (found.times.length === 0)
    throw new Error('nothing was answered: too few requests, or none left after the warm-up');
  const times = Float64Array.from(found.times).sort();
  return {
    perSecond: times.length / elapsed,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    answered: times.length,
    sent,
    failed: found.failed,
  };
}

if (import.meta.main) console.log(JSON.stringify(await run((await json(process.stdin)) as LoadSpec)));
