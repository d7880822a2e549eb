import { setTimeout as sleep } from 'node:timers/promises';
import type { AnchorTarget, KeptHead } from '../../../adapters/anchors/anchors.ts';
import type { Services, SignedInContext } from '../../../calls/context.ts';
import { newId } from '../../../db/ids.ts';
import { inTransaction, type Tx } from '../../../db/transaction.ts';
import { audit } from '../../audit/audit.ts';
import { needClaim } from '../../operators/claims.ts';
import { asked } from '../log.ts';
import type { TraceForkRow } from '../tables.ts';
import { askRoot } from '../tree.ts';
import { traceForked } from './events.ts';

type Told = Pick<Services, 'db' | 'clock' | 'log' | 'outbox'>;

/** A head of ours that somebody else holds. */
export interface HeldHead extends KeptHead {
  /** an anchor's target, or a witness */
  readonly source: string;
  /** the signed note that shows it to be ours */
  readonly note?: string;
}

/**
 * Holds a head against our log. Where the log does not go on from it, that is a fork: kept, logged, told to the operators, and
 * nothing is signed until one of them has resolved it. Gives whether the log goes on from it, or a person said to go on without.
 */
export async function goesOnFrom({ db, clock, log, outbox }: Told, held: HeldHead): Promise<boolean> {
  const { size } = await db.selectFrom('trace_log').select('size').executeTakeFirstOrThrow();
  const own = held.size <= size ? await asked(db, askRoot(held.size)) : null;
  if (own?.equals(held.root)) return true;
  return inTransaction(db, async (tx) => {
    const id = newId(clock.now());
    const { source, root, note = '' } = held;
    const found = await tx
      .insertInto('trace_forks')
      .values({ id, source, size: held.size, root, own_root: own, note, found_at: clock.now() })
      .onConflict((conflict) => conflict.columns(['source', 'size', 'root']).doNothing())
      .returning('id')
      .executeTakeFirst();
    const facts = { source, size: held.size, root: root.toString('hex'), ownSize: size, ownRoot: own?.toString('hex') };
    if (found) {
      log.fatal(facts, 'the trace log is forked: somebody keeps a head that we signed and that it does not go on from');
      await outbox.emit(tx, traceForked, { forkId: id });
      return false;
    }
    const known = await forkOf(tx, source, held);
    return known?.resolved_at != null;
  });
}

function forkOf(tx: Tx, source: string, { size, root }: KeptHead): Promise<TraceForkRow | undefined> {
  return tx
    .selectFrom('trace_forks')
    .selectAll()
    .where('source', '=', source)
    .where('size', '=', size)
    .where('root', '=', root)
    .executeTakeFirst();
}

/** Milliseconds that one who keeps heads may take to say which is the newest. */
const answerWithin = 10_000;

/** Holds the newest head that each target keeps against our log. One that does not answer is noted, and asked another time. */
export async function checkTargets(services: Told, targets: readonly AnchorTarget[]): Promise<void> {
  await Promise.all(targets.map((target) => checkTarget(services, target)));
}

export async function checkTarget(services: Told, target: AnchorTarget): Promise<void> {
  const { db, log } = services;
  try {
    const { kept } = await anchored(db, target.id);
    const newest = await withinTime(target.newest());
    await noteAnswer(services, target, null);
    if (newest && !(await goesOnFrom(services, { ...newest, source: target.id }))) return;
    // A chain that forgot its last blocks, or a file that was lost: they are anchored anew.
    const from = newest?.size ?? -1;
    if (kept === null || kept <= from) return;
    await db
      .updateTable('trace_anchors')
      .set({ anchored_at: null, chain: null })
      .where('target', '=', target.id)
      .where('size', '>', from)
      .where('size', '<=', kept)
      .execute();
    log.warn({ target: target.id, from, kept }, 'anchors are gone, they are made anew');
  } catch (error) {
    await noteAnswer(services, target, error);
  }
}

/** The largest head that was kept there before it is asked. */
async function anchored(db: Told['db'], target: string): Promise<{ kept: number | null }> {
  return db
    .selectFrom('trace_anchors')
    .select((eb) => eb.fn.max('size').as('kept'))
    .where('target', '=', target)
    .where('anchored_at', 'is not', null)
    .executeTakeFirstOrThrow();
}

async function withinTime<T>(answer: Promise<T>): Promise<T> {
  const abort = new AbortController();
  const late = sleep(answerWithin, undefined, { signal: abort.signal, ref: false }).then(() => {
    throw new Error(`no answer within ${answerWithin / 1000} s`);
  });
  late.catch(() => {});
  return Promise.race([answer, late]).finally(() => abort.abort());
}

/** Keeps whether a target answered, for the operators; the first failure after an answer is logged. */
export async function noteAnswer(
  { db, clock, log }: Pick<Told, 'db' | 'clock' | 'log'>,
  { id, kind }: Pick<AnchorTarget, 'id' | 'kind'>,
  error: unknown,
): Promise<void> {
  const now = clock.now();
  const fault = error === null ? '' : faultOf(error);
  const state = error === null ? { reached_at: now, fault } : { failed_at: now, fault };
  const before = await db
    .selectFrom('trace_anchor_targets')
    .select('fault')
    .where('target', '=', id)
    .executeTakeFirst();
  if (error !== null && !before?.fault) log.warn({ err: error, target: id }, 'an anchor does not answer');
  await db
    .insertInto('trace_anchor_targets')
    .values({ target: id, kind, busy_until: null, reached_at: null, failed_at: null, ...state })
    .onConflict((conflict) => conflict.column('target').doUpdateSet(state))
    .execute();
}

/** In one line, without addresses: a node's may hold the key of an account. */
function faultOf(error: unknown): string {
  const { shortMessage, message } = error as { shortMessage?: string; message?: string };
  const [line = ''] = (shortMessage ?? message ?? String(error)).split('\n');
  return line.replaceAll(/https?:\/\/\S+/g, '…').slice(0, 300) || 'unknown';
}

/** An operator has looked into a fork and says how it goes on: what was found, and with which log. False for one already resolved. */
export async function resolveFork(tx: Tx, context: SignedInContext, forkId: string, reason: string): Promise<boolean> {
  const { caller, now } = context;
  const row = await tx
    .updateTable('trace_forks')
    .set({ resolved_at: now, resolved_by: caller.userId, reason })
    .where('id', '=', forkId)
    .where('resolved_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!row) return false;
  await needClaim(tx, context, { kind: 'fork', id: forkId });
  const { source, size } = row;
  await audit(tx, context, {
    action: 'trace.forkResolved',
    subject: { kind: 'traceFork', id: forkId },
    before: { source, size, resolved: false },
    after: { source, size, resolved: true },
    why: reason,
  });
  return true;
}
