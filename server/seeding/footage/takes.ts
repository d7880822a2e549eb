import type { Request } from '../../../illustrations/index.ts';

/** What the camera sees of a drawn scene, as parts of its width and height: it moves slowly from one to the other. */
export interface Take {
  picture: Pick<Request, 'motif' | 'palette' | 'view'>;
  from: readonly [x: number, y: number];
  to: readonly [x: number, y: number];
  /** part of the scene in view */
  part: number;
  /** height at which the carrier drives through, as a part of the picture's; absent where there is no floor */
  floor?: number;
}

/** Seconds of a segment, and of a take: whole segments, so that a cut is always between two. */
export const segmentSeconds = 4;
export const takeSeconds = 12;
export const previewSeconds = 6;
export const framesPerSecond = 15;

/** The sample broadcast: one round through a workshop, 48 seconds. */
export const broadcast: readonly Take[] = [
  {
    picture: { motif: 'cncRouter', palette: 'pine', view: 'scene' },
    from: [0.02, 0.9],
    to: [0.7, 1],
    part: 0.78,
    floor: 0.97,
  },
  {
    picture: { motif: 'cncRouter', palette: 'walnut', view: 'detail' },
    from: [0.9, 0.4],
    to: [0.1, 0.9],
    part: 0.72,
  },
  {
    picture: { motif: 'workshop', palette: 'oak', view: 'scene' },
    from: [0.1, 0.7],
    to: [0.75, 1],
    part: 0.76,
    floor: 0.97,
  },
  {
    picture: { motif: 'sprayBooth', palette: 'pine', view: 'scene' },
    from: [0.9, 0.8],
    to: [0.15, 1],
    part: 0.74,
    floor: 0.97,
  },
];

/** Short clips of demo cases by name; each is of a picture that the case shows, which is its poster. */
export const clips = {
  cnc: {
    picture: { motif: 'cncRouter', palette: 'pine', view: 'scene' },
    from: [0, 1],
    to: [0.6, 0.9],
    part: 0.8,
    floor: 0.97,
  },
  workshop: {
    picture: { motif: 'workshop', palette: 'oak', view: 'scene' },
    from: [0.8, 1],
    to: [0.15, 0.9],
    part: 0.8,
    floor: 0.97,
  },
  spray: {
    picture: { motif: 'sprayBooth', palette: 'pine', view: 'scene' },
    from: [0.1, 0.9],
    to: [0.7, 1],
    part: 0.8,
    floor: 0.97,
  },
  planks: {
    picture: { motif: 'planks', palette: 'amber', view: 'scene' },
    from: [0.1, 0.8],
    to: [0.8, 1],
    part: 0.8,
    floor: 0.97,
  },
} satisfies Record<string, Take>;
export type ClipName = keyof typeof clips;
export const clipSeconds = 6;
