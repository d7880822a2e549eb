/** Draws `web/ui/icon-sprite.svg` and the list of its names from the single icons: `node scripts/icons.ts`. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const folder = new URL('../web/ui/icons/', import.meta.url);
const names: string[] = [];
const symbols: string[] = [];

for (const file of readdirSync(folder).toSorted()) {
  const name = file.replace(/^ui-/, '').replace(/\.svg$/, '');
  const source = readFileSync(new URL(file, folder), 'utf8');
  const inner = /<svg[^>]*>([\s\S]*)<\/svg>/
    .exec(source)?.[1]
    ?.replace(/<title>.*?<\/title>/, '')
    .trim();
  if (!inner) throw new Error(`${file} is not an icon`);
  names.push(name);
  symbols.push(`<symbol id="${name}" viewBox="0 0 24 24">${inner}</symbol>`);
}

writeFileSync(
  new URL('../web/ui/icon-sprite.svg', import.meta.url),
  `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`,
);
writeFileSync(
  new URL('../web/ui/icon-names.ts', import.meta.url),
  `/** Written by scripts/icons.ts. */\nexport const iconNames = [\n${names.map((name) => `  '${name}',\n`).join('')}] as const;\n\nexport type IconName = (typeof iconNames)[number];\n`,
);
