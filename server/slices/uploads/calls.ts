import { v7 as uuid } from 'uuid';
import { invalid } from '../../../contract/errors.ts';
import {
  beginUpload,
  confirmUpload,
  privateLinks,
  partBytes,
  requestPolicy,
  uploadDocument,
  uploadImage,
  type UploadKind,
  uploadKinds,
  uploadPrivateDocument,
  uploadPrivateImage,
  uploadPart,
  uploadState,
} from '../../../contract/uploads.ts';
import { seconds } from '../../../contract/wire.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { temporaryFolder } from '../../adapters/storage/open.ts';
import { confirmArrived, openDirectUpload, type Workshop } from './direct.ts';
import { keepFile, removeFiles, safeName } from './files.ts';
import { refuseHoarding } from './hoard.ts';
import { keepPrivately, presentPrivate, privateUploads } from './private.ts';
import { insertStored } from './queries.ts';
import { type Received, withReceived } from './receive.ts';
import { beginParts, type PartedUpload, partedUpload, takePart } from './parts.ts';
import type { UploadRow } from './tables.ts';

/** Per account: a form of nine pictures, filled in again and again, stays below it. */
const limit = { max: 120, per: 600 };

/** The parts of a few long films. */
const partLimit = { max: 600, per: 600 };

const workshop = ({ db, storage, settings }: SignedInContext): Workshop => ({
  db,
  storage,
  temporary: temporaryFolder(settings),
});

const ofFile = ({ id, url, name, bytes }: UploadRow) => ({ id, url, name, bytes });
const ofParts = (upload: PartedUpload) => ({
  id: upload.id,
  offset: upload.received_bytes,
  bytes: upload.total_bytes,
});
const ofPicture = ({ id, url, width, height }: UploadRow) => ({ id, url, width, height });

export const uploadCalls: AnyImplementation[] = [
  implement(uploadImage, async (_input, context) => ({ data: ofPicture(await take('image', context)) }), { limit }),
  implement(uploadDocument, async (_input, context) => ({ data: ofFile(await take('document', context)) }), { limit }),
  implement(uploadPrivateImage, async (_input, context) => takePrivately('image', context), { limit }),
  implement(uploadPrivateDocument, async (_input, context) => takePrivately('document', context), { limit }),
  implement(
    privateLinks,
    async ({ urls }, { db, secret, caller, now }) => {
      const rows = await privateUploads(db, urls);
      const own = rows.filter(({ owner_id }) => owner_id === caller.userId);
      return { data: own.map((row) => presentPrivate(secret, row, now)) };
    },
    { limit },
  ),
  implement(
    requestPolicy,
    async ({ kind, name }, context) => {
      const wanted = { owner: context.caller.userId, kind, name };
      const { id, post, maxBytes, expires } = await openDirectUpload(workshop(context), wanted, context.now);
      return { data: { id, ...post, max_bytes: maxBytes, expires: seconds(expires) } };
    },
    { limit },
  ),
  implement(
    confirmUpload,
    async ({ id }, context) => {
      const upload = await confirmArrived(workshop(context), { id, owner: context.caller.userId }, context.now);
      return { data: { ...ofFile(upload), ...ofPicture(upload) } };
    },
    { limit },
  ),
  implement(
    beginUpload,
    async (input, { db, caller, now }) => {
      const upload = await beginParts(db, { ...input, owner: caller.userId }, now);
      return { data: { ...ofParts(upload), part_bytes: partBytes } };
    },
    { limit },
  ),
  implement(
    uploadPart,
    async ({ id, offset }, context) => {
      const { file, db, storage, caller } = context;
      if (!file) throw invalid('file', '请选择要上传的文件');
      const { temporary: folder } = workshop(context);
      const receiving = { folder, maxBytes: partBytes, tooLarge: '分片过大' };
      const upload = await withReceived(file.stream, receiving, (part) =>
        takePart(db, storage, { id, offset, owner: caller.userId }, part),
      );
      return { data: ofParts(upload) };
    },
    { limit: partLimit },
  ),
  implement(
    uploadState,
    async ({ id }, { db, caller }) => ({ data: ofParts(await partedUpload(db, id, caller.userId)) }),
    { limit: partLimit },
  ),
];

/** Receives the call's file, checks it and keeps it sealed. */
async function takePrivately(kind: 'image' | 'document', context: SignedInContext) {
  const { storage, secret, now } = context;
  const row = await receive(kind, context, (opening, received) => keepPrivately(storage, secret, opening, received));
  return { data: presentPrivate(secret, row, now) };
}

/** Receives the call's file, checks and keeps it. */
const take = (kind: UploadKind, context: SignedInContext): Promise<UploadRow> =>
  receive(kind, context, (opening, received) => keepFile(context.storage, opening, received));

type Kept = Parameters<typeof insertStored>[2];

async function receive(
  kind: UploadKind,
  context: SignedInContext,
  keep: (opening: { id: string; kind: UploadKind; name: string }, received: Received) => Promise<Kept>,
): Promise<UploadRow> {
  const { file, db, storage, caller, now } = context;
  if (!file) throw invalid('file', '请选择要上传的文件');
  await refuseHoarding(db, caller.userId, now);
  const { maxBytes, tooLarge } = uploadKinds[kind];
  const opening = { id: uuid(), owner: caller.userId, kind, name: safeName(file.filename), now };
  const { temporary } = workshop(context);
  return withReceived(file.stream, { folder: temporary, maxBytes, tooLarge }, async (received) => {
    const kept = await keep(opening, received);
    return insertStored(db, opening, kept).catch(async (error: unknown) => {
      await removeFiles(storage, { ...opening, url: kept.url, private: kept.private });
      throw error;
    });
  });
}
