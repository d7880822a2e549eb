import type { Kysely } from 'kysely';
import type { Services } from '../../calls/context.ts';
import { newId } from '../../db/ids.ts';
import type { DB } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
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
async function walk(db: Kysely<DB>): Promise<Found> {
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

/** Verifies the chain and keeps what was found. @param asked null: the nightly one; else by an operator, which is noted */
export async function verifyAudit(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  asked: Doing | null,
): Promise<AuditCheckRow> {
  const { number, hash, brokenAt, fault } = await walk(db);
  // The log lies outside of the database: whoever rewrites all of it does not rewrite this.
  const told = { entries: number, hash: hash.toString('hex'), brokenAt };
  if (brokenAt === null) log.info(told, 'the audit chain was verified');
  else log.error(told, 'the audit chain is broken');
  return inTransaction(db, async (tx) => {
    const row = await tx
      .insertInto('audit_checks')
      .values({
        id: newId(clock.now()),
        at: clock.now(),
        actor_id: asked?.caller.userId ?? null,
        number: String(number),
        hash,
        broken_at: brokenAt === null ? null : String(brokenAt),
        fault,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    const deed = { action: 'audit.verified', subject: { kind: 'audit', id: 'chain' }, before: {} };
    if (asked) await audit(tx, asked, { ...deed, after: { entries: number, brokenAt } });
    return row;
  });
}

/** Milliseconds between two verifications that nobody asked for. */
const everyNight = 24 * 3_600_000;

/** Once a day, after three in Shanghai. */
export const auditSweep: Sweep = {
  name: 'audit',
  run: async (services) => {
    const { db, clock } = services;
    // Shanghai is eight hours ahead and knows no summer time: three o'clock there is nineteen o'clock UTC.
    const due = Math.floor((clock.now().getTime() - 19 * 3_600_000) / everyNight) * everyNight + 19 * 3_600_000;
    const ours = await inTransaction(db, async (tx) => {
      await tx.selectFrom('audit_head').select('number').forUpdate().execute();
      const last = await tx
        .selectFrom('audit_checks')
        .select('at')
        .where('actor_id', 'is', null)
        .orderBy('at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return !last || last.at.getTime() < due;
    });
    if (ours) await verifyAudit(services, null);
  },
};
