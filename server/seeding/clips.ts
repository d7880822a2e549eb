import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Storage } from '../adapters/storage/storage.ts';
import type { DB } from '../db/schema.ts';
import { keepFile } from '../slices/uploads/files.ts';
import { findUpload, insertStored } from '../slices/uploads/queries.ts';
import { clips } from './footage/takes.ts';

/**
 * The films of demo cases as stored uploads that nobody owns and that stay: their addresses by name. They are made by
 * scripts/footage.ts and lie in the repository, so that no machine needs an ffmpeg to show them.
 */
export async function keepClips(
  { db, storage }: { db: Kysely<DB>; storage: Storage },
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  const addresses = new Map<string, string>();
  for (const name of Object.keys(clips)) addresses.set(name, await keepClip(db, storage, name, now));
  return addresses;
}

async function keepClip(db: Kysely<DB>, storage: Storage, name: string, now: Date): Promise<string> {
  const path = join(import.meta.dirname, 'footage', 'clips', `${name}.mp4`);
  const bytes = await readFile(path);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  // Made of the content: a seeding that was interrupted finds what it kept.
  const id = `${sha256.slice(0, 8)}-${sha256.slice(8, 12)}-8${sha256.slice(13, 16)}-a${sha256.slice(17, 20)}-${sha256.slice(20, 32)}`;
  const known = await findUpload(db, id);
  if (known) return known.url;
  const opening = { id, owner: null, kind: 'video', name: `${name}.mp4`, now } as const;
  const kept = await keepFile(storage, opening, { path, bytes: bytes.length, sha256 });
  return (await insertStored(db, opening, kept, true)).url;
}
