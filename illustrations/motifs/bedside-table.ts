import { tone } from '../color.ts';
import type { Motif } from '../motif.ts';
import { block, fingerJoint, frontMark, legs, rod, type Solid } from '../primitives.ts';
import { cup, tableLamp } from '../props.ts';

export const bedsideTable: Motif = {
  room: 'home',
  focus: { at: [15, -20, 41], span: 42 },
  build(p, random) {
    const gap = { hex: tone(p.body.hex, -0.3), opacity: 0.8 };
    const knob = random() < 0.5;
    const solids: Solid[] = [
      ...legs(-21, -16, 21, 16, 17, 2, p.trim, 2.4),
      block([-26, -20, 17], [52, 40, 35], p.body, { r: 2.4, grain: 'x' }),
      ...fingerJoint(26.1, -18.4, 18.4, 47.6, 51.9, 4, { hex: tone(p.body.hex, -0.2), opacity: 0.75 }),
      block([-27, -21, 52], [54, 42, 2], p.body, { axis: 'z', r: 2 }),
    ];
    for (const z of [19, 35.3]) {
      solids.push(frontMark(-24, z, 24, z + 15.2, -20.1, gap, 1));
      solids.push(block([-23.6, -21.4, z + 0.4], [47.2, 1.2, 14.4], p.body, { r: 0.9, grain: 'x' }));
      solids.push(
        knob
          ? rod([0, -21.4, z + 8], [0, -24, z + 8], 1.1, p.accent, 1.5)
          : block([-6, -23, z + 9.4], [12, 1.5, 1.4], p.metal, { r: 0.6 }),
      );
    }
    solids.push(...tableLamp(p, [-11, 4, 54], 1.05));
    solids.push(
      block([4, -6, 54], [17, 12, 2.4], p.accent, { r: 0.3 }),
      block([5, -5, 56.4], [15, 11, 2], p.soft2, { r: 0.3 }),
    );
    solids.push(cup(p.white, [11, 0.5, 58.4]));
    return solids;
  },
};
