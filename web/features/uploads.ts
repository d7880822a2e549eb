import type { Call, CallOutput } from '../../contract/call.ts';
import { errorKinds } from '../../contract/errors.ts';
import { refusedUnsent, uploadDocument, uploadFailed, uploadImage } from '../../contract/uploads.ts';
import { send } from '../client/transport.browser.ts';
import type { Upload } from '../ui/form/uploads.ts';

type UploadCall = Call & { readonly output: { readonly _output: { url: string } } };

/** What sends a file by one of the upload calls; `arrived` is told what is known of it. */
export const uploader =
  <C extends UploadCall>(call: C, kind: 'image' | 'document', arrived?: (file: CallOutput<C>) => void): Upload =>
  async (file, options) => {
    // Nobody waits for 30 MB to arrive in order to read that they are too many.
    const refused = refusedUnsent(kind, file);
    if (refused !== undefined) return { ok: false, message: refused, final: true };
    const reply = await send<Call>(call, {}, { file, ...options });
    if (reply.ok) {
      const known = reply.data as CallOutput<C>;
      arrived?.(known);
      return { ok: true, url: (known as { url: string }).url };
    }
    const final = reply.code === errorKinds.wrong_file.code;
    return { ok: false, message: reply.message || uploadFailed, final };
  };

/** Sends one picture or one document; for the uploaders of every form. */
export const sendImage = uploader(uploadImage, 'image');
export const sendDocument = uploader(uploadDocument, 'document');
