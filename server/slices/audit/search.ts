import { type Kysely, sql } from 'kysely';
import type { CallParsed } from '../../../contract/call.ts';
import { auditCounted, type auditList } from '../../../contract/operator/audit.ts';
import { Refusal } from '../../../contract/errors.ts';
import { troubleKinds } from '../../../contract/operator/health.ts';
import { reportKinds } from '../../../contract/report-reasons.ts';
import { isId } from '../../db/ids.ts';
import { offsetOf } from '../../db/page.ts';
import type { DB } from '../../db/schema.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { usersNamed } from '../accounts/queries.ts';
import { demandNids, findOrder } from '../orders/queries.ts';
import { withdrawalByNumber } from '../wallet/queries.ts';
import type { AuditEntryRow } from './tables.ts';

type Sought = CallParsed<typeof auditList>;

/** `%` and `_` are letters here. */
const like = (words: string) => words.replaceAll(/[\\%_]/g, '\\$&');
/** First moment of a day in Shanghai. */
const dayBegins = (day: string) => new Date(`${day}T00:00:00+08:00`);
const day = 24 * 3_600_000;

/** Whose nickname has the words in it: more than so many are not looked for. */
const mostNamed = 200;

/** Kinds that stand before an id where several share a queue: such a thing is taken over by both. */
const claimedKinds = [...reportKinds, ...Object.keys(troubleKinds)];

/** What somebody may mean who names a subject: other names of the same thing. */
async function idsMeant(db: Kysely<DB>, subject: string): Promise<string[]> {
  if (isId(subject)) {
    const claimed = claimedKinds.map((kind) => `${kind}:${subject}`);
    return [subject, ...claimed, ...(await demandNids(db, [subject])).values()];
  }
  const number = subject.toUpperCase();
  const [order, withdrawal, people] = await Promise.all([
    findOrder(db, number),
    withdrawalByNumber(db, number),
    usersNamed(db, subject, mostNamed),
  ]);
  const numbered = [order, withdrawal].flatMap((row) => (row ? [row.id, number] : []));
  return [subject, ...numbered, ...people];
}

/** Whether a side of a deed holds the words in any of its fields; what the fields are called is no word of anybody's. */
const said = (side: 'before' | 'after', some: string) =>
  sql<boolean>`exists (select from jsonb_each_text(${sql.ref(side)}) as field where field.value ilike ${some})`;

function found(db: Kysely<DB>, { number, person, action, kind, subject, from, to }: Sought, meant: readonly string[]) {
  let query = db.selectFrom('audit_entries');
  if (number) query = query.where('number', '=', /^\d{1,15}$/.test(number) ? number : '0');
  if (person)
    query = isId(person)
      ? query.where('actor_id', '=', person)
      : query.where('actor_name', 'ilike', `%${like(person)}%`);
  if (action)
    query = query.where((row) => row.or([row('action', '=', action), row('action', 'like', `${like(action)}.%`)]));
  if (kind) query = query.where('subject_kind', '=', kind);
  if (subject) {
    const some = `%${like(subject)}%`;
    // Who gives an id means that thing and no other.
    query = query.where((row) =>
      row.or([
        row('subject_id', 'in', [...meant]),
        ...(isId(subject) ? [] : [row('why', 'ilike', some), said('before', some), said('after', some)]),
      ]),
    );
  }
  if (from) query = query.where('at', '>=', dayBegins(from));
  if (to) query = query.where('at', '<', new Date(dayBegins(to).getTime() + day));
  return query;
}

/** Nothing finds words within words in millions of entries: who looks for rare ones is not kept waiting any longer, in ms. */
const longest = 3_000;

/** query_canceled: what the timeout of a statement ends with. */
const canceled = '57014';

/** Reads in a transaction of its own, whose statements PostgreSQL ends after so many milliseconds. */
const within = <T>(db: Kysely<DB>, ms: number, read: (tx: Tx) => Promise<T>): Promise<T> =>
  inTransaction(db, async (tx) => {
    await sql`select set_config('statement_timeout', ${String(ms)}, true)`.execute(tx);
    return read(tx);
  });

/** Newest first; counted up to ten thousand. Refused when it would take longer than `most` ms. */
export async function searchAudit(
  db: Kysely<DB>,
  sought: Sought,
  most = longest,
): Promise<{ rows: AuditEntryRow[]; count: number }> {
  const meant = sought.subject ? await idsMeant(db, sought.subject) : [];
  try {
    // Beside each other: one after the other could take twice as long.
    const [rows, counted] = await Promise.all([
      within(db, most, (tx) =>
        found(tx, sought, meant)
          .selectAll()
          .orderBy('number', 'desc')
          .limit(sought.pageSize)
          .offset(offsetOf(sought))
          .execute(),
      ),
      within(db, most, (tx) =>
        tx
          .selectFrom(
            found(tx, sought, meant)
              .select(sql`1`.as('one'))
              .limit(auditCounted)
              .as('some'),
          )
          .select((row) => row.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow(),
      ),
    ]);
    return { rows, count: Number(counted.count) };
  } catch (error) {
    if ((error as { code?: string }).code !== canceled) throw error;
    throw new Refusal('invalid_input', '要查的记录太多，请缩小日期范围，或选定操作人、操作再搜索');
  }
}
