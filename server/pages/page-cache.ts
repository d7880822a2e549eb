import { createHash } from 'node:crypto';
import { encode } from './compress.ts';

/** What was rendered for an address, by whatever renders it. */
export interface Rendered {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Buffer;
  /** names of what the page shows */
  readonly tags: readonly string[];
  /** sent to those who wait for it and forgotten */
  readonly unkept?: boolean;
  /** milliseconds since 1970 at which something on it changes by itself: not sent from then on; absent for never */
  readonly until?: number;
}

export type Encoding = 'br' | 'gzip' | 'identity';

/** A rendered page in the forms it is sent in. */
export interface Page {
  readonly status: number;
  readonly etag: string;
  readonly tags: readonly string[];
  /** milliseconds since 1970 */
  readonly bornAt: number;
  /** milliseconds since 1970; not sent from then on */
  readonly until: number;
  readonly forms: Partial<Record<Encoding, Form>>;
  readonly headers: readonly (readonly [string, string])[];
  readonly size: number;
}

/** Ready to hand to `response.writeHead` and `response.end`. */
export interface Form {
  readonly head: string[];
  readonly headUnchanged: string[];
  readonly body: Buffer;
}

export interface PageCacheOptions {
  /** milliseconds that a page counts as new */
  fresh: number;
  /** milliseconds that an old page may still be sent while a new one is made */
  stale: number;
  /** most pages kept, and most bytes of them */
  entries: number;
  bytes: number;
  now?: () => number;
}

export const pageCacheDefaults: PageCacheOptions = {
  fresh: 1500,
  stale: 30_000,
  entries: 1000,
  bytes: 64 * 1024 * 1024,
};

/** How well a page is squeezed while a visitor waits: brotli's quality. */
const quality = 4;

export interface PageCacheStats {
  hits: number;
  staleHits: number;
  misses: number;
  dropped: number;
}

/**
 * Anonymous pages, kept for a second or two (rulings §6). Of equal requests for a page that is missing only one renders.
 * A page that was being rendered while what it shows was invalidated is sent to those who asked, and not kept.
 */
export class PageCache {
  readonly stats: PageCacheStats = { hits: 0, staleHits: 0, misses: 0, dropped: 0 };
  private readonly pages = new Map<string, Page>();
  private readonly flights = new Map<string, { page: Promise<Page>; begun: number }>();
  /** flights under way, those that were overtaken with them */
  private flying = 0;
  private readonly keysByTag = new Map<string, Set<string>>();
  /** tag → when it was last invalidated, in {@link moment}s; only as long as a render may be under way */
  private readonly invalidated = new Map<string, number>();
  private moment = 0;
  private bytes = 0;
  private readonly options: PageCacheOptions;
  private readonly now: () => number;

  constructor(options: Partial<PageCacheOptions> = {}) {
    this.options = { ...pageCacheDefaults, ...options };
    this.now = options.now ?? Date.now;
  }

  /** The kept page, if it may be sent; `renew` is called when it is old enough to be made anew behind the answer. */
  peek(key: string, renew: () => void): Page | undefined {
    const page = this.pages.get(key);
    if (!page) return undefined;
    const now = this.now();
    if (now >= page.until) return undefined;
    const age = now - page.bornAt;
    if (age <= this.options.fresh) {
      this.stats.hits += 1;
      return page;
    }
    if (age <= this.options.fresh + this.options.stale) {
      this.stats.staleHits += 1;
      if (!this.flights.has(key)) renew();
      return page;
    }
    return undefined;
  }

  /**
   * Renders the page unless it is being rendered already. A render that began before the latest invalidation is not
   * joined: what it will show is not known before it ends.
   */
  async fetch(key: string, render: () => Promise<Rendered>): Promise<Page> {
    const known = this.flights.get(key);
    if (known && known.begun === this.moment) return known.page;
    this.stats.misses += 1;
    this.flying += 1;
    const flight = { begun: this.moment, page: this.make(key, render) };
    this.flights.set(key, flight);
    try {
      return await flight.page;
    } finally {
      this.flying -= 1;
      if (this.flights.get(key) === flight) this.flights.delete(key);
      if (this.flying === 0) this.invalidated.clear();
    }
  }

  private async make(key: string, render: () => Promise<Rendered>): Promise<Page> {
    const startedAt = this.moment;
    const rendered = await render();
    const page = this.pageOf(rendered);
    const overtaken = rendered.tags.some((tag) => (this.invalidated.get(tag) ?? -1) >= startedAt);
    if (rendered.status === 200 && !overtaken && !rendered.unkept) this.keep(key, page);
    // A failure does not drive out what can still be shown.
    else if (rendered.status < 500) this.drop(key);
    return page;
  }

  private pageOf({ status, headers, body, tags, until = Infinity }: Rendered): Page {
    const etag = `W/"${createHash('sha1').update(body).digest('base64url')}"`;
    const page: Page = { status, etag, tags, bornAt: this.now(), until, forms: {}, headers, size: body.length };
    page.forms.identity = formOf(page, body, 'identity');
    return page;
  }

  private keep(key: string, page: Page): void {
    this.drop(key);
    this.pages.set(key, page);
    this.bytes += page.size;
    for (const tag of page.tags) {
      const keys = this.keysByTag.get(tag) ?? new Set();
      keys.add(key);
      this.keysByTag.set(tag, keys);
    }
    while (this.pages.size > this.options.entries || this.bytes > this.options.bytes) {
      const oldest = this.pages.keys().next().value;
      if (oldest === undefined || oldest === key) break;
      this.drop(oldest);
    }
  }

  private drop(key: string): void {
    const page = this.pages.get(key);
    if (!page) return;
    this.pages.delete(key);
    this.bytes -= page.size;
    for (const tag of page.tags) {
      const keys = this.keysByTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) this.keysByTag.delete(tag);
    }
  }

  /** Drops at once every page that shows one of the named things. */
  invalidate(tags: readonly string[]): void {
    for (const tag of tags) {
      if (this.flying > 0) this.invalidated.set(tag, this.moment);
      for (const key of this.keysByTag.get(tag) ?? []) {
        this.drop(key);
        this.stats.dropped += 1;
      }
    }
    // Renders that start from here on see what has just been written.
    this.moment += 1;
  }

  clear(): void {
    for (const key of this.pages.keys()) this.drop(key);
  }
}

/** The page in the wanted encoding, squeezed when it is first asked for. */
export async function formIn(page: Page, encoding: Encoding): Promise<Form> {
  const ready = page.forms[encoding];
  if (ready) return ready;
  const plain = page.forms.identity as Form;
  const { br, gzip } = await encode(plain.body, quality, encoding);
  const squeezed = encoding === 'br' ? br : gzip;
  if (!squeezed) return plain;
  page.forms[encoding] = formOf(page, squeezed, encoding);
  return page.forms[encoding] as Form;
}

function formOf(page: Page, body: Buffer, encoding: Encoding): Form {
  const shared = page.headers.flatMap(([name, value]) => [name, value]);
  shared.push('etag', page.etag, 'vary', 'accept-encoding');
  const head = [...shared, 'content-length', String(body.length)];
  if (encoding !== 'identity') head.push('content-encoding', encoding);
  return { head, headUnchanged: shared, body };
}

const encodings = new Map<string, Encoding>();

/** The best encoding that a client takes. Clients send few different headers: each is read once. */
export function encodingOf(accept: string | string[] | undefined): Encoding {
  const text = String(accept ?? '');
  const known = encodings.get(text);
  if (known) return known;
  const takes = (name: string) => new RegExp(`(?:^|[,\\s])${name}(?:$|[,\\s;])(?!\\s*q=0(?:\\.0+)?(?:$|,))`).test(text);
  const best: Encoding = takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity';
  if (encodings.size < 200) encodings.set(text, best);
  return best;
}
