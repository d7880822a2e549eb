import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { firstLoad } from '../bench/first-load.ts';
import { expect, test } from './fixtures.ts';

interface Manifest {
  routes: Readonly<Record<string, { module: string; imports?: readonly string[]; css?: readonly string[] }>>;
}

const assets = join(import.meta.dirname, '../build/client/assets');

/** The built pages, each with the scripts and styles that it starts with. */
function builtRoutes(): Manifest['routes'] {
  const name = readdirSync(assets).find((each) => /^manifest-.*\.js$/.test(each));
  const text = readFileSync(join(assets, name ?? ''), 'utf8');
  return (JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest).routes;
}

const fileOf = (path: string) => path.split('/').at(-1) ?? '';

test('[P-01] no public page names anything of the console or of its kit, and none loads it', async ({ portal }) => {
  const routes = Object.entries(builtRoutes());
  const filesOf = (mine: boolean) =>
    new Set(
      routes
        .filter(([id]) => id.startsWith('console/') === mine)
        .flatMap(([, { module, imports = [], css = [] }]) => [module, ...imports, ...css].map(fileOf)),
    );
  const [console, others] = [filesOf(true), filesOf(false)];
  const own = [...console].filter((file) => !others.has(file));
  const kit = readdirSync(assets).filter((file) => /^antd-.*\.js$/.test(file));
  expect(kit).toHaveLength(1);
  expect(own).toEqual(expect.arrayContaining(kit));
  expect(others).not.toContain(kit[0]);

  for (const path of ['', 'smart/maternal/design', 'search', 'presale', 'publish', 'login', 'personal', 'console']) {
    const url = `${portal.url}/omo/${path}`;
    const html = await (await fetch(url)).text();
    const { scripts } = await firstLoad(url);
    const named = own.filter((file) => html.includes(file) || scripts.some((script) => fileOf(script.path) === file));
    // The console's own page knows its frame and its first screen: that the search finds what is there.
    if (path === 'console') expect(named.length).toBeGreaterThan(0);
    else expect(named, path).toEqual([]);
    // antd is drawn in browsers alone.
    expect(html, path).not.toMatch(/class="[^"]*\bant-/);
  }
});
