import { createReadStream } from 'node:fs';
import { copyFile, constants, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { v7 as uuid } from 'uuid';
import { type PolicyKey, signPost } from './post-policy.ts';
import { checkedKey, type Content, type Storage } from './storage.ts';

/** The bucket's name in policies of the embedded storage. */
export const embeddedBucket = 'omo';
/** Where the embedded storage takes direct uploads. */
export const embeddedPostPath = `/storage/${embeddedBucket}`;

export interface FolderStorage extends Storage {
  readonly policyKey: PolicyKey;
  /** Puts what comes out of a stream; when it breaks off, nothing is left behind. */
  putStream(key: string, stream: Readable): Promise<void>;
}

/**
 * The embedded storage: files below one folder, which is made when missing. `temporary` lies on the same disk and holds
 * what is being written.
 */
export function folderStorage(options: { folder: string; temporary: string; policyKey: PolicyKey }): FolderStorage {
  const { folder, policyKey } = options;
  const at = (key: string) => join(folder, checkedKey(key));

  /** Written aside and renamed, so that no reader ever sees a part; synced first, so that a name never outlives its bytes. */
  async function write(key: string, fill: (temporary: string) => Promise<void>): Promise<void> {
    const target = at(key);
    const temporary = join(options.temporary, uuid());
    await mkdir(dirname(temporary), { recursive: true });
    try {
      await fill(temporary);
      const handle = await open(temporary, 'r+');
      await handle.sync().finally(() => handle.close());
      await mkdir(dirname(target), { recursive: true });
      await rename(temporary, target);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  return {
    policyKey,
    put: (key, content) => write(key, (temporary) => fillWith(temporary, content)),
    putStream: (key, stream) =>
      write(key, async (temporary) => {
        const handle = await open(temporary, 'wx');
        await pipeline(stream, handle.createWriteStream());
      }),
    get: async (key, range) => {
      const handle = await absentIsNull(open(at(key), 'r'));
      if (!handle) return null;
      const { size } = await handle.stat();
      return { stream: createReadStream('', { fd: handle, ...range }), bytes: size };
    },
    head: async (key) => {
      const found = await absentIsNull(stat(at(key)));
      return found?.isFile() ? { bytes: found.size } : null;
    },
    remove: (key) => rm(at(key), { force: true }),
    removeUnder: (prefix) => rm(at(prefix), { recursive: true, force: true }),
    presignPost: async (request) => ({
      url: embeddedPostPath,
      fields: signPost(policyKey, embeddedBucket, request),
    }),
    publicUrl: () => null,
  };
}

async function fillWith(temporary: string, content: Content): Promise<void> {
  if ('path' in content) return copyFile(content.path, temporary, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  const handle = await open(temporary, 'wx');
  await handle.writeFile(content).finally(() => handle.close());
}

async function absentIsNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}
