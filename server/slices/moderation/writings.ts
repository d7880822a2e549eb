import { type Kysely, sql } from 'kysely';
import type { WritingLine } from '../../../contract/operator/people.ts';
import { reportKindNames, type ReportKind } from '../../../contract/report-reasons.ts';
import { reviewStatusNames } from '../../../contract/statuses.ts';
import { seconds } from '../../../contract/wire.ts';
import type { Caller } from '../../calls/context.ts';
import type { DB } from '../../db/schema.ts';
import { momentOf } from '../../db/ids.ts';
import { thingName } from './thing-name.ts';
import { moderated } from './things.ts';

/** Not messages: what two people say to each other is looked at only where one of them has reported it. */
const written = ['topic', 'comment'] as const satisfies readonly ReportKind[];

/** Topics and comments of somebody, the newest first, whatever became of it, as the one who asks may read of them; and how much in all. */
export async function writingsOf(
  db: Kysely<DB>,
  userId: string,
  { caller, most }: { caller: Caller; most: number },
): Promise<{ rows: WritingLine[]; count: number }> {
  const newest = written.map(
    (kind) =>
      sql`(select ${kind}::text as kind, id from (${moderated[kind].by(userId)}) as own order by id desc limit ${most})`,
  );
  const many = written.map((kind) => sql`(select count(*) from (${moderated[kind].by(userId)}) as own)`);
  const [{ rows }, { rows: counted }] = await Promise.all([
    sql<{ kind: ReportKind; id: string }>`
      select kind, id from (${sql.join(newest, sql` union all `)}) as pieces order by id desc limit ${most}`.execute(
      db,
    ),
    sql<{ n: string }>`select ${sql.join(many, sql` + `)} as n`.execute(db),
  ]);
  const things = await Promise.all(
    written.map((kind) =>
      moderated[kind].things(
        db,
        rows.filter((row) => row.kind === kind).map(({ id }) => id),
      ),
    ),
  );
  const found = new Map(things.flat().map((thing) => [thing.id, thing]));
  return {
    count: Number(counted[0]?.n ?? 0),
    rows: rows.map(({ kind, id }) => {
      const thing = found.get(id);
      return {
        kind,
        id,
        kindName: reportKindNames[kind],
        title: thingName(thing, caller),
        stateName: thing ? reviewStatusNames[thing.status] : '已删除',
        reason: thing?.reason ?? '',
        time: seconds(momentOf(id)),
      };
    }),
  };
}
