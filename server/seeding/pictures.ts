import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { illustrate, type Request } from '../../illustrations/index.ts';
import type { Storage } from '../adapters/storage/storage.ts';
import type { DB } from '../db/schema.ts';
import { keepDrawnPicture } from '../slices/uploads/pictures.ts';
import { insertStored, findUpload } from '../slices/uploads/queries.ts';

export type PictureRequest = Omit<Request, 'width' | 'height'> & {
  /** pixels; those of a card when absent */
  width?: number;
  height?: number;
};

/**
 * Sizes in pixels that the pages are laid out for. A card's is twice what the widest card shows; drawing takes time by
 * the pixel, so the larger ones are for the few pictures that are shown large.
 */
export const pictureSizes = {
  card: { width: 960, height: 720 },
  gallery: { width: 1200, height: 900 },
  banner: { width: 1920, height: 672 },
  narrowBanner: { width: 1200, height: 420 },
} as const;

export interface DrawnPicture {
  readonly id: string;
  /** the address to store */
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** Pictures being drawn in this process, by id. */
const drawing = new Map<string, Promise<DrawnPicture>>();

/**
 * A drawn picture as a stored upload that nobody owns and that stays. The same request is drawn once for an
 * installation: a second seed finds it. Call it outside a transaction, as many at once as you like; they take turns.
 */
export function drawPicture(
  { db, storage }: { db: Kysely<DB>; storage: Storage },
  wanted: PictureRequest,
  now: Date,
): Promise<DrawnPicture> {
  const request: Request = { ...pictureSizes.card, ...wanted };
  const id = idOf(request);
  let picture = drawing.get(id);
  if (!picture) {
    picture = drawOnce(db, storage, id, request, now).finally(() => drawing.delete(id));
    drawing.set(id, picture);
  }
  return picture;
}

async function drawOnce(
  db: Kysely<DB>,
  storage: Storage,
  id: string,
  request: Request,
  now: Date,
): Promise<DrawnPicture> {
  const { width, height } = request;
  const known = await findUpload(db, id);
  if (known) return { id, url: known.url, width, height };
  const svg = illustrate(request);
  const kept = await keepDrawnPicture(storage, id, svg);
  const sha256 = createHash('sha256').update(svg).digest('hex');
  const name = `${request.motif}-${request.palette}-${request.view}.svg`;
  const { url } = await insertStored(db, { id, owner: null, kind: 'image', name, now }, { ...kept, sha256 }, true);
  return { id, url, width, height };
}

/** A UUID of version 8 made of the request, so that equal requests are one picture. */
function idOf({ motif, palette, view, seed, width, height }: Request): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([motif, palette, view, seed, width, height]))
    .digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
