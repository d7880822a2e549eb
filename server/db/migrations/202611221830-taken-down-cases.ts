import { type Kysely, sql } from 'kysely';

/**
 * A case that was taken down by an operator is told apart from one that was refused at its review; as far as it is known, those
 * of before are marked as well: hidden after a report, and not sent in since.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table cases add column taken_down boolean not null default false`.execute(db);
  await sql`update cases set taken_down = true where review_status = 2 and exists (
      select from reports where kind = 'case' and subject_id = cases.id and outcome = 'hidden'
      and settled_at >= coalesce(cases.submitted_at, cases.created_at))`.execute(db);
  await sql`alter table cases add constraint cases_taken_down check (not taken_down or review_status = 2)`.execute(db);
  await sql`create index cases_hidden on cases (created_at, id) where taken_down and removed_at is null`.execute(db);
}
