import type { Motif } from '../motif.ts';
import { backCushion, block, cushion, extrude, rod, rounded, type Solid } from '../primitives.ts';
import { softToy } from '../props.ts';

export const crib: Motif = {
  room: 'nursery',
  focus: { at: [52, -33, 74], span: 52 },
  build(p) {
    const solids: Solid[] = [];
    const [w, d] = [62, 33];
    for (const x of [-w, w - 4.4]) {
      // Ends: a frame with an arched board, the mark of the model.
      solids.push(
        block([x, -d, 9], [4.4, 4.4, 79], p.body, { axis: 'z', r: 1.6 }),
        block([x, d - 4.4, 9], [4.4, 4.4, 79], p.body, { axis: 'z', r: 1.6 }),
      );
      solids.push(extrude('x', rounded(-d + 4.4, 26, d - 4.4, 95, [2, 2, 20, 20]), x + 0.9, x + 3.5, p.trim));
    }
    for (const x of [-w + 2.2, w - 2.2])
      for (const y of [-d + 2.2, d - 2.2]) solids.push(rod([x, y, 0], [x, y, 9], 1.5, p.trim, 2));
    for (const y of [-d, d - 4]) {
      solids.push(block([-w + 4.4, y, 83], [2 * w - 8.8, 4, 5], p.body, { axis: 'x', r: 1.4 }));
      solids.push(block([-w + 4.4, y + 0.4, 26], [2 * w - 8.8, 3.2, 7], p.body, { axis: 'x', r: 1 }));
      const count = 14;
      for (let i = 1; i <= count; i++) {
        const x = -w + 4.4 + (i * (2 * w - 8.8)) / (count + 1);
        solids.push(block([x - 1.1, y + 1, 33], [2.2, 2, 50], p.body, { axis: 'z', r: 0.9 }));
      }
    }
    solids.push(block([-w + 4.6, -d + 4.6, 33], [2 * w - 9.2, 2 * d - 9.2, 3], p.trim, { axis: 'z', r: 1 }));
    solids.push(cushion([-w + 5.4, -d + 5.4, 36], [2 * w - 10.8, 2 * d - 10.8, 12], p.soft, 4));
    solids.push(cushion([-w + 9, -d + 11, 48], [26, 2 * d - 22, 7], p.white, 4));
    solids.push(cushion([-2, -d + 5, 47.4], [w - 7, 2 * d - 10, 4.6], p.soft2, 3));
    solids.push(...softToy(p, [-22, -6, 48], 0.95));
    solids.push(backCushion([-w + 7, d - 14, 49], [24, 8, 22], p.soft2, 4));
    return solids;
  },
};
