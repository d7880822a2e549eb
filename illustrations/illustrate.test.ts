import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { illustrate, type MotifName, motifs, type PaletteName, palettes, type View } from './index.ts';

const views: View[] = ['scene', 'product', 'detail'];
const motifNames = Object.keys(motifs) as MotifName[];
const paletteNames = Object.keys(palettes) as PaletteName[];
const cells = motifNames.flatMap((motif, i) =>
  views.map((view, j) => ({ motif, view, palette: paletteNames[(i + j) % paletteNames.length] as PaletteName })),
);
const small = { seed: 3, width: 240, height: 180 };
const digest = (text: string) => createHash('sha256').update(text).digest('hex');

describe('illustrations', () => {
  test.for(cells)('$motif as $view in $palette has no broken number and renders', async (cell) => {
    const svg = illustrate({ ...cell, ...small });
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    const { data, info } = await sharp(Buffer.from(svg)).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height, info.channels]).toEqual([small.width, small.height, 4]);
    const [green, alpha] = [1, 3].map((from) => data.filter((_, i) => i % 4 === from)) as [Buffer, Buffer];
    expect(Math.min(...alpha)).toBe(255);
    // A picture of one tone would mean that nothing was drawn on the ground.
    expect(Math.max(...green) - Math.min(...green)).toBeGreaterThan(60);
  });

  test('the same request gives the same picture, another seed, palette or view another one', () => {
    const request = { motif: 'crib', palette: 'coral', view: 'scene', ...small } as const;
    const first = digest(illustrate(request));
    expect(digest(illustrate(request))).toBe(first);
    expect(digest(illustrate({ ...request, seed: 4 }))).not.toBe(first);
    expect(digest(illustrate({ ...request, palette: 'pine' }))).not.toBe(first);
    expect(digest(illustrate({ ...request, view: 'product' }))).not.toBe(first);
  });
});
