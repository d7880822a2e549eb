import { tone } from '../color.ts';
import type { Motif } from '../motif.ts';
import { block, cushion, frontMark, lathe, legs, type Solid } from '../primitives.ts';

export const changingTable: Motif = {
  room: 'nursery',
  focus: { at: [22, -28, 80], span: 58 },
  build(p, random) {
    const [x, w] = [-52, 104];
    const inner = { hex: tone(p.body.hex, -0.12) };
    const solids: Solid[] = [
      ...legs(-45, -21, 45, 21, 14, 2.1, p.trim, 2),
      block([x, -26, 14], [2.4, 52, 70], p.body, { axis: 'z', r: 0.8 }),
      block([x + w - 2.4, -26, 14], [2.4, 52, 70], p.body, { axis: 'z', r: 0.8 }),
      block([x + 2.4, -26, 14], [w - 4.8, 52, 2.4], p.body, { axis: 'z', r: 0.3 }),
      block([x + 2.4, 24, 16.4], [w - 4.8, 2, 65], inner, { r: 0 }),
      block([9, -26, 16.4], [2.4, 50, 65], p.body, { axis: 'z', r: 0.3 }),
      block([11.4, -25, 48], [w - 66 + 0.2, 49, 2], p.body, { axis: 'z', r: 0.3 }),
      block([x, -27, 84], [w, 54, 2.4], p.body, { axis: 'z', r: 1.6 }),
      // The rim that keeps the child from rolling off.
      block([x, 24.4, 86.4], [w, 2.6, 13], p.body, { axis: 'y', r: [0, 0, 5, 5], grain: 'x' }),
      block([x, -25, 86.4], [2.4, 49.4, 10], p.body, { axis: 'x', r: [0, 0, 3, 5] }),
      block([x + w - 2.4, -25, 86.4], [2.4, 49.4, 10], p.body, { axis: 'x', r: [0, 0, 3, 5] }),
      cushion([-47, -23, 86.4], [66, 46, 9], p.soft2, 4.5),
      block([25, 0, 86.4], [20, 18, 1.2], p.white, { axis: 'z', r: 2 }),
      lathe(
        [30, 8, 87.6],
        [
          [3.2, 0],
          [3.4, 10],
          [1.4, 12],
          [1.4, 15],
        ],
        p.white,
      ),
      lathe(
        [39, 9, 87.6],
        [
          [4, 0],
          [4, 7.5],
        ],
        p.accent,
      ),
      block([24, -19, 86.4], [22, 15, 5], p.soft, { axis: 'z', r: 3, dome: 2 }),
      block([24.6, -18.4, 91.4], [20.8, 13.8, 4.4], p.soft2, { axis: 'z', r: 3, dome: 2 }),
    ];
    for (let i = 0; i < 3; i++) {
      const z = 17.4 + i * 22;
      solids.push(frontMark(x + 2.4, z - 0.8, 9, z + 21.4, -24.9, { hex: tone(p.body.hex, -0.3) }));
      solids.push(block([x + 3.2, -26.6, z], [57, 1.8, 20.6], p.body, { r: 0.8, grain: 'x' }));
      solids.push(block([x + 26, -27.8, z + 15.6], [11, 1.4, 1.8], p.trim, { r: 0.8 }));
    }
    // Baskets and folded cloth on the open side.
    for (const [bx, bz] of [
      [13, 16.6],
      [31, 16.6],
    ] as const) {
      solids.push(
        block(
          [bx, -20, bz],
          [16, 36, 17],
          { hex: random() < 0.5 ? '#DCC6A0' : p.soft.hex, cloth: true },
          { axis: 'z', r: 2.5 },
        ),
      );
      solids.push(frontMark(bx + 5, bz + 11, bx + 11, bz + 13, -20.1, { hex: '#A98C62' }, 1));
    }
    for (let i = 0; i < 4; i++)
      solids.push(
        block([15, -18, 50 + i * 4.6], [30, 32, 4.4], [p.soft, p.soft2, p.white, p.soft2][i] ?? p.soft, {
          axis: 'y',
          r: 1.8,
        }),
      );
    return solids;
  },
};
