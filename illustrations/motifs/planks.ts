import { mix, tone } from '../color.ts';
import type { Motif } from '../motif.ts';
import { block, type Solid } from '../primitives.ts';
import { between } from '../random.ts';

export const planks: Motif = {
  room: 'workshop',
  focus: { at: [92, -36, 40], span: 70 },
  gap: 60,
  yaw: 0.52,
  build(p, random) {
    const wood = p.body.grain ? p.body.hex : p.trim.hex;
    const solids: Solid[] = [];
    for (const x of [-84, 0, 76])
      solids.push(block([x, -44, 0], [9, 88, 9], { hex: tone(wood, -0.12), grain: true }, { axis: 'y', r: 0.4 }));
    const rows = 6;
    for (let row = 0; row < rows; row++) {
      const z = 9 + row * 8.6;
      const inRow = row === rows - 1 ? 2 : 4;
      for (let i = 0; i < inRow; i++) {
        const tint = tone(mix(wood, '#C9905A', random() * 0.22), between(random, -0.035, 0.03));
        const y = -43 + i * 21.8;
        const slip = between(random, -4, 4);
        solids.push(block([-112 + slip, y, z], [224, 20.6, 6], { hex: tint, grain: true }, { axis: 'x', r: 0.5 }));
      }
      // Stickers keep air between the layers while the timber dries.
      if (row < rows - 1)
        for (const x of [-80, 0, 80])
          solids.push(
            block(
              [x, -44, z + 6],
              [4, row === rows - 2 ? 44 : 88, 2.6],
              { hex: tone(wood, 0.03) },
              { axis: 'y', r: 0.2 },
            ),
          );
    }
    return solids;
  },
};
