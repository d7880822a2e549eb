import { Kysely, PostgresDialect } from 'kysely';
import { Pool, type PoolConfig, types } from 'pg';
import type { DB } from './schema.ts';
import { StatementNames, useStatements } from './statements.ts';

const int8 = 20;
const date = 1082;

/** Digits must never be lost in silence: money in fen and counts stay far below 2^53, anything above is a fault. */
export function parseInt8(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`int8 ${value} does not fit a number`);
  return number;
}

const typeParsers = new Map<number, (value: string) => unknown>([
  [int8, parseInt8],
  // A calendar day has no time zone; a Date would shift it by one in half of the world.
  [date, (value) => value],
]);

const getTypeParser: typeof types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  (format !== 'binary' && typeParsers.get(oid)) || types.getTypeParser(oid, format as 'text');

export interface DatabaseOptions {
  /** false behind a pooler that hands out another connection per transaction and keeps no prepared statements */
  prepared?: boolean;
}

/**
 * Opens a pool. int8 arrives as number, timestamptz as Date, date as 'YYYY-MM-DD', numeric as string.
 * Nothing connects before the first query; `db.destroy()` closes.
 */
export function openDatabase(
  config: PoolConfig,
  onIdleError: (error: Error) => void = () => {},
  { prepared = true }: DatabaseOptions = {},
): Kysely<DB> {
  // Compiling takes longer than any query here runs. A pooler may refuse what is asked for at the start.
  const options = prepared ? '-c jit=off' : undefined;
  const pool = new Pool({
    connectionTimeoutMillis: 10_000,
    options,
    ...config,
    types: { getTypeParser },
    pipeline: true,
  });
  const names = prepared ? new StatementNames() : undefined;
  pool.on('connect', (client) => useStatements(client, names));
  // Without a listener, a server that closes an idle connection would end the process; the next query says what is wrong.
  pool.on('error', onIdleError);
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}
