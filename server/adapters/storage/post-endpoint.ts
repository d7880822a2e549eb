import type { IncomingMessage } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../clock.ts';
import { embeddedBucket, embeddedPostPath, type FolderStorage } from './folder.ts';
import { type PostPermit, PostRefused, verifyPost } from './post-policy.ts';
import { isKey } from './storage.ts';

/** Mounts the embedded storage's door for direct uploads; it answers as S3 does. */
export async function mountStoragePost(fastify: FastifyInstance, storage: FolderStorage, clock: Clock): Promise<void> {
  await fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
    scope.post(embeddedPostPath, async (request, reply) => {
      try {
        await receivePost(request.raw, storage, clock.now());
        return reply.code(204).send();
      } catch (error) {
        // What is left of the body is let through unread, so that the sender gets to read the answer.
        request.raw.unpipe();
        request.raw.resume();
        if (!(error instanceof PostRefused)) throw error;
        const xml = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${error.code}</Code><Message>${error.message}</Message></Error>`;
        return reply.code(error.status).type('application/xml').send(xml);
      }
    });
  });
}

const cutOff = () => new PostRefused('IncompleteBody', 400, 'the upload was cut off');

function receivePost(request: IncomingMessage, storage: FolderStorage, now: Date): Promise<void> {
  const fields: Record<string, string> = Object.create(null);
  return new Promise((resolve, reject) => {
    const malformed = () =>
      reject(new PostRefused('MalformedPOSTRequest', 400, 'a multipart form with a file is needed'));
    let parser: busboy.Busboy;
    try {
      parser = busboy({
        headers: request.headers,
        defParamCharset: 'utf8',
        limits: { files: 1, fields: 30, fieldSize: 16 * 1024 },
      });
    } catch {
      malformed();
      return;
    }
    let keeping: Promise<void> | undefined;
    parser.on('field', (name, value) => (fields[name] = value ?? ''));
    parser.on('file', (name, stream) => {
      request.once('close', () => {
        if (!request.complete) stream.destroy(cutOff());
      });
      keeping = name === 'file' ? keep(stream, fields, storage, now) : Promise.resolve(void stream.resume());
      keeping.then(resolve, reject);
    });
    parser.on('close', () => keeping ?? malformed());
    parser.on('error', malformed);
    request.once('close', () => {
      if (!request.complete && !keeping) reject(cutOff());
    });
    request.pipe(parser);
  });
}

/** Verifies before the first byte is kept; too large or too small a file leaves nothing behind. */
async function keep(
  stream: Readable,
  fields: Readonly<Record<string, string>>,
  storage: FolderStorage,
  now: Date,
): Promise<void> {
  let permit: PostPermit;
  try {
    permit = verifyPost(storage.policyKey, embeddedBucket, fields, now);
    if (!isKey(permit.key)) throw new PostRefused('InvalidArgument', 400, 'key');
  } catch (error) {
    stream.resume();
    throw error;
  }
  const sized = within(permit);
  const piped = pipeline(stream, sized);
  // Both ends report the same failure; the reader's is the one that is thrown.
  piped.catch(() => {});
  await storage.putStream(permit.key, sized);
  await piped;
}

function within({ minBytes, maxBytes }: PostPermit): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) done(new PostRefused('EntityTooLarge', 400, `at most ${maxBytes} bytes`));
      else done(null, chunk);
    },
    flush(done) {
      done(bytes < minBytes ? new PostRefused('EntityTooSmall', 400, `at least ${minBytes} bytes`) : null);
    },
  });
}
