import { createHash } from 'node:crypto';
import { fileTypeFromFile } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { Refusal } from '../../../contract/errors.ts';
import {
  type PictureFormat,
  pictureFormats,
  pictureName,
  pictureUrl,
  pictureWidths,
} from '../../../contract/pictures.ts';
import { uploadKinds } from '../../../contract/uploads.ts';
import type { Storage, StoredFile } from '../../adapters/storage/storage.ts';
import { boundedQueue } from './queue.ts';

/** The most pixels that are ever decoded. */
const limitInputPixels = 50_000_000;

/** Longest side of what is kept, in pixels. */
const masterSide = 2560;

/** The variant made before an upload answers, in pixels. */
const eagerWidth = 640;

const accepted = new Set(['jpeg', 'png', 'webp']);
const acceptedMimes = new Set(['image/jpeg', 'image/png', 'image/webp']);

const quality = {
  jpg: (image: Sharp) => image.flatten({ background: '#ffffff' }).jpeg({ quality: 80 }),
  webp: (image: Sharp) => image.webp({ quality: 80, effort: 2 }),
  // More effort than this takes seconds for a wide picture and saves a few percent.
  avif: (image: Sharp) => image.avif({ quality: 55, effort: 2 }),
} satisfies Record<PictureFormat, (image: Sharp) => Sharp>;

// Decoding is what costs memory and time: as many at once as small machines have cores.
const inTurn = boundedQueue(2, 500);

export interface KeptPicture {
  readonly url: string;
  /** pixels */
  readonly width: number;
  readonly height: number;
  readonly mime: string;
  /** of the master, as its SHA-256 (hex) is */
  readonly bytes: number;
  readonly fingerprint: string;
}

/**
 * Checks an uploaded file, draws it anew and keeps it: nothing of the original's bytes is ever served. Orientation is
 * applied, metadata and colour profiles are dropped. Throws a refusal for what is no JPEG, PNG or WebP by content, too
 * many pixels, or a damaged file.
 */
export async function keepUploadedPicture(storage: Storage, id: string, path: string): Promise<KeptPicture> {
  return withUploaded(path, async (source, hasAlpha) => {
    const { kept, name, master } = await keepMaster(storage, id, source, hasAlpha, damaged);
    const eager = pictureWidths(kept.width).find((one) => one >= eagerWidth) ?? kept.width;
    await Promise.all((['webp', 'jpg'] as const).map((to) => makeVariant(storage, name, master, eager, to)));
    return kept;
  });
}

/** The same picture whole and small, as JPEGs that are handed over and kept nowhere. */
export async function drawUploadedPicture(
  path: string,
): Promise<{ full: Uint8Array; small: Uint8Array; width: number; height: number }> {
  return withUploaded(path, async (source) => {
    const { data, width, height } = await drawMaster(source, false, damaged);
    const small = sharp(data, { limitInputPixels }).resize({ width: eagerWidth, withoutEnlargement: true });
    return { full: data, small: await quality.jpg(small).toBuffer(), width, height };
  });
}

/** Looks at an uploaded file by content and hands it on to be drawn, when it is its turn. */
async function withUploaded<T>(path: string, draw: (source: Sharp, hasAlpha: boolean) => Promise<T>): Promise<T> {
  const wrong = () => new Refusal('wrong_file', uploadKinds.image.otherKind);
  const type = await fileTypeFromFile(path);
  if (!type || !acceptedMimes.has(type.mime)) throw wrong();
  return inTurn(async () => {
    // Reading the size decodes nothing: it needs no limit, and tells a bomb from a damaged file.
    const header = sharp(path, { limitInputPixels: false }).metadata();
    const { format, width, height, hasAlpha } = await header.catch(() => {
      throw damaged();
    });
    if (!accepted.has(format)) throw wrong();
    if (width * height > limitInputPixels) throw new Refusal('too_large', '图片像素过大，不能超过5000万像素');
    return draw(sharp(path, { limitInputPixels, failOn: 'warning' }).autoOrient(), hasAlpha);
  });
}

/** Keeps a picture that we drew ourselves; all its variants are made when first asked for. */
export const keepDrawnPicture = (storage: Storage, id: string, svg: string): Promise<KeptPicture> =>
  inTurn(async () => (await keepMaster(storage, id, sharp(Buffer.from(svg)), false)).kept);

const damaged = () => new Refusal('wrong_file', '图片已损坏或不完整，请换一张');

async function keepMaster(
  storage: Storage,
  id: string,
  source: Sharp,
  transparent: boolean,
  unreadable?: () => Refusal,
): Promise<{ kept: KeptPicture; name: string; master: Uint8Array }> {
  const { data, width, height } = await drawMaster(source, transparent, unreadable);
  const name = pictureName(id, width, height);
  const mime = transparent ? 'image/webp' : 'image/jpeg';
  await storage.put(masterKey(name), data, mime);
  const fingerprint = createHash('sha256').update(data).digest('hex');
  const url = pictureUrl(id, width, height);
  return { kept: { url, width, height, mime, bytes: data.length, fingerprint }, name, master: data };
}

/** Only what may be transparent is drawn in a format that can be. */
async function drawMaster(
  source: Sharp,
  transparent: boolean,
  unreadable?: () => Refusal,
): Promise<{ data: Uint8Array; width: number; height: number }> {
  const sized = source.resize({ width: masterSide, height: masterSide, fit: 'inside', withoutEnlargement: true });
  const drawn = transparent
    ? sized.webp({ quality: 92, effort: 2 })
    : sized.flatten({ background: '#ffffff' }).jpeg({ quality: 90, chromaSubsampling: '4:4:4' });
  const { data, info } = await drawn.toBuffer({ resolveWithObject: true }).catch((error: unknown) => {
    throw unreadable?.() ?? error;
  });
  return { data, width: info.width, height: info.height };
}

export const pictureFolder = (name: string) => `pictures/${name}`;
export const masterKey = (name: string) => `${pictureFolder(name)}/master`;
const variantKey = (name: string, width: number, format: PictureFormat) => `${pictureFolder(name)}/${width}.${format}`;

async function makeVariant(storage: Storage, name: string, master: Uint8Array, width: number, format: PictureFormat) {
  const image = sharp(master, { limitInputPixels }).resize({ width, withoutEnlargement: true });
  await storage.put(variantKey(name, width, format), await quality[format](image).toBuffer(), pictureFormats[format]);
}

/** Variants being made in this process: those who ask for the same wait for the one. */
const underway = new Map<string, Promise<boolean>>();

/**
 * A variant of a kept picture, made on first demand and kept. `name` is `{id}-{width}x{height}`. Null for pictures that
 * are not there and widths they do not come in.
 */
export async function pictureVariant(
  storage: Storage,
  name: string,
  width: number,
  format: PictureFormat,
): Promise<StoredFile | null> {
  const own = Number(/-(\d+)x\d+$/.exec(name)?.[1]);
  if (!pictureWidths(own).includes(width)) return null;
  const key = variantKey(name, width, format);
  const found = await storage.get(key);
  if (found) return found;
  let making = underway.get(key);
  if (!making) {
    making = inTurn(() => fromMaster(storage, name, width, format)).finally(() => underway.delete(key));
    underway.set(key, making);
  }
  return (await making) ? storage.get(key) : null;
}

async function fromMaster(storage: Storage, name: string, width: number, format: PictureFormat): Promise<boolean> {
  const master = await storage.get(masterKey(name));
  if (!master) return false;
  const chunks: Buffer[] = [];
  for await (const chunk of master.stream) chunks.push(chunk as Buffer);
  await makeVariant(storage, name, Buffer.concat(chunks), width, format);
  return true;
}
