import { createReadStream } from 'node:fs';
import { mkdir, open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { AnchorConflict, type AnchorTarget, type KeptHead } from './anchors.ts';

export const anchorFile = (dataDir: string) => join(dataDir, 'trace', 'anchors.jsonl');

const line = z.object({
  size: z.number().int().min(0),
  root: z.string().regex(/^[0-9a-f]{64}$/),
  at: z.iso.datetime(),
  note: z.string(),
});
type Line = z.output<typeof line>;

const lineFeed = 10;
/** bytes from the end in which the last line is looked for; one has some 600 */
const tail = 64 * 1024;

/**
 * The default: a line per head in a file of the data folder that is only ever added to, written through to the disk. It is worth
 * what its distance from the database is worth: a database that was put back or changed no longer goes with it, and whoever
 * takes copies of it elsewhere can show what it said.
 */
export function fileAnchors(dataDir: string): AnchorTarget {
  const file = anchorFile(dataDir);
  return {
    kind: 'file',
    id: 'file',
    batch: 1000,
    newest: async () => kept(await lastLine(file)),
    anchor: async ({ size, root, note, now }) => {
      const last = await lastLine(file);
      if (last && last.size >= size) {
        const same = last.size === size ? last : await lineOf(file, size);
        if (same?.root !== root.toString('hex')) throw new AnchorConflict(kept(same ?? last) as KeptHead);
        return { at: new Date(same.at), chain: null };
      }
      await append(file, { size, root: root.toString('hex'), at: now.toISOString(), note });
      return { at: now, chain: null };
    },
  };
}

const kept = (found: Line | null): KeptHead | null =>
  found && { size: found.size, root: Buffer.from(found.root, 'hex') };

async function append(file: string, entry: Line): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const handle = await open(file, 'a+', 0o644);
  try {
    const { size } = await handle.stat();
    const { buffer } = size === 0 ? { buffer: null } : await handle.read(Buffer.alloc(1), 0, 1, size - 1);
    // What a crash left of a line was never acknowledged: it stays, on a line of its own, and is passed over.
    const torn = buffer !== null && buffer[0] !== lineFeed;
    await handle.appendFile(`${torn ? '\n' : ''}${JSON.stringify(entry)}\n`);
    await handle.datasync();
    if (size === 0) await syncFolder(dirname(file));
  } finally {
    await handle.close();
  }
}

/** A new file's name is on the disk only once its folder is. Windows has no such call. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

function read(text: string): Line | null {
  try {
    return line.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

async function lastLine(file: string): Promise<Line | null> {
  const size = await stat(file).then(
    (found) => found.size,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return 0;
      throw error;
    },
  );
  if (size === 0) return null;
  const handle = await open(file, 'r');
  try {
    const from = Math.max(0, size - tail);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - from), 0, size - from, from);
    const lines = buffer.subarray(0, bytesRead).toString('utf8').split('\n');
    return lines.reduceRight<Line | null>((found, text) => found ?? read(text), null);
  } finally {
    await handle.close();
  }
}

async function lineOf(file: string, size: number): Promise<Line | null> {
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    const found = read(text);
    if (found?.size === size) return found;
  }
  return null;
}
