import type { Kysely } from 'kysely';
import type { DumpHead, DumpRecord } from '../../../contract/trace/dump.ts';
import { readNote } from '../../../contract/trace/note.ts';
import type { DB } from '../../db/schema.ts';

/** records read at a time */
const batch = 5000;

/** The whole log for whoever audits it, line by line: what is kept, not what it should be. */
export async function* dumpLines(db: Kysely<DB>): AsyncGenerator<string> {
  const notes = await db.selectFrom('trace_checkpoints').select('note').orderBy('size').execute();
  const keys = await db
    .selectFrom('trace_keys')
    .select(['kind', 'bytes'])
    .orderBy('used_from')
    .orderBy('kind')
    .execute();
  const checkpoints = notes.map(({ note }) => note);
  const origin = readNote(checkpoints.at(-1) ?? '')?.checkpoint.origin ?? '';
  yield `${JSON.stringify({ origin, keys, checkpoints } satisfies DumpHead)}\n`;
  for (let last = -1; ;) {
    const rows = await db
      .selectFrom('trace_records')
      .select(['log_index', 'text', 'leaf'])
      .where('log_index', '>', last)
      .orderBy('log_index')
      .limit(batch)
      .execute();
    for (const { log_index, text, leaf } of rows) {
      const index = log_index as number;
      last = index;
      const record: DumpRecord = { index, text: text as string, leaf: (leaf as Buffer).toString('hex') };
      yield `${JSON.stringify(record)}\n`;
    }
    if (rows.length < batch) return;
  }
}
