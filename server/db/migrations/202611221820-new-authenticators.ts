import { type Kysely, sql } from 'kysely';

/**
 * An operator who is signed in sets up a new authenticator: what is to take the present one's place waits in a ticket of that
 * session, which opens no other, and goes with it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table operator_tickets
      add column session_id uuid references operator_sessions (id) on delete cascade`.execute(db);
  await sql`create index operator_tickets_session on operator_tickets (session_id)`.execute(db);
}
