import { mix, tone } from '../color.ts';
import type { Motif } from '../motif.ts';
import { ball, block, frontMark, type Leaves, mark, type Solid } from '../primitives.ts';
import { between } from '../random.ts';
import type { V2, V3 } from '../space.ts';

export const aquariumStand: Motif = {
  room: 'home',
  focus: { at: [26, -24, 94], span: 84 },
  build(p, random) {
    const [w, d, top] = [60, 23, 76];
    const water = '#CFE9EA';
    const solids: Solid[] = [
      block([-w + 3, -d + 4, 0], [2 * w - 6, 2 * d - 6, 7], p.dark, { r: 0.4 }),
      block([-w, -d, 7], [2 * w, 2 * d, top - 10], p.body, { r: 1, grain: 'z' }),
      block([-w - 1.5, -d - 1.5, top - 3], [2 * w + 3, 2 * d + 3, 3], p.trim, { axis: 'z', r: 1.6 }),
    ];
    for (let i = 0; i < 3; i++) {
      const x = -w + 1.6 + i * 39.2;
      solids.push(frontMark(x - 0.6, 8, x + 38.8, top - 4, -d - 0.1, { hex: tone(p.body.hex, -0.28) }, 1));
      solids.push(block([x, -d - 1.6, 8.8], [38, 1.5, top - 13.4], p.body, { r: 0.8, grain: 'z' }));
      solids.push(block([i === 0 ? x + 33 : x + 3.4, -d - 3, 44], [1.6, 1.4, 16], p.metal, { r: 0.7 }));
    }
    // The tank: what is in the water first, then the two panes one looks through.
    const [x0, x1, y0, y1, z0, z1] = [-w + 3, w - 3, -d + 3, d - 3, top, top + 52];
    solids.push(frontMark(x0, z0, x1, z1, y1, { hex: mix(water, '#7FBBC4', 0.5) }));
    solids.push(
      mark(
        [
          [x0, y0, z0],
          [x0, y1, z0],
          [x0, y1, z1],
          [x0, y0, z1],
        ],
        { hex: mix(water, '#8EC4CB', 0.6) },
      ),
    );
    solids.push({
      ...block([x0 + 0.4, y0 + 0.6, z0], [x1 - x0 - 0.8, y1 - y0 - 0.8, 6], { hex: '#D9C8A8' }, { axis: 'z', r: 1 }),
      casts: false,
    });
    const weed: Leaves['leaves'][number][] = [];
    for (let i = 0; i < 26; i++) {
      const bx = i < 15 ? between(random, x0 + 6, x0 + 34) : between(random, x1 - 30, x1 - 6);
      const h = between(random, 14, i < 15 ? 38 : 26);
      weed.push({
        base: [bx, between(random, -4, 10), z0 + 5],
        tip: [bx + between(random, -5, 5), 4, z0 + 5 + h],
        width: between(random, 2.2, 3.4),
        sag: 0,
      });
    }
    solids.push({ kind: 'leaves', leaves: weed, paint: { hex: p.leaf }, casts: false });
    for (const [bx, by, r] of [
      [8, 2, 6],
      [16, -2, 4],
      [0, -4, 3],
    ] as const)
      solids.push({ ...ball([bx, by, z0 + 5 + r * 0.5], r, { hex: '#9BA39D' }), casts: false });
    const fish: [number, number, number, string][] = [
      [-8, 26, 1, '#E58A4F'],
      [22, 34, 1.25, '#E9A23B'],
      [34, 20, 0.85, '#E58A4F'],
      [-30, 40, 0.8, '#F0C25C'],
      [4, 40, 0.7, '#E58A4F'],
    ];
    for (const [fx, fz, k, hex] of fish) solids.push(...swim([fx, -8, z0 + fz], k, hex));
    const glass = { hex: '#DFF3F3', opacity: 0.28 };
    solids.push(frontMark(x0, z0, x1, z1 - 5, y0, glass));
    solids.push(
      mark(
        [
          [x1, y0, z0],
          [x1, y1, z0],
          [x1, y1, z1 - 5],
          [x1, y0, z1 - 5],
        ],
        { hex: '#7FB6BF', opacity: 0.42 },
      ),
    );
    solids.push(
      mark(
        [
          [x0 + 8, y0 - 0.2, z1],
          [x0 + 22, y0 - 0.2, z1],
          [x0 + 6, y0 - 0.2, z0 + 12],
          [x0, y0 - 0.2, z0 + 12],
          [x0, y0 - 0.2, z0 + 22],
        ],
        { hex: '#FFFFFF', opacity: 0.2 },
      ),
    );
    solids.push(
      mark(
        [
          [x0, y0 - 0.3, z0],
          [x0, y0 - 0.3, z1],
          [x1, y0 - 0.3, z1],
          [x1, y0 - 0.3, z0],
        ],
        { hex: '#F4FBFA', opacity: 0.8 },
        0.7,
      ),
    );
    solids.push(
      mark(
        [
          [x1 + 0.2, y0, z0],
          [x1 + 0.2, y1, z0],
          [x1 + 0.2, y1, z1],
          [x1 + 0.2, y0, z1],
        ],
        { hex: '#D9ECEC', opacity: 0.6 },
        0.5,
      ),
    );
    solids.push({ ...block([x0, y0, z1], [x1 - x0, y1 - y0, 3.4], p.dark, { axis: 'z', r: 1.4 }) });
    return solids;
  },
};

/** A fish from the side: a lens, a tail, an eye. */
function swim([x, y, z]: V3, k: number, hex: string): Solid[] {
  const at = ([a, b]: V2): V3 => [x + a * k, y, z + b * k];
  const body = Array.from({ length: 21 }, (_, i): V2 => {
    const t = (2 * Math.PI * i) / 20;
    return [6 * Math.cos(t), 2.7 * Math.sin(t) * (1 - 0.25 * Math.cos(t))];
  });
  return [
    mark(
      (
        [
          [-5, 0],
          [-9.5, 3.2],
          [-8.4, 0],
          [-9.5, -3.2],
        ] as V2[]
      ).map(at),
      { hex: tone(hex, -0.06) },
    ),
    mark(body.map(at), { hex }),
    mark(
      (
        [
          [-2, 2.4],
          [2.4, 2.4],
          [-0.6, 4.6],
        ] as V2[]
      ).map(at),
      { hex: tone(hex, -0.04) },
    ),
    {
      ...mark(
        Array.from({ length: 9 }, (_, i): V2 => [
          3.4 + 0.6 * Math.cos((2 * Math.PI * i) / 8),
          0.6 + 0.6 * Math.sin((2 * Math.PI * i) / 8),
        ]).map(([a, b]): V3 => [x + a * k, y - 0.1, z + b * k]),
        { hex: '#2F2A25' },
      ),
    },
  ];
}
