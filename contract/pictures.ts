// Addresses of pictures. No zod here: public reading pages use it in the browser.

/**
 * A picture's address tells its size: `/files/{id}-{width}x{height}/{variant width}.{avif|webp|jpg}`. So any client
 * knows the room a picture needs and every variant of it from the one address that is stored, without asking anybody.
 */
const pattern =
  /^(?<base>\/files\/(?<id>[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})-(?<width>[1-9]\d{0,4})x(?<height>[1-9]\d{0,4}))\/\d+\.(?:avif|webp|jpg)$/;

/** Widths in pixels that a picture is offered in, besides its own. */
const widths = [320, 640, 960, 1280, 1600] as const;

/** No variant is wider than this, in pixels. */
const widest = 1920;

export const pictureFormats = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const;
export type PictureFormat = keyof typeof pictureFormats;

/** The widths that a picture of this width comes in, ascending: never larger than it is. */
export function pictureWidths(width: number): number[] {
  const top = Math.min(width, widest);
  return [...widths.filter((one) => one < top), top];
}

/** Path of a variant's folder below `/files/`: what the storage and the address share. */
export const pictureName = (id: string, width: number, height: number) => `${id}-${width}x${height}`;

/** The address that is stored and sent: the largest JPEG, which every client can show. */
export const pictureUrl = (id: string, width: number, height: number) =>
  `/files/${pictureName(id, width, height)}/${Math.min(width, widest)}.jpg`;

export interface Picture {
  id: string;
  /** largest JPEG */
  src: string;
  /** pixels */
  width: number;
  height: number;
  /** JPEG variants, for `srcset` of the img itself */
  srcset: string;
  /** for the `source`s of a picture element, best first */
  sources: { type: string; srcset: string }[];
}

/** Everything a picture element needs, from the stored address alone; undefined for what is none of our pictures. */
export function pictureFor(url: string): Picture | undefined {
  const found = pattern.exec(url)?.groups;
  if (!found) return undefined;
  const { base, id } = found as { base: string; id: string };
  const width = Number(found.width);
  const height = Number(found.height);
  const srcset = (format: PictureFormat) =>
    pictureWidths(width)
      .map((one) => `${base}/${one}.${format} ${one}w`)
      .join(', ');
  return {
    id,
    src: pictureUrl(id, width, height),
    width,
    height,
    srcset: srcset('jpg'),
    sources: (['avif', 'webp'] as const).map((format) => ({ type: pictureFormats[format], srcset: srcset(format) })),
  };
}

/** The variant at least `wanted` pixels wide (or the largest there is), for places that take one address: previews, share cards. */
export function pictureAt(url: string, wanted: number, format: PictureFormat = 'jpg'): string {
  const found = pattern.exec(url)?.groups;
  if (!found) return url;
  const offered = pictureWidths(Number(found.width));
  const width = offered.find((one) => one >= wanted) ?? offered.at(-1);
  return `${found.base}/${width}.${format}`;
}
