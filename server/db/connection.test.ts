import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { parseInt8 } from './connection.ts';

const db = await testDatabase();

test('int8 arrives as number, timestamptz as Date, date and numeric as written', async () => {
  const { rows } = await sql`
    select count(*) as n, 9007199254740991::int8 as fen, '2026-03-01 08:00+08'::timestamptz as at, '2026-03-01'::date as day, 1.50::numeric as m, '{"a":1}'::jsonb as j
  `.execute(db);
  expect(rows[0]).toEqual({
    n: 1,
    fen: 9007199254740991,
    at: new Date('2026-03-01T00:00:00Z'),
    day: '2026-03-01',
    m: '1.50',
    j: { a: 1 },
  });
});

test('an int8 that no number can hold is a fault, not a rounded value', async () => {
  expect(() => parseInt8('9007199254740993')).toThrow(RangeError);
  await expect(sql`select 9007199254740993::int8 as n`.execute(db)).rejects.toThrow(RangeError);
});

test('nothing is compiled just in time: that would take longer than the queries themselves', async () => {
  const { rows } = await sql<{ jit: string }>`show jit`.execute(db);
  expect(rows).toEqual([{ jit: 'off' }]);
});

test('a clone knows Chinese: full text sees the characters', async () => {
  const { rows } = await sql<{
    found: boolean;
  }>`select to_tsvector('simple', '实木 沙发 打样') @@ to_tsquery('simple', '沙发') as found`.execute(db);
  expect(rows[0]?.found).toBe(true);
});
