// What stands around the piece: it gives scale and warmth, and stays quieter than the piece.
import { mix, tone } from './color.ts';
import type { Palette } from './palettes.ts';
import {
  ball,
  block,
  disc,
  extrude,
  frontMark,
  type Leaves,
  lathe,
  mark,
  move,
  type Paint,
  rod,
  type Solid,
} from './primitives.ts';
import { between, pick, type Random } from './random.ts';
import type { V2, V3 } from './space.ts';

export function plant(palette: Palette, random: Random, at: V3, height = 105): Solid[] {
  const potHeight = height * 0.27;
  const r = height * 0.13;
  const leaves: Leaves['leaves'][number][] = [];
  const stems: Solid[] = [];
  const count = 11;
  for (let i = 0; i < count; i++) {
    const a = (i / count) * Math.PI * 2 + between(random, -0.2, 0.2);
    const rise = between(random, 0.46, 0.92) * (1 - potHeight / height) * height;
    const out = height * between(random, 0.1, 0.25);
    const base: V3 = [Math.cos(a) * out * 0.32, Math.sin(a) * out * 0.32, potHeight + rise * 0.5];
    const tip: V3 = [Math.cos(a) * out * 1.35, Math.sin(a) * out * 1.35, potHeight + rise];
    stems.push({
      ...rod([Math.cos(a) * 1.5, Math.sin(a) * 1.5, potHeight - 2], base, 0.55, { hex: tone(palette.leaf, -0.08) }),
      casts: false,
    });
    leaves.push({ base, tip, width: height * between(random, 0.075, 0.1), sag: -height * 0.03 });
  }
  leaves.sort((p, q) => q.tip[1] - p.tip[1]);
  const pot: Paint = { hex: mix(palette.wall, '#FFFFFF', 0.55) };
  return move(
    [
      lathe(
        [0, 0, 0],
        [
          [r * 0.72, 0],
          [r * 0.86, potHeight * 0.4],
          [r, potHeight],
        ],
        pot,
        { hex: '#6B5A4A' },
      ),
      ...stems,
      { kind: 'leaves', leaves, paint: { hex: palette.leaf } },
    ],
    at,
  );
}

/** A little tree: one bent trunk, small leaves in loose clouds. */
export function tree(palette: Palette, random: Random, at: V3, height = 130): Solid[] {
  const pot: Paint = { hex: mix(palette.soft2.hex, palette.wall, 0.45) };
  const potHeight = height * 0.2;
  const trunk: Paint = { hex: '#8B6B4E' };
  const knots: V3[] = [
    [0, 0, potHeight - 2],
    [2.4, 0, height * 0.42],
    [-1.4, 1, height * 0.62],
    [1, 0, height * 0.84],
  ];
  const leaves: Leaves['leaves'][number][] = [];
  for (const [cx, cz, r, count] of [
    [-8, 0.64, 0.115, 34],
    [9, 0.7, 0.12, 36],
    [0, 0.86, 0.13, 44],
  ] as const) {
    for (let i = 0; i < count; i++) {
      const a = between(random, 0, Math.PI * 2);
      const d = height * r * Math.sqrt(random());
      const base: V3 = [cx + Math.cos(a) * d, between(random, -8, 8), height * cz + Math.sin(a) * d * 0.85];
      const lean = a + between(random, -0.7, 0.7);
      leaves.push({
        base,
        tip: [base[0] + Math.cos(lean) * height * 0.088, base[1], base[2] + Math.sin(lean) * height * 0.07 + 3],
        width: height * 0.036,
        sag: 0.6,
      });
    }
  }
  leaves.sort((p, q) => q.base[1] - p.base[1]);
  const round: V2[] = [
    [height * 0.075, 0],
    [height * 0.12, potHeight * 0.35],
    [height * 0.125, potHeight * 0.7],
    [height * 0.1, potHeight],
  ];
  return move(
    [
      lathe([0, 0, 0], round, pot, { hex: '#6B5A4A' }),
      ...knots.slice(1).map((k, i): Solid => rod(knots[i] as V3, k, 1.5 - i * 0.3, trunk, 1.2 - i * 0.3)),
      rod([2, 0, height * 0.45], [10, 0, height * 0.66], 0.9, trunk, 0.6),
      { kind: 'leaves', leaves, paint: { hex: mix(palette.leaf, '#7FA05A', 0.3) }, layer: 1 },
    ],
    at,
  );
}

export function floorLamp(palette: Palette, at: V3, height = 158): Solid[] {
  return move(
    [
      extrude('z', disc(0, 0, 13), 0, 1.6, palette.dark),
      rod([0, 0, 2], [0, 0, height - 34], 0.9, palette.dark),
      lathe(
        [0, 0, height - 36],
        [
          [20, 0],
          [14.5, 34],
        ],
        { hex: mix(palette.wall, '#FFF6DF', 0.75) },
        { hex: '#FFFBEF', glows: true },
      ),
    ],
    at,
  );
}

export function tableLamp(palette: Palette, at: V3, k = 1): Solid[] {
  return move(
    [
      lathe(
        [0, 0, 0],
        [
          [4.5 * k, 0],
          [6.8 * k, 5 * k],
          [6.2 * k, 11 * k],
          [2.4 * k, 16 * k],
          [1.2 * k, 19 * k],
        ],
        palette.accent,
      ),
      lathe(
        [0, 0, 19 * k],
        [
          [11.5 * k, 0],
          [8 * k, 15 * k],
        ],
        { hex: mix(palette.wall, '#FFF4DA', 0.8) },
        { hex: '#FFFBEF', glows: true },
      ),
    ],
    at,
  );
}

export function pendant(palette: Palette, at: V3, top: number): Solid[] {
  return move(
    [
      rod([0, 0, 18], [0, 0, top - at[2]], 0.45, palette.dark),
      lathe(
        [0, 0, 0],
        [
          [19, 0],
          [17, 7],
          [10, 14.5],
          [3, 18],
        ],
        palette.accent,
      ),
    ],
    at,
  ).map((s) => ({ ...s, casts: false }));
}

export function vase(paint: Paint, at: V3, k = 1): Solid {
  return lathe(
    at,
    [
      [3.6 * k, 0],
      [6 * k, 5 * k],
      [6.2 * k, 9 * k],
      [3.2 * k, 15 * k],
      [2.5 * k, 18 * k],
      [3.2 * k, 20 * k],
    ],
    paint,
    { hex: tone(paint.hex, -0.2) },
  );
}

export function twig(palette: Palette, random: Random, at: V3, height: number): Solid[] {
  const leaves: Leaves['leaves'][number][] = [];
  for (let i = 0; i < 7; i++) {
    const z = height * (0.3 + 0.1 * i);
    const s = i % 2 ? 1 : -1;
    leaves.push({
      base: [at[0] + s * 0.6, at[1], at[2] + z],
      tip: [at[0] + s * height * between(random, 0.2, 0.3), at[1], at[2] + z + height * 0.16],
      width: height * 0.07,
      sag: -1,
    });
  }
  return [
    { ...rod(at, [at[0], at[1], at[2] + height], 0.3, { hex: tone(palette.leaf, -0.1) }), casts: false },
    { kind: 'leaves', leaves, paint: { hex: palette.leaf }, casts: false },
  ];
}

/** A row of upright books along x; returns what was placed up to the given width. */
export function bookRow(
  palette: Palette,
  random: Random,
  [x, y, z]: V3,
  width: number,
  height: number,
  depth = 15,
): Solid[] {
  const colours = [
    palette.accent.hex,
    palette.soft2.hex,
    palette.white.hex,
    palette.trim.hex,
    mix(palette.accent.hex, '#FFFFFF', 0.55),
    tone(palette.soft2.hex, -0.12),
  ];
  const books: Solid[] = [];
  let at = x;
  while (at < x + width - 2) {
    const w = between(random, 2.2, 4.6);
    if (at + w > x + width) break;
    const h = height * between(random, 0.72, 1);
    const hex = pick(random, colours);
    books.push(block([at, y, z], [w - 0.25, depth, h], { hex }, { r: 0.3 }));
    if (random() < 0.6)
      books.push(frontMark(at + 0.5, z + h * 0.68, at + w - 0.75, z + h * 0.78, y - 0.1, { hex: tone(hex, 0.09) }));
    at += w;
  }
  return books;
}

/** A picture without a subject one could misread: two hills and a sun, or an arch. */
export function framed(palette: Palette, random: Random, [x, y, z]: V3, w: number, h: number): Solid[] {
  const paper = mix(palette.white.hex, palette.wall, 0.25);
  const a = mix(palette.accent.hex, paper, 0.35);
  const b = mix(palette.soft2.hex, paper, 0.2);
  const at = (px: number, pz: number): V3 => [x + px * w, y - 1.7, z + pz * h];
  const hill = (peak: number, height: number, hex: string) =>
    mark(
      [
        at(0.14, 0.1),
        at(0.86, 0.1),
        ...Array.from({ length: 13 }, (_, k): V3 =>
          at(0.86 - 0.06 * k, 0.1 + height * Math.exp(-(((0.86 - 0.06 * k - peak) / 0.3) ** 2))),
        ),
      ],
      { hex },
    );
  const art =
    random() < 0.5
      ? [
          mark(
            disc(0.62, 0.66, 0.11, (0.11 * w) / h).map(([p, q]) => at(p, q)),
            { hex: b },
          ),
          hill(0.3, 0.34, mix(a, paper, 0.45)),
          hill(0.7, 0.24, a),
        ]
      : [
          mark(
            [
              at(0.27, 0.12),
              at(0.73, 0.12),
              ...Array.from({ length: 13 }, (_, k) =>
                at(0.5 + 0.23 * Math.cos((Math.PI * k) / 12), 0.5 + ((0.23 * w) / h) * Math.sin((Math.PI * k) / 12)),
              ),
            ],
            { hex: b },
          ),
          mark(
            [
              at(0.38, 0.12),
              at(0.62, 0.12),
              ...Array.from({ length: 13 }, (_, k) =>
                at(0.5 + 0.12 * Math.cos((Math.PI * k) / 12), 0.4 + ((0.12 * w) / h) * Math.sin((Math.PI * k) / 12)),
              ),
            ],
            { hex: a },
          ),
        ];
  return [
    block([x, y - 1.6, z], [w, 1.6, h], palette.trim, { r: 0.4 }),
    frontMark(x + 1.4, z + 1.4, x + w - 1.4, z + h - 1.4, y - 1.65, { hex: paper }),
    ...art,
  ];
}

/** A plain wooden chair looking towards +y, its seat centred on the origin. */
export function chair(palette: Palette, seat: Paint = palette.soft): Solid[] {
  const w = palette.trim;
  return [
    rod([-20, -20, 0], [-18, -17, 43], 1.4, w, 1.8),
    rod([20, -20, 0], [18, -17, 43], 1.4, w, 1.8),
    rod([-20, 19, 0], [-18, 17, 43], 1.4, w, 1.8),
    rod([20, 19, 0], [18, 17, 43], 1.4, w, 1.8),
    rod([-18, -18, 46], [-18.5, -23, 70], 1.5, w, 1.3),
    rod([18, -18, 46], [18.5, -23, 70], 1.5, w, 1.3),
    block([-21, -20.5, 43], [42, 41, 2.6], w, { axis: 'z', r: 5 }),
    { ...block([-19.5, -19, 45.6], [39, 38, 4], { ...seat, cloth: true }, { axis: 'z', r: 6, dome: 2.6 }) },
    extrude(
      'z',
      Array.from({ length: 34 }, (_, k) => (k < 17 ? arcPoint(k, 24.5) : arcPoint(33 - k, 22))),
      63,
      82,
      w,
    ),
  ];
  // The back bows around the sitter: an outer and an inner arc joined at their ends.
  function arcPoint(k: number, r: number): readonly [number, number] {
    const a = Math.PI + 0.55 + ((Math.PI - 1.1) * k) / 16;
    return [r * Math.cos(a) * 1.06, -2 + r * Math.sin(a)];
  }
}

export function cup(paint: Paint, at: V3): Solid {
  return lathe(
    at,
    [
      [3, 0],
      [3.8, 3],
      [4, 8],
    ],
    paint,
    { hex: '#7A5B43' },
  );
}

/** A cat curled up asleep: it belongs wherever the portal sells to its owner. */
export function sleepingCat(hex: string, at: V3, k = 1): Solid[] {
  const fur: Paint = { hex, cloth: true };
  const tip: Paint = { hex: tone(hex, 0.1), cloth: true };
  const ear = (x: number, lean: number): Solid =>
    mark(
      [
        [x - 2.3 * k, -8 * k, 9.4 * k],
        [x + 2.3 * k, -8 * k, 9.6 * k],
        [x + lean * k, -7.6 * k, 15 * k],
      ],
      { hex: tone(hex, -0.04) },
    );
  const eye = (x: number): Solid => ({
    ...mark(
      [
        [x - 1.1 * k, -13.2 * k, 7 * k],
        [x, -13.3 * k, 6.4 * k],
        [x + 1.1 * k, -13.2 * k, 7 * k],
      ],
      { hex: '#3A2E26' },
      0.35 * k,
      false,
    ),
    layer: 6,
  });
  const body = lathe(
    [2 * k, 0, 0],
    [
      [11 * k, 0],
      [14 * k, 4 * k],
      [12 * k, 10 * k],
      [6 * k, 13.4 * k],
      [0.4 * k, 14 * k],
    ],
    fur,
  );
  // The tail lies round the paws.
  const tail: Solid = {
    ...mark(
      Array.from({ length: 15 }, (_, i): V3 => [
        2 * k + 14.6 * k * Math.cos(-0.3 - i * 0.1),
        14.6 * k * Math.sin(-0.3 - i * 0.1),
        2.4 * k,
      ]),
      { hex: mix(hex, tip.hex, 0.5) },
      4.4 * k,
      false,
    ),
    layer: 4,
  };
  const head: Solid[] = [
    { ...ball([-8 * k, -8 * k, 6.4 * k], 5.6 * k, fur), layer: 4 },
    { ...ball([-8.2 * k, -11.8 * k, 4.6 * k], 2.3 * k, tip), layer: 5 },
  ];
  return move(
    [
      { ...body, layer: 2 },
      { ...ear(-11, -0.8), layer: 3 },
      { ...ear(-5.2, 0.8), layer: 3 },
      tail,
      ...head,
      eye(-10.4 * k),
      eye(-6.2 * k),
    ],
    at,
  );
}

export const softToy = (palette: Palette, at: V3, k = 1): Solid[] => {
  const fur: Paint = { hex: mix(palette.accent.hex, '#E9CFA9', 0.72), cloth: true };
  return move(
    [
      ball([-5 * k, 0.5, 4 * k], 4 * k, fur),
      ball([5 * k, 0.5, 4 * k], 4 * k, fur),
      ball([0, 2, 9 * k], 8 * k, fur),
      ball([-5.4 * k, 2.5, 26 * k], 2.9 * k, fur),
      ball([5.4 * k, 2.5, 26 * k], 2.9 * k, fur),
      ball([0, 1.5, 20 * k], 7.2 * k, fur),
      ball([0, -5.5 * k, 18.2 * k], 2.6 * k, { hex: tone(fur.hex, 0.09), cloth: true }),
      ball([0, -8 * k, 18.8 * k], 0.8 * k, palette.dark),
      ball([-2.7 * k, -6.2 * k, 21.6 * k], 0.65 * k, palette.dark),
      ball([2.7 * k, -6.2 * k, 21.6 * k], 0.65 * k, palette.dark),
    ],
    at,
  );
};
