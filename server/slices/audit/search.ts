import { type Kysely, sql } from 'kysely';
import type { CallParsed } from '../../../contract/call.ts';
import { auditCounted, type auditList } from '../../../contract/operator/audit.ts';
import { troubleKinds } from '../../../contract/operator/health.ts';
import { reportKinds } from '../../../contract/report-reasons.ts';
import { isId } from '../../db/ids.ts';
import { offsetOf } from '../../db/page.ts';
import type { DB } from '../../db/schema.ts';
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

/** Newest first; counted up to ten thousand. */
export async function searchAudit(db: Kysely<DB>, sought: Sought): Promise<{ rows: AuditEntryRow[]; count: number }> {
  const some = found(db, sought, sought.subject ? await idsMeant(db, sought.subject) : []);
  const [rows, counted] = await Promise.all([
    some.selectAll().orderBy('number', 'desc').limit(sought.pageSize).offset(offsetOf(sought)).execute(),
    db
      .selectFrom(
        some
          .select(sql`1`.as('one'))
          .limit(auditCounted)
          .as('some'),
      )
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, count: Number(counted.count) };
}
