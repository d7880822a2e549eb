import { type Kysely, sql } from 'kysely';
import type { WritingLine } from '../../../contract/operator/people.ts';
import { reportKindNames, type ReportKind } from '../../../contract/report-reasons.ts';
import { reviewStatusNames } from '../../../contract/statuses.ts';
import { seconds } from '../../../contract/wire.ts';
import type { DB } from '../../db/schema.ts';
import { momentOf } from '../../db/ids.ts';
import { titleOf } from './against.ts';
import { moderated } from './things.ts';

/** Not messages: what two people say to each other is looked at only where one of them has reported it. */
const written = ['topic', 'comment'] as const satisfies readonly ReportKind[];

/** Topics and comments of somebody, the newest first, whatever became of it; and how much in all. */
export async function writingsOf(
  db: Kysely<DB>,
  userId: string,
  most: number,
): Promise<{ rows: WritingLine[]; count: number }> {
  const all = sql.join(
    written.map((kind) => sql`select ${kind}::text as kind, id from (${moderated[kind].by(userId)}) as one`),
    sql` union all `,
  );
  const { rows } = await sql<{ kind: ReportKind; id: string; n: string }>`
    select kind, id, count(*) over () as n from (${all}) as pieces order by id desc limit ${most}`.execute(db);
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
    count: Number(rows[0]?.n ?? 0),
    rows: rows.map(({ kind, id }) => {
      const thing = found.get(id);
      return {
        kind,
        id,
        kindName: reportKindNames[kind],
        title: titleOf(thing),
        stateName: thing ? reviewStatusNames[thing.status] : '已删除',
        reason: thing?.reason ?? '',
        time: seconds(momentOf(id)),
      };
    }),
  };
}
