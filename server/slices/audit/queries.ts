import type { AuditKind } from '../../../contract/operator/audit-kinds.ts';
import type { AuditAction } from '../../../contract/operator/audit-names.ts';
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely';
import type { DB } from '../../db/schema.ts';

export type AuditRow = Selectable<DB['audit_entries']>;

/** What was done to any of these, the newest first. */
export async function auditOf(
  db: Kysely<DB>,
  subjects: readonly { kind: AuditKind; id: string }[],
  most: number,
): Promise<AuditRow[]> {
  if (subjects.length === 0) return [];
  return db
    .selectFrom('audit_entries')
    .selectAll()
    .where(
      sql<boolean>`(subject_kind, subject_id) in (${sql.join(subjects.map(({ kind, id }) => sql`(${kind}, ${id})`))})`,
    )
    .orderBy('id', 'desc')
    .limit(most)
    .execute();
}

/** The last time that this was done to each of these, by `kind:id`. */
export async function lastDeeds(
  db: Kysely<DB>,
  subjects: readonly { kind: AuditKind; id: string; action: AuditAction }[],
): Promise<Map<string, AuditRow>> {
  if (subjects.length === 0) return new Map();
  const rows = await db
    .selectFrom('audit_entries')
    .selectAll()
    .distinctOn(['subject_kind', 'subject_id'])
    .where(
      sql<boolean>`(subject_kind, subject_id, action) in (${sql.join(subjects.map(({ kind, id, action }) => sql`(${kind}, ${id}, ${action})`))})`,
    )
    .orderBy('subject_kind')
    .orderBy('subject_id')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map((row) => [`${row.subject_kind}:${row.subject_id}`, row]));
}

/** What was decided (by these actions) over things of one kind, whose ids `ids` finds: the newest first, and of all how many each. */
export async function decisionsOn(
  db: Kysely<DB>,
  { kind, ids, actions }: { kind: AuditKind; ids: RawBuilder<{ id: string }>; actions: readonly AuditAction[] },
  most: number,
): Promise<{ rows: AuditRow[]; counts: Map<string, number> }> {
  const decided = db
    .selectFrom('audit_entries')
    .where('subject_kind', '=', kind)
    .where(sql<boolean>`subject_id in (select id::text from (${ids}) as own)`)
    .where('action', 'in', [...actions]);
  const [rows, counted] = await Promise.all([
    decided.selectAll().orderBy('id', 'desc').limit(most).execute(),
    decided
      .select(({ fn }) => ['action', fn.countAll<number>().as('n')])
      .groupBy('action')
      .execute(),
  ]);
  return { rows, counts: new Map(counted.map(({ action, n }) => [action, Number(n)])) };
}
