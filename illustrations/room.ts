// The corner of a room: boards on the floor, a rug, skirting, and the window with the light it throws.
import { mix, tone } from './color.ts';
import type { Palette } from './palettes.ts';
import { soft, linear, n, path3, pathOf, type Pen } from './pen.ts';
import { disc } from './primitives.ts';
import { between } from './random.ts';
import type { Bounds } from './shot.ts';
import type { V3 } from './space.ts';

export function floorPattern(
  pen: Pen,
  floor: string,
  industrial: boolean,
  x0: number,
  x1: number,
  y1: number,
  y0: number,
): string {
  const { random, hair } = pen;
  const d: string[] = [];
  if (industrial) {
    for (let y = y1 - 160; y > y0 - 300; y -= 190)
      d.push(
        path3(
          pen,
          [
            [x0, y, 0],
            [x1, y, 0],
          ],
          false,
        ),
      );
    return `<path d="${d.join('')}" fill="none" stroke="${tone(floor, -0.05)}" stroke-width="${n(hair * 1.4)}" stroke-opacity=".7"/>`;
  }
  const board = 17;
  const tints: string[] = [];
  for (let y = y1; y > y0 - 260; y -= board) {
    // Beyond the eye there is no floor to draw.
    if (pen.camera.scaleAt([x1, y - board, 0]) > pen.camera.scaleAt([0, y1, 0]) * 4) break;
    d.push(
      path3(
        pen,
        [
          [x0, y, 0],
          [x1, y, 0],
        ],
        false,
      ),
    );
    for (let x = x0 + between(random, 0, 150); x < x1; x += between(random, 120, 190)) {
      d.push(
        path3(
          pen,
          [
            [x, y, 0],
            [x, y - board, 0],
          ],
          false,
        ),
      );
      if (random() < 0.3)
        tints.push(
          path3(pen, [
            [x, y, 0],
            [Math.min(x1, x + 130), y, 0],
            [Math.min(x1, x + 130), y - board, 0],
            [x, y - board, 0],
          ]),
        );
    }
  }
  return `<path d="${tints.join('')}" fill="${tone(floor, -0.03)}" fill-opacity=".4"/><path d="${d.join('')}" fill="none" stroke="${tone(floor, -0.09)}" stroke-width="${n(hair * 0.9)}" stroke-opacity=".55"/>`;
}

export function rug(pen: Pen, palette: Palette, b: Bounds): string {
  const cx = (b.x[0] + b.x[1]) / 2 + 6;
  const cy = b.y[0] - 6;
  const w = Math.max(62, (b.x[1] - b.x[0]) * 0.62);
  const d = Math.max(46, Math.min(90, (b.y[1] - b.y[0]) * 0.75));
  const shape = (k: number, lift: number) =>
    path3(
      pen,
      disc(cx, cy, w * k, d * k, 72).map(([x, y]): V3 => [x, y, lift]),
    );
  return [
    `<path d="${shape(1.005, 0)}" fill="${tone(palette.rug, -0.14)}" fill-opacity=".7"/>`,
    `<path d="${shape(1, 0.9)}" fill="${palette.rug}"/>`,
    `<path d="${shape(0.93, 0.9)}" fill="none" stroke="${mix(palette.rug, palette.accent.hex, 0.32)}" stroke-width="${n(pen.hair * 2)}" stroke-opacity=".8"/>`,
  ].join('');
}

/** Where the low sun comes in: four panes, thrown long across the back wall. */
export function lightPatch(pen: Pen, leftX: number, wallY: number, b: Bounds): string {
  const top = Math.max(190, b.z[1] + 60);
  const x = leftX + 34;
  const panes = [0, 1].flatMap((i) =>
    [0, 1].map((j) => {
      const x0 = x + i * 44;
      const z0 = top - 96 + j * 60;
      const at = (px: number, pz: number): V3 => [px, wallY, pz - (px - x) * 0.42];
      return path3(pen, [at(x0, z0), at(x0 + 40, z0), at(x0 + 40, z0 + 55), at(x0, z0 + 55)]);
    }),
  );
  return soft(pen, panes.join(''), '#FFFDF4', 0.5, pen.hair * 1.6);
}

export function windowOnFloor(pen: Pen, leftX: number, wallY: number, b: Bounds): string {
  const y = Math.min(wallY - 40, b.y[0] + 10);
  const panes = [0, 1].map((i) => {
    const y0 = y - 70 + i * 38;
    const at = (x: number, py: number): V3 => [x, py + (x - leftX) * 0.5, 0];
    return path3(pen, [at(leftX + 20, y0), at(leftX + 105, y0), at(leftX + 105, y0 + 33), at(leftX + 20, y0 + 33)]);
  });
  return soft(pen, panes.join(''), '#FFFBEA', 0.34, pen.hair * 2);
}

export function sideWindow(pen: Pen, palette: Palette, wall: string, x: number, wallY: number, b: Bounds): string {
  const z0 = 92;
  const z1 = Math.max(215, b.z[1] + 50);
  const y1 = wallY - 46;
  const y0 = y1 - 110;
  const quad = (a: number, c: number, d: number, e: number): V3[] => [
    [x, a, c],
    [x, d, c],
    [x, d, e],
    [x, a, e],
  ];
  const frame = tone(mix(wall, '#FFFFFF', 0.6), -0.01);
  const sky = linear(pen, pen.camera.project([x, y1, z1]), pen.camera.project([x, y0, z0]), [
    [0, '#FDFEFC'],
    [1, mix(palette.ground, '#DDEBF0', 0.6)],
  ]);
  const mid = (y0 + y1) / 2;
  const high = z0 + (z1 - z0) * 0.52;
  const panes = [
    quad(y0, z0, mid - 2, high - 2),
    quad(mid + 2, z0, y1, high - 2),
    quad(y0, high + 2, mid - 2, z1),
    quad(mid + 2, high + 2, y1, z1),
  ];
  return [
    `<path d="${path3(pen, quad(y0 - 7, z0 - 7, y1 + 7, z1 + 7))}" fill="${tone(wall, -0.09)}"/>`,
    `<path d="${path3(pen, quad(y0 - 5, z0 - 5, y1 + 5, z1 + 5))}" fill="${frame}"/>`,
    ...panes.map((p) => `<path d="${path3(pen, p)}" fill="${sky}"/>`),
  ].join('');
}

export function skirting(
  pen: Pen,
  wall: string,
  x0: number,
  x1: number,
  y1: number,
  y0: number,
  industrial: boolean,
): string {
  const h = industrial ? 10 : 8;
  const hex = industrial ? tone(wall, -0.16) : mix(wall, '#FFFFFF', 0.6);
  const back: V3[] = [
    [x0, y1, 0],
    [x1, y1, 0],
    [x1, y1, h],
    [x0, y1, h],
  ];
  const side: V3[] = [
    [x0, y1, 0],
    [x0, y1, h],
    [x0, y0, h],
    [x0, y0, 0],
  ];
  const line = (p: V3[]) => pathOf(p.map(pen.camera.project), false);
  return [
    `<path d="${path3(pen, side)}" fill="${tone(hex, -0.07)}"/>`,
    `<path d="${path3(pen, back)}" fill="${hex}" fill-opacity=".9"/>`,
    `<path d="${line([
      [x0, y1, h],
      [x1, y1, h],
    ])}" fill="none" stroke="${tone(hex, -0.08)}" stroke-width="${n(pen.hair)}" stroke-opacity=".7"/>`,
  ].join('');
}
