// Where things are made and loaded: the workshop hall and the yard before the warehouse.
import { mix, tone } from './color.ts';
import type { Palette } from './palettes.ts';
import { linear, n, path3, type Pen } from './pen.ts';
import { type Bounds, rect } from './shot.ts';

/** A yellow walkway line: the one mark every shop floor has. */
export function safetyLine(pen: Pen, x0: number, x1: number, b: Bounds): string {
  const y = b.y[0] - Math.max(34, (b.y[1] - b.y[0]) * 0.34);
  return `<path d="${path3(pen, [
    [x0, y, 0],
    [x1, y, 0],
    [x1, y - 9, 0],
    [x0, y - 9, 0],
  ])}" fill="#E0B84C" fill-opacity=".55"/>`;
}

/** High windows in a row, as in every hall that was built for making things. */
export function clerestory(
  pen: Pen,
  palette: Palette,
  wall: string,
  x0: number,
  x1: number,
  y: number,
  b: Bounds,
): string {
  const z0 = Math.max(210, b.z[1] + 34);
  const quad = (a: number, c: number, d: number, e: number) =>
    path3(pen, [
      [a, y, c],
      [d, y, c],
      [d, y, e],
      [a, y, e],
    ]);
  const out: string[] = [];
  for (let x = x0 + 60; x < x1 - 40; x += 196) {
    out.push(`<path d="${quad(x - 5, z0 - 5, x + 161, z0 + 115)}" fill="${tone(wall, -0.13)}"/>`);
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 2; j++) {
        const [px, pz] = [x + i * 53, z0 + j * 56];
        const low = pen.camera.project([px, y, pz]);
        const high = pen.camera.project([px + 50, y, pz + 54]);
        out.push(
          `<path d="${quad(px, pz, px + 50, pz + 54)}" fill="${linear(pen, high, low, [
            [0, '#FBFDFC'],
            [1, mix(palette.ground, '#D9E8EC', 0.65)],
          ])}"/>`,
        );
      }
  }
  const band = path3(pen, [
    [x0, y, 0],
    [x1, y, 0],
    [x1, y, 96],
    [x0, y, 96],
  ]);
  return `<path d="${band}" fill="${mix(wall, palette.accent.hex, 0.16)}"/>${out.join('')}`;
}

export function skyAbove(pen: Pen, palette: Palette, width: number, bottom: number): string {
  const blue = mix(palette.ground, '#CFE3EA', 0.6);
  return rect(
    width,
    Math.round(bottom),
    linear(
      pen,
      [0, 0],
      [0, bottom],
      [
        [0, blue],
        [1, mix(blue, '#FFFFFF', 0.7)],
      ],
    ),
  );
}

/** Cladding, a coping in the house colour and the dock doors. */
export function warehouseFront(
  pen: Pen,
  palette: Palette,
  wall: string,
  x0: number,
  x1: number,
  y: number,
  b: Bounds,
  eaves: number,
): string {
  const quad = (a: number, c: number, d: number, e: number) =>
    path3(pen, [
      [a, y, c],
      [d, y, c],
      [d, y, e],
      [a, y, e],
    ]);
  const out: string[] = [];
  const seams: string[] = [];
  for (let x = x0; x < x1; x += 30)
    seams.push(
      path3(
        pen,
        [
          [x, y, 0],
          [x, y, eaves],
        ],
        false,
      ),
    );
  out.push(`<path d="${seams.join('')}" fill="none" stroke="${tone(wall, -0.035)}" stroke-width="${n(pen.hair)}"/>`);
  out.push(`<path d="${quad(x0, eaves - 26, x1, eaves)}" fill="${mix(palette.accent.hex, wall, 0.35)}"/>`);
  const h = b.z[1] * 0.92;
  for (let x = b.x[0] - 330; x < x1 - 280; x += 470) {
    out.push(
      `<path d="${quad(x - 16, 0, x + 296, h + 16)}" fill="${tone(wall, -0.16)}"/><path d="${quad(x, 0, x + 280, h)}" fill="${tone(wall, 0.015)}"/>`,
    );
    const slats: string[] = [];
    for (let z = 22; z < h; z += 22)
      slats.push(
        path3(
          pen,
          [
            [x, y, z],
            [x + 280, y, z],
          ],
          false,
        ),
      );
    out.push(
      `<path d="${slats.join('')}" fill="none" stroke="${tone(wall, -0.08)}" stroke-width="${n(pen.hair * 1.4)}"/>`,
    );
  }
  return out.join('');
}
