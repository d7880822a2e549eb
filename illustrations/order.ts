import type { Pen } from './pen.ts';
import type { Body } from './shade.ts';
import { extent, minus, type V3 } from './space.ts';

/**
 * The painter's order for boxes: if a plane square to an axis parts two of them, the one on the eye's side comes later.
 * Two planes that disagree mean that neither hides the other.
 */
export function backToFront(pen: Pen, bodies: readonly Body[]): Body[] {
  const eye = pen.camera.eye;
  const eps = 0.15;
  const inFront = (a: Body, b: Body): boolean =>
    ([0, 1, 2] as const).some(
      (i) =>
        (a.min[i] >= b.max[i] - eps && eye[i] > b.max[i] - eps) ||
        (a.max[i] <= b.min[i] + eps && eye[i] < b.min[i] + eps),
    );
  const centre = (b: Body): V3 => [(b.min[0] + b.max[0]) / 2, (b.min[1] + b.max[1]) / 2, (b.min[2] + b.max[2]) / 2];
  const far = new Map(bodies.map((b) => [b, Math.hypot(...minus(centre(b), eye))]));
  const seen = new Map(
    bodies.map((b) => {
      const ps = b.points.map(pen.camera.project);
      return [b, [extent(ps.map((p) => p[0])), extent(ps.map((p) => p[1]))] as const];
    }),
  );
  const overlap = (a: Body, b: Body) =>
    ([0, 1] as const).every((i) => {
      const p = seen.get(a)?.[i] ?? [0, 0];
      const q = seen.get(b)?.[i] ?? [0, 0];
      return p[0] <= q[1] && q[0] <= p[1];
    });
  const behind = new Map<Body, Set<Body>>(bodies.map((b) => [b, new Set()]));
  bodies.forEach((a, i) => {
    for (const b of bodies.slice(i + 1)) {
      if (!overlap(a, b)) continue;
      const ab = inFront(a, b);
      const ba = inFront(b, a);
      const above = (a.solid.layer ?? 0) - (b.solid.layer ?? 0);
      if ((ab && !ba) || (ab === ba && !ab && above > 0)) behind.get(a)?.add(b);
      if ((ba && !ab) || (ab === ba && !ab && above < 0)) behind.get(b)?.add(a);
    }
  });
  const left = [...bodies].sort((a, b) => (far.get(b) ?? 0) - (far.get(a) ?? 0));
  const order: Body[] = [];
  while (left.length > 0) {
    // A cycle (three boards leaning on each other) is cut at the farthest one.
    const k = Math.max(
      0,
      left.findIndex((b) => ![...(behind.get(b) ?? [])].some((o) => left.includes(o))),
    );
    order.push(...left.splice(k, 1));
  }
  return order;
}
