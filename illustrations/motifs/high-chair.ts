import type { Motif } from '../motif.ts';
import { backCushion, block, cushion, extrude, lathe, rod, rounded, type Solid } from '../primitives.ts';

export const highChair: Motif = {
  room: 'nursery',
  focus: { at: [0, -30, 72], span: 46 },
  gap: 34,
  build(p) {
    const solids: Solid[] = [
      rod([-27, -30, 0], [-19, -17, 58], 1.7, p.body, 2.1),
      rod([27, -30, 0], [19, -17, 58], 1.7, p.body, 2.1),
      rod([-27, 28, 0], [-17, 14, 58], 1.7, p.body, 2.1),
      rod([27, 28, 0], [17, 14, 58], 1.7, p.body, 2.1),
      rod([-24.6, -25.5, 18], [24.6, -25.5, 18], 1.1, p.body),
      block([-22, -34, 28], [44, 12, 2], p.body, { axis: 'z', r: 5 }),
      block([-22, -21, 58], [44, 40, 3.4], p.body, { axis: 'z', r: 7 }),
      cushion([-19, -17, 61.4], [38, 32, 5], p.soft2, 3),
      extrude('y', rounded(-19, 60, 19, 100, [4, 4, 15, 15]), 17, 20.5, p.body),
      backCushion([-16, 11, 66], [32, 6, 31], p.soft2, 4),
      // The arms carry the tray.
      block([-23, -24, 75.5], [3.6, 42, 3.6], p.body, { axis: 'y', r: 1.5 }),
      block([19.4, -24, 75.5], [3.6, 42, 3.6], p.body, { axis: 'y', r: 1.5 }),
      rod([-21.2, 13, 61], [-21.2, 15, 75.5], 1.3, p.body),
      rod([21.2, 13, 61], [21.2, 15, 75.5], 1.3, p.body),
      rod([-21.2, -17, 61], [-21.2, -18, 75.5], 1.3, p.body),
      rod([21.2, -17, 61], [21.2, -18, 75.5], 1.3, p.body),
      block([-29, -43, 79.2], [58, 31, 2.4], p.trim, { axis: 'z', r: 9 }),
      { ...block([-26.4, -40.6, 81.6], [52.8, 26.2, 0.8], p.white, { axis: 'z', r: 8 }), casts: false },
      lathe(
        [-8, -28, 82.4],
        [
          [5, 0],
          [7.6, 2],
          [8.6, 5.2],
        ],
        p.accent,
        { hex: '#F7EFD9' },
      ),
      lathe(
        [13, -30, 82.4],
        [
          [3, 0],
          [3.4, 8],
        ],
        p.soft2,
        { hex: '#FFFFFF' },
      ),
    ];
    return solids;
  },
};
