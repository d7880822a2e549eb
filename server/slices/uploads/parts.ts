import { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import { v7 as uuid } from 'uuid';
import { invalid, Refusal } from '../../../contract/errors.ts';
import { partBytes, type UploadKind, uploadKinds } from '../../../contract/uploads.ts';
import type { Storage } from '../../adapters/storage/storage.ts';
import type { DB } from '../../db/schema.ts';
import { endingOf } from './documents.ts';
import { partKey, safeName } from './files.ts';
import { refuseHoarding } from './hoard.ts';
import { findUpload } from './queries.ts';
import type { Received } from './receive.ts';
import type { UploadRow } from './tables.ts';

/** An upload in parts, as far as it has come. */
export type PartedUpload = UploadRow & { total_bytes: number };

export function refuseEnding(kind: UploadKind, name: string): void {
  const { endings } = uploadKinds[kind];
  if (!(endings as readonly string[]).includes(endingOf(name)))
    throw invalid('name', `只支持${endings.map((ending) => ending.slice(1)).join('、')}格式的文件`);
}

/** Notes an upload that will come in parts, which lie in the storage: any process may take the next one. */
export async function beginParts(
  db: Kysely<DB>,
  wanted: { owner: string; kind: UploadKind; name: string; bytes: number },
  now: Date,
): Promise<PartedUpload> {
  const { owner, kind, bytes } = wanted;
  const name = safeName(wanted.name);
  refuseEnding(kind, name);
  const { maxBytes, tooLarge } = uploadKinds[kind];
  if (bytes > maxBytes) throw new Refusal('too_large', tooLarge);
  await refuseHoarding(db, owner, now);
  const row = await db
    .insertInto('uploads')
    .values({
      id: uuid(),
      owner_id: owner,
      kind,
      name,
      state: 'expected',
      created_at: now,
      used_at: null,
      posted_until: null,
      total_bytes: bytes,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...row, total_bytes: bytes };
}

const gone = () => new Refusal('not_found', '上传记录不存在或已过期，请重新上传');

/** One's own upload in parts, as far as it has come. */
export async function partedUpload(db: Kysely<DB>, id: string, owner: string): Promise<PartedUpload> {
  return checked(await findUpload(db, id), owner);
}

function checked(upload: UploadRow | undefined, owner: string): PartedUpload {
  if (!upload || upload.owner_id !== owner || upload.total_bytes === null || upload.state === 'removing') throw gone();
  return { ...upload, total_bytes: upload.total_bytes };
}

/**
 * Keeps one part. One that has arrived already, whose answer was lost, changes nothing; one that leaves a gap is refused.
 * Gives the upload as it stands then, so that the sender knows where to go on.
 */
export async function takePart(
  db: Kysely<DB>,
  storage: Storage,
  { id, owner, offset }: { id: string; owner: string; offset: number },
  part: Received,
): Promise<PartedUpload> {
  const upload = checked(await findUpload(db, id), owner);
  if (offset < upload.received_bytes) return upload;
  if (upload.state !== 'expected' || offset > upload.received_bytes) throw outOfStep();
  if (part.bytes !== Math.min(partBytes, upload.total_bytes - offset))
    throw invalid('file', '上传中断或内容不完整，请接着传');
  // Nothing is locked and no connection is held while the storage, which may be far away, takes its time.
  await storage.put(partKey(id, offset), { path: part.path }, 'application/octet-stream');
  const received_bytes = offset + part.bytes;
  const { numUpdatedRows } = await db
    .updateTable('uploads')
    .set({ received_bytes })
    .where('id', '=', id)
    .where('state', '=', 'expected')
    .where('received_bytes', '=', offset)
    .executeTakeFirst();
  if (numUpdatedRows === 1n) return { ...upload, received_bytes };
  // Another attempt at the same part was quicker; when the whole was put together meanwhile, nothing is left beside it.
  const now = await findUpload(db, id);
  if (now?.state !== 'expected' && now?.state !== 'checking') await storage.remove(partKey(id, offset));
  const stands = checked(now, owner);
  if (offset < stands.received_bytes) return stands;
  throw outOfStep();
}

const outOfStep = () => new Refusal('state_conflict', '上传进度对不上，请接着传');

/** The whole file out of its parts; undefined while some are missing. */
export function joinedParts(storage: Storage, upload: PartedUpload): Readable | undefined {
  const { id, total_bytes, received_bytes } = upload;
  return received_bytes < total_bytes ? undefined : Readable.from(chunks(storage, id, total_bytes));
}

async function* chunks(storage: Storage, id: string, total: number): AsyncGenerator<Buffer> {
  for (let offset = 0; offset < total; offset += partBytes) {
    const part = await storage.get(partKey(id, offset));
    if (!part) throw new Error(`part ${offset} of upload ${id} is gone`);
    for await (const chunk of part.stream) yield chunk as Buffer;
  }
}
