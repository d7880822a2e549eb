import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ledger_transactions (
      id uuid primary key,
      kind text not null,
      cause text not null unique,
      demand_id uuid,
      payment_id uuid,
      memo text not null default '',
      at timestamptz not null
    )`.execute(db);
  await sql`create index ledger_transactions_demand on ledger_transactions (demand_id, id) where demand_id is not null`.execute(
    db,
  );
  await sql`
    create table ledger_entries (
      account text not null,
      stripe smallint not null,
      seq int8 not null,
      transaction_id uuid not null references ledger_transactions (id),
      amount_fen int8 not null check (amount_fen <> 0),
      balance_fen int8 not null check (balance_fen >= 0 or account like 'clearing:%'),
      type smallint,
      at timestamptz not null,
      primary key (account, stripe, seq)
    )`.execute(db);
  await sql`create index ledger_entries_transaction on ledger_entries (transaction_id)`.execute(db);
  await sql`create index ledger_entries_type on ledger_entries (account, type, seq desc) where type is not null`.execute(
    db,
  );
  await sql`
    create table ledger_balances (
      account text not null,
      stripe smallint not null,
      balance_fen int8 not null,
      seq int8 not null,
      primary key (account, stripe)
    ) with (fillfactor = 50)`.execute(db);
  await sql`
    create table wallet_days (
      user_id uuid not null,
      day date not null,
      type smallint not null,
      amount_fen int8 not null,
      primary key (user_id, day, type)
    ) with (fillfactor = 50)`.execute(db);
  await sql`alter table demands add column commission_basis_points smallint not null default 0 check (commission_basis_points between 0 and 9999)`.execute(
    db,
  );
}
