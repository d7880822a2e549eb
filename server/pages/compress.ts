import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { buildBase } from './base.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Files that are worth compressing; pictures and fonts are compressed as they are. */
export const compressible = /\.(?:js|mjs|css|svg|json|html|txt|xml|webmanifest|map)$/;

export interface Encoded {
  br?: Buffer;
  gzip?: Buffer;
}

/**
 * @param quality brotli's, 0–11: 11 at build, 4 while a visitor waits.
 * @param only leaves the other encoding out
 */
export async function encode(plain: Buffer, quality: number, only?: string): Promise<Encoded> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  const [br, gz] = await Promise.all([
    only === 'gzip' ? undefined : brotli(plain, { params }),
    only === 'br' ? undefined : zip(plain, { level: quality > 8 ? 9 : 6 }),
  ]);
  return { br, gzip: gz };
}

/**
 * Writes `.br` and `.gz` beside the files of a client build. Files that carry the base path are left: they are
 * written for the real one, and compressed, when the server starts.
 */
export async function compressAssets(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  await Promise.all(
    names
      .filter((name) => compressible.test(name))
      .map(async (name) => {
        const path = join(folder, name);
        const plain = await readFile(path);
        if (plain.includes(buildBase)) return;
        const { br, gzip: gz } = await encode(plain, 11);
        await Promise.all([br && writeFile(`${path}.br`, br), gz && writeFile(`${path}.gz`, gz)]);
      }),
  );
}
