import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table operator_claims (
      kind text not null,
      subject_id text not null,
      operator_id uuid not null references users (id),
      taken_at timestamptz not null,
      until timestamptz not null,
      primary key (kind, subject_id)
    )`.execute(db);
}
