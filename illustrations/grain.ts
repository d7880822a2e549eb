import { tone } from './color.ts';
import { n, type Pen, smooth } from './pen.ts';
import type { Extrusion } from './primitives.ts';
import { between } from './random.ts';
import { type Body, fromPlane, type Plane } from './shade.ts';
import { type Axis, axisVector, dot, extent, inside, type V2 } from './space.ts';

/** Grain runs along the board, keeps its distance from the edges, and opens into a flame here and there. */
export function grainOn(pen: Pen, s: Extrusion, plane: Plane, face: readonly V2[], body: Body, base: string): string {
  const size = [0, 1, 2].map((i) => (body.max[i as 0] as number) - (body.min[i as 0] as number));
  const longest = (['x', 'y', 'z'] as const)[size.indexOf(Math.max(...size))] as Axis;
  const along = axisVector[s.grain ?? longest];
  const du = Math.abs(dot(along, plane.u));
  const dv = Math.abs(dot(along, plane.v));
  if (du < 0.5 && dv < 0.5) return endGrain(pen, plane, face, base);
  const flip = dv > du;
  const at = (a: number, b: number): V2 => (flip ? [b, a] : [a, b]);
  const [a0, a1] = extent(face.map((p) => p[flip ? 1 : 0]));
  const [b0, b1] = extent(face.map((p) => p[flip ? 0 : 1]));
  const px = pen.camera.scaleAt(fromPlane(plane, face[0] as V2));
  const gap = Math.max(1.1, (pen.hair * 11) / px);
  const rows = Math.floor((b1 - b0) / gap);
  if ((a1 - a0) * px < pen.hair * 26 || rows < 1) return '';
  const { random } = pen;
  const lines: string[] = [];
  const flame =
    rows >= 5 && random() < 0.75
      ? {
          a: between(random, a0 + (a1 - a0) * 0.25, a1 - (a1 - a0) * 0.25),
          b: (b0 + b1) / 2,
          h: (b1 - b0) * between(random, 0.16, 0.26),
          l: between(random, 16, 30),
        }
      : undefined;
  for (let i = 0; i < rows; i++) {
    const b = b0 + gap * (i + 0.5 + between(random, -0.28, 0.28)) * ((b1 - b0) / (rows * gap));
    const cuts = random() < 0.35 ? [between(random, 0.3, 0.7)] : [];
    const ends = [0, ...cuts, 1];
    for (let c = 0; c + 1 < ends.length; c++) {
      // Lines start near the end of the board however long it is.
      const near = Math.min(0.1, 9 / (a1 - a0));
      const from = a0 + (a1 - a0) * ((ends[c] as number) + between(random, 0.12, 1) * near);
      const to = a0 + (a1 - a0) * ((ends[c + 1] as number) - between(random, 0.12, 1) * near);
      const count = Math.max(4, Math.min(18, Math.round((to - from) / 9)));
      const wave = gap * 0.16;
      const phase = random() * 6;
      const line = Array.from({ length: count + 1 }, (_, k): V2 => {
        const a = from + ((to - from) * k) / count;
        let off = wave * Math.sin(phase + a * 0.05) + wave * 0.5 * Math.sin(phase * 2 + a * 0.13);
        if (flame) {
          const bump = Math.exp(-(((a - flame.a) / flame.l) ** 2));
          off += Math.sign(b - flame.b) * bump * flame.h * Math.max(0, 1 - Math.abs(b - flame.b) / ((b1 - b0) / 2));
        }
        return at(a, b + off);
      }).filter((p) => inside(p, face));
      if (line.length > 3) lines.push(smooth(line.map((p) => pen.camera.project(fromPlane(plane, p)))));
    }
  }
  const half = Math.ceil(lines.length / 3);
  const ink = tone(base, -0.12);
  const stroke = (d: string[], w: number, o: number) =>
    d.length === 0
      ? ''
      : `<path d="${d.join('')}" fill="none" stroke="${ink}" stroke-width="${n(pen.hair * w)}" stroke-linecap="round" stroke-opacity="${o}"/>`;
  // Close up the lines may be as bold as they are in the wood; from afar they must not turn into stripes.
  const bold = Math.min(1, px / (pen.hair * 14));
  return (
    stroke(lines.slice(0, half), 1.4 + bold * 0.7, 0.36 + bold * 0.16) +
    stroke(lines.slice(half), 0.9 + bold * 0.3, 0.36 + bold * 0.12)
  );
}

function endGrain(pen: Pen, plane: Plane, face: readonly V2[], base: string): string {
  const [u0, u1] = extent(face.map((p) => p[0]));
  const [v0, v1] = extent(face.map((p) => p[1]));
  const px = pen.camera.scaleAt(fromPlane(plane, face[0] as V2));
  const small = Math.min(u1 - u0, v1 - v0) * px;
  if (small < pen.hair * 14) return '';
  const wide = u1 - u0 > v1 - v0;
  const c: V2 = wide
    ? [(u0 + u1) / 2 + (u1 - u0) * between(pen.random, -0.2, 0.2), v0 - (v1 - v0) * 0.7]
    : [u0 - (u1 - u0) * 0.7, (v0 + v1) / 2];
  const reach = Math.max(u1 - u0, v1 - v0) + Math.min(u1 - u0, v1 - v0);
  const gap = (pen.hair * 7) / px;
  const lines: string[] = [];
  for (let r = gap * 2; r < reach && lines.length < 40; r += gap * between(pen.random, 0.8, 1.3)) {
    let line: V2[] = [];
    for (let k = 0; k <= 40; k++) {
      const a = (Math.PI * k) / 20;
      const p: V2 = [c[0] + r * Math.cos(a), c[1] + r * Math.sin(a)];
      if (inside(p, face)) line.push(p);
      else {
        if (line.length > 2) lines.push(smooth(line.map((q) => pen.camera.project(fromPlane(plane, q)))));
        line = [];
      }
    }
    if (line.length > 2) lines.push(smooth(line.map((q) => pen.camera.project(fromPlane(plane, q)))));
  }
  return lines.length === 0
    ? ''
    : `<path d="${lines.join('')}" fill="none" stroke="${tone(base, -0.13)}" stroke-width="${n(pen.hair)}" stroke-opacity=".4"/>`;
}
