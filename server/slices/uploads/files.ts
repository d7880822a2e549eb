import type { UploadKind } from '../../../contract/uploads.ts';
import type { Storage } from '../../adapters/storage/storage.ts';
import { checkDocument, endingOf } from './documents.ts';
import { keepUploadedPicture, masterKey, pictureFolder } from './pictures.ts';
import type { Received } from './receive.ts';
import { checkVideo } from './video.ts';

/** What is known of a file once it is checked and kept. */
export interface KeptFile {
  readonly url: string;
  readonly mime: string;
  readonly bytes: number;
  /** pixels; 0 for what is no picture */
  readonly width: number;
  readonly height: number;
  /** SHA-256 (hex) of what arrived */
  readonly sha256: string;
  /** … and of what is kept: a picture's master, a document itself */
  readonly fingerprint: string;
}

/** Checks what arrived by its content and keeps it. Throws a refusal that says what is wrong with it. */
export async function keepFile(
  storage: Storage,
  { id, kind, name }: { id: string; kind: UploadKind; name: string },
  received: Received,
): Promise<KeptFile> {
  const { path, bytes, sha256 } = received;
  if (kind === 'image') return { ...(await keepUploadedPicture(storage, id, path)), sha256 };
  const mime = await (kind === 'video' ? checkVideo(path, name) : checkDocument(path, name));
  await storage.put(fileKey(id, name), { path }, mime);
  return {
    url: `/files/${id}/${encodeURIComponent(name)}`,
    mime,
    bytes,
    width: 0,
    height: 0,
    sha256,
    fingerprint: sha256,
  };
}

export const fileKey = (id: string, name: string) => `documents/${id}/${name}`;

/** Where sealed files lie. */
export const privateFolder = (id: string) => `private/${id}`;

/** Where a checked upload lies as it was kept: a picture's master, a document itself. */
export const keyOfKept = ({ id, kind, name, url }: { id: string; kind: UploadKind; name: string; url: string }) =>
  kind === 'image' ? masterKey(url.split('/')[2] as string) : fileKey(id, name);

/** Where a direct upload arrives before it is checked; nothing is ever served from there. */
export const incomingKey = (id: string) => `incoming/${id}`;

/** Where a part of a file waits for the others, by the byte it begins with. */
export const partKey = (id: string, offset: number) => `parts/${id}/${offset}`;

/** Deletes everything that may lie of an upload. */
export async function removeFiles(
  storage: Storage,
  { id, kind, url, private: sealed = false }: { id: string; kind: UploadKind; url: string; private?: boolean },
): Promise<void> {
  if (sealed) return storage.removeUnder(privateFolder(id));
  await storage.remove(incomingKey(id));
  await storage.removeUnder(`parts/${id}`);
  if (kind !== 'image') await storage.removeUnder(`documents/${id}`);
  else if (url !== '') await storage.removeUnder(pictureFolder(url.split('/')[2] as string));
}

const stemAtMost = 40;

/**
 * A sender's file name without what means something in a path, an address, a list or a header; its ending stays. Never
 * empty, never longer than fits an address.
 */
export function safeName(name: string): string {
  const base = (name.split(/[/\\]/).at(-1) ?? '').toWellFormed().normalize('NFC');
  const ending = endingOf(base);
  const stem = base
    .slice(0, base.length - ending.length)
    .replaceAll(/[\s\p{Cc}\p{Cf}"'`<>:*?|%#&;,=+$!()[\]{}^~@\\/]+/gu, '_')
    .replace(/^[._]+/, '');
  return `${[...stem].slice(0, stemAtMost).join('') || '文件'}${ending}`;
}
