import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const web = join(import.meta.dirname, '../web');
const read = (path: string) => readFileSync(path, 'utf8');
const unique = (names: Iterable<string>) => [...new Set(names)].toSorted();

/** Classes that selectors of a style sheet name; those of others (`:global`) are not its own. */
const named = (sheet: string): string[] => {
  const selectors = sheet
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/:global\([^)]*\)/g, '')
    .replaceAll(/\{[^{}]*\}/g, '{}')
    .matchAll(/\.([a-z][\w-]*)/gi);
  return unique([...selectors].map(([, name = '']) => name));
};

const sheets = new Map(
  globSync('**/*.module.css', { cwd: web }).map((path) => {
    const full = join(web, path);
    return [full, { path, has: named(read(full)), used: new Set<string>(), open: false }];
  }),
);
const strange: string[] = [];
for (const path of globSync('**/*.{ts,tsx}', { cwd: web })) {
  const text = read(join(web, path));
  const code = text.replaceAll(/^import .*$/gm, '');
  for (const [, name = '', from = ''] of text.matchAll(/^import (\w+) from '(\.[^']*\.module\.css)';$/gm)) {
    const sheet = sheets.get(join(web, path, '..', from));
    if (!sheet) throw new Error(`${path} imports ${from}, which is not there`);
    for (const [, used = '', quoted = used, open] of code.matchAll(
      new RegExp(`(?<![\\w.])${name}(?:\\.(\\w+)|\\['([\\w-]+)'\\]|(\\[))`, 'g'),
    )) {
      if (open) sheet.open = true;
      else if (sheet.has.includes(quoted)) sheet.used.add(quoted);
      else strange.push(`${path}: ${name}.${quoted}`);
    }
  }
}

test('every class that a component names stands in its style sheet', () => {
  expect(strange).toEqual([]);
});

test('every class of a style sheet is used, but where a name is put together', () => {
  const idle = [...sheets.values()].flatMap(({ path, has, used, open }) =>
    open
      ? []
      : has.filter((name) => !used.has(name) && !name.startsWith('leaflet-')).map((name) => `${path}: .${name}`),
  );
  expect(sheets.size).toBeGreaterThan(50);
  expect(idle).toEqual([]);
});
