import { type Kysely, sql } from 'kysely';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { Beforehand, inTransaction, onCommit, type Tx } from './transaction.ts';

interface Counters {
  counters: { name: string; value: number };
}

const db = await testDatabase();
const counters = (connection: unknown) => connection as Kysely<Counters>;
const valueOf = async (name: string) =>
  (await counters(db).selectFrom('counters').select('value').where('name', '=', name).executeTakeFirstOrThrow()).value;
const set = (connection: unknown, name: string, value: number) =>
  counters(connection).updateTable('counters').set({ value }).where('name', '=', name).execute();

await sql`create table counters (name text primary key, value int8 not null)`.execute(db);
beforeEach(async () => {
  await sql`truncate counters`.execute(db);
  await counters(db)
    .insertInto('counters')
    .values([
      { name: 'a', value: 0 },
      { name: 'b', value: 0 },
    ])
    .execute();
});

describe('inTransaction', () => {
  test('commits, and runs effects after the commit, in order', async () => {
    const seen: unknown[] = [];
    const result = await inTransaction(db, async (tx) => {
      onCommit(tx, async () => void seen.push(await valueOf('a')));
      onCommit(tx, () => void seen.push('second'));
      await set(tx, 'a', 5);
      return 'done';
    });
    expect(result).toBe('done');
    expect(seen).toEqual([5, 'second']);
  });

  test('rolls back on an error and runs no effect', async () => {
    const effect = vi.fn();
    const work = inTransaction(db, async (tx) => {
      onCommit(tx, effect);
      await set(tx, 'a', 5);
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await valueOf('a')).toBe(0);
    expect(effect).not.toHaveBeenCalled();
  });

  test('repeats after a deadlock; both sides end up done, each effect once', async () => {
    const effect = vi.fn();
    const runs = vi.fn();
    let waiting = 0;
    const { promise: bothHoldOne, resolve } = Promise.withResolvers<void>();
    const crosswise = (first: string, second: string) =>
      inTransaction(db, async (tx) => {
        runs();
        onCommit(tx, effect);
        await sql`update counters set value = value + 1 where name = ${first}`.execute(tx);
        if (++waiting === 2) resolve();
        await bothHoldOne;
        await sql`update counters set value = value + 1 where name = ${second}`.execute(tx);
      });
    await Promise.all([crosswise('a', 'b'), crosswise('b', 'a')]);
    expect([await valueOf('a'), await valueOf('b')]).toEqual([2, 2]);
    expect(runs.mock.calls.length).toBeGreaterThan(2);
    expect(effect).toHaveBeenCalledTimes(2);
  });

  test('repeats after a serialisation failure, and gives up after the attempts', async () => {
    const raised = sql`do $$ begin raise exception using errcode = '40001'; end $$`;
    const runs = vi.fn();
    const work = inTransaction(
      db,
      async (tx) => {
        runs();
        await raised.execute(tx);
      },
      { attempts: 3, isolation: 'serializable' },
    );
    await expect(work).rejects.toMatchObject({ code: '40001' });
    expect(runs).toHaveBeenCalledTimes(3);
  });

  test('what has to be done beforehand stays, whatever becomes of the work', async () => {
    const add = (tx: Tx, name: string) => counters(tx).insertInto('counters').values({ name, value: 1 }).execute();
    let done = false;
    const work = inTransaction(db, async (tx) => {
      await add(tx, 'work');
      if (done) throw new Error('refused');
      done = true;
      throw new Beforehand((own) => inTransaction(own, async (first) => void (await add(first, 'beforehand'))));
    });
    await expect(work).rejects.toThrow('refused');
    const rows = await counters(db).selectFrom('counters').select('name').where('value', '=', 1).execute();
    expect(rows.map(({ name }) => name)).toEqual(['beforehand']);
  });

  test('what is wanted beforehand over and over ends', async () => {
    const first = vi.fn();
    const work = inTransaction(db, async () => {
      throw new Beforehand(async () => first());
    });
    await expect(work).rejects.toThrow('before this transaction');
    expect(first).toHaveBeenCalledTimes(5);
  });

  test('does not repeat what PostgreSQL did not ask to repeat', async () => {
    const runs = vi.fn();
    const work = inTransaction(db, async (tx) => {
      runs();
      await counters(tx).insertInto('counters').values({ name: 'a', value: 1 }).execute();
    });
    await expect(work).rejects.toMatchObject({ code: '23505' });
    expect(runs).toHaveBeenCalledTimes(1);
  });

  test('refuses to be nested, and effects outside', async () => {
    await expect(inTransaction(db, (tx) => inTransaction(tx, async () => 1))).rejects.toThrow(
      'already in a transaction',
    );
    await expect(db.transaction().execute(async (tx) => onCommit(tx, () => {}))).rejects.toThrow('inTransaction');
  });

  test('an effect that fails fails nobody, and is heard of', async () => {
    const warned = new Promise<Error>((heard) => process.once('warning', heard));
    expect(
      await inTransaction(db, async (tx) => {
        onCommit(tx, () => {
          throw new Error('the mail did not go out');
        });
        return 1;
      }),
    ).toBe(1);
    expect((await warned).message).toBe('the mail did not go out');
  });
});
