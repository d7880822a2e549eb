import { type Kysely, sql } from 'kysely';
import { chainStart, type ChainedEntry, entryHash } from '../../slices/audit/chain.ts';

/** Every entry carries the hash of the one before, and none can be changed or removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Outlives whom it tells of.
  await sql`alter table audit_entries drop constraint audit_entries_actor_id_fkey, alter column actor_id drop not null`.execute(
    db,
  );
  await sql`
    alter table audit_entries
      add column number bigint,
      add column actor_name text not null default '',
      add column why text not null default '',
      add column address text not null default '',
      add column user_agent text not null default '',
      add column previous bytea,
      add column hash bytea`.execute(db);
  await sql`
    update audit_entries e set actor_name = coalesce(u.nick_name, '') from users u where u.id = e.actor_id`.execute(db);
  const { rows } = await sql<Omit<ChainedEntry, 'number'>>`select * from audit_entries order by at, id`.execute(db);
  let hash: Buffer = chainStart;
  for (const [index, row] of rows.entries()) {
    const number = index + 1;
    const previous = hash;
    hash = entryHash(previous, { ...row, number });
    await sql`
      update audit_entries set number = ${number}, previous = ${previous}, hash = ${hash} where id = ${row.id}`.execute(
      db,
    );
  }
  await sql`
    alter table audit_entries
      alter column number set not null,
      alter column previous set not null,
      alter column hash set not null,
      alter column actor_name drop default,
      alter column why drop default,
      alter column address drop default,
      alter column user_agent drop default,
      add unique (number)`.execute(db);
  await sql`create index audit_entries_actor on audit_entries (actor_id, number)`.execute(db);
  await sql`create index audit_entries_action on audit_entries (action, number)`.execute(db);
  await sql`create index audit_entries_at on audit_entries (at)`.execute(db);

  await sql`
    create table audit_head (
      one boolean primary key default true check (one),
      number bigint not null,
      hash bytea not null
    )`.execute(db);
  await sql`insert into audit_head (number, hash) values (${rows.length}, ${hash})`.execute(db);
  await sql`
    create table audit_checks (
      id uuid primary key,
      at timestamptz not null,
      actor_id uuid,
      number bigint not null,
      hash bytea not null,
      broken_at bigint,
      fault text not null
    )`.execute(db);

  await sql`
    create function refuse_to_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is only added to', tg_table_name using errcode = 'restrict_violation';
    end $$`.execute(db);
  for (const table of ['audit_entries', 'audit_checks'])
    await sql`
      create trigger ${sql.ref(`${table}_stays`)} before update or delete or truncate on ${sql.table(table)}
        for each statement execute function refuse_to_change()`.execute(db);
}
