import type { Kysely } from 'kysely';
import { offsetOf, type Page } from '../../db/page.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import type { HeldWordRow, SynonymGroupRow } from './tables.ts';

type Reader = Kysely<DB> | Tx;

/** As they are looked for. */
export async function plainWords(db: Reader): Promise<string[]> {
  const rows = await db.selectFrom('held_words').select('plain').orderBy('plain').execute();
  return rows.map(({ plain }) => plain);
}

/** Newest first; with a part of a word, those that have it. */
export async function heldWords(
  db: Reader,
  { part, ...page }: Page & { part: string },
): Promise<{ rows: HeldWordRow[]; count: number }> {
  const among = db
    .selectFrom('held_words')
    .$if(part !== '', (query) => query.where((eb) => eb(eb.fn<number>('strpos', ['plain', eb.val(part)]), '>', 0)));
  const [rows, counted] = await Promise.all([
    among
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('plain')
      .limit(page.pageSize)
      .offset(offsetOf(page))
      .execute(),
    among.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { rows, count: counted.count };
}

/** All groups, those that were changed last first. */
export function synonymGroups(db: Reader): Promise<SynonymGroupRow[]> {
  return db.selectFrom('synonym_groups').selectAll().orderBy('updated_at', 'desc').orderBy('words').execute();
}
