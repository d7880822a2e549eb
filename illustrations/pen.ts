// Where geometry becomes SVG text: numbers, paths, gradients, and the light.
import { tone } from './color.ts';
import type { Paint } from './primitives.ts';
import type { Random } from './random.ts';
import { type Camera, dot, extent, sun, type V2, type V3 } from './space.ts';

// Transparency is written as fill-opacity or stroke-opacity: plain opacity makes a renderer composite a layer for each path.
export interface Pen {
  camera: Camera;
  random: Random;
  /** One hairline in this picture's pixels; every line width is a multiple of it. */
  hair: number;
  /** The canvas in pixels. */
  size: V2;
  id: string;
  defs: string[];
}

export const n = (v: number): string => String(Math.round(v * 10) / 10);

export const pathOf = (points: readonly V2[], close = true): string =>
  points.length === 0 ? '' : `M${points.map((p) => `${n(p[0])} ${n(p[1])}`).join('L')}${close ? 'Z' : ''}`;

export const path3 = (pen: Pen, points: readonly V3[], close = true): string =>
  pathOf(points.map(pen.camera.project), close);

/** A line through the points without corners. */
export function smooth(points: readonly V2[]): string {
  const first = points[0] as V2;
  const last = points.at(-1) as V2;
  let d = `M${n(first[0])} ${n(first[1])}`;
  for (let i = 1; i < points.length - 1; i++) {
    const p = points[i] as V2;
    const q = points[i + 1] as V2;
    d += `Q${n(p[0])} ${n(p[1])} ${n((p[0] + q[0]) / 2)} ${n((p[1] + q[1]) / 2)}`;
  }
  return `${d}L${n(last[0])} ${n(last[1])}`;
}

export type Stop = readonly [offset: number, color: string, opacity?: number];

const stopsText = (stops: readonly Stop[]) =>
  stops
    .map(
      ([o, c, a]) =>
        `<stop offset="${Math.round(o * 1000) / 1000}" stop-color="${c}"${a === undefined ? '' : ` stop-opacity="${a}"`}/>`,
    )
    .join('');

function define(pen: Pen, open: string, body: string, close: string): string {
  // The same gradient is asked for again and again by equal boards; it is written once.
  const text = `${open}>${body}${close}`;
  const known = pen.defs.findIndex((d) => d.endsWith(text));
  const index = known >= 0 ? known : pen.defs.length;
  const id = `${pen.id}${index.toString(36)}`;
  if (known < 0) pen.defs.push(`${open.split(' ')[0]} id="${id}"\u0000${text}`);
  return id;
}

export const defsText = (pen: Pen): string =>
  pen.defs.map((d) => d.slice(0, d.indexOf('\u0000')) + d.slice(d.indexOf(' ', d.indexOf('\u0000')))).join('');

export const linear = (pen: Pen, a: V2, b: V2, stops: readonly Stop[]): string =>
  `url(#${define(
    pen,
    `<linearGradient gradientUnits="userSpaceOnUse" x1="${n(a[0])}" y1="${n(a[1])}" x2="${n(b[0])}" y2="${n(b[1])}"`,
    stopsText(stops),
    '</linearGradient>',
  )})`;

export const radial = (pen: Pen, c: V2, r: number, focus: V2, stops: readonly Stop[], squash = 1): string =>
  `url(#${define(
    pen,
    `<radialGradient gradientUnits="userSpaceOnUse" cx="${n(c[0])}" cy="${n(c[1] / squash)}" r="${n(r)}" fx="${n(focus[0])}" fy="${n(focus[1] / squash)}"${squash === 1 ? '' : ` gradientTransform="scale(1 ${squash})"`}`,
    stopsText(stops),
    '</radialGradient>',
  )})`;

/**
 * A shape with soft edges: shadows and patches of light. Blurring is most of what a picture costs, so it works on no
 * more of the canvas than is touched, on the shape's alpha alone, coloured afterwards, and in sRGB: one colour looks the
 * same in it, and converting every pixel takes as long as the blur.
 */
export function soft(pen: Pen, d: string, fill: string, opacity: number, amount: number): string {
  const at = [...d.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map((m): V2 => [Number(m[1]), Number(m[2])]);
  const spread = amount * 3;
  const [x, width] = within(extent(at.map((p) => p[0])), spread, pen.size[0]);
  const [y, height] = within(extent(at.map((p) => p[1])), spread, pen.size[1]);
  if (!(width > 0 && height > 0)) return '';
  const region = `filterUnits="userSpaceOnUse" x="${x}" y="${y}" width="${width}" height="${height}"`;
  const filter = define(
    pen,
    `<filter color-interpolation-filters="sRGB" ${region}`,
    `<feGaussianBlur in="SourceAlpha" stdDeviation="${n(amount)}" result="b"/><feFlood flood-color="${fill}" flood-opacity="${opacity}"/><feComposite in2="b" operator="in"/>`,
    '</filter>',
  );
  return `<path d="${d}" filter="url(#${filter})"/>`;
}

/** Start and length of what a blur needs along one side of the canvas: outside it, only what bleeds in. */
function within([from, to]: readonly [number, number], spread: number, side: number): V2 {
  const start = Math.floor(Math.max(from - spread, -spread));
  return [start, Math.ceil(Math.min(to + spread, side + spread)) - start];
}

export const clip = (pen: Pen, d: string): string =>
  `url(#${define(pen, '<clipPath ', `<path d="${d}" clip-rule="evenodd"/>`, '</clipPath>')})`;

/** The colour of a surface with this normal under the one sun. */
export function lit(paint: Paint, normal: V3): string {
  if (paint.glows) return paint.hex;
  const k = dot(normal, sun) - 0.4;
  return tone(paint.hex, k > 0 ? k * 0.1 : k * (paint.cloth ? 0.11 : 0.135));
}
