import { type Kysely, sql } from 'kysely';
import type { CallParsed } from '../../../contract/call.ts';
import { auditCounted, type auditList } from '../../../contract/operator/audit.ts';
import { isId } from '../../db/ids.ts';
import { offsetOf } from '../../db/page.ts';
import type { DB } from '../../db/schema.ts';
import type { AuditEntryRow } from './tables.ts';

type Sought = CallParsed<typeof auditList>;

/** `%` and `_` are letters here. */
const like = (words: string) => words.replaceAll(/[\\%_]/g, '\\$&');
/** First moment of a day in Shanghai. */
const dayBegins = (day: string) => new Date(`${day}T00:00:00+08:00`);
const day = 24 * 3_600_000;

function found(db: Kysely<DB>, { person, action, subject, from, to }: Sought) {
  let query = db.selectFrom('audit_entries');
  if (person)
    query = isId(person)
      ? query.where('actor_id', '=', person)
      : query.where('actor_name', 'ilike', `%${like(person)}%`);
  if (action)
    query = query.where((row) => row.or([row('action', '=', action), row('action', 'like', `${like(action)}.%`)]));
  if (subject) {
    const [kind = '', id] = subject.split(/:(.*)/s);
    query = id
      ? query.where('subject_kind', '=', kind).where('subject_id', '=', id)
      : query.where((row) => row.or([row('subject_id', '=', subject), row('subject_kind', '=', subject)]));
  }
  if (from) query = query.where('at', '>=', dayBegins(from));
  if (to) query = query.where('at', '<', new Date(dayBegins(to).getTime() + day));
  return query;
}

/** Newest first; counted up to ten thousand. */
export async function searchAudit(db: Kysely<DB>, sought: Sought): Promise<{ rows: AuditEntryRow[]; count: number }> {
  const some = found(db, sought);
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
