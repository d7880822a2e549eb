import type { Call } from '../../contract/call.ts';
import { errorKinds } from '../../contract/errors.ts';
import { uploadDocument, uploadFailed, uploadImage, uploadKinds } from '../../contract/uploads.ts';
import { send } from '../client/transport.browser.ts';
import type { Upload } from '../ui/form/uploads.ts';

const uploader =
  (call: (Call & typeof uploadImage) | typeof uploadDocument, kind: 'image' | 'document'): Upload =>
  async (file, options) => {
    // Nobody waits for 30 MB to arrive in order to read that they are too many.
    const { maxBytes, tooLarge } = uploadKinds[kind];
    if (file.size > maxBytes) return { ok: false, message: tooLarge, final: true };
    const reply = await send(call, {}, { file, ...options });
    if (reply.ok) return { ok: true, url: reply.data.url };
    const final = reply.code === errorKinds.wrong_file.code;
    return { ok: false, message: reply.message || uploadFailed, final };
  };

/** Sends one picture or one document; for the uploaders of every form. */
export const sendImage = uploader(uploadImage, 'image');
export const sendDocument = uploader(uploadDocument, 'document');
