import { mix, tone } from '../color.ts';
import type { Motif } from '../motif.ts';
import { block, disc, frontMark, mark, rod, rounded, type Solid } from '../primitives.ts';
import type { V2, V3 } from '../space.ts';

export const cncRouter: Motif = {
  room: 'workshop',
  focus: { at: [16, -12, 92], span: 88 },
  gap: 70,
  build(p) {
    const wood = p.body.grain ? p.body : p.trim.grain ? p.trim : p.body;
    const shell = p.white;
    const cut = { hex: tone(wood.hex, -0.2) };
    const on = (points: readonly V2[]): V3[] => points.map(([x, y]): V3 => [x, y, 84.1]);
    const solids: Solid[] = [
      block([-112, -66, 0], [14, 14, 12], p.dark, { r: 1 }),
      block([98, -66, 0], [14, 14, 12], p.dark, { r: 1 }),
      block([98, 52, 0], [14, 14, 12], p.dark, { r: 1 }),
      block([-116, -70, 12], [232, 140, 60], shell, { r: 3 }),
      frontMark(-116, 34, 116, 42, -70.1, p.accent),
      frontMark(-96, 50, -60, 64, -70.1, { hex: tone(shell.hex, -0.1) }, 2),
      frontMark(60, 50, 96, 64, -70.1, { hex: tone(shell.hex, -0.1) }, 2),
      block([-104, -68, 72], [208, 136, 7], p.metal, { axis: 'z', r: 1.5 }),
      block([-116, -68, 72], [9, 136, 7], p.dark, { axis: 'z', r: 0.6 }),
      block([107, -68, 72], [9, 136, 7], p.dark, { axis: 'z', r: 0.6 }),
      // The sheet with the parts already cut: a chair's side, slats, a round seat.
      block([-92, -60, 79], [172, 116, 5], wood, { axis: 'z', r: 0.6, grain: 'x' }),
      ...[-80, -68, -56].map((x) => mark(on(rounded(x, -50, x + 8, 0, 3)), cut, 0.8)),
      mark(on(disc(-24, -26, 17, 17, 44)), cut, 0.8),
      mark(on(disc(-24, -26, 5, 5, 24)), cut, 0.8),
      mark(on(rounded(2, -52, 30, -40, 5)), cut, 0.8),
      mark(on(rounded(40, -52, 70, -14, 12)), cut, 0.8),
      mark(on(rounded(47, -45, 63, -21, 7)), cut, 0.8),
      // Gantry and spindle.
      block([-122, -2, 74], [14, 40, 58], shell, { axis: 'x', r: [2, 2, 14, 14] }),
      block([108, -2, 74], [14, 40, 58], shell, { axis: 'x', r: [2, 2, 14, 14] }),
      block([-108, 8, 108], [216, 20, 26], p.accent, { axis: 'x', r: 2 }),
      frontMark(-106, 113, 106, 116, 7.9, p.dark),
      frontMark(-106, 125, 106, 128, 7.9, p.dark),
      block([4, -2, 98], [30, 10, 48], p.metal, { r: 2 }),
      block([7, -12, 104], [24, 10, 36], shell, { r: 3 }),
      rod([19, -7, 94], [19, -7, 104], 4.4, p.metal),
      rod([19, -7, 84], [19, -7, 94], 1.2, p.dark),
      // Operator's panel.
      block([142, -44, 0], [34, 26, 4], p.dark, { axis: 'z', r: 2 }),
      block([154, -36, 4], [10, 10, 84], shell, { axis: 'z', r: 2 }),
      block([140, -42, 88], [38, 16, 32], shell, { r: 2.4 }),
      frontMark(143.5, 96, 174.5, 117, -42.1, { hex: mix(p.accent.hex, '#FFFFFF', 0.76) }, 1),
      frontMark(147, 100, 158, 113, -42.2, { hex: mix(p.accent.hex, '#FFFFFF', 0.35) }, 1),
      frontMark(161, 106, 171, 113, -42.2, { hex: '#FFFFFF' }, 1),
      mark(
        disc(171, 92, 1.9).map(([x, z]): V3 => [x, -42.2, z]),
        { hex: '#D9604F' },
      ),
    ];
    // The dust hose falls from above in one easy curve.
    const hose = Array.from({ length: 21 }, (_, i): V3 => {
      const t = i / 20;
      return [19 - 58 * t, 2 + 34 * t, 138 + 44 * Math.sin(t * Math.PI)];
    });
    hose
      .slice(1)
      .forEach((q, i) =>
        solids.push({ ...rod(hose[i] as V3, q, 4.2, { hex: i % 2 ? '#8E9895' : '#98A29F' }), casts: false }),
      );
    return solids;
  },
};
