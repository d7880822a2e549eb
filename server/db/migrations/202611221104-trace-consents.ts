import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table trace_consents (
      user_id uuid primary key references users (id),
      name boolean not null,
      words boolean not null,
      product boolean not null,
      updated_at timestamptz not null
    )`.execute(db);
}
