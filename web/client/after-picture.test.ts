import { expect, test } from 'vitest';
import { afterPicture } from './after-picture.server.ts';

test('modules wait, in the order they had, and what is no module stays', () => {
  const page = `<head><link rel="modulepreload" href="/a.js"/><link rel="stylesheet" href="/a.css"/></head><body><script>one</script><script type="module" async="">import "/a.js";</script><script>two</script></body>`;
  const html = afterPicture(page);
  expect(html).not.toContain('modulepreload" href');
  expect(html).toContain('<link rel="later" fetchpriority="low" href="/a.js"/><link rel="stylesheet" href="/a.css"/>');
  expect(html).toMatch(
    /<script>one<\/script><script type="later">import "\/a.js";<\/script><script>\(function start.+<\/script><script>two<\/script><\/body>$/s,
  );
});

test('a page without the mark of its start is left as it is', () => {
  const page = '<link rel="modulepreload" href="/a.js"/><script type="module">import "/a.js";</script>';
  expect(afterPicture(page)).toBe(page);
});
