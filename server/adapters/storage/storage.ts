import type { Readable } from 'node:stream';
import type { ByteRange } from '../../range.ts';

/** Bytes at hand, or a file on this machine, which is left where it is. */
export type Content = Uint8Array | { readonly path: string };

export interface StoredFile {
  /** must be read or destroyed */
  readonly stream: Readable;
  /** of the whole file, also when a range was asked for */
  readonly bytes: number;
}

export interface PostRequest {
  readonly key: string;
  /** the one content type the post may declare */
  readonly mime: string;
  readonly maxBytes: number;
  /** seconds */
  readonly expiresIn: number;
  readonly now: Date;
}

export interface PresignedPost {
  /** relative to the portal when the storage is embedded */
  readonly url: string;
  /** to be sent before the field `file` */
  readonly fields: Record<string, string>;
}

/**
 * Where files lie. A key is a path of plain names (`pictures/0190…-1200x900/640.webp`). A file appears whole or not at
 * all, and never changes under its key except by being put again.
 */
export interface Storage {
  put(key: string, content: Content, mime: string): Promise<void>;
  /** null for what is not there */
  get(key: string, range?: ByteRange): Promise<StoredFile | null>;
  head(key: string): Promise<{ readonly bytes: number } | null>;
  /** what is not there is removed already */
  remove(key: string): Promise<void>;
  /** everything below `prefix/` */
  removeUnder(prefix: string): Promise<void>;
  /** signed parameters for uploading one file straight to the storage (S3 POST policy V4) */
  presignPost(request: PostRequest): Promise<PresignedPost>;
  /** where browsers may read a file without asking us; null when we serve it ourselves */
  publicUrl(key: string): string | null;
}

const plainName = /^(?!\.)[^/\\\p{Cc}]{1,180}$/u;

/** Whether a key is a path of plain names. */
export const isKey = (key: string): boolean =>
  key.length <= 512 && key.split('/').every((name) => plainName.test(name) && Buffer.byteLength(name) <= 240);

/** Throws for what is no key; nothing else keeps a file inside its folder. */
export function checkedKey(key: string): string {
  if (!isKey(key)) throw new Error(`not a storage key: ${JSON.stringify(key.slice(0, 80))}`);
  return key;
}
