import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Storage } from '../../adapters/storage/storage.ts';
import { deriveKey } from '../../secret.ts';

const nonceBytes = 12;
const tagBytes = 16;

/** Whatever was made of an archive lies below it. */
export const archiveFolder = (id: string) => `exports/${id}`;

// A key of its own for each: what is sealed for one archive opens no other.
const keyOf = (secret: string, id: string) => deriveKey(secret, `data-export:${id}`);

/**
 * Keeps what flows, sealed (AES-256-GCM: nonce, ciphertext, tag). Not one byte of it touches a disk unsealed. Every attempt
 * has a file of its own, on its way and where it lies, so that two at once leave each other alone. Gives where it lies and how
 * many bytes it was.
 */
export async function keepSealed(
  { storage, secret, folder }: { storage: Storage; secret: string; folder: string },
  id: string,
  stream: Readable,
): Promise<{ file: string; bytes: number }> {
  const attempt = randomUUID();
  const file = `${archiveFolder(id)}/${attempt}`;
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${attempt}.sealed`);
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret, id), nonce);
  let bytes = 0;
  try {
    await pipeline(
      stream,
      async function* (chunks: AsyncIterable<Buffer>) {
        yield nonce;
        for await (const chunk of chunks) {
          bytes += chunk.length;
          yield cipher.update(chunk);
        }
        yield cipher.final();
        yield cipher.getAuthTag();
      },
      createWriteStream(path, { mode: 0o600 }),
    );
    await storage.put(file, { path }, 'application/octet-stream');
    return { file, bytes };
  } finally {
    await rm(path, { force: true });
  }
}

/** The archive as it was; null when it is not there. A broken seal breaks the stream off before its end. */
export async function openSealed(
  { storage, secret }: { storage: Storage; secret: string },
  { id, file }: { id: string; file: string },
): Promise<Readable | null> {
  const whole = await storage.head(file);
  if (!whole || whole.bytes < nonceBytes + tagBytes) return null;
  const end = whole.bytes - tagBytes;
  const part = async (start: number, stop: number) => (await storage.get(file, { start, end: stop - 1 }))?.stream;
  const [nonce, tag] = [await part(0, nonceBytes), await part(end, whole.bytes)];
  const body = end > nonceBytes ? await part(nonceBytes, end) : Readable.from([]);
  if (!nonce || !tag || !body) return null;
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, id), await wholeOf(nonce), {
    authTagLength: tagBytes,
  }).setAuthTag(await wholeOf(tag));
  body.on('error', (error) => decipher.destroy(error));
  decipher.once('close', () => body.destroy());
  return body.pipe(decipher);
}

async function wholeOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(stream, 'end');
  return Buffer.concat(chunks);
}
