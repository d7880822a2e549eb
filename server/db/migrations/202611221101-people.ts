import { type Kysely, sql } from 'kysely';

/** Suspending people, and what operators find them by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_suspensions (
      id uuid primary key,
      user_id uuid not null references users (id),
      reason text not null,
      began_at timestamptz not null,
      until timestamptz,
      by_id uuid not null references users (id),
      ended_at timestamptz,
      ended_by uuid references users (id),
      end_reason text not null default '',
      done text[] not null default '{}',
      settled boolean not null default false
    )`.execute(db);
  await sql`create unique index account_suspensions_standing on account_suspensions (user_id) where ended_at is null`.execute(
    db,
  );
  await sql`create index account_suspensions_user on account_suspensions (user_id, id desc)`.execute(db);
  await sql`create index account_suspensions_open on account_suspensions (id) where not settled`.execute(db);
  await sql`create index account_suspensions_until on account_suspensions (until) where ended_at is null and until is not null`.execute(
    db,
  );
  await sql`alter table demands add column held_at timestamptz`.execute(db);
  await sql`alter table certifications add column name_index bytea`.execute(db);
  await sql`create index certifications_name on certifications (name_index) where name_index is not null`.execute(db);
  await sql`create index certifications_unnamed on certifications (id) where name_index is null and sealed is not null`.execute(
    db,
  );
  // Each character a word of its own: a phrase of them is what stands anywhere in a name.
  for (const [table, column] of [
    ['users', 'nick_name'],
    ['shops', 'shop_name'],
  ] as const)
    await sql`
      create index ${sql.ref(`${table}_characters`)} on ${sql.table(table)}
        using gin (to_tsvector('simple', regexp_replace(lower(${sql.ref(column)}), '(.)', '\\1 ', 'g')))`.execute(db);
}
