import { tone } from '../color.ts';
import type { Motif } from '../motif.ts';
import { block, extrude, mark, move, type Solid, turned } from '../primitives.ts';
import { chair, cup, vase, twig } from '../props.ts';
import type { V2 } from '../space.ts';

export const meetingTable: Motif = {
  room: 'office',
  focus: { at: [70, -50, 66], span: 90 },
  gap: 70,
  build(p, random) {
    // A boat-shaped top: wider in the middle, so that everyone sees everyone.
    const top = (k: number): V2[] =>
      Array.from({ length: 72 }, (_, i): V2 => {
        const a = (2 * Math.PI * i) / 72;
        const c = Math.cos(a);
        const s = Math.sin(a);
        const e = 2 / 4.4;
        return [Math.sign(c) * Math.abs(c) ** e * 128 * k, Math.sign(s) * Math.abs(s) ** e * 58 * k];
      });
    const solids: Solid[] = [
      extrude('z', top(1), 71, 74.6, p.body, { grain: 'x' }),
      extrude('z', top(0.94), 69.4, 71, { hex: tone(p.body.hex, -0.1) }),
      block([-74, -22, 0], [8, 44, 69.4], p.trim, { axis: 'z', r: 3 }),
      block([66, -22, 0], [8, 44, 69.4], p.trim, { axis: 'z', r: 3 }),
      block([-66, -3, 20], [132, 6, 12], p.trim, { axis: 'x', r: 1 }),
    ];
    for (const x of [-72, 0, 72]) {
      solids.push(...move(chair(p, p.soft2), [x, -62, 0]));
      solids.push(...move(turned(chair(p, p.soft2)), [x, 62, 0]));
    }
    solids.push(vase(p.accent, [4, 4, 74.6], 1), ...twig(p, random, [4, 4, 93], 30));
    for (const [x, y] of [
      [-76, -30],
      [66, -30],
      [-62, 26],
      [74, 28],
    ] as const) {
      solids.push(
        mark(
          [
            [x - 10, y - 6, 74.7],
            [x + 10, y - 6, 74.7],
            [x + 10, y + 8, 74.7],
            [x - 10, y + 8, 74.7],
          ],
          p.white,
        ),
      );
      solids.push(cup(p.white, [x + 18, y + 4, 74.6]));
    }
    return solids;
  },
};
