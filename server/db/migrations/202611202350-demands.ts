import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table product_lines (
      id uuid primary key,
      nid text not null unique,
      owner_id uuid not null,
      name text not null,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index product_lines_owner on product_lines (owner_id, id desc)`.execute(db);

  await sql`
    create table demands (
      id uuid primary key,
      nid text not null unique,
      line_id uuid not null references product_lines (id),
      in_line boolean not null default true,
      stage text not null,
      category text not null,
      owner_id uuid not null,
      name text not null,
      description text not null default '',
      pictures jsonb not null default '[]',
      files jsonb not null default '[]',
      details jsonb not null default '{}',
      budget_fen int8 not null check (budget_fen >= 0),
      deadline_at timestamptz not null,
      status smallint not null check (status between 0 and 8),
      status_since timestamptz not null,
      due_at timestamptz,
      entrusted boolean not null default false,
      case_id uuid,
      provider_id uuid,
      awarded_tender_id uuid,
      amount_fen int8 not null default 0 check (amount_fen >= 0),
      tender_count integer not null default 0 check (tender_count >= 0),
      comment_count integer not null default 0 check (comment_count >= 0),
      down_status smallint not null default 0 check (down_status between 0 and 5),
      second_status smallint not null default 0 check (second_status between 0 and 5),
      final_status smallint not null default 0 check (final_status between 0 and 5),
      progress smallint not null default 0 check (progress between 0 and 100),
      report_count integer not null default 0,
      send_backs smallint not null default 0,
      reminders smallint not null default 0,
      retention_until timestamptz,
      proceedings jsonb not null default '{}',
      owner_removed boolean not null default false,
      provider_removed boolean not null default false,
      created_at timestamptz not null,
      published_at timestamptz,
      ordered_at timestamptz,
      updated_at timestamptz not null,
      check (provider_id is null or provider_id <> owner_id),
      check (status not between 2 and 5 or provider_id is not null)
    )`.execute(db);
  // One demand a stage stands in a line; those it replaced stay readable (rulings §3).
  await sql`create unique index demands_line_stage on demands (line_id, stage) where in_line`.execute(db);
  await sql`create index demands_owner on demands (owner_id, id desc)`.execute(db);
  await sql`create index demands_provider on demands (provider_id, id desc) where provider_id is not null`.execute(db);
  await sql`create index demands_due on demands (due_at) where due_at is not null`.execute(db);

  await sql`
    create table tenders (
      id uuid primary key,
      demand_id uuid not null references demands (id),
      bidder_id uuid not null,
      days integer not null check (days >= 0),
      offer_fen int8 not null check (offer_fen >= 0),
      status text not null default 'standing' check (status in ('standing', 'withdrawn', 'voided', 'declined')),
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (demand_id, bidder_id)
    )`.execute(db);
  await sql`create index tenders_bidder on tenders (bidder_id, demand_id)`.execute(db);

  await sql`
    create table order_history (
      id uuid primary key,
      demand_id uuid not null references demands (id),
      at timestamptz not null,
      action text not null,
      actor text not null,
      actor_id uuid,
      from_status smallint not null,
      to_status smallint not null,
      reason text
    )`.execute(db);
  await sql`create index order_history_demand on order_history (demand_id, id)`.execute(db);
}
