import type { Kysely } from 'kysely';
import { v7 as uuid } from 'uuid';
import { Refusal } from '../../../contract/errors.ts';
import { type UploadKind, uploadKinds } from '../../../contract/uploads.ts';
import type { PresignedPost, Storage } from '../../adapters/storage/storage.ts';
import type { DB } from '../../db/schema.ts';
import { endingOf, fileMimes } from './documents.ts';
import { incomingKey, keepFile, safeName } from './files.ts';
import { refuseHoarding } from './hoard.ts';
import { joinedParts, refuseEnding } from './parts.ts';
import { endChecking, findUpload, insertExpected, takeForChecking } from './queries.ts';
import { withReceived } from './receive.ts';
import type { UploadRow } from './tables.ts';

/** How long the parameters of a direct upload are good for, in seconds. */
const policyLifetime = 600;

const pictureMimes: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
};

export interface Workshop {
  readonly db: Kysely<DB>;
  readonly storage: Storage;
  /** where files lie while they are checked */
  readonly temporary: string;
}

/** Hands out the parameters for posting one file straight to the storage. */
export async function openDirectUpload(
  { db, storage }: Workshop,
  wanted: { owner: string; kind: UploadKind; name: string },
  now: Date,
): Promise<{ id: string; post: PresignedPost; maxBytes: number; expires: Date }> {
  const { owner, kind } = wanted;
  const { maxBytes } = uploadKinds[kind];
  const name = safeName(wanted.name);
  const mime = { ...fileMimes, ...pictureMimes }[endingOf(name)];
  refuseEnding(kind, name);
  if (mime === undefined) throw new Error(`no content type for ${endingOf(name)}`);
  await refuseHoarding(db, owner, now);
  const id = uuid();
  const expires = new Date(now.getTime() + policyLifetime * 1000);
  await insertExpected(db, { id, owner, kind, name, now }, expires);
  const key = incomingKey(id);
  const post = await storage.presignPost({ key, mime, maxBytes, expiresIn: policyLifetime, now });
  return { id, post, maxBytes, expires };
}

/**
 * Checks what a direct upload, or one in parts, brought and gives it its address. Only its owner may; once it is stored, repeating gives
 * the same answer. What is refused stays refused, and is so again in the same words: an answer may have been lost.
 */
export async function confirmArrived(
  workshop: Workshop,
  { id, owner }: { id: string; owner: string },
  since: Date,
): Promise<UploadRow> {
  const { db, storage } = workshop;
  const upload = await findUpload(db, id);
  if (!upload || upload.owner_id !== owner) throw new Refusal('not_found', '上传记录不存在或已过期，请重新上传');
  if (upload.state === 'stored') return upload;
  if (!(await takeForChecking(db, id, since))) {
    const now = await findUpload(db, id);
    if (now?.state === 'stored') return now;
    if (now?.state === 'checking') throw new Refusal('state_conflict', '文件正在检查，请稍后再试');
    throw new Refusal('wrong_file', now?.refusal || '文件未通过检查，请重新上传');
  }
  try {
    const kept = await check(workshop, upload);
    await endChecking(db, { id, since }, { state: 'stored', ...kept });
  } catch (error) {
    // A file that has not arrived yet may still come; a failure of ours is no fault of the file's.
    const final = error instanceof Refusal && (error.kind === 'wrong_file' || error.kind === 'too_large');
    await endChecking(db, { id, since }, final ? { state: 'refused', refusal: error.message } : { state: 'expected' });
    if (final) await removeArrived(storage, id);
    throw error;
  }
  await removeArrived(storage, id);
  return (await findUpload(db, id)) ?? upload;
}

async function removeArrived(storage: Storage, id: string): Promise<void> {
  await storage.remove(incomingKey(id));
  await storage.removeUnder(`parts/${id}`);
}

async function check({ storage, temporary }: Workshop, upload: UploadRow) {
  const stream =
    upload.total_bytes === null
      ? (await storage.get(incomingKey(upload.id)))?.stream
      : joinedParts(storage, { ...upload, total_bytes: upload.total_bytes });
  if (!stream) throw new Refusal('not_found', '文件还没有上传完成，请重试');
  const { maxBytes, tooLarge } = uploadKinds[upload.kind];
  return withReceived(stream, { folder: temporary, maxBytes, tooLarge }, (received) =>
    keepFile(storage, upload, received),
  );
}
