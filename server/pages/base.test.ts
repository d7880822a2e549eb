import { describe, expect, test } from 'vitest';
import { buildBase, inward, normalBase, outward, unreadable } from './base.ts';
import { contentSecurityPolicy, scriptHashes } from './security.ts';

describe('[S-01] base path', () => {
  test.each([
    ['/omo', '/omo'],
    ['/omo/', '/omo'],
    ['omo', '/omo'],
    ['/', ''],
    ['', ''],
    ['/a/b//', '/a/b'],
  ])('%s is %s', (given, normal) => expect(normalBase(given)).toBe(normal));

  test.each([
    ['/omo', ''],
    ['/omo/', '/'],
    ['/omo?x=1', '?x=1'],
    ['/omo.data', '.data'],
    ['/omo/smart/pet?page=2', '/smart/pet?page=2'],
  ])('%s lies under /omo', (url, rest) => expect(inward(url, '/omo')).toBe(buildBase + rest));

  test.each(['/', '/omode', '/api/x', '/omo-x/y'])('%s does not', (url) => expect(inward(url, '/omo')).toBeUndefined());

  test('so do the addresses that routes are asked for by', () => {
    const asked = `/omo/__manifest?${new URLSearchParams({ paths: '/omo,/omo/smart/pet,/elsewhere', version: '1a' }).toString()}`;
    const [path, query] = (inward(asked, '/omo') ?? '').split('?');
    expect(path).toBe(`${buildBase}/__manifest`);
    expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
      paths: `${buildBase},${buildBase}/smart/pet`,
      version: '1a',
    });
  });

  test('at the root everything does', () => expect(inward('/smart/pet', '')).toBe(`${buildBase}/smart/pet`));

  test.each([
    ['/omo/%E5%A', true],
    ['/omo/search?q=%E5%A', false],
    ['/omo/%E5%AE%B6', false],
    ['/api/%E5%A', false],
    ['/elsewhere/%E5%A', false],
  ])('[S-02] %s as an address without text: %s', (url, none) => expect(unreadable(url, '/omo')).toBe(none));

  test('what goes out carries the real one', () => {
    expect(outward(`<a href="${buildBase}/x">`, '/portal')).toBe('<a href="/portal/x">');
    expect(outward(`<a href="${buildBase}/x">`, '')).toBe('<a href="/x">');
    expect(outward(`<a href="${buildBase}"><a href="${buildBase}#top">`, '')).toBe('<a href="/"><a href="/#top">');
  });
});

describe('content security policy', () => {
  const html =
    '<script>run()</script><script type="module" async="">import "/a.js"</script>' +
    '<script src="/b.js"></script><script type="application/ld+json">{"a":1}</script><script>run()</script>';

  test('names each inline script once, and neither data nor files', () => {
    expect(scriptHashes(html)).toEqual([
      "'sha256-AvyuiL0SD1mVY3NNxR+V2uo+lhk6RMFrytWmRt6CrJQ='",
      expect.stringMatching(/^'sha256-[\w+/]{43}='$/),
    ]);
  });

  test('allows no script by its place in the page, and no frame around it', () => {
    const policy = contentSecurityPolicy(html, { img: ['https://img.example.com'] });
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain('https://img.example.com');
  });
});
