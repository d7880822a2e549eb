import { mix, tone } from '../color.ts';
import type { Motif } from '../motif.ts';
import { block, disc, extrude, legs, mark, rod, rounded, type Solid, topMark } from '../primitives.ts';
import { cup } from '../props.ts';
import type { V2, V3 } from '../space.ts';

export const designDrawing: Motif = {
  room: 'office',
  focus: { at: [-4, -6, 75], span: 84 },
  yaw: 0.3,
  pitch: 0.56,
  rug: false,
  build(p) {
    const z = 74.6;
    const paper = mix(p.white.hex, '#FFFFFF', 0.5);
    const ink = mix(p.accent.hex, '#33423D', 0.35);
    const solids: Solid[] = [
      block([-92, -50, 70], [184, 100, 4], p.body, { axis: 'z', r: 5, grain: 'x' }),
      ...legs(-82, -42, 82, 42, 70, 2.6, p.trim, 4),
      { ...block([-66, -40, 74], [46, 62, 0.4], { hex: tone(paper, -0.03) }, { axis: 'z', r: 0.5 }), casts: false },
      { ...block([-52, -36, 74.2], [96, 66, 0.4], { hex: paper }, { axis: 'z', r: 0.5 }), casts: false },
    ];
    const line = (pts: readonly V2[], w = 0.5, closed = false, hex = ink) =>
      solids.push(
        mark(
          pts.map(([x, y]): V3 => [x, y, z + 0.06]),
          { hex },
          w,
          closed,
        ),
      );
    line(rounded(-49, -33, 41, 27, 0.2), 0.3, true, mix(ink, paper, 0.45));
    // Front view of an easy chair, and its plan below the fold line.
    line(rounded(-42, -6, -8, 6, 3), 0.6, true);
    line(rounded(-38, 4, -12, 22, 5), 0.6, true);
    line(rounded(-45, -8, -40, 10, 2.2), 0.6, true);
    line(rounded(-10, -8, -5, 10, 2.2), 0.6, true);
    line(
      [
        [-41, -8],
        [-43, -20],
      ],
      0.8,
    );
    line(
      [
        [-9, -8],
        [-7, -20],
      ],
      0.8,
    );
    line(
      [
        [-46, -20],
        [-4, -20],
      ],
      0.3,
      false,
      mix(ink, paper, 0.4),
    );
    line(
      [
        [-43, -27],
        [-7, -27],
      ],
      0.35,
      false,
      p.accent.hex,
    );
    for (const x of [-43, -7])
      line(
        [
          [x, -29],
          [x, -25],
        ],
        0.35,
        false,
        p.accent.hex,
      );
    line(rounded(6, -6, 36, 22, 4), 0.6, true);
    line(rounded(10, -6, 32, 15, 3), 0.5, true);
    line(
      [
        [6, 22],
        [36, 22],
      ],
      0.7,
    );
    line(
      [
        [21, -12],
        [21, 26],
      ],
      0.25,
      false,
      mix(ink, paper, 0.5),
    );
    line(
      [
        [1, 8],
        [40, 8],
      ],
      0.25,
      false,
      mix(ink, paper, 0.5),
    );
    for (const [i, w] of [26, 30, 18].entries())
      line(
        [
          [8, -18 - i * 4.4],
          [8 + w, -18 - i * 4.4],
        ],
        0.5,
        false,
        mix(ink, paper, 0.6),
      );
    // Samples of wood and cloth, fanned.
    const chips = [p.body, p.trim, p.soft2, p.accent];
    chips.forEach((paint, i) =>
      solids.push(
        block([54 + (i % 2) * 16, 4 + Math.floor(i / 2) * 19, 74], [14, 17, 1.6], paint, { axis: 'z', r: 1.2 }),
      ),
    );
    // Set square, rule, pencils, model, cup.
    const square = [
      [50, -38],
      [84, -38],
      [50, -8],
    ] as V2[];
    const inner = [
      [55, -34],
      [72, -34],
      [55, -19],
    ] as V2[];
    solids.push(
      extrude(
        'z',
        square,
        74,
        74.8,
        { hex: mix(p.soft2.hex, p.accent.hex, 0.3), opacity: 0.85 },
        { hole: inner, casts: true },
      ),
    );
    solids.push(
      block(
        [-60, -46, 74],
        [88, 5, 0.9],
        { hex: tone(p.trim.hex, 0.03), grain: p.trim.grain ?? false },
        { axis: 'z', r: 0.4 },
      ),
    );
    for (let x = -58; x < 26; x += 4)
      solids.push(
        topMark(x, -43.2 - ((x + 58) % 20 === 0 ? 0.8 : 0), x + 0.3, -41.4, 74.95, { hex: tone(p.trim.hex, -0.2) }),
      );
    solids.push(
      rod([-14, -27, z + 0.9], [14, -15, z + 0.9], 0.8, p.accent),
      rod([14, -15, z + 0.9], [17, -13.7, z + 0.9], 0.8, { hex: '#E7CBA1' }, 0.15),
    );
    solids.push(cup(p.white, [-76, 26, 74]));
    solids.push({ ...extrude('z', disc(-76, -6, 9, 9, 36), 74, 75.6, p.soft2), casts: true });
    solids.push(rod([-76, -6, 75.6], [-76, -6, 79], 8, { hex: mix(p.soft2.hex, '#FFFFFF', 0.35) }));
    return solids;
  },
};
