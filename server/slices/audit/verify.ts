import { type Kysely, sql } from 'kysely';
import type { Services } from '../../calls/context.ts';
import { newId } from '../../db/ids.ts';
import type { DB } from '../../db/schema.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import type { Sweep } from '../../outbox/events.ts';
import { audit, type Doing } from './audit.ts';
import { chainStart, entryHash } from './chain.ts';
import type { AuditCheckRow } from './tables.ts';

interface Found {
  readonly number: number;
  readonly hash: Buffer;
  readonly brokenAt: number | null;
  readonly fault: string;
}

const batch = 1000;

/**
 * Walks the whole chain from its first entry and names the first that is missing or not as it was written; then holds it
 * against its own end and against every earlier verification, which an end that was cut off and written anew contradicts.
 */
async function walk(db: Kysely<DB> | Tx): Promise<Found> {
  // What is added meanwhile is the next verification's.
  const head = await db.selectFrom('audit_head').selectAll().executeTakeFirst();
  const end = Number(head?.number ?? 0);
  let [number, hash]: [number, Buffer] = [0, chainStart];
  const broken = (brokenAt: number, fault: string): Found => ({ number, hash, brokenAt, fault });
  if (!head) return broken(1, '记录的末端不见了');
  while (number < end) {
    const rows = await db
      .selectFrom('audit_entries')
      .selectAll()
      .where('number', '>', String(number))
      .where('number', '<=', String(end))
      .orderBy('number')
      .limit(batch)
      .execute();
    if (rows.length === 0) return broken(number + 1, '这一条被删除了');
    for (const row of rows) {
      if (Number(row.number) !== number + 1) return broken(number + 1, '这一条被删除了');
      if (!row.previous.equals(hash)) return broken(number + 1, '与前一条的哈希接不上');
      if (!entryHash(hash, { ...row, number: number + 1 }).equals(row.hash))
        return broken(number + 1, '内容与写入时的哈希不符');
      number += 1;
      ({ hash } = row);
    }
  }
  if (!hash.equals(head.hash)) return broken(number, '最后一条与记录的末端不符');
  const earlier = await db
    .selectFrom('audit_checks as c')
    .leftJoin('audit_entries as e', 'e.number', 'c.number')
    .select(['c.number', 'c.hash as was', 'e.hash as now'])
    .where('c.broken_at', 'is', null)
    .where('c.number', '>', '0')
    .where((row) => row.or([row('e.hash', 'is', null), row('e.hash', '<>', row.ref('c.hash'))]))
    .orderBy('c.number')
    .limit(1)
    .executeTakeFirst();
  if (!earlier) return { number, hash, brokenAt: null, fault: '' };
  return broken(Number(earlier.number), earlier.now ? '与此前校验时的哈希不同' : '此前校验过，现在不见了');
}

/** The log lies outside of the database: whoever rewrites all of it does not rewrite this. */
function tell(log: Services['log'], { number, hash, brokenAt }: Found): void {
  const told = { entries: number, hash: hash.toString('hex'), brokenAt };
  if (brokenAt === null) log.info(told, 'the audit chain was verified');
  else log.error(told, 'the audit chain is broken');
}

/** @param actorId null for the nightly one */
const keep = (tx: Tx, found: Found, actorId: string | null, now: Date): Promise<AuditCheckRow> =>
  tx
    .insertInto('audit_checks')
    .values({
      id: newId(now),
      at: now,
      actor_id: actorId,
      number: String(found.number),
      hash: found.hash,
      broken_at: found.brokenAt === null ? null : String(found.brokenAt),
      fault: found.fault,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Verifies the chain for an operator, which is noted, and keeps what was found. */
export async function verifyAudit(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  asked: Doing,
): Promise<AuditCheckRow> {
  const found = await walk(db);
  tell(log, found);
  return inTransaction(db, async (tx) => {
    const row = await keep(tx, found, asked.caller.userId, clock.now());
    await audit(tx, asked, {
      action: 'audit.verified',
      subject: { kind: 'audit', id: 'chain' },
      before: {},
      after: { entries: found.number, brokenAt: found.brokenAt },
    });
    return row;
  });
}

/** Milliseconds between two verifications that nobody asked for. */
const everyNight = 24 * 3_600_000;
/** Shanghai is eight hours ahead and knows no summer time: three o'clock there is nineteen o'clock UTC. */
const threeInShanghai = 19 * 3_600_000;

/** Whether the newest three o'clock in Shanghai that has been had no verification of its own. */
async function nightIsDue(tx: Tx, now: Date): Promise<boolean> {
  const due = Math.floor((now.getTime() - threeInShanghai) / everyNight) * everyNight + threeInShanghai;
  const last = await tx
    .selectFrom('audit_checks')
    .select('at')
    .where('actor_id', 'is', null)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return !last || last.at.getTime() < due;
}

/** Once a day, after three in Shanghai. */
export const auditSweep: Sweep = {
  name: 'audit',
  run: ({ db, clock, log }) =>
    inTransaction(db, async (tx) => {
      // Of several processes one walks, and holds this until what it found is kept; the others find it done next time. The
      // head's own lock would keep every operator waiting for as long.
      const { rows } = await sql`
        select 1 where pg_try_advisory_xact_lock(hashtext('audit-verification'))`.execute(tx);
      if (rows.length === 0 || !(await nightIsDue(tx, clock.now()))) return;
      const found = await walk(tx);
      tell(log, found);
      await keep(tx, found, null, clock.now());
    }),
};
