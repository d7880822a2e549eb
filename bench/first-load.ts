import { gzipSync } from 'node:zlib';

export interface FirstLoad {
  /** bytes of script, gzipped, that a first visit of the page loads before it is interactive */
  bytes: number;
  scripts: { path: string; bytes: number }[];
  /** bytes of style, gzipped, in the page and in files that it waits for */
  styleBytes: number;
}

const tags = /<(?:script|link)\b[^>]*>/g;
const attribute = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];

/** Modules that a page has preloaded, at once or after its first picture. */
const ahead = new Set(['modulepreload', 'later']);

/** Addresses of the scripts that a page names: its script tags and the modules it has preloaded. */
export function scriptsOf(html: string): string[] {
  const found = new Set<string>();
  for (const [tag] of html.matchAll(tags)) {
    const path = tag.startsWith('<script')
      ? attribute(tag, 'src')
      : ahead.has(attribute(tag, 'rel') ?? '')
        ? attribute(tag, 'href')
        : undefined;
    if (path) found.add(path);
  }
  // The router's own start is an inline module: it imports what it needs.
  for (const [, path] of html.matchAll(/\bimport\s*(?:[^'"()]*?\sfrom\s*)?["']([^"']+\.js)["']/g))
    if (path) found.add(path);
  return [...found];
}

/** Modules that a script imports at once (not those it loads later). */
export function staticImports(source: string): string[] {
  const found = source.matchAll(/(?:^|[;}\n])\s*(?:import|export)\b[^'"()]*?["'](\.{1,2}\/[^"']+\.js)["']/g);
  return [...found].map(([, path]) => path as string);
}

/** Styles that stand in the page, and the addresses of those it fetches. */
export function stylesOf(html: string): { inline: string[]; files: string[] } {
  const inline = [...html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/g)].map(([, text]) => text as string);
  const files = [...html.matchAll(tags)].flatMap(([tag]) => {
    const path =
      attribute(tag, 'rel') === 'stylesheet' && !/\bdisabled\b/.test(tag) ? attribute(tag, 'href') : undefined;
    return path ? [path] : [];
  });
  return { inline, files };
}

/** Loads the page as a browser does and adds up its scripts, inline ones with them, and its styles. */
export async function firstLoad(url: string): Promise<FirstLoad> {
  const html = await (await fetch(url)).text();
  const waiting = scriptsOf(html).map((path) => new URL(path, url).href);
  const scripts: FirstLoad['scripts'] = [];
  const seen = new Set<string>();
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const response = await fetch(next, { headers: { 'accept-encoding': 'identity' } });
    if (!response.ok) throw new Error(`${next} answered ${response.status}`);
    const source = Buffer.from(await response.arrayBuffer());
    scripts.push({ path: new URL(next).pathname, bytes: gzipSync(source, { level: 9 }).length });
    for (const path of staticImports(source.toString())) waiting.push(new URL(path, next).href);
  }
  const { inline, files } = stylesOf(html);
  const fetched = await Promise.all(files.map(async (path) => (await fetch(new URL(path, url))).text()));
  const styleBytes = [...inline, ...fetched].reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0);
  return { bytes: scripts.reduce((sum, script) => sum + script.bytes, 0), scripts, styleBytes };
}
