import type { MotifName, PaletteName, Request, View } from '../../../illustrations/index.ts';

/**
 * Pictures of one piece in one finish, by the first letters of their views: 'crib oak spd' is the crib in oak as a scene,
 * as a product shot and from close by. The same letters always give the same pictures, drawn once.
 */
export type Shots = `${MotifName} ${PaletteName} ${string}`;

export interface Shot {
  motif: MotifName;
  palette: PaletteName;
  view: View;
}

const views: Readonly<Record<string, View>> = { s: 'scene', p: 'product', d: 'detail' };

export function shotsOf(shots: Shots): Shot[] {
  const [motif, palette, letters] = shots.split(' ') as [MotifName, PaletteName, string];
  return [...letters].map((letter) => {
    const view = views[letter];
    if (!view) throw new Error(`${shots}: no view begins with ${letter}`);
    return { motif, palette, view };
  });
}

export const shotKey = ({ motif, palette, view }: Shot): string => `${motif} ${palette} ${view}`;

/** What to draw for it: the seed comes from its name, so that a shot looks the same whatever else is drawn. */
export function shotRequest(shot: Shot, size: Pick<Request, 'width' | 'height'>): Request {
  let seed = 7;
  for (const letter of shotKey(shot)) seed = (seed * 31 + letter.charCodeAt(0)) % 100_000;
  return { ...shot, ...size, seed };
}
