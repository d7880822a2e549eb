import { mix, tone } from '../color.ts';
import type { Motif } from '../motif.ts';
import { block, extrude, lathe, rounded, type Solid } from '../primitives.ts';
import { tableLamp, twig, vase } from '../props.ts';
import type { V2 } from '../space.ts';

export const receptionDesk: Motif = {
  room: 'office',
  focus: { at: [84, -36, 88], span: 84 },
  gap: 90,
  build(p, random) {
    const plan = (grow: number): V2[] =>
      rounded(-120 - grow, -38 - grow, 120 + grow, 34 + grow, [34 + grow, 34 + grow, 3, 3]);
    const solids: Solid[] = [
      extrude('z', plan(-4), 0, 8, p.dark),
      extrude('z', plan(-1.2), 8, 96, { hex: tone(p.trim.hex, -0.12) }),
      extrude('z', plan(0.4), 8, 13, p.trim),
      extrude('z', plan(3), 98, 102, p.body, { grain: 'x' }),
      extrude('z', plan(0), 94, 98, { hex: mix(p.white.hex, '#FFE9B8', 0.5), glows: true }),
    ];
    // Slats follow the plan: half-round staves set a finger apart.
    const line = plan(0).slice(0, 24);
    let carry = 0;
    line.forEach((a, i) => {
      const b = line[i + 1];
      if (!b) return;
      const len = Math.hypot(b[0] - a[0], b[1] - a[1]);
      for (let s = carry; s < len; s += 5.2) {
        const x = a[0] + ((b[0] - a[0]) * s) / len;
        const y = a[1] + ((b[1] - a[1]) * s) / len;
        solids.push({
          ...extrude('z', rounded(x - 1.7, y - 1.7, x + 1.7, y + 1.7, 1.4), 13, 94, { hex: p.trim.hex }),
          casts: false,
        });
        carry = s + 5.2 - len;
      }
      if (carry < 0) carry = 0;
    });
    for (let y = -2; y < 30; y += 5.2)
      solids.push({
        ...extrude('z', rounded(118.3, y, 121.7, y + 3.4, 1.4), 13, 94, { hex: p.trim.hex }),
        casts: false,
      });
    solids.push(
      ...tableLamp(p, [-82, 2, 102], 1.1),
      vase(p.white, [70, 4, 102], 1.1),
      ...twig(p, random, [70, 4, 122], 34),
    );
    solids.push(
      block([-14, -16, 102], [26, 18, 1.2], p.white, { axis: 'z', r: 1 }),
      lathe(
        [34, -14, 102],
        [
          [4.6, 0],
          [4.6, 1],
          [3.8, 4],
          [0.8, 5.4],
        ],
        p.metal,
      ),
    );
    return solids;
  },
};
