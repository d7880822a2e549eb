import { createReadStream, createWriteStream } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { dumpHead, type DumpHead, dumpRecord, type DumpRecord, verifyDump } from '../../contract/trace/dump.ts';
import { startEmbedded } from '../../server/db/embedded.ts';
import { openDatabase } from '../../server/db/connection.ts';
import { dumpLines } from '../../server/slices/trace/dump.ts';
import { type Held, parsed, type Say, Unusable } from './held.ts';

/** Writes the whole log to a file. Gives the exit code. */
export async function dumpLog(path: string, say: Say): Promise<number> {
  const { DATABASE_URL: url, OMO_DATA_DIR: folder = '.data' } = process.env;
  const embedded = url === undefined ? await startEmbedded({ dataDir: resolve(folder) }) : undefined;
  const db = openDatabase({ ...(embedded?.connection ?? { connectionString: url }), max: 1 });
  try {
    await pipeline(Readable.from(dumpLines(db)), createWriteStream(path));
    say(`日志已写入 ${path}`);
    return 0;
  } finally {
    await db.destroy();
    await embedded?.stop();
  }
}

/** Checks a dump of the whole log. Gives whether all is as it should be. */
export async function verifyLog(path: string, held: Held, say: Say): Promise<boolean> {
  const lines = createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity })[Symbol.asyncIterator]();
  const first = await lines.next().catch((error: Error) => {
    throw new Unusable(error.message);
  });
  const head = dumpHead.safeParse(first.done ? undefined : parsed(first.value));
  if (!head.success) throw new Unusable(`${path} 的第一行不是日志的开头`);
  const trusted = held.trusted?.(head.data.origin);
  const own: DumpHead = trusted
    ? { ...head.data, keys: trusted.map(({ kind, bytes }) => ({ kind, bytes: Buffer.from(bytes).toString('base64') })) }
    : head.data;
  const { faults, size, checkpoints } = await verifyDump(own, recordsOf(lines), held.since);
  for (const { at, text } of faults) say(`✗ ${at === null ? '' : `第 ${at + 1} 条：`}${text}`);
  if (faults.length === 0) say(`✓ ${size} 条记录，${checkpoints} 个签过名的检查点，全部重新算过`);
  if (!trusted) say('- 公钥来自日志本身；要确认是平台的，请用 --keys 给出 /trace/keys 的内容');
  return faults.length === 0;
}

async function* recordsOf(lines: AsyncIterator<string>): AsyncGenerator<DumpRecord> {
  let line = 1;
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    line += 1;
    if (next.value === '') continue;
    const record = dumpRecord.safeParse(parsed(next.value));
    if (!record.success) throw new Unusable(`第 ${line} 行读不出来`);
    yield record.data;
  }
}
