import type { Kysely } from 'kysely';
import { v7 as uuid } from 'uuid';
import { invalid, Refusal } from '../../../contract/errors.ts';
import { type UploadKind, uploadKinds } from '../../../contract/uploads.ts';
import type { PresignedPost, Storage } from '../../adapters/storage/storage.ts';
import type { DB } from '../../db/schema.ts';
import { endingOf, fileMimes } from './documents.ts';
import { incomingKey, keepFile, safeName } from './files.ts';
import { refuseHoarding } from './hoard.ts';
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
  const { endings, maxBytes } = uploadKinds[kind];
  const name = safeName(wanted.name);
  const mime = { ...fileMimes, ...pictureMimes }[endingOf(name)];
  if (mime === undefined || !(endings as readonly string[]).includes(endingOf(name)))
    throw invalid('name', `只支持${endings.map((ending) => ending.slice(1)).join('、')}格式的文件`);
  await refuseHoarding(db, owner, now);
  const id = uuid();
  const expires = new Date(now.getTime() + policyLifetime * 1000);
  await insertExpected(db, { id, owner, kind, name, now }, expires);
  const key = incomingKey(id);
  const post = await storage.presignPost({ key, mime, maxBytes, expiresIn: policyLifetime, now });
  return { id, post, maxBytes, expires };
}

/**
 * Checks what a direct upload brought and gives it its address. Only its owner may; once it is stored, repeating gives
 * the same answer. What is refused stays refused.
 */
export async function confirmDirectUpload(workshop: Workshop, id: string, owner: string): Promise<UploadRow> {
  const { db, storage } = workshop;
  const upload = await findUpload(db, id);
  if (!upload || upload.owner_id !== owner) throw new Refusal('not_found', '上传记录不存在或已过期，请重新上传');
  if (upload.state === 'stored') return upload;
  if (!(await takeForChecking(db, id))) {
    const now = await findUpload(db, id);
    if (now?.state === 'stored') return now;
    throw new Refusal(
      'state_conflict',
      now?.state === 'checking' ? '文件正在检查，请稍后再试' : '文件未通过检查，请重新上传',
    );
  }
  try {
    const kept = await check(workshop, upload);
    await endChecking(db, id, { state: 'stored', ...kept });
  } catch (error) {
    // A file that has not arrived yet may still come; a failure of ours is no fault of the file's.
    const final = error instanceof Refusal && (error.kind === 'wrong_file' || error.kind === 'too_large');
    await endChecking(db, id, { state: final ? 'refused' : 'expected' });
    if (final) await storage.remove(incomingKey(id));
    throw error;
  }
  await storage.remove(incomingKey(id));
  return (await findUpload(db, id)) ?? upload;
}

async function check({ storage, temporary }: Workshop, upload: UploadRow) {
  const found = await storage.get(incomingKey(upload.id));
  if (!found) throw new Refusal('not_found', '文件还没有上传完成，请重试');
  const { maxBytes, tooLarge } = uploadKinds[upload.kind];
  return withReceived(found.stream, { folder: temporary, maxBytes, tooLarge }, (received) =>
    keepFile(storage, upload, received),
  );
}
