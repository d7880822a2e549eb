import { mix, tone } from '../color.ts';
import type { Motif } from '../motif.ts';
import { ball, block, disc, extrude, frontMark, lathe, mark, rounded, type Paint, type Solid } from '../primitives.ts';
import { bookRow, softToy } from '../props.ts';
import type { V3 } from '../space.ts';

export const toddlerBookshelf: Motif = {
  room: 'nursery',
  focus: { at: [8, -16, 84], span: 76 },
  build(p, random) {
    const back = { hex: mix(p.trim.hex, p.body.hex, 0.25), grain: p.trim.grain ?? false };
    const solids: Solid[] = [
      // Sides with one big round: a child runs into them.
      extrude('x', rounded(-18, 0, 18, 112, [2, 2, 3, 22]), -52, -49.4, p.body, { grain: 'z' }),
      extrude('x', rounded(-18, 0, 18, 112, [2, 2, 3, 22]), 49.4, 52, p.body, { grain: 'z' }),
      block([-49.4, 15.6, 4], [98.8, 1.6, 106], back, { r: 0.3, grain: 'z' }),
      block([-49.4, -15, 4], [98.8, 30.4, 2.4], p.body, { axis: 'z', r: 0.4 }),
      block([-49.4, -15, 36], [98.8, 30.4, 2.4], p.body, { axis: 'z', r: 0.4 }),
      block([-49.4, -14, 70], [98.8, 29.4, 2.4], p.body, { axis: 'z', r: 0.4 }),
      block([-49.4, -2, 103], [98.8, 17.4, 2.4], p.body, { axis: 'z', r: 0.4 }),
      block([-1.2, -14, 6.4], [2.4, 29, 29.6], p.body, { axis: 'z', r: 0.3 }),
      block([-49.4, -15.4, 0], [98.8, 2, 4], p.body, { r: 0.4 }),
      ...bookRow(p, random, [-47, -8, 38.4], 40, 26, 18),
      ...bookRow(p, random, [8, -8, 38.4], 24, 24, 18),
      ...softToy(p, [40, -4, 38.4], 0.85),
    ];
    // Picture books face outwards on the upper shelf.
    const covers: [number, Paint, Paint][] = [
      [-46, p.accent, p.soft2],
      [-22, p.soft2, p.white],
      [2, p.white, p.accent],
      [26, { hex: mix(p.accent.hex, '#FFFFFF', 0.5) }, p.white],
    ];
    covers.forEach(([x, cover, figure], i) => {
      const [w, h] = [20, 25 - (i % 2) * 3];
      solids.push(block([x, 3, 72.4], [w, 2, h], cover, { r: 0.6 }));
      const c: V3 = [x + w / 2, 2.8, 72.4 + h * 0.52];
      solids.push(
        mark(
          disc(0, 0, 5.4).map(([a, b]): V3 => [c[0] + a, c[1], c[2] + b]),
          figure,
        ),
      );
      solids.push(frontMark(x + 5, 76, x + w - 5, 77.2, 2.8, figure, 0.5));
    });
    for (const x of [-47, 3]) {
      const bin = x < 0 ? p.soft : p.soft2;
      solids.push(block([x, -12, 6.6], [44, 26, 22], { hex: bin.hex, cloth: true }, { axis: 'z', r: 3 }));
      solids.push(block([x + 16, -13, 19], [12, 1.2, 4], { hex: tone(bin.hex, -0.16) }, { r: 1.8 }));
    }
    solids.push(
      ball([-34, 6, 111], 5.6, p.accent),
      lathe(
        [-8, 6, 105.4],
        [
          [4, 0],
          [6, 4],
          [6, 9],
        ],
        p.white,
        { hex: '#6B5A4A' },
      ),
    );
    solids.push(
      block([14, 2, 105.4], [8, 8, 8], p.soft2, { r: 0.8 }),
      block([23, 3, 105.4], [8, 8, 8], p.accent, { r: 0.8 }),
      block([18.5, 2.6, 113.4], [8, 8, 8], p.trim, { r: 0.8 }),
    );
    solids.push({
      kind: 'leaves',
      paint: { hex: p.leaf },
      casts: false,
      leaves: [-5, -2.6, 0, 2.6, 5].map((k) => ({
        base: [-8 + k * 0.3, 6, 114] as V3,
        tip: [-8 + k * 2, 6, 127 - Math.abs(k)] as V3,
        width: 3,
        sag: 0,
      })),
    });
    return solids;
  },
};
