import { type Kysely, sql } from 'kysely';
import type { ProofCheck } from '../../../contract/operator/ledger.ts';
import type { Services } from '../../calls/context.ts';
import { newId } from '../../db/ids.ts';
import { offsetOf, type Page } from '../../db/page.ts';
import { audit, type Doing } from '../audit/audit.ts';
import type { Waiting } from '../operators/desk.ts';
import type { DB } from '../../db/schema.ts';
import { inTransaction, type Tx } from '../../db/transaction.ts';
import { defineEvent, type Sweep } from '../../outbox/events.ts';
import { shanghaiDay } from './post.ts';
import { type InnerCheck, mostFindings, type OuterCheck, prove } from './proof.ts';
import type { LedgerProofRow } from './proof-tables.ts';

/** A proof found something: those who look after the money are to be told. */
export const proofFailed = defineEvent<{ proofId: string; findings: number }>('ledger.proof-failed');

export interface ProofChecks {
  readonly inner: readonly InnerCheck[];
  readonly outer: readonly OuterCheck[];
}

/** Milliseconds after which a proof that was not finished is taken for dead. */
const patience = 30 * 60_000;

/** Proves the ledger and keeps what was found. `asked` null: the nightly proof; else by an operator, which is noted.
 * Undefined when one is under way, or the night has had its own. */
export async function proveAndKeep(
  services: Services,
  checks: ProofChecks,
  asked: Doing | null,
): Promise<LedgerProofRow | undefined> {
  const id = await begin(services, asked?.caller.userId ?? null);
  if (id === undefined) return undefined;
  try {
    return await proveInto(services, checks, { id, asked });
  } catch (error) {
    // Nobody waits for what is given up; the night's own stays, and is taken up after a while.
    if (asked !== null) await services.db.deleteFrom('ledger_proofs').where('id', '=', id).execute();
    throw error;
  }
}

async function proveInto(
  services: Services,
  checks: ProofChecks,
  { id, asked }: { id: string; asked: Doing | null },
): Promise<LedgerProofRow> {
  const { db, clock, log, outbox } = services;
  const result = await prove(services, checks.inner, checks.outer);
  const count = result.findings.length;
  if (count > 0) log.error({ proofId: id, findings: result.findings.slice(0, 10) }, 'the ledger does not add up');
  return inTransaction(db, async (tx) => {
    await result.keep(tx);
    if (count > 0) await outbox.emit(tx, proofFailed, { proofId: id, findings: count });
    const row = await tx
      .updateTable('ledger_proofs')
      .set({
        finished_at: clock.now(),
        seconds: result.seconds,
        checks: JSON.stringify(result.checks),
        counts: JSON.stringify(result.counts),
        totals: JSON.stringify(result.totals),
        finding_count: count,
        findings: JSON.stringify(result.findings.slice(0, mostFindings)),
        waiting: JSON.stringify(result.waiting.slice(0, mostFindings)),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (asked)
      await audit(tx, asked, {
        action: 'ledger.proved',
        subject: { kind: 'ledger-proof', id },
        before: {},
        after: { findings: count, waiting: result.waiting.length },
      });
    return row;
  });
}

/**
 * One proof at a time, since each reads the whole ledger. Of several processes, one makes the night's; of one that died in
 * it, another after a while.
 */
function begin({ db, clock }: Services, askedBy: string | null): Promise<string | undefined> {
  const now = clock.now();
  return inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('ledger-proof'))`.execute(tx);
    const running = await tx
      .selectFrom('ledger_proofs')
      .select('id')
      .where('finished_at', 'is', null)
      .where('at', '>', new Date(now.getTime() - patience))
      .executeTakeFirst();
    return running ? undefined : keepBeginning(tx, askedBy, now);
  });
}

async function keepBeginning(tx: Tx, askedBy: string | null, now: Date): Promise<string | undefined> {
  const id = newId(now);
  const trigger = askedBy === null ? 'nightly' : 'operator';
  const row = await tx
    .insertInto('ledger_proofs')
    .values({ id, day: shanghaiDay(now), trigger, asked_by: askedBy, at: now, finished_at: null })
    .onConflict((conflict) =>
      conflict
        .column('day')
        // Spelled out: PostgreSQL finds the index by these words, which a parameter would hide from it.
        .where(sql<boolean>`trigger = 'nightly'`)
        .doUpdateSet({ at: now })
        .where('ledger_proofs.finished_at', 'is', null)
        .where('ledger_proofs.at', '<', new Date(now.getTime() - patience)),
    )
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

const hourOf = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Shanghai', hour: '2-digit', hour12: false });

/** hour of Asia/Shanghai after which the night's proof is made, when few are about */
const nightHour = 3;

export const proofSweep = (checks: ProofChecks): Sweep => ({
  name: 'ledger-proof',
  run: async (services) => {
    const now = services.clock.now();
    if (Number(hourOf.format(now)) % 24 < nightHour) return;
    const made = await services.db
      .selectFrom('ledger_proofs')
      .select('id')
      .where('day', '=', shanghaiDay(now))
      .where('trigger', '=', 'nightly')
      .where('finished_at', 'is not', null)
      .executeTakeFirst();
    if (!made) await proveAndKeep(services, checks, null);
  },
});

/** What the newest finished proof found, but for one check: it is to be looked into until one finds nothing. */
export async function standingFindings(db: Kysely<DB>, but: ProofCheck): Promise<Waiting> {
  const newest = await db
    .selectFrom('ledger_proofs')
    .select(['finding_count', 'findings', 'at'])
    .where('finished_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const count = newest ? newest.finding_count - newest.findings.filter(({ check }) => check === but).length : 0;
  return { count, since: newest && count > 0 ? newest.at : null };
}

export async function proofPage(
  db: Kysely<DB>,
  { id, ...page }: Page & { id?: string | undefined },
): Promise<{ rows: LedgerProofRow[]; count: number }> {
  const wanted = db.selectFrom('ledger_proofs').$if(id !== undefined, (query) => query.where('id', '=', id as string));
  const [rows, { count }] = await Promise.all([
    wanted.selectAll().orderBy('id', 'desc').limit(page.pageSize).offset(offsetOf(page)).execute(),
    wanted.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ]);
  return { rows, count };
}
