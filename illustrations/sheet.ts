// Draws every motif in its three views into one PNG, to look at after a change.
// Usage: node illustrations/sheet.ts [file.png]
import sharp from 'sharp';
import { illustrate, type MotifName, motifs, type PaletteName, palettes, type View } from './index.ts';

const target = process.argv[2] ?? 'sheet.png';
const views: View[] = ['scene', 'product', 'detail'];
const suited: Record<string, PaletteName[]> = {
  nursery: ['oak', 'coral', 'white', 'pine'],
  home: ['amber', 'walnut', 'oak', 'white', 'pine', 'coral'],
  office: ['oak', 'blue', 'walnut', 'pine'],
  workshop: ['oak', 'blue', 'walnut'],
  yard: ['pine', 'amber'],
};

const columns = 6;
const [cellWidth, cellHeight] = [320, 228];
const cells = (Object.keys(motifs) as MotifName[]).flatMap((motif, i) =>
  views.map((view, j) => ({ motif, view, seed: 3 + i, palette: pickPalette(motif, i + j) })),
);
const layers = await Promise.all(
  cells.map(async (cell, k) => ({
    input: await sharp(Buffer.from(illustrate({ ...cell, width: 900, height: 640 })))
      .resize(cellWidth - 6, cellHeight - 6)
      .png()
      .toBuffer(),
    left: (k % columns) * cellWidth + 3,
    top: Math.floor(k / columns) * cellHeight + 3,
  })),
);
const height = Math.ceil(cells.length / columns) * cellHeight;
await sharp({ create: { width: columns * cellWidth, height, channels: 3, background: '#ffffff' } })
  .composite(layers)
  .png({ palette: true, quality: 92, dither: 0.6 })
  .toFile(target);

function pickPalette(motif: MotifName, k: number): PaletteName {
  const names = suited[motifs[motif].room] ?? (Object.keys(palettes) as PaletteName[]);
  return names[k % names.length] as PaletteName;
}
