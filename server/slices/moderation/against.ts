import type { Kysely } from 'kysely';
import type { ReportLine } from '../../../contract/operator/people.ts';
import { reportKindNames, reportKinds, reportReasons } from '../../../contract/report-reasons.ts';
import { seconds } from '../../../contract/wire.ts';
import type { Caller } from '../../calls/context.ts';
import type { DB } from '../../db/schema.ts';
import type { Thing } from './moderated.ts';
import { claimId } from './queries.ts';
import type { ReportRow } from './tables.ts';
import { thingName } from './thing-name.ts';
import { moderated } from './things.ts';

const outcomeNames = { kept: '保留', hidden: '已隐藏', gone: '作者已删除' } as const;

/** What became of a report, in words; '' while nobody has looked into it. */
export const outcomeName = ({ outcome }: Pick<ReportRow, 'outcome'>): string =>
  outcome === null ? '' : outcomeNames[outcome];

/** What was reported of somebody, the newest first, without who reported it; how much in all, and not looked into yet. */
export async function reportsAgainst(
  db: Kysely<DB>,
  authorId: string,
  { caller, most }: { caller: Caller; most: number },
): Promise<{ rows: ReportLine[]; count: number; open: number }> {
  const against = db.selectFrom('reports').where('author_id', '=', authorId);
  const [rows, counted] = await Promise.all([
    against.selectAll().orderBy('id', 'desc').limit(most).execute(),
    against
      .select(({ fn }) => [
        fn.countAll<number>().as('count'),
        fn.countAll<number>().filterWhere('settled_at', 'is', null).as('open'),
      ])
      .executeTakeFirstOrThrow(),
  ]);
  const things = new Map<string, Thing>();
  for (const kind of reportKinds) {
    const ids = rows.filter((row) => row.kind === kind).map(({ subject_id }) => subject_id);
    for (const thing of await moderated[kind].things(db, [...new Set(ids)])) things.set(claimId(thing), thing);
  }
  return {
    count: Number(counted.count),
    open: Number(counted.open),
    rows: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      subjectId: row.subject_id,
      kindName: reportKindNames[row.kind],
      title: thingName(things.get(claimId({ kind: row.kind, id: row.subject_id })), caller),
      reason: reportReasons[row.reason],
      words: row.words,
      time: seconds(row.created_at),
      outcome: outcomeName(row),
    })),
  };
}
