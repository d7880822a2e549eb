import { type Kysely, sql } from 'kysely';

/** What the operators' first page shows, rolled up by day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table funnel_days (
      day date not null,
      stage text not null,
      region text not null,
      published int not null,
      tendered int not null,
      tenders int not null,
      first_seconds int8 not null,
      awarded int not null,
      accepted int not null,
      completed int not null,
      primary key (day, stage, region)
    )`.execute(db);
  await sql`create table day_figures (day date not null, name text not null, n int8 not null, primary key (day, name))`.execute(
    db,
  );
  await sql`create table state_counts (status smallint primary key, n int8 not null)`.execute(db);
  await sql`create table figure_runs (name text primary key, at timestamptz not null)`.execute(db);
  await sql`create index demands_published on demands (published_at) where published_at is not null`.execute(db);
  await sql`create index order_history_at on order_history using brin (at)`.execute(db);
}
