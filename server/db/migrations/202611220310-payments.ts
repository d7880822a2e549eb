import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table payments (
      id uuid primary key,
      user_id uuid not null references users (id),
      purpose text not null check (purpose in ('instalment', 'topUp')),
      demand_id uuid references demands (id),
      instalment text,
      amount_fen int8 not null check (amount_fen > 0),
      way text not null,
      status text not null check (status in ('open', 'paid', 'closed', 'refused')),
      outcome text not null default '',
      note text not null default '',
      gateway_number text not null default '',
      face jsonb,
      device text not null,
      request_id text,
      expires_at timestamptz not null,
      created_at timestamptz not null,
      asked_at timestamptz not null,
      paid_at timestamptz,
      settled_at timestamptz,
      check ((purpose = 'instalment') = (demand_id is not null and instalment is not null))
    )`.execute(db);
  await sql`create unique index payments_open on payments (demand_id, instalment) where status = 'open'`.execute(db);
  await sql`create unique index payments_request on payments (user_id, request_id) where request_id is not null`.execute(
    db,
  );
  await sql`create index payments_unsettled on payments (asked_at) where status = 'open'`.execute(db);
  await sql`create index payments_demand on payments (demand_id, id desc) where demand_id is not null`.execute(db);
  await sql`create index payments_user on payments (user_id, purpose, id desc)`.execute(db);
  await sql`create index payments_paid on payments (way, paid_at) where paid_at is not null`.execute(db);
  await sql`
    create table payment_events (
      way text not null,
      event_id text not null,
      payment_id uuid not null,
      verdict text not null,
      at timestamptz not null,
      primary key (way, event_id)
    )`.execute(db);
  await sql`create index payment_events_payment on payment_events (payment_id)`.execute(db);
}
