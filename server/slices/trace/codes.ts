import { randomInt } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { codeChoice, codeOf } from '../../../contract/trace/code.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import { shanghaiDay } from '../ledger/post.ts';

/** 32^11 codes: whoever has one can see the line's trace, and nobody comes upon one by trying. */
const newCode = (): string => codeOf(Array.from({ length: codeChoice }, () => randomInt(32)));

/** The code of a product line, made the first time that it is asked for: nothing of a line is public before. */
export async function issueCode(tx: Tx, lineId: string, now: Date): Promise<string> {
  await tx
    .insertInto('trace_codes')
    .values({ code: newCode(), line_id: lineId, created_at: now })
    .onConflict((conflict) => conflict.column('line_id').doNothing())
    .execute();
  const row = await tx.selectFrom('trace_codes').select('code').where('line_id', '=', lineId).executeTakeFirstOrThrow();
  return row.code;
}

/** The product line that a code is of; undefined for a code that nobody issued. */
export async function lineOfCode(db: Kysely<DB> | Tx, code: string): Promise<string | undefined> {
  const row = await db.selectFrom('trace_codes').select('line_id').where('code', '=', code).executeTakeFirst();
  return row?.line_id;
}

/** The first code that was issued of the line with the most records; '' while there is none. */
export async function longestCode(db: Kysely<DB>): Promise<string> {
  const row = await db
    .selectFrom('trace_codes as c')
    .innerJoin('trace_records as r', 'r.line_id', 'c.line_id')
    .select('c.code')
    .groupBy('c.code')
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .orderBy('c.code')
    .limit(1)
    .executeTakeFirst();
  return row?.code ?? '';
}

/** Counts that the code on a label was scanned: how often on which day, and nothing of who did. */
export async function countScan(db: Kysely<DB>, code: string, now: Date): Promise<void> {
  const day = shanghaiDay(now);
  await sql`
    with scanned as (update trace_codes set scans = scans + 1 where code = ${code} returning code)
    insert into trace_scans (code, day, count) select code, ${day}::date, 1 from scanned
    on conflict (code, day) do update set count = trace_scans.count + 1`.execute(db);
}

/** Days of the last so many on which a code was scanned, oldest first. */
export async function scansByDay(
  db: Kysely<DB>,
  code: string,
  days: number,
  now: Date,
): Promise<{ day: string; count: number }[]> {
  const from = shanghaiDay(new Date(now.getTime() - (days - 1) * 86_400_000));
  return db
    .selectFrom('trace_scans')
    .select(['day', 'count'])
    .where('code', '=', code)
    .where('day', '>=', from)
    .orderBy('day')
    .execute();
}
