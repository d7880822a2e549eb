import { beforeAll, expect, it } from 'vitest';
import { searchMost } from '../../../contract/search.ts';
import { type Portal, startPortal } from '../../testing/portal.ts';
import { kindNumbers } from './entry.ts';
import { findPlaces } from './find.ts';
import { blockSize, hashesOf, placeOf } from './places.ts';

const kind = 'topic';
const step = 8;

/** What every eighth record of a kind holds, by how far it is from the oldest. */
const held = (number: number, newestNumber: number): { title: string[]; any: string[] } => {
  const index = number / step;
  const holds: Readonly<Record<string, boolean>> = {
    每: true,
    三: index % 3 === 0,
    百: index % 100 === 1,
    老: number < 5 * step,
    端: number === newestNumber || number < 200 * step,
    迟: number < newestNumber - 9 * blockSize,
    题: true,
  };
  const any = Object.keys(holds).filter((word) => holds[word]);
  // One stands everywhere and in hardly any title.
  return { any, title: any.filter((word) => (word === '题' ? number < 6 * step : index % 2 === 0)) };
};

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});

// Blocks that one statement looks through, more of them, and a newest one that has hardly begun.
it.each([0, 3, 7, 12].map((blocks) => [blocks, blocks % 2 ? 700 : 48] as const))(
  '[Z-02] of %d whole blocks and a newest of %d, what is found is the newest of what there is',
  async (blocks, rest) => {
    const last = blocks * blockSize + rest;
    const newest = last - (last % step);
    const records = Array.from({ length: newest / step + 1 }, (_, index) => {
      const number = index * step;
      return { place: placeOf(kindNumbers[kind], number), ...held(number, newest), number };
    });
    await portal.db.deleteFrom('search_grams').execute();
    const rows = records.map(({ place, number, title, any }) => ({
      place,
      grams: hashesOf(kind, number, { title: new Set(title), any: new Set(any), filters: [] }),
    }));
    await portal.db.insertInto('search_grams').values(rows).execute();
    const heads = new Map([[kindNumbers[kind], newest]]);
    const newestOf = (part: 'title' | 'any', word: string) =>
      records
        .filter((record) => record[part].includes(word))
        .map(({ place }) => place)
        .toReversed();
    for (const word of ['每', '三', '百', '老', '端', '迟', '题', '无'])
      for (const upto of [60, searchMost]) {
        const want = { ways: [[[[word]]]], loose: false };
        const [found] = await findPlaces(portal.db, heads, { want, kinds: [kind], filters: [] }, upto);
        const any = newestOf('any', word);
        expect([word, found]).toEqual([
          word,
          {
            kind,
            count: Math.min(any.length, searchMost + 1),
            titles: newestOf('title', word).slice(0, upto),
            places: any.slice(0, upto),
          },
        ]);
      }
  },
);
