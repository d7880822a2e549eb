import { mix, tone } from '../color.ts';
import type { Motif } from '../motif.ts';
import {
  ball,
  block,
  cushion,
  disc,
  extrude,
  frontMark,
  lathe,
  mark,
  rod,
  rounded,
  type Solid,
} from '../primitives.ts';
import { sleepingCat } from '../props.ts';
import type { V2, V3 } from '../space.ts';

/** A post wound with sisal: a scalloped outline, and the turns of the rope as lines that droop round its front. */
function sisal([x, y, z]: V3, height: number, r: number, hex: string): Solid[] {
  const turns: V2[] = [];
  for (let h = 0; h <= height; h += 2.2) turns.push([r, h], [r + 0.3, Math.min(height, h + 1.1)]);
  const lines: Solid[] = [];
  for (let h = 2.2; h < height; h += 2.2) {
    const arc = Array.from({ length: 9 }, (_, i): V3 => {
      const a = -Math.PI * (0.06 + (0.8 * i) / 8) + 0.42;
      return [x + (r + 0.1) * Math.cos(a), y + (r + 0.1) * Math.sin(a), z + h + 0.5 - i * 0.1];
    });
    lines.push({ ...mark(arc, { hex: tone(hex, -0.11), opacity: 0.5 }, 0.3, false), layer: 1 });
  }
  return [lathe([x, y, z], turns, { hex }), ...lines];
}

export const catTree: Motif = {
  room: 'home',
  focus: { at: [-8, -20, 62], span: 62 },
  build(p) {
    const rope = '#D8C6A4';
    const hole = disc(-14, 63, 10.5, 10.5, 40);
    const solids: Solid[] = [
      block([-38, -26, 0], [76, 52, 4], p.body, { axis: 'z', r: 6 }),
      { ...block([-35, -23, 4], [70, 46, 1.2], p.soft, { axis: 'z', r: 5 }), casts: false },
      ...sisal([-26, 12, 5.2], 37, 4, rope),
      ...sisal([24, 6, 5.2], 88, 4, rope),
      ...sisal([-3, -12, 5.2], 37, 4, rope),
      block([-38, -22, 42], [50, 44, 2.4], p.body, { axis: 'z', r: 3 }),
      // The den: a dark back, then the front with its round door.
      block([-36, 17, 44.4], [44, 2, 36], p.trim, { r: 1 }),
      block([-36, -18, 44.4], [2, 35, 36], p.body, { r: 0.4 }),
      block([6, -18, 44.4], [2, 35, 36], p.body, { r: 0.4, grain: 'y' }),
      frontMark(-34, 44.4, 6, 80, 16.8, { hex: tone(p.body.hex, -0.34) }),
      cushion([-33, -15, 44.6], [38, 31, 5], p.soft2, 3),
      extrude('y', rounded(-36, 44.4, 8, 80.4, 2.5), -20, -18, p.body, { hole: hole.slice(), grain: 'x' }),
      block([-39, -22, 80.4], [50, 44, 2.4], p.body, { axis: 'z', r: 3 }),
      cushion([-35, -19, 82.8], [42, 27, 4.5], p.soft, 3),
      ...sisal([-27, 13, 82.8], 52, 4, rope),
      extrude('z', disc(24, 2, 21), 93.2, 95.8, p.body),
      { ...extrude('z', disc(24, 2, 17.5), 95.8, 98.6, { ...p.soft2, cloth: true }), dome: 2.4 },
      ...sisal([24, 16, 95.8], 38.7, 3.6, rope),
      // The lookout: a bowl on top of both posts.
      block([-34, 4, 134.6], [66, 18, 2.4], p.body, { axis: 'z', r: 6 }),
      lathe(
        [-16, 10, 137],
        [
          [13, 0],
          [18, 4],
          [20, 10],
        ],
        p.soft2,
        { hex: tone(p.soft.hex, -0.04) },
      ),
      ...sleepingCat(mix('#E2B27C', p.soft.hex, 0.12), [22, 0, 98.4], 0.98),
      rod([38, -6, 93], [38, -6, 76], 0.25, p.metal),
      ball([38, -6, 73], 3.6, p.accent),
    ];
    return solids;
  },
};
