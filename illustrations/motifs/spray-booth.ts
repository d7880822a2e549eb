import { mix, tone } from '../color.ts';
import type { Motif } from '../motif.ts';
import { block, frontMark, lathe, mark, rod, type Solid } from '../primitives.ts';
import type { V3 } from '../space.ts';

export const sprayBooth: Motif = {
  room: 'workshop',
  focus: { at: [40, -30, 126], span: 200 },
  gap: 40,
  build(p) {
    const shell = { hex: mix(p.white.hex, '#D3DCD9', 0.6) };
    const filter = mix('#F3F6F2', p.ground, 0.4);
    const [w, d, h] = [160, 85, 228];
    const solids: Solid[] = [
      block([-w, -d, 0], [2 * w, 2 * d, 6], p.metal, { axis: 'z', r: 1 }),
      block([-w, d - 8, 6], [2 * w, 8, h - 6], shell, { r: 0.5 }),
      block([-w, -d, 6], [7, 2 * d - 8, h - 6], shell, { axis: 'z', r: 0.5 }),
      block([w - 7, -d, 6], [7, 2 * d - 8, h - 6], shell, { axis: 'z', r: 0.5 }),
      block([-w - 3, -d - 3, h], [2 * w + 6, 2 * d + 6, 16], { hex: tone(shell.hex, 0.01) }, { r: 2 }),
      frontMark(-w, h + 4, w, h + 9, -d - 3.1, p.accent),
    ];
    // Filter mats in their frames, and the grating that draws the mist down.
    for (let i = 0; i < 5; i++)
      for (let j = 0; j < 3; j++) {
        const [x, z] = [-w + 14 + i * 59, 22 + j * 66];
        solids.push(frontMark(x, z, x + 55, z + 62, d - 8.1, { hex: tone(filter, -0.09) }, 1));
        solids.push(frontMark(x + 2.4, z + 2.4, x + 52.6, z + 59.6, d - 8.2, { hex: filter }, 1));
        for (let k = 1; k < 6; k++)
          solids.push(
            mark(
              [
                [x + 2.4 + k * 8.4, d - 8.3, z + 3],
                [x + 2.4 + k * 8.4, d - 8.3, z + 59],
              ],
              { hex: tone(filter, -0.05) },
              0.7,
              false,
            ),
          );
      }
    for (let k = 0; k < 11; k++)
      solids.push(
        mark(
          [
            [-w + 14, -d + 10 + k * 14, 6.1],
            [w - 12, -d + 10 + k * 14, 6.1],
          ],
          { hex: tone(p.metal.hex, -0.09) },
          1.6,
          false,
        ),
      );
    // Daylight tubes on the left wall.
    for (const y of [-50, 0])
      solids.push(
        mark(
          [
            [-w + 7.1, y, 60],
            [-w + 7.1, y + 16, 60],
            [-w + 7.1, y + 16, 208],
            [-w + 7.1, y, 208],
          ],
          { hex: '#FFFFFF', opacity: 0.95 },
        ),
      );
    // Doors on the conveyor: raw, primed, painted.
    solids.push(block([-w + 7, 6, 204], [2 * w - 14, 6, 7], p.dark, { axis: 'x', r: 1 }));
    const raw = { hex: '#DDBE92', grain: true };
    [raw, p.white, p.body.grain ? p.accent : p.body].forEach((paint, i) => {
      const x = -122 + i * 74;
      for (const dx of [10, 44]) solids.push(rod([x + dx, 9, 176], [x + dx, 9, 204], 0.7, p.metal));
      solids.push(block([x, 6.5, 58], [54, 5, 118], paint, { r: 1.4, grain: 'z' }));
      const edge = { hex: tone(paint.hex, -0.09), opacity: 0.8 };
      solids.push(
        mark(
          [
            [x + 8, 6.4, 68],
            [x + 46, 6.4, 68],
            [x + 46, 6.4, 166],
            [x + 8, 6.4, 166],
          ],
          edge,
          0.9,
        ),
      );
    });
    // The painter's arm.
    solids.push(
      lathe(
        [92, -34, 6],
        [
          [22, 0],
          [22, 6],
          [15, 14],
          [13, 34],
        ],
        p.dark,
      ),
    );
    const joints: V3[] = [
      [92, -34, 46],
      [98, -36, 104],
      [58, -32, 138],
      [44, -26, 126],
    ];
    joints.slice(1).forEach((q, i) => solids.push(rod(joints[i] as V3, q, 8 - i * 2, { hex: '#EDEBE4' }, 7 - i * 2)));
    joints.slice(0, 3).forEach((q, i) => solids.push({ kind: 'ball', at: q, r: 9.6 - i * 2, paint: p.dark }));
    const mist = p.body.grain ? p.accent.hex : p.body.hex;
    for (const [k, o] of [
      [1, 0.2],
      [0.7, 0.22],
      [0.42, 0.26],
    ] as const)
      solids.push(
        mark(
          [
            [44, -26, 126],
            [38 - 20 * k, 6.2, 126 + 26 * k],
            [52 - 4 * k, 6.2, 126 - 34 * k],
          ],
          { hex: mix(mist, '#FFFFFF', 0.45), opacity: o },
        ),
      );
    // Outside: exhaust, a gauge panel and the inspection window.
    solids.push(
      lathe(
        [60, 30, h + 16],
        [
          [26, 0],
          [26, 26],
          [25, 30],
        ],
        p.metal,
        { hex: '#2F3A37' },
      ),
    );
    solids.push(
      mark(
        [
          [w + 0.1, -50, 110],
          [w + 0.1, 40, 110],
          [w + 0.1, 40, 176],
          [w + 0.1, -50, 176],
        ],
        { hex: mix('#BFD7DB', shell.hex, 0.2) },
      ),
    );
    solids.push(
      mark(
        [
          [w + 0.1, -50, 110],
          [w + 0.1, 40, 110],
          [w + 0.1, 40, 176],
          [w + 0.1, -50, 176],
        ],
        { hex: p.metal.hex },
        2.4,
      ),
    );
    return solids;
  },
};
