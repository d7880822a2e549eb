// Centimetres; x to the right, y away from the viewer, z up. One camera and one sun for every picture: that is what
// makes them look like one hand.

export type V2 = readonly [number, number];
export type V3 = readonly [number, number, number];
export type Axis = 'x' | 'y' | 'z';

export const axisVector: Record<Axis, V3> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };

export const axisIndex = { x: 0, y: 1, z: 2 } as const;

export const dot = (a: V3, b: V3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const minus = (a: V3, b: V3): V3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const plus = (a: V3, b: V3, k = 1): V3 => [a[0] + b[0] * k, a[1] + b[1] * k, a[2] + b[2] * k];
export const cross = (a: V3, b: V3): V3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const unit = (a: V3): V3 => {
  const n = Math.hypot(...a) || 1;
  return [a[0] / n, a[1] / n, a[2] / n];
};

/** Towards the light: upper left, a little in front. */
export const sun: V3 = unit([-0.44, -0.4, 0.82]);

export interface Camera {
  eye: V3;
  project(p: V3): V2;
  /** Pixels per centimetre at a point. */
  scaleAt(p: V3): number;
}

export interface Frame {
  /** Points that must be inside the rectangle. */
  points: readonly V3[];
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * A long lens with a shifted back: gentle perspective, but verticals stay vertical as on an architect's photograph.
 * It is framed so that the given points just fill the given rectangle.
 */
export function frameCamera(target: V3, yaw: number, pitch: number, distance: number, frame: Frame): Camera {
  const forward: V3 = [-Math.sin(yaw), Math.cos(yaw), 0];
  const right: V3 = [Math.cos(yaw), Math.sin(yaw), 0];
  const eye: V3 = [
    target[0] - forward[0] * distance,
    target[1] - forward[1] * distance,
    target[2] + Math.tan(pitch) * distance,
  ];
  const raw = (p: V3): V2 => {
    const d = minus(p, eye);
    const depth = Math.max(20, dot(d, forward));
    return [dot(d, right) / depth, -d[2] / depth];
  };
  const seen = frame.points.map(raw);
  const [x0, x1] = extent(seen.map((p) => p[0]));
  const [y0, y1] = extent(seen.map((p) => p[1]));
  const focal = Math.min((frame.right - frame.left) / (x1 - x0), (frame.bottom - frame.top) / (y1 - y0));
  const shiftX = (frame.left + frame.right) / 2 - (focal * (x0 + x1)) / 2;
  // Stand on the lower edge when there is height to spare: furniture hangs from the floor, not from the sky.
  const shiftY = frame.bottom - focal * y1 - Math.max(0, frame.bottom - frame.top - focal * (y1 - y0)) * 0.42;
  return {
    eye,
    project: (p) => {
      const [x, y] = raw(p);
      return [x * focal + shiftX, y * focal + shiftY];
    },
    scaleAt: (p) => focal / Math.max(20, dot(minus(p, eye), forward)),
  };
}

export const extent = (values: readonly number[]): [number, number] => [Math.min(...values), Math.max(...values)];

export function convexHull(points: readonly V2[]): V2[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const turn = (o: V2, a: V2, b: V2) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
  const half = (list: V2[]) => {
    const chain: V2[] = [];
    for (const p of list) {
      while (chain.length > 1 && turn(chain.at(-2) as V2, chain.at(-1) as V2, p) <= 1e-9) chain.pop();
      chain.push(p);
    }
    chain.pop();
    return chain;
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

/** The part of a polygon inside a convex, counter-clockwise one (Sutherland–Hodgman). */
export function clipTo(subject: readonly V2[], convex: readonly V2[]): V2[] {
  let out = [...subject];
  for (let i = 0; i < convex.length && out.length > 0; i++) {
    const a = convex[i] as V2;
    const b = convex[(i + 1) % convex.length] as V2;
    const side = (p: V2) => (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
    const next: V2[] = [];
    out.forEach((p, j) => {
      const q = out[(j + 1) % out.length] as V2;
      const sp = side(p);
      const sq = side(q);
      if (sp >= 0) next.push(p);
      if (sp >= 0 !== sq >= 0)
        next.push([p[0] + ((q[0] - p[0]) * sp) / (sp - sq), p[1] + ((q[1] - p[1]) * sp) / (sp - sq)]);
    });
    out = next;
  }
  return out;
}

export function area(polygon: readonly V2[]): number {
  let sum = 0;
  polygon.forEach((p, i) => {
    const q = polygon[(i + 1) % polygon.length] as V2;
    sum += p[0] * q[1] - q[0] * p[1];
  });
  return sum / 2;
}

export function inside(p: V2, polygon: readonly V2[]): boolean {
  let odd = false;
  polygon.forEach((a, i) => {
    const b = polygon[(i + 1) % polygon.length] as V2;
    if (a[1] > p[1] !== b[1] > p[1] && p[0] < ((b[0] - a[0]) * (p[1] - a[1])) / (b[1] - a[1]) + a[0]) odd = !odd;
  });
  return odd;
}
