import { mkdir, open, readFile, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Entries that are on the disk before `write` is fulfilled, in the order in which they were written. */
export interface Book<Entry> {
  /** as they stood when the book was opened */
  readonly entries: readonly Entry[];
  write(entry: Entry): Promise<void>;
  /** when everything written so far is on the disk */
  synced(): Promise<void>;
  close(): Promise<void>;
}

interface Waiting {
  readonly line: string;
  readonly written: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * A file of JSON lines that is only appended to. What was promised survives the end of the process and of the machine: a
 * line is synced before anybody hears of it, those that wait together are synced together. A last line that was cut
 * off was promised to nobody and is removed.
 */
export async function openBook<Entry>(file: string): Promise<Book<Entry>> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const entries = await readEntries<Entry>(file);
  const handle = await open(file, 'a', 0o600);
  let waiting: Waiting[] = [];
  let writing: Promise<void> | undefined;

  async function writeAll() {
    while (waiting.length > 0) {
      const taken = waiting;
      waiting = [];
      try {
        await handle.appendFile(taken.map(({ line }) => line).join(''));
        await handle.datasync();
        for (const { written } of taken) written();
      } catch (error) {
        for (const { failed } of taken) failed(error);
      }
    }
    writing = undefined;
  }

  return {
    entries,
    write: (entry) =>
      new Promise((written, failed) => {
        waiting.push({ line: `${JSON.stringify(entry)}\n`, written, failed });
        writing ??= writeAll();
      }),
    synced: () => writing ?? Promise.resolve(),
    close: async () => {
      await writing;
      await handle.close();
    },
  };
}

async function readEntries<Entry>(file: string): Promise<Entry[]> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  });
  const whole = bytes.lastIndexOf(0x0a) + 1;
  if (whole < bytes.length) await truncate(file, whole);
  return bytes
    .subarray(0, whole)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry);
}
