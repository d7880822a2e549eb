import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { v7 as uuid } from 'uuid';
import { crc32, deflateRawSync, deflateSync } from 'node:zlib';
import type { Send } from '../../../contract/call.ts';
import { uploadImage } from '../../../contract/uploads.ts';
import type { DB } from '../../db/schema.ts';
import { insertStored } from './queries.ts';

// Files for tests, made byte by byte where no honest program would make them.

export interface ZipEntry {
  name: string;
  content?: Uint8Array | string;
  /** what the directory claims instead of the truth */
  claimedSize?: number;
}

/** A zip file with these entries, names as given. */
export function buildZip(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content = '', claimedSize } of entries) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const path = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(claimedSize ?? bytes.length, 18);
    common.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, path, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, path]));
    locals.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, listed, end]);
}

const types = (main: string) =>
  `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="${main}"/></Types>`;

/** A Word document; `more` are further parts. */
export const buildDocx = (
  more: readonly ZipEntry[] = [],
  main = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
): Buffer =>
  buildZip([
    { name: '[Content_Types].xml', content: types(main) },
    { name: 'word/document.xml', content: '<w:document/>' },
    ...more,
  ]);

/** An all-black PNG of one bit a pixel: tiny as a file, however large the picture. */
export function buildBlackPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Uploads a picture as a person would and gives its address: `await uploadPicture(portal.as(user))`. */
export async function uploadPicture(send: Send): Promise<string> {
  const file = new File([new Uint8Array(buildBlackPng(64, 64))], 'picture.png');
  const reply = await send(uploadImage, {}, { file });
  if (!reply.ok) throw new Error(reply.message);
  return reply.data.url;
}

/** A real film, made longer where `bytes` says so by a box that players pass over. */
export async function buildFilm(bytes = 0): Promise<Buffer<ArrayBuffer>> {
  const film = await readFile(join(import.meta.dirname, '../../seeding/footage/clips/cnc.mp4'));
  const missing = bytes - film.length;
  if (missing < 8) return Buffer.from(film);
  const free = Buffer.alloc(missing);
  free.writeUInt32BE(missing, 0);
  free.write('free', 4, 'latin1');
  return Buffer.concat([film, free]);
}

/** The address of a stored film that nobody uploaded, for what only refers to one. */
export async function storedVideo(db: Kysely<DB>): Promise<string> {
  const id = uuid();
  const url = `/files/${id}/film.mp4`;
  const now = new Date();
  const opening = { id, owner: null, kind: 'video', name: 'film.mp4', now } as const;
  await insertStored(db, opening, {
    url,
    mime: 'video/mp4',
    bytes: 1,
    width: 0,
    height: 0,
    sha256: '',
    fingerprint: '',
  });
  return url;
}
