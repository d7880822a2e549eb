import { type Kysely, sql } from 'kysely';

/** What settled orders cost and how long they took, by stage and what they were; and the figures over the newest of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table estimate_samples (
      stage text not null,
      scope text not null,
      demand_id uuid not null references demands (id),
      price_fen int8 not null,
      days integer not null,
      settled_at timestamptz not null,
      primary key (stage, scope, settled_at, demand_id)
    )`.execute(db);
  await sql`create index estimate_samples_demand on estimate_samples (demand_id)`.execute(db);
  await sql`
    create table estimates (
      stage text not null,
      scope text not null,
      samples integer not null default 0,
      price_median_fen int8,
      price_high_fen int8,
      days_median integer,
      days_high integer,
      computed_at timestamptz,
      due_at timestamptz,
      primary key (stage, scope)
    )`.execute(db);
  await sql`create index estimates_due on estimates (due_at) where due_at is not null`.execute(db);
  // Orders that were settled before: by stage and category. What else they were is counted from now on.
  await sql`
    insert into estimate_samples (stage, scope, demand_id, price_fen, days, settled_at)
    select d.stage, scope, d.id, d.amount_fen,
      greatest(1, ceil(extract(epoch from h.affirmed - h.accepted) / 86400))::int, d.status_since
    from demands d
    join (
      select demand_id, max(at) filter (where action = 'accept') as accepted, max(at) filter (where action = 'affirm') as affirmed
      from order_history where action in ('accept', 'affirm') group by 1
    ) h on h.demand_id = d.id and h.affirmed >= h.accepted
    cross join lateral (values ('all'), ('category:' || d.category)) as scopes (scope)
    where d.status = 7 and d.down_status = 3 and d.second_status = 3 and d.final_status = 3`.execute(db);
  await sql`
    insert into estimates (stage, scope, due_at)
    select distinct stage, scope, '-infinity'::timestamptz from estimate_samples`.execute(db);
}
