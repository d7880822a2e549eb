import { mix, tone } from '../color.ts';
import type { Motif } from '../motif.ts';
import { block, disc, extrude, frontMark, mark, type Solid } from '../primitives.ts';
import type { V2, V3 } from '../space.ts';

export const truck: Motif = {
  room: 'yard',
  focus: { at: [190, -108, 120], span: 230 },
  gap: 150,
  yaw: 0.5,
  pitch: 0.2,
  build(p) {
    const side = -108;
    const paint = p.body.grain ? p.accent : p.body;
    const glass = { hex: '#9DBAC0' };
    const solids: Solid[] = [
      block([-270, -96, 52], [520, 192, 20], p.dark, { axis: 'x', r: 3 }),
      // The box, with the maker's colour as a broad band.
      block([-290, side, 78], [372, 216, 226], p.white, { axis: 'z', r: 4 }),
      block([-293, side - 2, 72], [378, 220, 8], p.metal, { axis: 'z', r: 3 }),
      block([-293, side - 2, 300], [378, 220, 6], { hex: tone(p.white.hex, -0.05) }, { axis: 'z', r: 4 }),
      frontMark(-284, 92, 76, 132, side - 0.2, paint),
      frontMark(-284, 138, 76, 143, side - 0.2, { hex: mix(paint.hex, '#FFFFFF', 0.5) }),
      ...arch(-104, 143, 60, paint.hex, side - 0.3),
    ];
    for (let x = -250; x < 70; x += 46)
      solids.push(
        mark(
          [
            [x, side - 0.15, 146],
            [x, side - 0.15, 298],
          ],
          { hex: tone(p.white.hex, -0.05) },
          1.2,
          false,
        ),
      );
    // The cab: one profile, its windscreen raked.
    const cab: V2[] = [
      [96, 62],
      [262, 62],
      [268, 70],
      [268, 128],
      [260, 146],
      [232, 232],
      [222, 244],
      [206, 248],
      [112, 248],
      [100, 244],
      [96, 232],
    ];
    solids.push(extrude('y', cab, -102, 102, paint));
    const pane: V2[] = [
      [150, 152],
      [240, 152],
      [217, 228],
      [150, 228],
    ];
    solids.push(
      mark(
        pane.map(([x, z]): V3 => [x, -102.2, z]),
        glass,
      ),
    );
    solids.push(
      mark(
        (
          [
            [150, 152],
            [176, 152],
            [152, 228],
            [150, 228],
          ] as V2[]
        ).map(([x, z]): V3 => [x, -102.3, z]),
        { hex: '#FFFFFF', opacity: 0.25 },
      ),
    );
    const door = { hex: tone(paint.hex, -0.12) };
    solids.push(
      mark(
        (
          [
            [142, 84],
            [142, 236],
            [222, 236],
            [246, 152],
            [246, 112],
            [226, 84],
          ] as V2[]
        ).map(([x, z]): V3 => [x, -102.15, z]),
        door,
        1.1,
      ),
    );
    solids.push(frontMark(150, 134, 166, 139, -102.3, p.dark, 2));
    // The windscreen lies on the raked face.
    const rake = (t: number, y: number): V3 => [260 - 28 * t + 0.4, y, 146 + 86 * t];
    solids.push(
      mark([rake(0.06, -88), rake(0.06, 88), rake(0.92, 80), rake(0.92, -80)], { hex: tone(glass.hex, -0.06) }),
    );
    solids.push(
      mark([rake(0.06, -88), rake(0.06, -30), rake(0.92, -52), rake(0.92, -80)], { hex: '#FFFFFF', opacity: 0.18 }),
    );
    solids.push(block([262, -104, 52], [12, 208, 30], p.dark, { axis: 'y', r: 3 }));
    for (const y of [-90, 62])
      solids.push(
        mark(
          [
            [268.3, y, 92],
            [268.3, y + 28, 92],
            [268.3, y + 28, 112],
            [268.3, y, 112],
          ],
          { hex: '#FFF6DC' },
        ),
      );
    for (let z = 92; z < 116; z += 7)
      solids.push(
        mark(
          [
            [268.3, -50, z],
            [268.3, 50, z],
          ],
          { hex: tone(paint.hex, -0.16) },
          2.4,
          false,
        ),
      );
    solids.push(block([238, -116, 168], [7, 10, 34], p.dark, { r: 2.4 }));
    for (const x of [-214, -126, 196]) solids.push(...wheel(x, -104, 44, p.metal.hex, p.dark.hex));
    solids.push(block([-60, -100, 40], [96, 30, 30], p.metal, { axis: 'x', r: 3 }));
    return solids;
  },
};

function wheel(x: number, y: number, r: number, hub: string, tyre: string): Solid[] {
  const face = (k: number, hex: string, dy: number) =>
    mark(
      disc(x, r, r * k, r * k, 40).map(([a, b]): V3 => [a, y - dy, b]),
      { hex },
    );
  return [
    extrude(
      'y',
      disc(x, r, r * 1.13, r * 1.13, 40).map(([a, b]): V2 => [a, Math.max(b, r * 0.82)]),
      y + 1,
      y + 30,
      { hex: tone(tyre, -0.06) },
    ),
    extrude('y', disc(x, r, r, r, 48), y, y + 28, { hex: tyre, cloth: true }),
    face(0.62, tone(hub, 0.22), 0.2),
    face(0.5, tone(hub, 0.12), 0.3),
    face(0.2, tone(hub, 0.3), 0.4),
  ];
}

/** The fleet's mark: a leaf, and no word that would need translating. */
function arch(x: number, z: number, size: number, hex: string, y: number): Solid[] {
  const leaf = (k: number): V3[] =>
    Array.from({ length: 31 }, (_, i): V3 => {
      const t = i / 30;
      const s = t < 0.5 ? t * 2 : 2 - t * 2;
      const bulge = Math.sin(Math.PI * s) * (t < 0.5 ? 1 : -1) * 0.36;
      return [x + size * (s * 1.5 + bulge * 0.7) * k, y, z + 28 + size * (s * 1.5 - bulge) * k];
    });
  return [
    mark(leaf(1), { hex }),
    mark(
      [
        [x - 8, y - 0.1, z + 18],
        [x + size * 1.1, y - 0.1, z + 28 + size * 1.1],
      ],
      { hex: mix(hex, '#FFFFFF', 0.55) },
      3,
      false,
    ),
  ];
}
