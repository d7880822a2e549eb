import { tone } from '../color.ts';
import type { Motif } from '../motif.ts';
import { block, disc, fingerJoint, frontMark, lathe, mark, type Solid } from '../primitives.ts';
import type { V3 } from '../space.ts';

export const petFeeder: Motif = {
  room: 'home',
  focus: { at: [26, -22, 40], span: 52 },
  build(p) {
    const solids: Solid[] = [
      block([-44, -18, 0], [88, 36, 5], { hex: tone(p.body.hex, -0.1) }, { r: 0.4 }),
      block([-46, -20, 5], [92, 40, 38], p.body, { r: 1.4, grain: 'x' }),
      ...fingerJoint(46.1, -19, 19, 39, 42.9, 4, { hex: tone(p.body.hex, -0.2), opacity: 0.75 }),
      block([-47, -21, 43], [94, 42, 2.6], p.trim, { axis: 'z', r: 2 }),
      block([-46, 17.4, 45.6], [92, 2.6, 17], p.body, { r: [0, 0, 4, 4], grain: 'x' }),
      lathe(
        [-22, -4, 45.6],
        [
          [13.4, 0],
          [12.4, 4.4],
        ],
        p.white,
        { hex: '#BFD8DC' },
      ),
      lathe(
        [10, -4, 45.6],
        [
          [13.4, 0],
          [12.4, 4.4],
        ],
        p.white,
        { hex: '#A9733F' },
      ),
      lathe(
        [35, 3, 45.6],
        [
          [7.4, 0],
          [7.8, 2],
          [7.8, 19],
        ],
        p.accent,
      ),
      lathe(
        [35, 3, 64.6],
        [
          [8.2, 0],
          [8.2, 3],
        ],
        p.trim,
      ),
    ];
    for (const x of [-44.4, 0.6]) {
      solids.push(frontMark(x - 0.7, 6.4, x + 44.5, 42.2, -20.1, { hex: tone(p.body.hex, -0.28) }, 1));
      solids.push(block([x, -21.6, 7], [43.8, 1.5, 34.6], p.body, { r: 0.9, grain: 'x' }));
    }
    // One door opens with a finger hole shaped like a paw, the other with a plain pull.
    const c: V3 = [22.5, -21.8, 25];
    const pad = (x: number, z: number, rx: number, rz: number) =>
      mark(
        disc(0, 0, rx, rz, 24).map(([a, b]): V3 => [c[0] + x + a, c[1], c[2] + z + b]),
        { hex: tone(p.body.hex, -0.24) },
      );
    solids.push(
      pad(0, -2.4, 4.6, 3.7),
      pad(-5.4, 2.2, 1.7, 2.2),
      pad(-2, 5, 1.8, 2.4),
      pad(2, 5, 1.8, 2.4),
      pad(5.4, 2.2, 1.7, 2.2),
    );
    solids.push(block([-30, -23, 34], [15, 1.5, 1.8], p.trim, { r: 0.8 }));
    return solids;
  },
};
