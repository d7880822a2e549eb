import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table order_history
      add column owner_fen int8,
      add column provider_fen int8,
      add check ((owner_fen is null) = (provider_fen is null) and owner_fen >= 0 and provider_fen >= 0)`.execute(db);

  await sql`
    create table dispute_evidence (
      id uuid primary key,
      demand_id uuid not null references demands (id),
      opened_at timestamptz not null,
      side text not null check (side in ('owner', 'provider')),
      author_id uuid not null references users (id),
      content text not null,
      pictures jsonb not null default '[]',
      files jsonb not null default '[]',
      created_at timestamptz not null,
      request_id text
    )`.execute(db);
  await sql`create index dispute_evidence_demand on dispute_evidence (demand_id, id)`.execute(db);
  await sql`
    create unique index dispute_evidence_request on dispute_evidence (demand_id, side, request_id)
    where request_id is not null`.execute(db);
  await sql`
    create index demands_disputed on demands ((proceedings -> 'dispute' ->> 'phase'), id)
    where jsonb_typeof(proceedings -> 'dispute') = 'object'`.execute(db);
}
