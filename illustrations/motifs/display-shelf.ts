import { tone } from '../color.ts';
import type { Motif } from '../motif.ts';
import { ball, block, type Leaves, lathe, rod, type Solid } from '../primitives.ts';
import { bookRow, cup, vase } from '../props.ts';
import type { V3 } from '../space.ts';

export const displayShelf: Motif = {
  room: 'home',
  focus: { at: [30, -17, 116], span: 72 },
  build(p, random) {
    const solids: Solid[] = [];
    const [w, d, h] = [62, 17, 188];
    for (const x of [-w, w - 2.4])
      for (const y of [-d, d - 2.4]) solids.push(block([x, y, 0], [2.4, 2.4, h], p.dark, { axis: 'z', r: 0.8 }));
    for (const x of [-w, w - 2.4])
      for (const z of [6, h - 2.4])
        solids.push(block([x, -d + 2.4, z], [2.4, 2 * d - 4.8, 2.4], p.dark, { axis: 'y', r: 0.8 }));
    const levels = [10, 52, 92, 130, 166];
    for (const z of levels)
      solids.push(
        block([-w + 2.5, -d + 0.4, z], [2 * w - 5, 2 * d - 0.8, 3], p.body, { axis: 'z', r: 0.8, grain: 'x' }),
      );
    // The lowest bay is closed by two drawers.
    solids.push(block([-w + 3, -d + 2, 13], [2 * w - 6, 2 * d - 5, 24], p.body, { r: 0.6, grain: 'x' }));
    for (const x of [-w + 4, 0.6]) {
      solids.push(
        block([x, -d + 0.4, 14], [w - 4.8, 1.5, 22], p.body, { r: 0.8, grain: 'x' }),
        rod([x + 28, -d + 0.4, 26], [x + 28, -d - 2, 26], 1, p.dark, 1.4),
      );
    }
    solids.push(
      ...bookRow(p, random, [-56, -8, 55], 44, 27, 19),
      vase(p.accent, [8, 2, 55], 1.15),
      lathe(
        [36, 2, 55],
        [
          [8, 0],
          [12, 5],
          [13, 9],
        ],
        p.soft2,
        { hex: tone(p.soft2.hex, -0.14) },
      ),
    );
    solids.push(
      block([-54, -6, 95], [22, 14, 18], p.soft2, { r: 1.4 }),
      ...bookRow(p, random, [-24, -8, 95], 26, 25, 18),
      lathe(
        [26, 2, 95],
        [
          [4, 0],
          [7, 6],
          [7.4, 12],
          [3, 20],
          [3, 22],
        ],
        p.white,
        { hex: '#C9C4B8' },
      ),
      lathe(
        [46, 4, 95],
        [
          [4, 0],
          [5.4, 5],
          [4, 11],
          [2.4, 13],
        ],
        p.accent,
      ),
    );
    solids.push(
      lathe(
        [-38, 2, 133],
        [
          [6, 0],
          [8.6, 11],
        ],
        p.white,
        { hex: '#6B5A4A' },
      ),
      sprig(p.leaf, [-38, 2, 144], random),
      ...bookRow(p, random, [-14, -8, 133], 30, 22, 17),
      ball([38, 1, 140], 7, p.soft2),
      cup(p.accent, [52, -2, 133]),
    );
    solids.push(
      lathe(
        [-30, 2, 169],
        [
          [6, 0],
          [10, 7],
          [9, 13],
          [4, 17],
        ],
        p.accent,
        { hex: tone(p.accent.hex, -0.12) },
      ),
      block([4, -6, 169], [34, 14, 7], p.trim, { r: 0.8 }),
      block([8, -5, 176], [26, 12, 4], p.soft2, { r: 0.4 }),
    );
    return solids;
  },
};

function sprig(hex: string, [x, y, z]: V3, random: () => number): Solid {
  const leaves: Leaves['leaves'][number][] = [];
  for (let i = 0; i < 9; i++) {
    const a = (i / 9) * Math.PI * 2;
    leaves.push({
      base: [x, y, z],
      tip: [x + Math.cos(a) * 11, y + Math.sin(a) * 5, z + 6 + random() * 10],
      width: 3.4,
      sag: -2,
    });
  }
  return { kind: 'leaves', leaves, paint: { hex }, casts: false };
}
