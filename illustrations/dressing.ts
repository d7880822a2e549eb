import { mix, tone } from './color.ts';
import type { Palette } from './palettes.ts';
import { block, frontMark, type Solid } from './primitives.ts';
import { floorLamp, framed, pendant, plant, tree } from './props.ts';
import type { Bounds, Shot } from './shot.ts';
import type { Camera, V3 } from './space.ts';

/** Plant, lamp and pictures, placed where the piece leaves room for them. */
export function dressing(
  { motif, palette, random, width, height }: Shot,
  b: Bounds,
  wallY: number,
  leftX: number,
  camera: Camera,
): Solid[] {
  const ceiling = ceilingAt(camera, [(b.x[0] + b.x[1]) / 2, wallY, 0], height * 0.06);
  const shows = (x: number, y: number) => camera.project([x, y, 0])[0] < width * 0.985;
  if (motif.room === 'yard') return crates(palette, b.x[0] - 150, b.y[0] - 30);
  if (motif.room === 'workshop') {
    const boards =
      shows(b.x[1] + 130, wallY - 9) && motif.gap !== undefined && motif.gap > 10
        ? leaningBoards(palette, b.x[1] + 40, wallY)
        : [];
    return [...boards, ...crates(palette, b.x[0] - 150, wallY - 84)];
  }
  const solids: Solid[] = [];
  const tall = b.z[1] > 130;
  const rightX = b.x[1] + 34;
  const leftFree = b.x[0] - leftX;
  const depth = wallY - 26;
  const green = random() < 0.5 ? plant : tree;
  const growth = tall ? 126 : Math.max(78, Math.min(118, b.z[1] * 1.25));
  const reach = growth * 0.3;
  // A plant cut in two by the frame is worse than none; it may move in, or stand on the left instead.
  const spot = [rightX + growth * 0.08, b.x[1] + reach * 0.85].find((x) => shows(x + reach, depth - 4));
  if (spot !== undefined) solids.push(...green(palette, random, [spot, depth - 4, 0], growth));
  else if (leftFree > 100) solids.push(...green(palette, random, [b.x[0] - 84, depth - 4, 0], growth));
  const lampHeight = Math.max(140, Math.min(168, b.z[1] * 1.5));
  if (leftFree > 48 && lampHeight < ceiling)
    solids.push(...floorLamp(palette, [b.x[0] - Math.min(34, leftFree * 0.5), depth, 0], lampHeight));
  const free = ceiling - b.z[1];
  const w = Math.max(24, Math.min(56, (b.x[1] - b.x[0]) * 0.3, (free - 26) / 1.3));
  if (!tall && free > 26 + w * 1.3) {
    const z = b.z[1] + Math.max(14, Math.min(34, free - w * 1.3 - 10));
    const x = (b.x[0] + b.x[1]) / 2 + (b.x[1] - b.x[0]) * 0.1;
    solids.push(...framed(palette, random, [x, wallY, z], w, w * 1.3));
    solids.push(...framed(palette, random, [x + w + 9, wallY, z + w * 0.3], w * 0.72, w * 0.72));
  }
  // A pendant needs air between itself and what stands on the table.
  const hang = Math.min(b.z[1] + 72, ceiling * 0.74);
  if (motif.room === 'office' && hang > b.z[1] + 30 && width / height > 1.2 && b.x[1] - b.x[0] > 150)
    solids.push(...pendant(palette, [b.x[0] + (b.x[1] - b.x[0]) * 0.3, (b.y[0] + b.y[1]) / 2, hang], 600));
  return solids;
}

/** Boards against the wall on the right of a workshop. */
function leaningBoards(palette: Palette, x: number, wallY: number): Solid[] {
  const hex = palette.body.grain ? palette.body.hex : palette.trim.grain ? palette.trim.hex : '#D9B98A';
  return [188, 164, 206, 148].map((h, i) =>
    block(
      [x + i * 21, wallY - 9 + i * 1.4, 0],
      [19, 5, h],
      { hex: mix(hex, '#B9814F', (i % 3) * 0.14), grain: true },
      { axis: 'y', r: 0.5, grain: 'z' },
    ),
  );
}

/** Goods on a pallet, wrapped for the road. */
function crates(palette: Palette, x: number, y: number): Solid[] {
  const timber = { hex: '#CDA878', grain: true };
  const board = { hex: '#D9BC90' };
  const tape = { hex: mix(palette.accent.hex, '#FFFFFF', 0.2) };
  return [
    ...[0, 34, 68].map((dx) => block([x + dx, y, 0], [9, 76, 10], timber, { axis: 'y', r: 0.4 })),
    block([x - 2, y - 2, 10], [81, 80, 4], timber, { axis: 'z', r: 0.5, grain: 'x' }),
    block([x, y, 14], [77, 74, 44], board, { r: 1 }),
    frontMark(x + 33, 14, x + 43, 58, y - 0.1, tape),
    block([x + 4, y + 4, 58], [44, 62, 36], { hex: tone(board.hex, 0.025) }, { r: 1 }),
    frontMark(x + 22, 58, x + 29, 94, y + 3.9, tape),
  ];
}

/** The height at which something on the wall would leave the picture. */
function ceilingAt(camera: Camera, [x, y]: V3, top: number): number {
  const low = camera.project([x, y, 0])[1];
  const high = camera.project([x, y, 100])[1];
  return (100 * (low - top)) / (low - high);
}
