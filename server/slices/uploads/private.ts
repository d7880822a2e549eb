import type { Kysely } from 'kysely';
import { type PrivateFile, type UploadKind } from '../../../contract/uploads.ts';
import type { Storage } from '../../adapters/storage/storage.ts';
import type { Services } from '../../calls/context.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import { type Seal, sealFor } from '../../seal.ts';
import { readFile } from 'node:fs/promises';
import { checkDocument, endingOf } from './documents.ts';
import { type KeptFile, privateFolder } from './files.ts';
import { drawUploadedPicture } from './pictures.ts';
import { boundedQueue } from './queue.ts';
import type { Received } from './receive.ts';
import { privateLink } from './sealed.ts';
import type { UploadRow } from './tables.ts';
import { privateIdOf } from './use.ts';

/** Files that prove who somebody is: encrypted where they lie, with no address of their own that anything is served from. */

// Documents of up to 20 MB are sealed and opened whole: so many at once.
const inTurn = boundedQueue(4, 200, '文件处理繁忙，请稍后再试');

const seals = (secret: string): Seal => sealFor(secret, 'private-file');

/** What a private upload consists of: a picture of two sizes, a document of itself. */
const parts = { full: 'full', small: 'small' } as const;
const nameAbout = (id: string) => `${id}:name`;

/** Checks what arrived as any other upload and keeps it sealed; in clear it has been on this machine's disk only. */
export async function keepPrivately(
  storage: Storage,
  secret: string,
  { id, kind, name }: { id: string; kind: UploadKind; name: string },
  { path, bytes }: Received,
): Promise<KeptFile & Pick<UploadRow, 'private' | 'key_id' | 'sealed_name'> & { name: string }> {
  const seal = seals(secret);
  const put = (part: string, plain: Uint8Array) =>
    storage.put(`${privateFolder(id)}/${part}`, seal.seal(plain, `${id}:${part}`).sealed, 'application/octet-stream');
  const { keyId, sealed } = seal.seal(name, nameAbout(id));
  const told = { private: true, key_id: keyId, sealed_name: sealed, sha256: '', fingerprint: '' };
  if (kind === 'image') {
    const { full, small, width, height } = await drawUploadedPicture(path);
    await put(parts.full, full);
    await put(parts.small, small);
    const called = `${width}x${height}.jpg`;
    return { ...told, ...placed(id, called), mime: 'image/jpeg', bytes: full.length, width, height };
  }
  const mime = await checkDocument(path, name);
  await inTurn(async () => put(parts.full, await readFile(path)));
  return { ...told, ...placed(id, `file${endingOf(name)}`), mime, bytes, width: 0, height: 0 };
}

/** The address says nothing of what the sender called it. */
const placed = (id: string, name: string) => ({ name, url: `/files/private/${id}/${name}` });

/** A private upload's part in clear, under the name to save it by; null when it is not there. */
export async function openPrivate(
  { db, storage, secret }: Pick<Services, 'db' | 'storage' | 'secret'>,
  id: string,
  part: string,
): Promise<{ name: string; mime: string; bytes: Buffer } | null> {
  if (!(part in parts)) return null;
  const row = await db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', id)
    .where('private', '=', true)
    .where('state', '=', 'stored')
    .executeTakeFirst();
  if (!row) return null;
  return inTurn(async () => {
    const found = await storage.get(`${privateFolder(id)}/${part}`);
    if (!found) return null;
    const chunks: Buffer[] = [];
    for await (const chunk of found.stream) chunks.push(chunk as Buffer);
    const sealed = { keyId: row.key_id ?? '', sealed: Buffer.concat(chunks) };
    return { name: privateName(secret, row), mime: row.mime, bytes: seals(secret).open(sealed, `${id}:${part}`) };
  });
}

/** What the sender called a private upload. */
export function privateName(secret: string, { id, key_id, sealed_name }: UploadRow): string {
  if (key_id === null || sealed_name === null) return '';
  return seals(secret).open({ keyId: key_id, sealed: sealed_name }, nameAbout(id)).toString('utf8');
}

/** Those of these addresses that are private uploads, in their order. */
export async function privateUploads(db: Kysely<DB> | Tx, urls: readonly string[]): Promise<UploadRow[]> {
  const ids = urls.map(privateIdOf).filter((id) => id !== undefined);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('uploads')
    .selectAll()
    .where('id', 'in', ids)
    .where('private', '=', true)
    .where('state', '=', 'stored')
    .execute();
  const byUrl = new Map(rows.map((row) => [row.url, row]));
  return urls.map((url) => byUrl.get(url)).filter((row) => row !== undefined);
}

/** For one who may see it now. */
export function presentPrivate(secret: string, row: UploadRow, now: Date): PrivateFile {
  const { id, url, width, height } = row;
  const full = privateLink(secret, id, parts.full, now);
  const small = width > 0 ? privateLink(secret, id, parts.small, now).link : '';
  return { url, name: privateName(secret, row), small, full: full.link, width, height, until: full.until };
}
