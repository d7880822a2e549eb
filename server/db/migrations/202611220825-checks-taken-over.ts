import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // A check that a process did not live to end is taken over; why a file was refused is said again to who asks again.
  await sql`
    alter table uploads
      add column checking_since timestamptz,
      add column refusal text not null default ''`.execute(db);
  // Applications from before there was a queue stand in it by when they were made.
  await sql`update certifications set submitted_at = created_at where submitted_at is null`.execute(db);
}
