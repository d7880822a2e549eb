import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { formIn, PageCache, type Rendered } from './page-cache.ts';

let now = 0;
let renders = 0;
const page = (text: string, more: Partial<Rendered> = {}): Rendered => ({
  status: 200,
  headers: [['content-type', 'text/html; charset=utf-8']],
  body: Buffer.from(text),
  tags: ['demands:design'],
  ...more,
});
const counted =
  (more: Partial<Rendered> = {}) =>
  async () => {
    renders += 1;
    return page(`page ${renders}`, more);
  };
const text = (of: { forms: { identity?: { body: Buffer } } } | undefined) => of?.forms.identity?.body.toString();
const never = () => {
  throw new Error('not to be renewed');
};

let cache: PageCache;
beforeEach(() => {
  now = 1_000_000;
  renders = 0;
  cache = new PageCache({ fresh: 1000, stale: 5000, entries: 3, bytes: 1000, now: () => now });
});

describe('[Z-01] page cache', () => {
  test('keeps a page for its time, then sends it while a new one is made, then no more', async () => {
    await cache.fetch('/a', counted());
    expect(text(cache.peek('/a', never))).toBe('page 1');
    now += 1001;
    let renewals = 0;
    expect(text(cache.peek('/a', () => void (renewals += 1)))).toBe('page 1');
    expect(renewals).toBe(1);
    now += 5000;
    expect(cache.peek('/a', never)).toBeUndefined();
  });

  test('a page on which something is due is not sent from then on, not even while a new one is made', async () => {
    await cache.fetch('/a', counted({ until: now + 700 }));
    now += 699;
    expect(text(cache.peek('/a', never))).toBe('page 1');
    now += 1;
    expect(cache.peek('/a', never)).toBeUndefined();
  });

  test('what is not to be kept is sent and pushes nothing out', async () => {
    await cache.fetch('/a', counted());
    for (const key of ['/b', '/c', '/d', '/e'])
      expect(text(await cache.fetch(key, counted({ unkept: true })))).toContain('page');
    expect(cache.peek('/e', never)).toBeUndefined();
    expect(text(cache.peek('/a', never))).toBe('page 1');
  });

  test('equal requests share one render', async () => {
    const pages = await Promise.all([cache.fetch('/a', counted()), cache.fetch('/a', counted())]);
    expect(renders).toBe(1);
    expect(pages[0]).toBe(pages[1]);
  });

  test('drops at once what shows an invalidated thing, and nothing else', async () => {
    await cache.fetch('/a', counted());
    await cache.fetch('/b', counted({ tags: ['demands:make'] }));
    cache.invalidate(['demands:design']);
    expect(cache.peek('/a', never)).toBeUndefined();
    expect(text(cache.peek('/b', never))).toBe('page 2');
  });

  test('a page that was being rendered when what it shows changed is sent, and not kept', async () => {
    let finish = (_: Rendered) => {};
    const flight = cache.fetch('/a', () => new Promise((resolve) => (finish = resolve)));
    cache.invalidate(['demands:design']);
    finish(page('old'));
    expect(text(await flight)).toBe('old');
    expect(cache.peek('/a', never)).toBeUndefined();
    await cache.fetch('/a', counted());
    expect(text(cache.peek('/a', never))).toBe('page 1');
  });

  test('who asks after an invalidation does not get a page that was begun before it', async () => {
    let finish = (_: Rendered) => {};
    const before = cache.fetch('/a', () => new Promise((resolve) => (finish = resolve)));
    cache.invalidate(['demands:design']);
    const after = cache.fetch('/a', counted());
    finish(page('old'));
    await before;
    expect(text(await after)).toBe('page 1');
  });

  test('failures and missing pages are not kept; a failure leaves the page that was there', async () => {
    await cache.fetch('/a', counted());
    await cache.fetch('/a', async () => page('oops', { status: 500 }));
    expect(text(cache.peek('/a', never))).toBe('page 1');
    await cache.fetch('/a', async () => page('gone', { status: 404 }));
    expect(cache.peek('/a', never)).toBeUndefined();
    await expect(cache.fetch('/b', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(text(await cache.fetch('/b', counted()))).toBe('page 2');
  });

  test('keeps no more pages and no more bytes than it may', async () => {
    for (const key of ['/a', '/b', '/c', '/d']) await cache.fetch(key, counted());
    expect(cache.peek('/a', never)).toBeUndefined();
    expect(text(cache.peek('/d', never))).toBe('page 4');
    await cache.fetch('/big', async () => page('x'.repeat(997)));
    expect(cache.peek('/d', never)).toBeUndefined();
    expect(cache.peek('/big', never)).toBeDefined();
  });

  test('the squeezed forms say the same, with the headers that belong to them', async () => {
    const made = await cache.fetch('/a', async () => page('需求'.repeat(100)));
    const br = await formIn(made, 'br');
    const gzip = await formIn(made, 'gzip');
    expect(brotliDecompressSync(br.body).toString()).toBe('需求'.repeat(100));
    expect(gunzipSync(gzip.body).toString()).toBe('需求'.repeat(100));
    expect(br.head).toContain('br');
    expect(br.head[br.head.indexOf('content-length') + 1]).toBe(String(br.body.length));
    expect(made.forms.br).toBe(br);
  });
});
