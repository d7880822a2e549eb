import { mix, tone } from '../color.ts';
import type { Motif } from '../motif.ts';
import { block, disc, extrude, frontMark, lathe, legs, mark, move, rod, rounded, type Solid } from '../primitives.ts';
import { cup, pendant } from '../props.ts';
import type { V2, V3 } from '../space.ts';

export const workshop: Motif = {
  room: 'workshop',
  focus: { at: [12, 28, 152], span: 116 },
  gap: 4,
  yaw: 0.36,
  build(p, random) {
    const wood = p.body.grain ? p.body : p.trim.grain ? p.trim : p.body;
    const steel = { hex: '#AEB8B5' };
    const solids: Solid[] = [
      // The bench.
      block([-100, -36, 80], [200, 66, 8], wood, { axis: 'z', r: 1.4, grain: 'x' }),
      ...[
        [-92, -30],
        [80, -30],
        [80, 14],
        [-92, 14],
      ].map(([x, y]) => block([x as number, y as number, 0], [12, 12, 80], wood, { axis: 'z', r: 1.2, grain: 'z' })),
      block([-80, -26, 16], [160, 48, 4], wood, { axis: 'z', r: 0.6, grain: 'x' }),
      block([-80, -28, 62], [160, 4, 14], wood, { axis: 'y', r: 0.6, grain: 'x' }),
      ...[-70, 14].map((x) => block([x, -29.6, 64], [52, 1.6, 10.4], p.trim, { r: 0.8, grain: 'x' })),
      ...[-44, 40].map((x) => rod([x, -29.6, 69], [x, -32, 69], 1.1, p.dark, 1.5)),
      // The vise at the left end.
      block([-96, -46, 70], [34, 5, 17], wood, { r: 1.4, grain: 'x' }),
      rod([-79, -46, 76], [-79, -54, 76], 1.6, steel),
      rod([-88, -53, 76], [-70, -53, 76], 0.8, wood),
      // On the bench: a stool under construction, a plane with its shavings, a square.
      ...move(
        [
          ...legs(-16, -13, 16, 13, 38, 2, p.accent.hex === wood.hex ? p.trim : wood, 3),
          extrude('z', disc(0, 0, 21, 18, 44), 38, 42, p.body.grain ? p.trim : p.body),
        ],
        [-34, -4, 88],
      ),
      block([22, -22, 88], [34, 8, 5], wood, { axis: 'x', r: 1 }),
      block([25, -20.5, 93], [5, 5, 7], wood, { axis: 'y', r: 1.6 }),
      block([45, -20.5, 93], [4, 5, 6], wood, { axis: 'y', r: 1.6 }),
      block([34, -21, 93], [8, 6, 3], steel, { axis: 'y', r: 0.6 }),
      ...[
        [12, -24],
        [16, -17],
        [8, -18],
        [62, -24],
      ].map(([x, y]) =>
        lathe(
          [x as number, y as number, 88],
          [
            [1.6, 0],
            [2.2, 1.2],
            [1.7, 2.4],
          ],
          { hex: mix(wood.hex, '#FFF1D6', 0.5) },
          { hex: wood.hex },
        ),
      ),
      mark(
        [
          [66, -18, 88.1],
          [90, -14, 88.1],
          [89.6, -11, 88.1],
          [69, -14.4, 88.1],
          [67.4, -2, 88.1],
          [64.4, -2.4, 88.1],
        ],
        steel,
      ),
      cup(p.accent, [82, 8, 88]),
      // Below: boards and a crate.
      ...[0, 1, 2].map((i) =>
        block(
          [-70 + i * 3, -20, 20 + i * 4.4],
          [96 - i * 8, 36, 4],
          { hex: tone(wood.hex, i * 0.02 - 0.02), grain: true },
          { axis: 'x', r: 0.4 },
        ),
      ),
      block([38, -20, 20], [36, 34, 22], { hex: mix(wood.hex, '#FFF1D6', 0.3), grain: true }, { r: 0.8 }),
      // Boards leaning against the wall.
      ...[0, 1, 2, 3].map((i) =>
        block(
          [118 + i * 15, 20 - i * 1.2, 0],
          [13.4, 4, 196 - ((i * 37) % 46)],
          { hex: tone(mix(wood.hex, '#B9814F', (i % 3) * 0.16), 0), grain: true },
          { axis: 'y', r: 0.4, grain: 'z' },
        ),
      ),
      // Tool wall.
      block([-96, 31, 112], [190, 3, 78], { hex: mix(p.wall, p.accent.hex, 0.22) }, { r: 2 }),
    ];
    const y = 30.6;
    const at = (x: number, z: number): V3 => [x, y, z];
    const dark = { hex: tone(mix(p.wall, p.accent.hex, 0.3), -0.2), opacity: 0.35 };
    const hung = (s: Solid[]): Solid[] => [
      ...s.map((o): Solid =>
        o.kind === 'decal'
          ? { ...o, points: o.points.map(([a, , c]): V3 => [a + 1.6, y + 0.2, c - 1.8]), paint: dark }
          : o,
      ),
      ...s,
    ];
    const saw: V2[] = [
      [-84, 150],
      [-46, 166],
      [-44, 172],
      [-84, 172],
    ];
    solids.push(
      ...hung([
        mark(
          saw.map(([a, b]) => at(a, b)),
          steel,
        ),
      ]),
      ...hung([
        mark(
          rounded(-46, 160, -32, 178, 5).map(([a, b]) => at(a, b)),
          wood,
        ),
      ]),
    );
    solids.push(
      ...hung([
        mark(
          rounded(-18, 128, -14.6, 164, 1.4).map(([a, b]) => at(a, b)),
          wood,
        ),
        mark(
          rounded(-24, 164, -8, 171, 1.6).map(([a, b]) => at(a, b)),
          p.dark,
        ),
      ]),
    );
    [4, 13, 22, 31].forEach((x, i) =>
      solids.push(
        ...hung([
          mark(
            rounded(x, 154, x + 3.6, 172, 1.4).map(([a, b]) => at(a, b)),
            i % 2 ? p.accent : wood,
          ),
          mark(
            rounded(x + 0.8, 136 + i * 2, x + 2.8, 154, 0.2).map(([a, b]) => at(a, b)),
            steel,
          ),
        ]),
      ),
    );
    solids.push(
      ...hung([
        mark(
          (
            [
              [46, 136],
              [80, 136],
              [80, 140],
              [50, 140],
              [50, 174],
              [46, 174],
            ] as V2[]
          ).map(([a, b]) => at(a, b)),
          p.trim,
        ),
      ]),
    );
    solids.push(
      ...hung([
        mark(
          disc(68, 160, 11, 11, 32).map(([a, b]) => at(a, b)),
          steel,
        ),
        mark(
          disc(68, 160, 3, 3, 20).map(([a, b]) => at(a, b)),
          p.dark,
        ),
      ]),
    );
    solids.push(frontMark(-90, 124, -30, 126.4, y, wood));
    [-84, -72, -60, -48, -38].forEach((x, i) =>
      solids.push(
        ...hung([
          mark(
            rounded(x, 126.4, x + 7, 136 + (i % 3) * 3, 1).map(([a, b]) => at(a, b)),
            [p.accent, p.soft2, p.white, p.trim, p.accent][i] ?? p.accent,
          ),
        ]),
      ),
    );
    solids.push(
      ...[-46, 52].flatMap((x) => pendant(p, [x, -10, 200], 600)).map((s): Solid => ({ ...s, ofRoom: true })),
    );
    // A stool, finished.
    solids.push(
      ...move(
        [...legs(-14, -14, 14, 14, 46, 1.9, p.trim, 4), extrude('z', disc(0, 0, 19, 19, 44), 46, 50, p.body)],
        [44 + random() * 6, -76, 0],
      ),
    );
    return solids;
  },
};
