import { type Kysely, sql } from 'kysely';

/** A large withdrawal keeps who approved it first; whoever approves it then is somebody else, which the table itself sees to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table withdrawals
      add column first_by uuid references users (id),
      add column first_at timestamptz,
      add constraint withdrawals_first check ((first_by is null) = (first_at is null)),
      add constraint withdrawals_two_words check (
        first_by is null or status in (0, 2) or (decided_by is not null and decided_by <> first_by)
      )`.execute(db);
}
