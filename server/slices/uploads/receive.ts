import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { v7 as uuid } from 'uuid';
import { Refusal } from '../../../contract/errors.ts';
import { emptyFile } from '../../../contract/uploads.ts';

/** A file that arrived, on this machine until its use is over. */
export interface Received {
  readonly path: string;
  readonly bytes: number;
  /** hex */
  readonly sha256: string;
}

/**
 * Keeps a stream in a temporary file while `work` runs. Throws a refusal with `tooLarge` over the limit; the file is gone
 * afterwards in every case, also when the sender breaks off.
 */
export async function withReceived<T>(
  stream: Readable,
  options: { folder: string; maxBytes: number; tooLarge: string },
  work: (received: Received) => Promise<T>,
): Promise<T> {
  const { folder, maxBytes, tooLarge } = options;
  await mkdir(folder, { recursive: true });
  const path = join(folder, uuid());
  const hash = createHash('sha256');
  let bytes = 0;
  // Opened before anything is read: a stream that opens by itself may do so after a sender broke off and the file was
  // removed, and leave it behind.
  const file = await open(path, 'wx');
  try {
    await pipeline(
      stream,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          bytes += chunk.length;
          if (bytes > maxBytes) throw new Refusal('too_large', tooLarge);
          hash.update(chunk);
          yield chunk;
        }
      },
      file.createWriteStream(),
    ).catch((error: unknown) => {
      // What the disk says is ours to hear about; anything else is a sender who broke off.
      if (error instanceof Refusal || (error as NodeJS.ErrnoException).syscall !== undefined) throw error;
      throw new Refusal('invalid_input', '上传中断或内容不完整，请重试');
    });
    if (bytes === 0) throw new Refusal('wrong_file', emptyFile);
    return await work({ path, bytes, sha256: hash.digest('hex') });
  } finally {
    await rm(path, { force: true });
  }
}

const abandonedAfter = 24 * 3600 * 1000;

/** Removes temporary files that a killed process left. Their age is the file system's, so its clock is asked. */
export async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > abandonedAfter) await rm(path, { force: true });
  }
}
