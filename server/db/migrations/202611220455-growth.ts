import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // What the clock owes one person, asked with every list of theirs.
  for (const side of ['owner', 'provider'])
    await sql`create index ${sql.ref(`demands_${side}_due`)} on demands (${sql.ref(`${side}_id`)}, due_at) where due_at is not null`.execute(
      db,
    );
  // A person's records between two days.
  await sql`create index ledger_entries_at on ledger_entries (account, at) where type is not null`.execute(db);
  // One transfer at the bank pays one withdrawal.
  await sql`create unique index withdrawals_bank_number on withdrawals (bank_number) where gateway = 'bank' and bank_number <> ''`.execute(
    db,
  );
  // The commission is told beside the provider's own record now, by the entry that it made.
  await sql`update ledger_transactions set memo = regexp_replace(memo, '（已扣平台服务费 [^）]*）$', '')
    where memo like '%（已扣平台服务费 %'`.execute(db);
}
