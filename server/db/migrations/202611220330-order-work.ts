import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table order_contracts (
      id uuid primary key,
      demand_id uuid not null references demands (id),
      hash text not null,
      name text not null,
      bytes integer not null,
      source text not null check (source in ('uploaded', 'generated')),
      side text not null check (side in ('owner', 'provider')),
      author_id uuid not null references users (id),
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index order_contracts_demand on order_contracts (demand_id, id desc)`.execute(db);

  await sql`
    create table order_diary (
      id uuid primary key,
      demand_id uuid not null references demands (id),
      kind text not null check (kind in ('report', 'finish', 'sendBack', 'affirm')),
      percent smallint check (percent between 0 and 100),
      content text not null default '',
      pictures jsonb not null default '[]',
      side text not null check (side in ('owner', 'provider')),
      author_id uuid not null references users (id),
      created_at timestamptz not null,
      request_id text
    )`.execute(db);
  await sql`create index order_diary_demand on order_diary (demand_id, id desc)`.execute(db);
  await sql`create unique index order_diary_request on order_diary (demand_id, request_id) where request_id is not null`.execute(
    db,
  );

  await sql`
    create table order_appraisals (
      id uuid primary key,
      demand_id uuid not null references demands (id),
      side text not null check (side in ('owner', 'provider')),
      author_id uuid not null references users (id),
      subject_id uuid not null references users (id),
      case_id uuid,
      score smallint not null check (score between 1 and 5),
      labels jsonb not null default '[]',
      content text not null,
      pictures jsonb not null default '[]',
      review_status smallint not null default 1 check (review_status in (0, 1, 2)),
      review_reason text,
      created_at timestamptz not null,
      public_at timestamptz,
      counted_at timestamptz,
      reply text not null default '',
      reply_status smallint not null default 1 check (reply_status in (0, 1, 2)),
      reply_reason text,
      replied_at timestamptz,
      unique (demand_id, side)
    )`.execute(db);
  await sql`
    create index order_appraisals_subject on order_appraisals (subject_id, public_at desc, id desc)
    where side = 'owner' and review_status = 1 and public_at is not null`.execute(db);
  await sql`
    create index order_appraisals_case on order_appraisals (case_id, public_at desc, id desc)
    where side = 'owner' and review_status = 1 and public_at is not null and case_id is not null`.execute(db);
  await sql`
    create index order_appraisals_waiting on order_appraisals (id)
    where review_status = 0 or reply_status = 0`.execute(db);

  await sql`
    create table shop_deals (
      demand_id uuid primary key references demands (id),
      provider_id uuid not null references users (id),
      counted_at timestamptz not null
    )`.execute(db);
}
