import { type Kysely, sql } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { Throttled } from '../../calls/limits.ts';
import { networkOf } from '../../calls/network.ts';

/**
 * Failed sign-ins slow down the account and the address they come from (rulings §5). An attempt is counted before the
 * password is looked at and taken back when it was right: a hundred guesses sent at once count as a hundred. Kept in the
 * database, so that neither a restart nor another process forgets.
 */
interface Slope {
  /** failures before the first pause */
  free: number;
  /** seconds of the first pause; each further failure doubles it */
  first: number;
  longest: number;
  /** seconds without a failure after which the count starts anew */
  forget: number;
}

const accountSlope: Slope = { free: 5, first: 30, longest: 900, forget: 12 * 3600 };
// Many people may share one address.
const addressSlope: Slope = { free: 30, first: 30, longest: 900, forget: 3600 };

const accountKey = (mobile: string) => `m:${mobile}`;
const addressKey = (address: string) => `a:${networkOf(address)}`;

/**
 * Counts an attempt as failed, for now. Throws Throttled while the account or the address has to wait.
 * @param mobile the name that is signed in with; an operator's under a head of its own
 */
export async function beginAttempt(
  db: Kysely<DB>,
  mobile: string,
  address: string,
  now: Date,
  what = '密码',
): Promise<void> {
  await count(db, addressKey(address), addressSlope, now, what);
  await count(db, accountKey(mobile), accountSlope, now, what);
}

/** The attempt was right: the account starts anew, and the address is given back this one. */
export async function attemptSucceeded(db: Kysely<DB>, mobile: string, address: string, now: Date): Promise<void> {
  await db.deleteFrom('throttles').where('key', '=', accountKey(mobile)).execute();
  await db
    .updateTable('throttles')
    .set({ failures: sql`greatest(failures - 1, 0)`, free_at: now })
    .where('key', '=', addressKey(address))
    .execute();
}

/** A password set anew by its owner: what strangers guessed before does not count. */
export async function forgetFailures(db: Kysely<DB>, mobile: string): Promise<void> {
  await db.deleteFrom('throttles').where('key', '=', accountKey(mobile)).execute();
}

async function count(db: Kysely<DB>, key: string, slope: Slope, now: Date, what: string): Promise<void> {
  const stale = new Date(now.getTime() - slope.forget * 1000);
  const failures = sql`case when t.last_at < ${stale} then 1 else t.failures + 1 end`;
  const { rows } = await sql`
    insert into throttles as t (key, failures, last_at, free_at) values (${key}, 1, ${now}, ${now})
    on conflict (key) do update set
      failures = ${failures},
      last_at = ${now},
      free_at = ${now}::timestamptz + case when ${failures} < ${slope.free}::int then 0
        else least(${slope.longest}::float8, ${slope.first}::float8 * 2 ^ least(${failures} - ${slope.free}::int, 20)) end
        * interval '1 second'
    where t.free_at <= ${now}
    returning key`.execute(db);
  if (rows.length > 0) return;
  const waiting = await db.selectFrom('throttles').select('free_at').where('key', '=', key).executeTakeFirst();
  const seconds = Math.max(1, Math.ceil(((waiting?.free_at ?? now).getTime() - now.getTime()) / 1000));
  throw new Throttled(seconds, `${what}错误次数过多，请${inWords(seconds)}后再试`);
}

const inWords = (seconds: number) => (seconds < 60 ? `${seconds}秒` : `${Math.ceil(seconds / 60)}分钟`);
