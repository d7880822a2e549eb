import type { IncomingMessage } from 'node:http';
import busboy from 'busboy';
import { Refusal } from '../../contract/errors.ts';
import type { IncomingFile } from './context.ts';

/**
 * Reads a multipart form up to its file: the fields before it, and the file as a stream that the implementation
 * consumes. Fields after the file are not seen: a client sends the file last. Without a file, `file` is undefined.
 */
export function multipartForm(
  request: IncomingMessage,
): Promise<{ fields: Record<string, string>; file: IncomingFile | undefined }> {
  const fields: Record<string, string> = Object.create(null);
  return new Promise((resolve, reject) => {
    const broken = () => reject(new Refusal('invalid_input', '上传的表单不完整，请重试'));
    let parser: busboy.Busboy;
    try {
      parser = busboy({
        headers: request.headers,
        defParamCharset: 'utf8',
        limits: { files: 1, fields: 50, fieldSize: 64 * 1024 },
      });
    } catch {
      request.resume();
      broken();
      return;
    }
    parser.on('field', (name, value) => (fields[name] = value ?? ''));
    parser.on('file', (name, stream, info) => {
      if (name !== 'file') {
        stream.resume();
        return;
      }
      // Until somebody reads it, nobody listens: a sender who breaks off then must not bring the process down.
      stream.on('error', () => {});
      // An upload that is cut off must end the stream with an error, or its reader waits for ever.
      request.once('close', () => {
        if (!request.complete) stream.destroy(new Refusal('invalid_input', '上传中断，请重试'));
      });
      resolve({ fields, file: { filename: info.filename ?? '', mime: info.mimeType, stream } });
    });
    parser.on('close', () => resolve({ fields, file: undefined }));
    parser.on('error', broken);
    request.on('error', broken);
    request.pipe(parser);
  });
}
