import { v7 as uuid } from 'uuid';
import { invalid } from '../../../contract/errors.ts';
import {
  confirmUpload,
  requestPolicy,
  uploadDocument,
  uploadImage,
  type UploadKind,
  uploadKinds,
} from '../../../contract/uploads.ts';
import { seconds } from '../../../contract/wire.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { temporaryFolder } from '../../adapters/storage/open.ts';
import { confirmDirectUpload, openDirectUpload, type Workshop } from './direct.ts';
import { keepFile, removeFiles, safeName } from './files.ts';
import { refuseHoarding } from './hoard.ts';
import { insertStored } from './queries.ts';
import { withReceived } from './receive.ts';
import type { UploadRow } from './tables.ts';

/** Per account: a form of nine pictures, filled in again and again, stays below it. */
const limit = { max: 120, per: 600 };

const workshop = ({ db, storage, settings }: SignedInContext): Workshop => ({
  db,
  storage,
  temporary: temporaryFolder(settings),
});

const ofFile = ({ id, url, name, bytes }: UploadRow) => ({ id, url, name, bytes });
const ofPicture = ({ id, url, width, height }: UploadRow) => ({ id, url, width, height });

export const uploadCalls: AnyImplementation[] = [
  implement(uploadImage, async (_input, context) => ({ data: ofPicture(await take('image', context)) }), { limit }),
  implement(uploadDocument, async (_input, context) => ({ data: ofFile(await take('document', context)) }), { limit }),
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
      const upload = await confirmDirectUpload(workshop(context), id, context.caller.userId);
      return { data: { ...ofFile(upload), ...ofPicture(upload) } };
    },
    { limit },
  ),
];

/** Receives the call's file, checks and keeps it. */
async function take(kind: UploadKind, context: SignedInContext): Promise<UploadRow> {
  const { file, db, storage, caller, now } = context;
  if (!file) throw invalid('file', '请选择要上传的文件');
  await refuseHoarding(db, caller.userId, now);
  const { maxBytes, tooLarge } = uploadKinds[kind];
  const opening = { id: uuid(), owner: caller.userId, kind, name: safeName(file.filename), now };
  const { temporary } = workshop(context);
  return withReceived(file.stream, { folder: temporary, maxBytes, tooLarge }, async (received) => {
    const kept = await keepFile(storage, opening, received);
    return insertStored(db, opening, kept).catch(async (error: unknown) => {
      await removeFiles(storage, { ...opening, url: kept.url });
      throw error;
    });
  });
}
