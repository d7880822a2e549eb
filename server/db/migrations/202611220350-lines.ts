import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table incoming_inspections (
      id uuid primary key,
      demand_id uuid not null references demands (id),
      next_id uuid not null references demands (id),
      result text not null check (result in ('sound', 'faulty')),
      reason text not null default '',
      pictures jsonb not null default '[]',
      inspector_id uuid not null references users (id),
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index incoming_inspections_demand on incoming_inspections (demand_id, id desc)`.execute(db);
}
