import { tone } from '../color.ts';
import type { Motif } from '../motif.ts';
import { ball, block, cushion, extrude, frontMark, lathe, mark, type Solid } from '../primitives.ts';
import type { V2, V3 } from '../space.ts';

export const dogHouse: Motif = {
  room: 'home',
  focus: { at: [12, -36, 44], span: 60 },
  gap: 16,
  build(p) {
    const w = 36;
    const [eaves, ridge] = [48, 78];
    const gable: V2[] = [
      [-w, 6],
      [w, 6],
      [w, eaves],
      [0, ridge],
      [-w, eaves],
    ];
    const door: V2[] = [
      [-17, 9],
      [17, 9],
      [17, 32],
      ...Array.from({ length: 17 }, (_, k): V2 => [
        17 * Math.cos((Math.PI * k) / 16),
        34 + 17 * Math.sin((Math.PI * k) / 16),
      ]),
      [-17, 32],
    ];
    const slope = (s: number): V2[] => {
      // A slab lying on the gable and reaching past the eaves; its thickness is measured square to the slope.
      const run = w + 8;
      const drop = ((ridge - eaves) * run) / w;
      const outer: V2[] = [
        [0, ridge],
        [s * run, ridge - drop],
        [s * (run + 2.2), ridge - drop + 3.2],
        [0, ridge + 5],
      ];
      return s > 0
        ? [outer[0], outer[1], outer[2], outer[3]].map((q) => q as V2)
        : [outer[3], outer[2], outer[1], outer[0]].map((q) => q as V2);
    };
    const solids: Solid[] = [
      ...[
        [-32, -30],
        [32, -30],
        [32, 30],
        [-32, 30],
      ].map(([x, y]) => block([(x as number) - 3, (y as number) - 3, 0], [6, 6, 4], p.trim, { axis: 'z', r: 1.5 })),
      block([-w, -34, 4], [2 * w, 68, 3], p.body, { axis: 'z', r: 1 }),
      extrude('y', gable, 31, 34, p.body, { grain: 'x' }),
      block([-w, -31, 7], [2.6, 62, eaves - 9], p.body, { axis: 'z', r: 0.3, grain: 'y' }),
      block([w - 2.6, -31, 7], [2.6, 62, eaves - 9], p.body, { axis: 'z', r: 0.3, grain: 'y' }),
      frontMark(-w + 3, 7, w - 3, eaves + 4, 30.6, { hex: tone(p.body.hex, -0.36) }),
      cushion([-30, -28, 7.2], [60, 56, 9], p.soft2, 5),
      extrude('y', gable, -34, -31, p.body, { hole: door, grain: 'x' }),
      // Board joints across the front.
      ...[46].map((z) =>
        mark(
          [
            [-w + 0.5, -34.1, z],
            [-15, -34.1, z],
          ],
          { hex: tone(p.body.hex, -0.16), opacity: 0.6 },
          0.35,
          false,
        ),
      ),
      ...[46].map((z) =>
        mark(
          [
            [15, -34.1, z],
            [w - 0.5, -34.1, z],
          ],
          { hex: tone(p.body.hex, -0.16), opacity: 0.6 },
          0.35,
          false,
        ),
      ),
      extrude('y', slope(-1), -41, 40, p.trim, { grain: 'y', layer: 1 }),
      extrude('y', slope(1), -41, 40, p.trim, { grain: 'y', layer: 1 }),
      lathe(
        [55, -34, 0],
        [
          [11, 0],
          [9.5, 5.5],
        ],
        p.accent,
        { hex: '#B98A5A' },
      ),
      ball([-52, -44, 4.6], 4.6, p.accent),
    ];
    const bone: V3 = [-8, -52, 0];
    solids.push(block([bone[0] - 6, bone[1] - 1.2, 0.4], [12, 2.4, 2.4], p.white, { axis: 'x', r: 1.1 }));
    for (const dx of [-6.6, 6.6])
      for (const dy of [-1.6, 1.6]) solids.push(ball([bone[0] + dx, bone[1] + dy, 1.8], 1.9, p.white));
    return solids;
  },
};
