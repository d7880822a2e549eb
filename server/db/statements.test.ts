import { CompiledQuery, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { testDatabaseWithConnection } from '../testing/database.ts';
import { openDatabase } from './connection.ts';
import { along, StatementNames } from './statements.ts';
import { inTransaction, type Tx } from './transaction.ts';

const { db, connection } = await testDatabaseWithConnection();

/** What this connection has prepared. */
const prepared = async (one: typeof db) =>
  (await sql<{ n: number }>`select count(*)::int as n from pg_prepared_statements`.execute(one)).rows[0]?.n;

describe('statements', () => {
  test('a statement with parameters is prepared once, and not at all where that is switched off', async () => {
    const one = openDatabase({ ...connection, max: 1 });
    const off = openDatabase({ ...connection, max: 1 }, () => {}, { prepared: false });
    for (const database of [one, off]) {
      for (let value = 1; value <= 3; value += 1) {
        const { rows } = await sql`select ${value}::int as value`.execute(database);
        expect(rows).toEqual([{ value }]);
      }
    }
    expect(await prepared(one)).toBe(1);
    expect(await prepared(off)).toBe(0);
    await one.destroy();
    await off.destroy();
  });

  test('lists of any length do not prepare any number of statements', () => {
    const names = new StatementNames();
    const given = Array.from({ length: 1000 }, (_, index) => names.nameOf(`select ${index}`));
    expect(given.filter((name) => name !== undefined)).toHaveLength(400);
    expect(names.nameOf('select 1')).toBe(given[1]);
    expect(names.nameOf('select 999')).toBeUndefined();
  });

  test('a migration under a prepared statement is not noticed, in and outside of a transaction', async () => {
    const one = openDatabase({ ...connection, max: 1 });
    await sql`create table shape (id int)`.execute(one);
    await sql`insert into shape values (1)`.execute(one);
    const read = (database: typeof db) => sql`select * from shape where id = ${1}`.execute(database);
    await read(one);
    await sql`alter table shape add column word text default 'new'`.execute(db);
    expect((await read(one)).rows).toEqual([{ id: 1, word: 'new' }]);
    await read(one);
    await sql`alter table shape add column more int default 2`.execute(db);
    const { rows } = await inTransaction(one, read);
    expect(rows).toEqual([{ id: 1, word: 'new', more: 2 }]);
    await one.destroy();
  });

  test('what is sent with the next statement is committed with it, undone with it, and its error is not lost', async () => {
    await sql`create table told (id int primary key)`.execute(db);
    const tell = (tx: Tx, id: number) =>
      along(tx, { compile: () => CompiledQuery.raw('insert into told values ($1)', [id]) });
    const told = async () =>
      (await sql<{ id: number }>`select id from told order by id`.execute(db)).rows.map(({ id }) => id);
    await inTransaction(db, (tx) => tell(tx, 1));
    await inTransaction(db, async (tx) => {
      await tell(tx, 2);
      await tell(tx, 3);
      expect((await sql`select 1 from told`.execute(tx)).rows).toHaveLength(3);
    });
    expect(await told()).toEqual([1, 2, 3]);
    const undone = inTransaction(db, async (tx) => {
      await tell(tx, 4);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await expect(inTransaction(db, (tx) => tell(tx, 3))).rejects.toThrow(/duplicate key/);
    const late = inTransaction(db, async (tx) => {
      await sql`insert into told values (5)`.execute(tx);
      await tell(tx, 3);
    });
    await expect(late).rejects.toThrow(/duplicate key/);
    expect(await told()).toEqual([1, 2, 3]);
  });

  test('a transaction begins with its first statement, and one without any is none', async () => {
    const status = () => sql<{ id: string | null }>`select pg_current_xact_id_if_assigned()::text as id`;
    await db.transaction().execute(async () => {});
    await expect(
      db.transaction().execute(async () => {
        throw new Error('before anything');
      }),
    ).rejects.toThrow('before anything');
    await sql`create table begun (id int primary key)`.execute(db);
    await expect(
      inTransaction(db, async (tx) => {
        await sql`insert into begun values (${1})`.execute(tx);
        expect((await status().execute(tx)).rows[0]?.id).not.toBeNull();
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect((await sql`select * from begun`.execute(db)).rows).toEqual([]);
    await inTransaction(db, (tx) => sql`insert into begun values (${2})`.execute(tx));
    await expect(inTransaction(db, (tx) => sql`insert into begun values (${2})`.execute(tx))).rejects.toThrow(
      /duplicate/,
    );
    expect((await sql`select * from begun`.execute(db)).rows).toEqual([{ id: 2 }]);
  });
});
