import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table trace_scans (
      code text not null references trace_codes (code),
      day date not null,
      count int8 not null,
      primary key (code, day)
    )`.execute(db);
}
