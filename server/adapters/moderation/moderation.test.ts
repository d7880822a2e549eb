import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Moderation } from './moderation.ts';
import { firstWords } from '../../db/migrations/202611221125-words.ts';
import { wordList } from './word-list.ts';

/** Every adapter must pass these. */
const adapters: [name: string, make: () => Moderation][] = [['word list', () => wordList(firstWords)]];

describe.each(adapters)('%s', (_name, make) => {
  const moderation = make();
  const clean = async (...texts: string[]) => (await moderation.check(texts)).clean;

  it.each([
    '一起赌博吗',
    '赌 博',
    '赌\u3000\u00a0博',
    '賭博',
    '赌\u200d博',
    '赌\u200b\u2060\ufeff博',
    '赌.博',
    '赌*-_博',
    '赌，博',
    '赌😀博',
    '赌\u0336博',
    '网 上 賭 \n 博',
    '冰　毒',
    'ＢＢＳ里有色情视频',
    '代—开—發—票',
  ])('stops %s', async (text) => {
    expect(await clean(text)).toBe(false);
    expect(await clean('婴儿床', `好用。${text}！`)).toBe(false);
  });

  it.each([
    '榉木床框，侧板一收就并到大床边，水性漆三道。',
    '这批颜色情况怎么样？米色情侣款还有吗',
    '消毒品质有保证，甲醛释放量小于 0.03mg/m³',
    '亚麻布、大麻纤维混纺，可洗，钱包大小的口袋',
    '护栏间距 58 毫米，国标 45–65',
    '加我微信发图纸，开发票含税价 3200 元',
    '猫抓柱缠 8 毫米剑麻，顶板让 4 毫米',
    '下注意事项：先上底漆再打磨',
    '',
    '👍👍',
  ])('lets %s pass', async (text) => {
    expect(await clean(text)).toBe(true);
  });

  it('a title and its text make no word together', async () => {
    expect(await clean('打赌', '博物馆的展柜')).toBe(true);
  });

  it('stays quick with the longest texts', async () => {
    const spent = async (text: string) => {
      const rounds = [];
      for (let round = 0; round < 5; round += 1) {
        const begun = performance.now();
        await moderation.check(['木'.repeat(50), text]);
        rounds.push(performance.now() - begun);
      }
      return Math.min(...rounds);
    };
    await spent('賭 '.repeat(5000));
    const [some, more] = [await spent('賭 '.repeat(5000)), await spent('賭 '.repeat(20_000))];
    // Four times the text; what grows with its square takes sixteen times as long.
    expect(more / some).toBeLessThan(10);
  });

  it('finds nothing in all that the demo data says', async () => {
    const slices = join(import.meta.dirname, '../../slices');
    const files = readdirSync(slices, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /seed-data.*\.ts$/.test(file),
    );
    expect(files.length).toBeGreaterThan(5);
    const texts = files.flatMap((file) => readFileSync(join(slices, file), 'utf8').split('\n'));
    expect((await moderation.check(texts)).words).toEqual([]);
  });
});
