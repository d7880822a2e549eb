// Shadows that things throw on each other. Everything is convex enough that a shadow is a hull slid along the light
// onto the receiving plane and cut to the receiving face; no picture needs more than that.
import { type Solid, pointsOf } from './primitives.ts';
import { area, clipTo, convexHull, cross, dot, extent, minus, plus, sun, type V2, type V3 } from './space.ts';

export interface Plane {
  origin: V3;
  u: V3;
  v: V3;
  normal: V3;
}

export interface Body {
  solid: Solid;
  points: V3[];
  min: V3;
  max: V3;
}

export function bodyOf(solid: Solid): Body {
  const points = pointsOf(solid);
  const spans = [0, 1, 2].map((i) => extent(points.map((p) => p[i as 0])));
  const at = (k: 0 | 1): V3 => [spans[0]?.[k] ?? 0, spans[1]?.[k] ?? 0, spans[2]?.[k] ?? 0];
  return { solid, points, min: at(0), max: at(1) };
}

export const planeAt = (origin: V3, u: V3, v: V3): Plane => ({ origin, u, v, normal: cross(u, v) });

export const toPlane = (plane: Plane, p: V3): V2 => {
  const d = minus(p, plane.origin);
  return [dot(d, plane.u), dot(d, plane.v)];
};

export const fromPlane = (plane: Plane, p: V2): V3 => plus(plus(plane.origin, plane.u, p[0]), plane.v, p[1]);

/** A body's shadow on a plane, as a counter-clockwise hull; undefined where it stands behind the plane. */
export function shadowOn(plane: Plane, body: Body): V2[] | undefined {
  if (body.solid.casts === false || body.solid.paint.glows) return undefined;
  const facing = dot(plane.normal, sun);
  if (facing <= 0.05) return undefined;
  let above = false;
  const fallen = body.points.map((p): V2 => {
    const height = dot(plane.normal, minus(p, plane.origin));
    if (height > 0.2) above = true;
    // What lies behind the plane is pressed onto it: for boxes square to the plane that is exactly the cut.
    return toPlane(plane, height > 0 ? plus(p, sun, -height / facing) : p);
  });
  return above ? convexHull(fallen) : undefined;
}

export function shadowsOnFace(plane: Plane, face: readonly V2[], self: Body, bodies: readonly Body[]): V2[][] {
  const [u0, u1] = extent(face.map((p) => p[0]));
  const [v0, v1] = extent(face.map((p) => p[1]));
  return bodies.flatMap((body) => {
    if (body === self) return [];
    const hull = shadowOn(plane, body);
    if (!hull || hull.length < 3) return [];
    if (
      !hull.some((p) => p[0] > u0) ||
      !hull.some((p) => p[0] < u1) ||
      !hull.some((p) => p[1] > v0) ||
      !hull.some((p) => p[1] < v1)
    )
      return [];
    const cut = clipTo(face, hull);
    if (cut.length < 3) return [];
    const size = area(cut);
    if (Math.abs(size) < 0.4) return [];
    return [size < 0 ? cut.reverse() : cut];
  });
}
