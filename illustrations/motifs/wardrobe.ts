import { mix, tone } from '../color.ts';
import type { Motif } from '../motif.ts';
import { block, extrude, frontMark, rod, type Solid } from '../primitives.ts';
import type { V2 } from '../space.ts';

export const wardrobe: Motif = {
  room: 'home',
  focus: { at: [22, -30, 112], span: 100 },
  build(p, random) {
    const [w, d, h] = [82, 29, 208];
    const gap = { hex: tone(p.body.hex, -0.3) };
    const inner = { hex: tone(mix(p.body.hex, p.trim.hex, 0.4), -0.1) };
    const solids: Solid[] = [
      block([-w + 3, -d + 4, 0], [2 * w - 6, 2 * d - 6, 8], p.dark, { r: 0.3 }),
      block([-w, -d, 8], [2.6, 2 * d, h - 8], p.body, { axis: 'z', r: 0.6 }),
      block([w - 2.6, -d, 8], [2.6, 2 * d, h - 8], p.body, { axis: 'z', r: 0.6, grain: 'z' }),
      block([-w + 2.6, -d, h - 3], [2 * w - 5.2, 2 * d, 3], p.body, { axis: 'z', r: 0.4, grain: 'x' }),
      block([-w + 2.6, -d, 8], [2 * w - 5.2, 2 * d, 3], p.body, { axis: 'z', r: 0.4 }),
      block([-w + 2.6, d - 2, 11], [2 * w - 5.2, 1.6, h - 14], inner, { r: 0 }),
      block([26.4, -d, 11], [2.4, 2 * d - 2.4, h - 14], p.body, { axis: 'z', r: 0.3 }),
      // The open bay: shelf, rail, drawers below.
      block([28.8, -d + 1, 174], [50.4, 2 * d - 4, 2.2], p.body, { axis: 'z', r: 0.3 }),
      block([28.8, -d + 1, 62], [50.4, 2 * d - 4, 2.2], p.body, { axis: 'z', r: 0.3 }),
      rod([29, 2, 168], [79.2, 2, 168], 1, p.metal),
    ];
    // Two doors with a field of fine vertical flutes.
    for (const x of [-w + 0.6, -27.4]) {
      solids.push(frontMark(x - 0.6, 9, x + 53.8, h - 0.4, -d - 0.1, gap));
      solids.push(block([x, -d - 2, 9.6], [53, 1.9, h - 10.6], p.body, { r: 0.8, grain: 'z' }));
      solids.push(block([x < -40 ? x + 47.4 : x + 3.6, -d - 3.8, 90], [2, 1.8, 34], p.trim, { r: 0.9 }));
    }
    for (const z of [12, 37]) {
      solids.push(frontMark(29, z - 0.6, 79.2, z + 24.4, -d + 1, gap));
      solids.push(
        block([29.4, -d - 0.6, z], [49.6, 1.6, 23.8], p.body, { r: 0.8, grain: 'x' }),
        block([47, -d - 2.2, z + 17], [14, 1.4, 1.6], p.trim, { r: 0.7 }),
      );
    }
    const cloths = [
      p.soft2.hex,
      p.white.hex,
      p.accent.hex,
      tone(p.soft2.hex, 0.06),
      p.soft.hex,
      mix(p.accent.hex, '#FFFFFF', 0.45),
      p.soft2.hex,
    ];
    cloths.forEach((hex, i) => {
      const x = 32 + i * 6.6;
      const len = 58 + random() * 26;
      const coat: V2[] = [
        [-17, 164 - len],
        [15, 164 - len],
        [18, 156],
        [5, 164],
        [-7, 164],
        [-20, 156],
      ];
      solids.push(extrude('x', coat, x, x + 3.6, { hex }));
    });
    for (let i = 0; i < 3; i++)
      solids.push(
        block([32, -20, 64.4 + i * 4.4], [22, 38, 4.2], [p.soft, p.soft2, p.white][i] ?? p.soft, { axis: 'y', r: 1.6 }),
      );
    solids.push(block([32, -18, 176.4], [42, 36, 18], { hex: '#D9C6A3', cloth: true }, { r: 2 }));
    return solids;
  },
};
