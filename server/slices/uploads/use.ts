import type { Readable } from 'node:stream';
import { type Kysely, sql } from 'kysely';
import { invalid } from '../../../contract/errors.ts';
import { pictureName } from '../../../contract/pictures.ts';
import type { UploadKind } from '../../../contract/uploads.ts';
import type { Storage } from '../../adapters/storage/storage.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import { incomingKey, removeFiles } from './files.ts';
import { masterKey } from './pictures.ts';

/** How long an upload may lie without anything referring to it, in milliseconds. */
const unusedAtMost = 24 * 3600 * 1000;

const idIn = /^\/files\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})[-/]/;
const privateIdIn = /^\/files\/private\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\//;

/** The upload that a private address names; undefined for what is none. */
export const privateIdOf = (url: string): string | undefined => privateIdIn.exec(url)?.[1];

/**
 * Says that something now refers to these uploads of one kind, so that they stay. Call it in the transaction that stores
 * their addresses, with the wire name of the field they came in. Throws an input refusal for an address that is no such
 * upload of ours, was never checked, or has been cleaned up. With `privateOf` only private ones of that person are taken,
 * without it none that are private: an address that opens nothing must not come to be shown.
 */
export async function markUsed(
  tx: Tx,
  urls: readonly string[],
  { kind, now, field, privateOf }: { kind: UploadKind; now: Date; field: string; privateOf?: string },
): Promise<void> {
  if (urls.length === 0) return;
  const gone = () => invalid(field, '上传的文件不存在或已过期，请重新上传');
  const ids = urls.map((url) => {
    const id = privateOf === undefined ? idIn.exec(url)?.[1] : privateIdOf(url);
    if (id === undefined) throw gone();
    return id;
  });
  const whose = sql<boolean>`private = ${privateOf !== undefined} and (not private or owner_id = ${privateOf ?? null})`;
  await tx
    .updateTable('uploads')
    .set({ used_at: now })
    .where('id', 'in', ids)
    .where('kind', '=', kind)
    .where('state', '=', 'stored')
    .where('used_at', 'is', null)
    .where(whose)
    .execute();
  // Read after the update: whoever was removing one of them at this moment has finished by now.
  const known = await tx
    .selectFrom('uploads')
    .select(['id', 'url'])
    .where('id', 'in', ids)
    .where('kind', '=', kind)
    .where('state', '=', 'stored')
    .where(whose)
    .execute();
  // Each address by itself: a second one with the same id must not vouch for the first.
  const stored = new Set(known.map(({ url }) => url));
  if (!urls.every((url) => stored.has(url))) throw gone();
}

/** Says that nothing refers to these private uploads any more: they are removed as what was never used. */
export async function releasePrivate(tx: Tx, urls: readonly string[]): Promise<void> {
  const ids = urls.map(privateIdOf).filter((id) => id !== undefined);
  if (ids.length === 0) return;
  await tx.updateTable('uploads').set({ used_at: null }).where('id', 'in', ids).where('private', '=', true).execute();
}

/** Fingerprints of what is kept under these addresses, by address; those that are not known are left out. */
export async function fingerprintsOf(db: Kysely<DB> | Tx, urls: readonly string[]): Promise<Map<string, string>> {
  const ids = urls.flatMap((url) => idIn.exec(url)?.[1] ?? []);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('uploads')
    .select(['url', 'fingerprint'])
    .where('id', 'in', ids)
    .where('fingerprint', '!=', '')
    .execute();
  return new Map(rows.map(({ url, fingerprint }) => [url, fingerprint]));
}

/** A picture as it is kept, from which all that is shown of it is made: what its fingerprint is of. */
export interface Kept {
  url: string;
  fingerprint: string;
  mime: string;
  ending: string;
  /** rejects when it cannot be had */
  open: () => Promise<Readable>;
}

/** These pictures as they are kept, each once; those that are not known are left out. */
export async function keptPictures(
  { db, storage }: { db: Kysely<DB>; storage: Storage },
  urls: readonly string[],
): Promise<Kept[]> {
  const ids = urls.flatMap((url) => idIn.exec(url)?.[1] ?? []);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('uploads')
    .select(['id', 'url', 'fingerprint', 'mime', 'width', 'height'])
    .where('id', 'in', ids)
    .where('kind', '=', 'image')
    .where('fingerprint', '!=', '')
    .execute();
  return rows.map(({ id, url, fingerprint, mime, width, height }) => ({
    url,
    fingerprint,
    mime,
    ending: mime === 'image/webp' ? 'webp' : 'jpg',
    open: async () => {
      const found = await storage.get(masterKey(pictureName(id, width, height)));
      if (!found) throw new Error(`the picture ${url} is gone`);
      return found.stream;
    },
  }));
}

/** Says that nothing refers to these any more: the next sweep that finds them old enough removes them. */
export async function markUnused(tx: Tx, urls: readonly string[]): Promise<void> {
  const ids = urls.flatMap((url) => idIn.exec(url)?.[1] ?? []);
  if (ids.length === 0) return;
  await tx.updateTable('uploads').set({ used_at: null }).where('id', 'in', ids).where('url', 'in', urls).execute();
}

/**
 * Removes what nothing has referred to for a day, and what direct uploads left at their place. Rows go last: what is
 * interrupted is taken up by the next run.
 */
export async function removeUnused(db: Kysely<DB>, storage: Storage, now: Date): Promise<number> {
  await db
    .updateTable('uploads')
    .set({ state: 'removing' })
    .where('used_at', 'is', null)
    .where('created_at', '<', new Date(now.getTime() - unusedAtMost))
    .where('state', '!=', 'removing')
    .execute();
  const removing = await db
    .selectFrom('uploads')
    .select(['id', 'kind', 'url', 'private'])
    .where('used_at', 'is', null)
    .where('state', '=', 'removing')
    .limit(500)
    .execute();
  for (const upload of removing) {
    await removeFiles(storage, upload);
    await db.deleteFrom('uploads').where('id', '=', upload.id).where('state', '=', 'removing').execute();
  }
  await sweepIncoming(db, storage, now);
  return removing.length;
}

/** The parameters of a direct upload stay good for a while after it was confirmed: whatever came late goes. */
async function sweepIncoming(db: Kysely<DB>, storage: Storage, now: Date): Promise<void> {
  const over = await db
    .selectFrom('uploads')
    .select('id')
    .where('posted_until', '<', now)
    .where('state', 'in', ['stored', 'refused'])
    .limit(500)
    .execute();
  for (const { id } of over) {
    await storage.remove(incomingKey(id));
    await db.updateTable('uploads').set({ posted_until: null }).where('id', '=', id).execute();
  }
}
