import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table bank_cards (
      id uuid primary key,
      user_id uuid not null references users (id),
      bank_name text not null,
      true_name text not null,
      last4 text not null check (last4 ~ '^[0-9]{4}$'),
      key_id text not null,
      sealed bytea not null,
      number_index bytea not null,
      bound_at timestamptz not null,
      unbound_at timestamptz
    )`.execute(db);
  await sql`create unique index bank_cards_bound on bank_cards (user_id, number_index) where unbound_at is null`.execute(
    db,
  );
  await sql`create index bank_cards_user on bank_cards (user_id, id)`.execute(db);
  await sql`
    create table withdrawals (
      id uuid primary key,
      number text not null unique,
      user_id uuid not null references users (id),
      card_id uuid not null references bank_cards (id),
      request_id text not null,
      amount_fen int8 not null check (amount_fen > 0),
      status smallint not null default 0 check (status between 0 and 4),
      gateway text,
      bank_number text not null default '',
      reason text not null default '',
      decided_by uuid references users (id),
      decided_at timestamptz,
      asked_at timestamptz,
      ask_at timestamptz,
      card_seen_by uuid[] not null default '{}',
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (user_id, request_id)
    )`.execute(db);
  await sql`create index withdrawals_user on withdrawals (user_id, id desc)`.execute(db);
  await sql`create index withdrawals_status on withdrawals (status, id)`.execute(db);
  await sql`create index withdrawals_card on withdrawals (card_id) where status in (0, 4)`.execute(db);
  await sql`create index withdrawals_ask on withdrawals (ask_at) where ask_at is not null`.execute(db);
  await sql`
    create table ledger_proofs (
      id uuid primary key,
      day date not null,
      trigger text not null check (trigger in ('nightly', 'operator')),
      asked_by uuid references users (id),
      at timestamptz not null,
      finished_at timestamptz,
      seconds float8 not null default 0,
      checks jsonb not null default '[]',
      counts jsonb not null default '{}',
      totals jsonb not null default '[]',
      finding_count integer not null default 0,
      findings jsonb not null default '[]'
    )`.execute(db);
  await sql`create unique index ledger_proofs_nightly on ledger_proofs (day) where trigger = 'nightly'`.execute(db);
  await sql`create index ledger_proofs_newest on ledger_proofs (id desc)`.execute(db);
}
