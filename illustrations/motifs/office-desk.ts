import { mix, tone } from '../color.ts';
import type { Motif } from '../motif.ts';
import { block, disc, extrude, frontMark, lathe, mark, move, rod, type Solid } from '../primitives.ts';
import { bookRow, chair, cup } from '../props.ts';

export const officeDesk: Motif = {
  room: 'office',
  focus: { at: [52, -34, 62], span: 66 },
  build(p, random) {
    const solids: Solid[] = [
      block([-80, -36, 71], [160, 72, 3.4], p.body, { axis: 'z', r: 4 }),
      rod([-76, -33, 0], [-71, -29, 71], 1.7, p.trim, 2.4),
      rod([-76, 33, 0], [-71, 29, 71], 1.7, p.trim, 2.4),
      block([30, -30, 12], [44, 58, 57.4], p.body, { r: 1.4, grain: 'x' }),
      block([32, -28, 0], [3, 3, 12], p.trim, { axis: 'z', r: 1 }),
      block([69, -28, 0], [3, 3, 12], p.trim, { axis: 'z', r: 1 }),
      block([69, 23, 0], [3, 3, 12], p.trim, { axis: 'z', r: 1 }),
      block([-72, 24, 40], [102, 1.8, 29], p.trim, { r: 0.4 }),
    ];
    for (const z of [14, 32.4, 50.8]) {
      solids.push(frontMark(31, z - 0.7, 73, z + 17.6, -30.1, { hex: tone(p.body.hex, -0.3) }));
      solids.push(block([31.6, -31.6, z], [40.8, 1.5, 16.8], p.body, { r: 0.8, grain: 'x' }));
      solids.push(block([46, -33, z + 12.4], [12, 1.4, 1.4], p.metal, { r: 0.6 }));
    }
    // Screen, keyboard, lamp, a few books.
    const screen = mix(p.accent.hex, '#FFFFFF', 0.72);
    solids.push(
      block([-17, 4, 74.4], [26, 16, 1.4], p.metal, { axis: 'z', r: 2.4 }),
      rod([-4, 13, 75], [-4, 13, 88], 1.5, p.metal),
    );
    solids.push(block([-37, 10.4, 86], [66, 2.6, 38], p.dark, { r: 1.6 }));
    solids.push(frontMark(-35.4, 87.8, 27.4, 122.4, 10.2, { hex: screen }, 0.6));
    solids.push(
      frontMark(-30, 93, -8, 117, 10, { hex: mix(screen, '#FFFFFF', 0.5) }, 1),
      frontMark(-4, 106, 22, 117, 10, { hex: mix(screen, p.accent.hex, 0.4) }, 1),
      frontMark(-4, 93, 8, 103, 10, { hex: mix(screen, '#FFFFFF', 0.4) }, 1),
      frontMark(12, 93, 22, 103, 10, { hex: mix(screen, p.soft2.hex, 0.7) }, 1),
    );
    solids.push({ ...block([-24, -16, 74.4], [38, 12, 1], p.white, { axis: 'z', r: 1.6 }), casts: false });
    solids.push(...bookRow(p, random, [42, 8, 74.4], 24, 26, 17), cup(p.accent, [30, -12, 74.4]));
    solids.push(
      extrude('z', disc(-62, 12, 7), 74.4, 75.8, p.dark),
      rod([-62, 12, 76], [-66, 12, 108], 0.7, p.dark),
      rod([-66, 12, 108], [-50, 8, 122], 0.7, p.dark),
      lathe(
        [-49, 8, 112],
        [
          [9, 0],
          [4.4, 9],
          [2, 11],
        ],
        p.accent,
      ),
    );
    solids.push(
      mark(
        [
          [52, -22, 74.5],
          [70, -20, 74.5],
          [68, -2, 74.5],
          [50, -4, 74.5],
        ],
        p.white,
      ),
    );
    solids.push(...move(chair(p, p.soft2), [-22, -52, 0]));
    return solids;
  },
};
