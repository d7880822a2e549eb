import { readdir, readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { buildBase, outward } from './base.ts';
import { compressible, encode } from './compress.ts';
import type { Encoding } from './page-cache.ts';

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

interface AssetForm {
  readonly head: string[];
  readonly body: Buffer;
}

export type Asset = Partial<Record<Encoding, AssetForm>> & { readonly identity: AssetForm };

/**
 * The files of a client build by their address, in memory with their squeezed forms: a few megabytes that every visitor
 * asks for. What carries the build's base path is written for the real one.
 */
export async function loadAssets(folder: string, base: string): Promise<Map<string, Asset>> {
  const assets = new Map<string, Asset>();
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  const present = new Set(names);
  await Promise.all(
    names
      .filter((name) => types[extname(name)])
      .map(async (name) => {
        const address = `${base}/${name.split(sep).join('/')}`;
        const path = join(folder, name);
        const plain = await readFile(path);
        // Vite puts the hash of the content into the names below assets/: they can be kept for good.
        const cache = name.startsWith('assets') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';
        const shared = ['content-type', types[extname(name)] ?? '', 'cache-control', cache, 'vary', 'accept-encoding'];
        const head = (body: Buffer, encoding?: string) =>
          shared.concat(
            ['x-content-type-options', 'nosniff', 'content-length', String(body.length)],
            encoding ? ['content-encoding', encoding] : [],
          );
        const based = compressible.test(name) && plain.includes(buildBase);
        const identity = based ? Buffer.from(outward(plain.toString(), base)) : plain;
        const squeezed =
          based || !present.has(`${name}.br`)
            ? compressible.test(name)
              ? await encode(identity, 5)
              : {}
            : { br: await readFile(`${path}.br`), gzip: await readFile(`${path}.gz`) };
        const asset: Asset = { identity: { head: head(identity), body: identity } };
        if (squeezed.br) asset.br = { head: head(squeezed.br, 'br'), body: squeezed.br };
        if (squeezed.gzip) asset.gzip = { head: head(squeezed.gzip, 'gzip'), body: squeezed.gzip };
        assets.set(address, asset);
      }),
  );
  return assets;
}
