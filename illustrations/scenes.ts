// The three views. A scene is a corner of a room lit from a window on the left, a product shot is a tinted sweep, and a
// detail is the same piece from close by: one model, three photographs.
import { mix, tone } from './color.ts';
import { dressing } from './dressing.ts';
import { clerestory, safetyLine, skyAbove, warehouseFront } from './hall.ts';
import { paintSolids } from './paint.ts';
import { soft, clip, linear, path3, type Pen, radial } from './pen.ts';
import { disc, pointsOf, rounded, type Solid } from './primitives.ts';
import { between } from './random.ts';
import { floorPattern, lightPatch, rug, sideWindow, skirting, windowOnFloor } from './room.ts';
import { bodyOf, planeAt, shadowOn } from './shade.ts';
import { boundsOf, rect, type Shot } from './shot.ts';
import { frameCamera, type V2, type V3 } from './space.ts';

/** Shadows on the floor or a wall, softened as one shape so that two legs do not darken twice where they cross. */
function castOn(
  pen: Pen,
  solids: readonly Solid[],
  origin: V3,
  u: V3,
  v: V3,
  color: string,
  opacity: number,
  softness: number,
): string {
  const plane = planeAt(origin, u, v);
  const d = solids
    .map((s) => shadowOn(plane, bodyOf(s)))
    .filter((hull) => hull !== undefined && hull.length > 2)
    .map((hull) =>
      path3(
        pen,
        (hull as V2[]).map(([a, b]): V3 => [
          origin[0] + u[0] * a + v[0] * b,
          origin[1] + u[1] * a + v[1] * b,
          origin[2] + u[2] * a + v[2] * b,
        ]),
      ),
    )
    .join('');
  return d === '' ? '' : soft(pen, d, color, opacity, pen.hair * softness);
}

const onFloor = (pen: Pen, solids: readonly Solid[], color: string, opacity: number, softness: number) =>
  castOn(pen, solids, [0, 0, 0], [1, 0, 0], [0, 1, 0], color, opacity, softness);

/** The dark seam where something actually touches the ground; without it furniture floats. */
function contact(pen: Pen, solids: readonly Solid[], color: string): string {
  const d = solids
    .map(bodyOf)
    .filter((b) => b.min[2] < 1 && b.solid.casts !== false)
    .map((b) => {
      const grow = 0.9;
      const c: V2 = [(b.min[0] + b.max[0]) / 2, (b.min[1] + b.max[1]) / 2];
      // A leaning rod only touches at its foot.
      const s = b.solid;
      if (s.kind === 'rod') {
        const foot = s.a[2] < s.b[2] ? s.a : s.b;
        return path3(
          pen,
          disc(foot[0] + 0.4, foot[1] + 0.2, s.ra + grow * 1.4, s.ra + grow, 14).map(([x, y]): V3 => [x, y, 0]),
        );
      }
      if (s.kind === 'lathe' || s.kind === 'ball') {
        const r = s.kind === 'ball' ? s.r * 0.5 : ((s.outline[0] as V2)[0] ?? 1);
        return path3(
          pen,
          disc(c[0] + 0.4, c[1], r + grow, r + grow, 20).map(([x, y]): V3 => [x, y, 0]),
        );
      }
      return path3(
        pen,
        rounded(b.min[0] - grow * 0.6, b.min[1] - grow, b.max[0] + grow * 1.4, b.max[1] + grow, 1).map(([x, y]): V3 => [
          x,
          y,
          0,
        ]),
      );
    })
    .join('');
  return d === '' ? '' : soft(pen, d, color, 0.42, pen.hair * 2.6);
}

export function product({ motif, palette, width, height, random, pen: ink }: Shot): string {
  const solids = motif.build(palette, random).filter((s) => !s.ofRoom);
  const b = boundsOf(solids);
  const target: V3 = [(b.x[0] + b.x[1]) / 2, (b.y[0] + b.y[1]) / 2, 0];
  const size = Math.hypot(b.x[1] - b.x[0], b.y[1] - b.y[0], b.z[1]);
  // Long low pieces are turned less: seen too much from the side they seem to slide off their ground.
  const lean = Math.min(1, Math.max(0, (b.x[1] - b.x[0]) / b.z[1] - 0.8) / 1.4);
  const camera = frameCamera(
    target,
    motif.yaw ?? 0.48 - lean * 0.12,
    motif.pitch ?? 0.31 - lean * 0.05,
    Math.max(320, size * 4.2),
    {
      points: solids.flatMap(pointsOf),
      // The shadow falls to the right and is part of the picture: the taller the piece, the longer.
      left: width * 0.13,
      right: width * (0.74 + lean * 0.06),
      top: height * 0.11,
      bottom: height * 0.86,
    },
  );
  const pen = ink(camera);
  const shadow = tone(mix(palette.ground, '#5A4632', 0.55), -0.1);
  const c = camera.project([target[0], target[1], b.z[1] * 0.4]);
  const floor = camera.project([target[0], b.y[1] + size * 0.35, 0])[1];
  return [
    rect(
      width,
      height,
      linear(
        pen,
        [0, 0],
        [0, height],
        [
          [0, tone(palette.ground, 0.012)],
          [Math.max(0.2, Math.min(0.75, floor / height)), palette.ground],
          [1, tone(palette.ground, -0.035)],
        ],
      ),
    ),
    rect(
      width,
      height,
      radial(
        pen,
        [c[0] - width * 0.08, c[1]],
        width * 0.6,
        [c[0] - width * 0.12, c[1] - height * 0.1],
        [
          [0, tone(palette.ground, 0.05), 0.95],
          [0.55, tone(palette.ground, 0.03), 0.35],
          [1, palette.ground, 0],
        ],
      ),
    ),
    onFloor(pen, solids, shadow, 0.1, 26),
    onFloor(pen, solids, shadow, 0.22, 8),
    contact(pen, solids, tone(shadow, -0.12)),
    paintSolids(pen, solids),
  ].join('');
}

export function detail({ motif, palette, width, height, random, pen: ink }: Shot): string {
  const solids = motif.build(palette, random).filter((s) => !s.ofRoom);
  const { at, span } = motif.focus;
  const corner = (sx: number, sz: number): V3 => [at[0] + (sx * span) / 2, at[1], at[2] + (sz * span * 0.62) / 2];
  const camera = frameCamera([at[0], at[1], at[2] - span * 0.1], 0.56, 0.36, Math.max(170, span * 3.4), {
    points: [corner(-1, -1), corner(1, 1)],
    left: -width * 0.04,
    right: width * 1.04,
    top: -height * 0.04,
    bottom: height * 1.04,
  });
  const pen = { ...ink(camera) };
  const shadow = tone(mix(palette.ground, '#5A4632', 0.55), -0.1);
  return [
    rect(
      width,
      height,
      linear(
        pen,
        [0, 0],
        [width, height],
        [
          [0, tone(palette.ground, 0.02)],
          [1, tone(palette.ground, -0.05)],
        ],
      ),
    ),
    onFloor(pen, solids, shadow, 0.22, 14),
    paintSolids(pen, solids),
    // The light falls off towards the lower right, as it does through a real lens close up.
    rect(
      width,
      height,
      radial(
        pen,
        [width * 0.36, height * 0.32],
        width * 0.95,
        [width * 0.3, height * 0.26],
        [
          [0, '#FFFFFF', 0.13],
          [0.45, '#FFFFFF', 0],
          [0.7, '#2A1E12', 0],
          [1, '#2A1E12', 0.14],
        ],
      ),
    ),
  ].join('');
}

export function scene(shot: Shot): string {
  const { motif, palette, width, height, random, pen: ink } = shot;
  const built = motif.build(palette, random);
  const piece = built.filter((s) => !s.ofRoom);
  const b = boundsOf(piece);
  const yard = motif.room === 'yard';
  const industrial = motif.room === 'workshop' || motif.room === 'yard';
  const wallY = b.y[1] + (motif.gap ?? 6);
  const target: V3 = [(b.x[0] + b.x[1]) / 2, (b.y[0] + b.y[1]) / 2, 0];
  const size = Math.max(90, Math.hypot(b.x[1] - b.x[0], b.y[1] - b.y[0], b.z[1]));
  const wide = width / height > 2;
  const camera = frameCamera(
    target,
    motif.yaw ?? between(random, 0.33, 0.4),
    motif.pitch ?? 0.235,
    Math.max(430, size * 3.1),
    {
      points: piece.flatMap(pointsOf),
      left: width * (wide ? 0.3 : 0.21),
      right: width * (wide ? 0.78 : 0.77),
      top: height * (wide ? 0.17 : 0.24),
      bottom: height * 0.86,
    },
  );
  const pen = ink(camera);
  const px = camera.scaleAt(target);
  const half = width / px / 2;
  const leftX = yard ? target[0] - half * 6 : Math.min(b.x[0] - 50, target[0] - half * (wide ? 0.74 : 0.62));
  const wall = industrial ? mix(palette.wall, '#E4E7E6', 0.6) : palette.wall;
  const floor = industrial ? mix(palette.floor, '#C9CBC8', 0.72) : palette.floor;

  const walk = (step: V3, done: (p: V2) => boolean): V3 => {
    let p: V3 = [leftX, wallY, 0];
    for (let i = 0; i < 400 && !done(camera.project(p)) && camera.scaleAt(p) < px * 3.5; i++)
      p = [p[0] + step[0], p[1] + step[1], 0];
    return p;
  };
  const stride = half / 10;
  const rightEnd = walk([stride, 0, 0], (p) => p[0] > width * 1.1);
  const frontEnd = walk([0, -stride, 0], (p) => p[0] < -width * 0.1);
  // Outdoors the wall is a warehouse front that ends below the upper edge, with sky over it.
  const eaves = yard ? b.z[1] * 1.3 : 900;
  const up = (p: V3): V3 => [p[0], p[1], eaves];
  const backWall = path3(pen, [[leftX, wallY, 0], rightEnd, up(rightEnd), [leftX, wallY, eaves]]);
  const sideWall = path3(pen, [[leftX, wallY, 0], [leftX, wallY, eaves], up(frontEnd), frontEnd]);

  const props = dressing(shot, b, wallY, leftX, camera);
  const everything = [...built, ...props];
  const shadow = tone(mix(floor, '#6B4A2E', 0.5), -0.14);
  const wallShadow = tone(mix(wall, '#6B5B4A', 0.45), -0.1);
  const rightTop = camera.project([rightEnd[0], wallY, 0]);
  const corner = camera.project([leftX, wallY, 0]);

  return [
    rect(
      width,
      height,
      linear(
        pen,
        [0, Math.min(corner[1], rightTop[1])],
        [width * 0.2, height],
        [
          [0, tone(floor, 0.03)],
          [1, tone(floor, -0.035)],
        ],
      ),
    ),
    floorPattern(pen, floor, industrial, leftX, rightEnd[0], wallY, frontEnd[1]),
    motif.rug === false || industrial ? '' : rug(pen, palette, b),
    yard ? '' : windowOnFloor(pen, leftX, wallY, b),
    industrial ? safetyLine(pen, leftX, rightEnd[0], b) : '',
    onFloor(pen, everything, shadow, 0.13, 18),
    onFloor(pen, everything, shadow, 0.24, 5),
    contact(pen, everything, tone(shadow, -0.14)),
    yard ? skyAbove(pen, palette, width, Math.max(0, Math.min(corner[1], rightTop[1]))) : '',
    yard
      ? ''
      : `<path d="${sideWall}" fill="${linear(
          pen,
          [0, 0],
          [corner[0], 0],
          [
            [0, tone(wall, -0.035)],
            [1, tone(wall, -0.06)],
          ],
        )}"/>`,
    yard ? '' : sideWindow(pen, palette, wall, leftX, wallY, b),
    `<path d="${backWall}" fill="${linear(
      pen,
      [corner[0], 0],
      [width, height * 0.7],
      [
        [0, tone(wall, 0.016)],
        [0.5, wall],
        [1, tone(wall, -0.03)],
      ],
    )}"/>`,
    `<g clip-path="${clip(pen, backWall)}">`,
    yard ? warehouseFront(pen, palette, wall, leftX, rightEnd[0], wallY, b, eaves) : '',
    motif.room === 'workshop' ? clerestory(pen, palette, wall, leftX, rightEnd[0], wallY, b) : '',
    industrial ? '' : lightPatch(pen, leftX, wallY, b),
    castOn(pen, everything, [0, wallY, 0], [1, 0, 0], [0, 0, 1], wallShadow, 0.13, 16),
    castOn(pen, everything, [0, wallY, 0], [1, 0, 0], [0, 0, 1], wallShadow, 0.2, 5),
    '</g>',
    skirting(pen, wall, leftX, rightEnd[0], wallY, frontEnd[1], industrial),
    paintSolids(pen, everything),
  ].join('');
}
