import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table statement_findings (
      gateway text not null,
      day date not null,
      findings jsonb not null,
      compared_at timestamptz not null,
      primary key (gateway, day)
    )`.execute(db);
}
