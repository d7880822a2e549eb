// The few solids everything is built from, as plain data: a motif returns a list of them, paint.ts draws the list.
import { type Axis, axisIndex, type V2, type V3 } from './space.ts';

export interface Paint {
  hex: string;
  /** Shows wood grain. */
  grain?: boolean;
  /** Soft edges, no catch-light, a wider blend of tones. */
  cloth?: boolean;
  /** Gives light instead of taking it: a lamp shade, a screen, a window. */
  glows?: boolean;
  opacity?: number;
}

interface Base {
  paint: Paint;
  /** False for things too thin or too light to throw a shadow. */
  casts?: boolean;
  /** Where boxes interpenetrate and no plane parts them, the higher layer is drawn later: a roof over its gable. */
  layer?: number;
  /** Belongs to the room: drawn in scenes only, and neither measured nor framed. */
  ofRoom?: boolean;
}

/** A flat outline pulled along one axis: boards, boxes, rounded tops, arches, cushions. */
export interface Extrusion extends Base {
  kind: 'extrusion';
  axis: Axis;
  /** In (x, y) for z, (x, z) for y, (y, z) for x; counter-clockwise. */
  profile: readonly V2[];
  hole?: readonly V2[];
  from: number;
  to: number;
  grain?: Axis;
  /** Rounds the end that faces the viewer, as upholstery does. */
  dome?: number;
}

/** A straight, possibly tapering rod. */
export interface Rod extends Base {
  kind: 'rod';
  a: V3;
  b: V3;
  ra: number;
  rb: number;
}

/** A body of revolution on a vertical axis, as (radius, height) from the bottom up. */
export interface Lathe extends Base {
  kind: 'lathe';
  at: V3;
  outline: readonly V2[];
  /** What one sees looking into it from above; without it the top is closed. */
  inner?: Paint;
}

export interface Ball extends Base {
  kind: 'ball';
  at: V3;
  r: number;
}

/** A flat mark lying on something: a drawer gap, a shadow line, a drawing on paper. */
export interface Decal extends Base {
  kind: 'decal';
  points: readonly V3[];
  /** Drawn as a line of this width (cm) instead of filled. */
  line?: number;
  closed?: boolean;
}

export interface Leaves extends Base {
  kind: 'leaves';
  leaves: readonly { base: V3; tip: V3; width: number; sag: number }[];
}

export type Solid = Extrusion | Rod | Lathe | Ball | Decal | Leaves;

export function rounded(
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  r: number | readonly [number, number, number, number] = 0,
): V2[] {
  const radii = typeof r === 'number' ? [r, r, r, r] : r;
  const corners: [number, number, number][] = [
    [x0, y0, Math.PI],
    [x1, y0, -Math.PI / 2],
    [x1, y1, 0],
    [x0, y1, Math.PI / 2],
  ];
  const limit = Math.min(x1 - x0, y1 - y0) / 2;
  return corners.flatMap(([x, y, start], i): V2[] => {
    const radius = Math.min(radii[i] as number, limit);
    if (radius <= 0.01) return [[x, y]];
    const cx = x + (i === 0 || i === 3 ? radius : -radius);
    const cy = y + (i < 2 ? radius : -radius);
    const steps = radius > 6 ? 10 : radius > 1.5 ? 6 : 3;
    return Array.from({ length: steps + 1 }, (_, k): V2 => {
      const a = start + ((Math.PI / 2) * k) / steps;
      return [cx + radius * Math.cos(a), cy + radius * Math.sin(a)];
    });
  });
}

export function disc(cx: number, cy: number, r: number, ry = r, steps = 36): V2[] {
  return Array.from({ length: steps }, (_, k): V2 => {
    const a = (2 * Math.PI * k) / steps;
    return [cx + r * Math.cos(a), cy + ry * Math.sin(a)];
  });
}

export function extrude(
  axis: Axis,
  profile: readonly V2[],
  from: number,
  to: number,
  paint: Paint,
  more: Partial<Extrusion> = {},
): Extrusion {
  return { kind: 'extrusion', axis, profile, from, to, paint, ...more };
}

/** A board or block by its corner and size, its arrises eased by r on the edges along `axis`. */
export function block(
  [x, y, z]: V3,
  [w, d, h]: V3,
  paint: Paint,
  more: Partial<Extrusion> & { r?: number | readonly [number, number, number, number] } = {},
): Extrusion {
  const { r = 0.6, axis = 'y', ...rest } = more;
  if (axis === 'z') return extrude('z', rounded(x, y, x + w, y + d, r), z, z + h, paint, rest);
  if (axis === 'y') return extrude('y', rounded(x, z, x + w, z + h, r), y, y + d, paint, rest);
  return extrude('x', rounded(y, z, y + d, z + h, r), x, x + w, paint, rest);
}

/** Finger joints on a corner seen from the right: end grain of the one board between the fingers of the other. */
export function fingerJoint(
  x: number,
  y0: number,
  y1: number,
  z0: number,
  z1: number,
  count: number,
  paint: Paint,
): Decal[] {
  const step = (y1 - y0) / (count * 2 + 1);
  return Array.from({ length: count }, (_, i) => {
    const y = y0 + step * (2 * i + 1);
    return mark(
      [
        [x, y, z0],
        [x, y + step, z0],
        [x, y + step, z1],
        [x, y, z1],
      ],
      paint,
    );
  });
}

/** Upholstery lying down: rounded in plan and over its upper edge. */
export const cushion = (at: V3, size: V3, paint: Paint, r = 4): Extrusion =>
  block(at, size, { ...paint, cloth: true }, { axis: 'z', r: r * 1.3, dome: Math.min(r, size[2] * 0.6) });

/** Upholstery standing up, its soft side to the front. */
export const backCushion = (at: V3, size: V3, paint: Paint, r = 4): Extrusion =>
  block(at, size, { ...paint, cloth: true }, { axis: 'y', r: r * 1.5, dome: Math.min(r * 1.2, size[1] * 0.92) });

export const rod = (a: V3, b: V3, r: number, paint: Paint, end = r): Rod => ({
  kind: 'rod',
  a,
  b,
  ra: r,
  rb: end,
  paint,
});

export const lathe = (at: V3, outline: readonly V2[], paint: Paint, inner?: Paint): Lathe =>
  inner ? { kind: 'lathe', at, outline, paint, inner } : { kind: 'lathe', at, outline, paint };

export const ball = (at: V3, r: number, paint: Paint): Ball => ({ kind: 'ball', at, r, paint });

export const mark = (points: readonly V3[], paint: Paint, line?: number, closed = true): Decal =>
  line === undefined
    ? { kind: 'decal', points, paint, casts: false }
    : { kind: 'decal', points, paint, line, closed, casts: false };

/** A rectangle drawn on a face that looks towards the viewer (a plane of constant y). */
export const frontMark = (x0: number, z0: number, x1: number, z1: number, y: number, paint: Paint, r = 0): Decal =>
  mark(
    rounded(x0, z0, x1, z1, r).map(([x, z]): V3 => [x, y, z]),
    paint,
  );

/** A rectangle drawn on a horizontal face. */
export const topMark = (x0: number, y0: number, x1: number, y1: number, z: number, paint: Paint, r = 0): Decal =>
  mark(
    rounded(x0, y0, x1, y1, r).map(([x, y]): V3 => [x, y, z]),
    paint,
  );

/** Four turned or square-set legs under a rectangle, standing slightly astride. */
export function legs(
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  height: number,
  r: number,
  paint: Paint,
  splay = 2,
): Rod[] {
  const feet: [number, number, number, number][] = [
    [x0, y0, -1, -1],
    [x1, y0, 1, -1],
    [x1, y1, 1, 1],
    [x0, y1, -1, 1],
  ];
  return feet.map(([x, y, sx, sy]) => rod([x + sx * splay, y + sy * splay, 0], [x, y, height], r * 0.68, paint, r));
}

const shift = (p: V3, d: V3): V3 => [p[0] + d[0], p[1] + d[1], p[2] + d[2]];

export function move(solids: readonly Solid[], d: V3): Solid[] {
  return solids.map((s): Solid => {
    switch (s.kind) {
      case 'extrusion': {
        const k = axisIndex[s.axis];
        const [i, j] = k === 0 ? [1, 2] : k === 1 ? [0, 2] : [0, 1];
        const slide = (p: V2): V2 => [p[0] + (d[i as 0] as number), p[1] + (d[j as 0] as number)];
        return {
          ...s,
          profile: s.profile.map(slide),
          ...(s.hole ? { hole: s.hole.map(slide) } : {}),
          from: s.from + d[k],
          to: s.to + d[k],
        };
      }
      case 'rod':
        return { ...s, a: shift(s.a, d), b: shift(s.b, d) };
      case 'lathe':
      case 'ball':
        return { ...s, at: shift(s.at, d) };
      case 'decal':
        return { ...s, points: s.points.map((p) => shift(p, d)) };
      case 'leaves':
        return { ...s, leaves: s.leaves.map((l) => ({ ...l, base: shift(l.base, d), tip: shift(l.tip, d) })) };
    }
  });
}

/** The same piece turned a half circle about the vertical through the origin: a chair on the other side of a table. */
export function turned(solids: readonly Solid[]): Solid[] {
  const flip = (p: V3): V3 => [-p[0], -p[1], p[2]];
  return solids.map((s): Solid => {
    switch (s.kind) {
      case 'extrusion': {
        // Two sign changes keep the winding in plan; one mirrors it, so the order is reversed.
        const slide = (p: V2): V2 => (s.axis === 'z' ? [-p[0], -p[1]] : [-p[0], p[1]]);
        const wind = (ps: readonly V2[]) => (s.axis === 'z' ? ps.map(slide) : ps.map(slide).reverse());
        const ends = s.axis === 'z' ? { from: s.from, to: s.to } : { from: -s.to, to: -s.from };
        return { ...s, profile: wind(s.profile), ...(s.hole ? { hole: wind(s.hole) } : {}), ...ends };
      }
      case 'rod':
        return { ...s, a: flip(s.a), b: flip(s.b) };
      case 'lathe':
      case 'ball':
        return { ...s, at: flip(s.at) };
      case 'decal':
        return { ...s, points: s.points.map(flip) };
      case 'leaves':
        return { ...s, leaves: s.leaves.map((l) => ({ ...l, base: flip(l.base), tip: flip(l.tip) })) };
    }
  });
}

/** Every point that matters for a solid's outline: for framing, for its box and for the shadow it throws. */
export function pointsOf(s: Solid): V3[] {
  switch (s.kind) {
    case 'extrusion':
      return s.profile.flatMap((p): V3[] => [lift(s.axis, p, s.from), lift(s.axis, p, s.to)]);
    case 'rod': {
      const ring = (p: V3, r: number): V3[] =>
        Array.from({ length: 8 }, (_, k): V3 => {
          const a = (Math.PI * k) / 4;
          // A rod may lie in any direction; a ring in plan and one upright bound it well enough.
          return Math.abs(s.a[2] - s.b[2]) > Math.hypot(s.a[0] - s.b[0], s.a[1] - s.b[1])
            ? [p[0] + r * Math.cos(a), p[1] + r * Math.sin(a), p[2]]
            : Math.abs(s.a[0] - s.b[0]) > Math.abs(s.a[1] - s.b[1])
              ? [p[0], p[1] + r * Math.cos(a), p[2] + r * Math.sin(a)]
              : [p[0] + r * Math.cos(a), p[1], p[2] + r * Math.sin(a)];
        });
      return [...ring(s.a, s.ra), ...ring(s.b, s.rb)];
    }
    case 'lathe':
      return s.outline.flatMap(([r, z]) => disc(s.at[0], s.at[1], r, r, 14).map(([x, y]): V3 => [x, y, s.at[2] + z]));
    case 'ball':
      return [-1, 1].flatMap((a) =>
        [-1, 1].flatMap((b) =>
          [-1, 1].map((c): V3 => [s.at[0] + a * s.r * 0.62, s.at[1] + b * s.r * 0.62, s.at[2] + c * s.r * 0.8]),
        ),
      );
    case 'decal':
      return [...s.points];
    case 'leaves':
      return s.leaves.flatMap((l) => [l.base, l.tip]);
  }
}

/** A profile point put back into space. */
export function lift(axis: Axis, p: V2, t: number): V3 {
  return axis === 'z' ? [p[0], p[1], t] : axis === 'y' ? [p[0], t, p[1]] : [t, p[0], p[1]];
}
