// Draws a list of solids: back to front, each with the tones of its faces, its grain and the shadows that fall on it.
import { mix, tone } from './color.ts';
import { grainOn } from './grain.ts';
import { backToFront } from './order.ts';
import { clip, linear, lit, n, path3, pathOf, type Pen, type Stop } from './pen.ts';
import { type Decal, type Extrusion, type Leaves, lift, type Paint, type Solid } from './primitives.ts';
import { ballText, latheText, rodText } from './round.ts';
import { type Body, bodyOf, fromPlane, type Plane, planeAt, shadowsOnFace, toPlane } from './shade.ts';
import {
  area,
  type Axis,
  axisIndex,
  axisVector,
  cross,
  dot,
  extent,
  minus,
  plus,
  unit,
  type V2,
  type V3,
} from './space.ts';

export function paintSolids(pen: Pen, solids: readonly Solid[]): string {
  const bodies = solids.map(bodyOf);
  return backToFront(pen, bodies)
    .map((body) => drawBody(pen, body, bodies))
    .join('');
}

function drawBody(pen: Pen, body: Body, bodies: readonly Body[]): string {
  const s = body.solid;
  const text = (() => {
    switch (s.kind) {
      case 'extrusion':
        return extrusion(pen, s, body, bodies);
      case 'rod':
        return rodText(pen, s);
      case 'lathe':
        return latheText(pen, s);
      case 'ball':
        return ballText(pen, s);
      case 'decal':
        return decal(pen, s);
      case 'leaves':
        return leaves(pen, s);
    }
  })();
  return s.paint.opacity === undefined || s.kind === 'decal' ? text : `<g opacity="${s.paint.opacity}">${text}</g>`;
}

interface Edge {
  a: V2;
  b: V2;
  normal: V3;
  /** A side of its own rather than a step of a curve; only flat sides carry grain and sharp shadows. */
  flat: boolean;
}

function edgesOf(profile: readonly V2[], axis: Axis, inward = false): Edge[] {
  const sign = area(profile) > 0 !== inward ? 1 : -1;
  const count = profile.length;
  const vector = (i: number): V2 => {
    const a = profile[(i + count) % count] as V2;
    const b = profile[(i + 1 + count) % count] as V2;
    return [b[0] - a[0], b[1] - a[1]];
  };
  const length = (i: number) => Math.hypot(...vector(i)) || 1;
  const bends = (i: number, j: number) => {
    const [p, q] = [vector(i), vector(j)];
    const cos = (p[0] * q[0] + p[1] * q[1]) / (length(i) * length(j));
    const ratio = length(i) / length(j);
    return cos > 0.85 && ratio < 1.7 && ratio > 0.59;
  };
  return profile.map((a, i) => {
    const [dx, dy] = vector(i);
    const len = length(i);
    const normal = lift(axis, [(sign * dy) / len, (-sign * dx) / len], 0);
    return { a, b: profile[(i + 1) % count] as V2, normal, flat: len > 2.4 && !bends(i, i + 1) && !bends(i, i - 1) };
  });
}

/** Groups of neighbouring sides that face the eye. */
function visibleRuns(pen: Pen, edges: readonly Edge[], axis: Axis, at: number): Edge[][] {
  const facing = edges.map((e) => dot(e.normal, minus(pen.camera.eye, lift(axis, e.a, at))) > 0);
  const start = facing.findIndex((f, i) => f && !facing[(i + edges.length - 1) % edges.length]);
  if (start < 0) return facing[0] ? [[...edges]] : [];
  const runs: Edge[][] = [];
  for (let k = 0; k < edges.length; k++) {
    const i = (start + k) % edges.length;
    if (!facing[i]) continue;
    if (k === 0 || !facing[(i + edges.length - 1) % edges.length]) runs.push([]);
    runs.at(-1)?.push(edges[i] as Edge);
  }
  return runs;
}

function extrusion(pen: Pen, s: Extrusion, body: Body, bodies: readonly Body[]): string {
  const { camera } = pen;
  const k = axisIndex[s.axis];
  const out = axisVector[s.axis];
  const capAt = camera.eye[k] < s.from ? s.from : camera.eye[k] > s.to ? s.to : undefined;
  const capSign = capAt === s.from ? -1 : 1;
  const dome = capAt === undefined ? 0 : (s.dome ?? 0);
  const near = capAt === undefined ? s.to : capAt - capSign * dome;
  const away = capAt === undefined || capSign > 0 ? s.from : s.to;
  const parts: string[] = [];
  const glints: string[] = [];

  const wall = (edges: Edge[]) => {
    const runs = visibleRuns(pen, edges, s.axis, near).map((run) => ({
      run,
      d: Math.min(...run.map((e) => Math.hypot(...minus(lift(s.axis, e.a, near), camera.eye)))),
    }));
    for (const { run } of runs.sort((a, b) => b.d - a.d)) {
      parts.push(sideRun(pen, s, run, near, away));
      for (const e of run) parts.push(faceDetail(pen, s, sidePlane(s.axis, e, near, away), body, bodies));
      if (capAt !== undefined && !s.paint.cloth && !s.paint.glows) {
        const line = [...run.map((e) => e.a), (run.at(-1) as Edge).b].map((p) => camera.project(lift(s.axis, p, near)));
        glints.push(pathOf(line, false));
      }
    }
  };
  if (s.hole) wall(edgesOf(s.hole, s.axis, true));
  wall(edgesOf(s.profile, s.axis));

  if (capAt !== undefined) {
    const normal: V3 = [out[0] * capSign, out[1] * capSign, out[2] * capSign];
    const seam = lift(s.axis, s.profile[0] as V2, near);
    const steps =
      dome > 0 ? Math.max(6, Math.min(22, Math.round((dome * camera.scaleAt(seam)) / (pen.hair * 1.6)))) : 0;
    for (let j = 0; j < steps; j++) parts.push(domeSlice(pen, s, near, capSign, dome, j / steps, normal));
    const rim = dome > 0 ? inset(s.profile, dome) : s.profile;
    const ring = rim.map((p) => lift(s.axis, p, capAt));
    const d =
      path3(pen, ring) +
      (s.hole
        ? path3(
            pen,
            s.hole.map((p) => lift(s.axis, p, capAt)),
          )
        : '');
    parts.push(`<path d="${d}" fill="${blend(pen, s.paint, normal, ring)}"${s.hole ? ' fill-rule="evenodd"' : ''}/>`);
    const plane = facePlane(s.axis, capAt, capSign);
    const detail = faceDetail(pen, s, { plane, face: ring.map((p) => toPlane(plane, p)) }, body, bodies);
    parts.push(s.hole && detail ? `<g clip-path="${clip(pen, d)}">${detail}</g>` : detail);
    if (glints.length > 0) {
      const catchLight = tone(lit(s.paint, normal), 0.07);
      parts.push(
        `<path d="${glints.join('')}" fill="none" stroke="${catchLight}" stroke-width="${n(pen.hair * 1.3)}" stroke-linejoin="round" stroke-linecap="round" stroke-opacity=".75"/>`,
      );
    }
  }
  return parts.join('');
}

/** A whisper of gradient across a face, always from the light to the lower right. */
function blend(pen: Pen, paint: Paint, normal: V3, ring: readonly V3[]): string {
  const base = lit(paint, normal);
  const ps = ring.map(pen.camera.project);
  const [x0, x1] = extent(ps.map((p) => p[0]));
  const [y0, y1] = extent(ps.map((p) => p[1]));
  if (paint.glows || Math.max(x1 - x0, y1 - y0) < pen.hair * 30) return base;
  return linear(
    pen,
    [x0, y0],
    [x1, y1],
    [
      [0, tone(base, 0.014)],
      [1, tone(base, -0.02)],
    ],
  );
}

function sideRun(pen: Pen, s: Extrusion, run: readonly Edge[], near: number, away: number): string {
  const { project } = pen.camera;
  const ring = [...run.map((e) => e.a), (run.at(-1) as Edge).b];
  const outline = [
    ...ring.map((p) => project(lift(s.axis, p, near))),
    ...[...ring].reverse().map((p) => project(lift(s.axis, p, away))),
  ];
  const mid = (near + away) / 2;
  const p0 = project(lift(s.axis, ring[0] as V2, near));
  const p1 = project(lift(s.axis, ring[0] as V2, away));
  const len = Math.hypot(p1[0] - p0[0], p1[1] - p0[1]);
  if (len < 0.3) return '';
  const across: V2 = [-(p1[1] - p0[1]) / len, (p1[0] - p0[0]) / len];
  const where = (p: V2) => {
    const q = project(lift(s.axis, p, mid));
    return q[0] * across[0] + q[1] * across[1];
  };
  const marks = run.flatMap((e): [number, string][] => {
    const color = lit(s.paint, e.normal);
    const [a, b] = [where(e.a), where(e.b)];
    return e.flat
      ? [
          [a, color],
          [b, color],
        ]
      : [[(a + b) / 2, color]];
  });
  marks.sort((a, b) => a[0] - b[0]);
  const lo = (marks[0] as [number, string])[0];
  const hi = (marks.at(-1) as [number, string])[0];
  const plain = marks.every((m) => m[1] === marks[0]?.[1]) || hi - lo < 0.5;
  const fill = plain
    ? (marks[Math.floor(marks.length / 2)] as [number, string])[1]
    : linear(
        pen,
        [across[0] * lo, across[1] * lo],
        [across[0] * hi, across[1] * hi],
        marks.map(([t, c]): Stop => [(t - lo) / (hi - lo), c]),
      );
  // A hair of stroke in the same colour closes the seam to the neighbouring face.
  return `<path d="${pathOf(outline)}" fill="${fill}"${plain ? ` stroke="${fill}" stroke-width=".6"` : ''}/>`;
}

const inset = (profile: readonly V2[], by: number): V2[] => {
  const [x0, x1] = extent(profile.map((p) => p[0]));
  const [y0, y1] = extent(profile.map((p) => p[1]));
  const kx = Math.max(0.05, (x1 - x0 - 2 * by) / (x1 - x0));
  const ky = Math.max(0.05, (y1 - y0 - 2 * by) / (y1 - y0));
  const [cx, cy] = [(x0 + x1) / 2, (y0 + y1) / 2];
  return profile.map(([x, y]): V2 => [cx + (x - cx) * kx, cy + (y - cy) * ky]);
};

/** One contour of an upholstered edge; enough of them read as a round. */
function domeSlice(pen: Pen, s: Extrusion, near: number, sign: number, dome: number, t: number, normal: V3): string {
  const angle = (t * Math.PI) / 2;
  const ring = inset(s.profile, dome * (1 - Math.cos(angle))).map((p) =>
    lift(s.axis, p, near + sign * dome * Math.sin(angle)),
  );
  const tilt = (side: V3): V3 =>
    unit(
      plus([side[0] * Math.cos(angle), side[1] * Math.cos(angle), side[2] * Math.cos(angle)], normal, Math.sin(angle)),
    );
  const bright: V3 = s.axis === 'z' ? unit([-0.6, -0.8, 0]) : unit([-0.5, 0, 0.85]);
  const dim: V3 = s.axis === 'z' ? unit([1, 0.1, 0]) : unit([0.7, 0, -0.7]);
  const ps = ring.map(pen.camera.project);
  const [x0, x1] = extent(ps.map((p) => p[0]));
  const [y0, y1] = extent(ps.map((p) => p[1]));
  const fill = linear(pen, [x0, y0], s.axis === 'z' ? [x1, y0] : [x1, y1], [
    [0, lit(s.paint, tilt(bright))],
    [s.axis === 'z' ? 0.72 : 0.5, lit(s.paint, tilt(s.axis === 'z' ? [0, -1, 0] : [0, -0.2, -0.2]))],
    [1, lit(s.paint, tilt(dim))],
  ]);
  return `<path d="${pathOf(ps)}" fill="${fill}"/>`;
}

interface Face {
  plane: Plane;
  face: V2[];
}

function facePlane(axis: Axis, at: number, sign: number): Plane {
  const origin = lift(axis, [0, 0], at);
  if (axis === 'z') return sign > 0 ? planeAt(origin, [1, 0, 0], [0, 1, 0]) : planeAt(origin, [0, 1, 0], [1, 0, 0]);
  if (axis === 'y') return sign < 0 ? planeAt(origin, [1, 0, 0], [0, 0, 1]) : planeAt(origin, [0, 0, 1], [1, 0, 0]);
  return sign > 0 ? planeAt(origin, [0, 1, 0], [0, 0, 1]) : planeAt(origin, [0, 0, 1], [0, 1, 0]);
}

function sidePlane(axis: Axis, e: Edge, near: number, away: number): Face | undefined {
  if (!e.flat || Math.abs(near - away) < 1.2) return undefined;
  const corners = [lift(axis, e.a, near), lift(axis, e.b, near), lift(axis, e.b, away), lift(axis, e.a, away)];
  const v = cross(e.normal, axisVector[axis]);
  const plane = planeAt(corners[0] as V3, axisVector[axis], v);
  // u × v may point inwards; the normal decides.
  const right = dot(plane.normal, e.normal) > 0 ? plane : planeAt(corners[0] as V3, v, axisVector[axis]);
  return { plane: right, face: corners.map((c) => toPlane(right, c)) };
}

function faceDetail(pen: Pen, s: Extrusion, f: Face | undefined, body: Body, bodies: readonly Body[]): string {
  if (!f || s.paint.glows) return '';
  const { plane, face } = f;
  const base = lit(s.paint, plane.normal);
  const grain = s.paint.grain ? grainOn(pen, s, plane, face, body, base) : '';
  // A plump pillow has no plane for a sharp shadow to lie on.
  const cast = (s.dome ?? 0) > 6.5 ? [] : shadowsOnFace(plane, face, body, bodies);
  if (cast.length === 0) return grain;
  const d = cast.map((poly) => pathOf(poly.map((p) => pen.camera.project(fromPlane(plane, p))))).join('');
  return `${grain}<path d="${d}" fill="${tone(base, -0.2)}" fill-opacity="${s.paint.cloth ? 0.3 : 0.36}"/>`;
}

function decal(pen: Pen, s: Decal): string {
  const opacity = (of: 'fill' | 'stroke') =>
    s.paint.opacity === undefined ? '' : ` ${of}-opacity="${s.paint.opacity}"`;
  const d = path3(pen, s.points, s.line === undefined || s.closed !== false);
  if (s.line === undefined) return `<path d="${d}" fill="${s.paint.hex}"${opacity('fill')}/>`;
  const w = s.line * pen.camera.scaleAt(s.points[0] as V3);
  return `<path d="${d}" fill="none" stroke="${s.paint.hex}" stroke-width="${n(Math.max(pen.hair * 0.8, w))}" stroke-linecap="round" stroke-linejoin="round"${opacity('stroke')}/>`;
}

/** Each leaf is two halves, one turned to the light. */
function leaves(pen: Pen, s: Leaves): string {
  return s.leaves
    .map((l, i) => {
      const a = pen.camera.project(l.base);
      const b = pen.camera.project(l.tip);
      const len = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
      const px = pen.camera.scaleAt(l.base);
      const nx = -(b[1] - a[1]) / len;
      const ny = (b[0] - a[0]) / len;
      const mx = (a[0] + b[0]) / 2;
      const my = (a[1] + b[1]) / 2 - l.sag * px;
      const w = l.width * px;
      const side = (k: number) => `Q${n(mx + nx * w * k)} ${n(my + ny * w * k)} ${n(b[0])} ${n(b[1])}`;
      const spine = `Q${n(mx)} ${n(my)} ${n(a[0])} ${n(a[1])}`;
      const shade = mix(tone(s.paint.hex, -0.07), tone(s.paint.hex, 0.05), (i % 5) / 4);
      const start = `M${n(a[0])} ${n(a[1])}`;
      const left = nx < 0 === ny > 0 ? 0.03 : -0.03;
      return `<path d="${start}${side(1)}${spine}Z" fill="${tone(shade, left)}"/><path d="${start}${side(-1)}${spine}Z" fill="${tone(shade, -left)}"/>`;
    })
    .join('');
}
