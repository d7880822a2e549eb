// Rods, turned bodies and balls: their tones run across them, so no face is flat enough to take a sharp shadow.
import { tone } from './color.ts';
import { linear, lit, n, pathOf, type Pen, radial, type Stop } from './pen.ts';
import type { Ball, Lathe, Paint, Rod } from './primitives.ts';
import { convexHull, cross, dot, minus, plus, unit, type V2, type V3 } from './space.ts';

/** Tones across a round body, from its lit edge to its dark one. */
function roundStops(paint: Paint, side: V3, toEye: V3): Stop[] {
  return [-0.96, -0.6, -0.2, 0.2, 0.6, 0.96].map((t): Stop => [
    (t + 1) / 2,
    lit(paint, unit(plus([side[0] * t, side[1] * t, side[2] * t], toEye, Math.sqrt(1 - t * t)))),
  ]);
}

export function rodText(pen: Pen, s: Rod): string {
  const { project, eye } = pen.camera;
  const dir = unit(minus(s.b, s.a));
  const toEye = unit(minus(eye, s.a));
  const side = unit(cross(toEye, dir));
  const front = cross(dir, side);
  const ring = (c: V3, r: number): V2[] =>
    Array.from({ length: 18 }, (_, k) => {
      const a = (Math.PI * k) / 9;
      return project(plus(plus(c, side, r * Math.cos(a)), front, r * Math.sin(a)));
    });
  const [ra, rb] = [ring(s.a, s.ra), ring(s.b, s.rb)];
  const m: V3 = [(s.a[0] + s.b[0]) / 2, (s.a[1] + s.b[1]) / 2, (s.a[2] + s.b[2]) / 2];
  const r = Math.max(s.ra, s.rb);
  const f: V3 = dot(front, toEye) > 0 ? front : [-front[0], -front[1], -front[2]];
  const fill = linear(pen, project(plus(m, side, -r)), project(plus(m, side, r)), roundStops(s.paint, side, f));
  const end = dot(dir, toEye) > 0 ? { ring: rb, normal: dir } : { ring: ra, normal: [-dir[0], -dir[1], -dir[2]] as V3 };
  return `<path d="${pathOf(convexHull([...ra, ...rb]))}" fill="${fill}"/><path d="${pathOf(end.ring)}" fill="${lit(s.paint, end.normal)}"/>`;
}

/** A turned outline given by a few points is curved between them; two or three points mean straight sides. */
function turnedOutline(points: readonly V2[]): V2[] {
  if (points.length < 4 || points.length > 9) return [...points];
  const at = (i: number) => points[Math.min(points.length - 1, Math.max(0, i))] as V2;
  const curve = (a: number, b: number, c: number, d: number, t: number) =>
    0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t);
  return points.flatMap((p, i): V2[] =>
    i === points.length - 1
      ? [p]
      : [0, 0.2, 0.4, 0.6, 0.8].map((t): V2 => [
          Math.max(0, curve(at(i - 1)[0], p[0], at(i + 1)[0], at(i + 2)[0], t)),
          curve(at(i - 1)[1], p[1], at(i + 1)[1], at(i + 2)[1], t),
        ]),
  );
}

export function latheText(pen: Pen, s: Lathe): string {
  const { project, eye } = pen.camera;
  const flat: V3 = unit([eye[0] - s.at[0], eye[1] - s.at[1], 0]);
  const side: V3 = [-flat[1], flat[0], 0];
  const at = (r: number, z: number, a: number): V2 =>
    project(plus(plus([s.at[0], s.at[1], s.at[2] + z], side, r * Math.cos(a)), flat, r * Math.sin(a)));
  const arc = (r: number, z: number, from: number, to: number) =>
    Array.from({ length: 15 }, (_, k) => at(r, z, from + ((to - from) * k) / 14));
  const outline = turnedOutline(s.outline);
  const bottom = s.outline[0] as V2;
  const top = s.outline.at(-1) as V2;
  const body = [
    ...arc(bottom[0], bottom[1], Math.PI, 0),
    ...outline.map(([r, z]) => at(r, z, 0)),
    ...arc(top[0], top[1], 0, -Math.PI),
    ...[...outline].reverse().map(([r, z]) => at(r, z, Math.PI)),
  ];
  const widest = s.outline.reduce((a, b) => (b[0] > a[0] ? b : a));
  const slope = Math.atan2(top[0] - bottom[0], top[1] - bottom[1]);
  const tilt = unit(plus(flat, [0, 0, 1], -Math.sin(slope) * 0.5));
  const fill = s.paint.glows
    ? s.paint.hex
    : linear(pen, at(widest[0], widest[1], Math.PI), at(widest[0], widest[1], 0), roundStops(s.paint, side, tilt));
  const lid = [...arc(top[0], top[1], 0, Math.PI), ...arc(top[0], top[1], Math.PI, 2 * Math.PI)];
  const lidText = s.inner
    ? `<path d="${pathOf(lid)}" fill="${tone(lit(s.paint, [0, 0, 1]), 0.03)}"/><path d="${pathOf([...arc(top[0] * 0.88, top[1], 0, Math.PI), ...arc(top[0] * 0.88, top[1], Math.PI, 2 * Math.PI)])}" fill="${s.inner.hex}"/>`
    : `<path d="${pathOf(lid)}" fill="${lit(s.paint, [0, 0, 1])}"/>`;
  return `<path d="${pathOf(body)}" fill="${fill}"/>${lidText}`;
}

export function ballText(pen: Pen, s: Ball): string {
  const c = pen.camera.project(s.at);
  const r = s.r * pen.camera.scaleAt(s.at);
  const fill = s.paint.glows
    ? s.paint.hex
    : radial(
        pen,
        c,
        r,
        [c[0] - r * 0.35, c[1] - r * 0.4],
        [
          [0, lit(s.paint, [-0.5, -0.4, 0.77])],
          [0.55, lit(s.paint, [0, -1, 0])],
          [1, lit(s.paint, s.paint.cloth ? [0.6, -0.6, -0.3] : [0.7, 0, -0.7])],
        ],
      );
  return `<circle cx="${n(c[0])}" cy="${n(c[1])}" r="${n(r)}" fill="${fill}"/>`;
}
