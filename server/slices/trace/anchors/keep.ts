import { sql } from 'kysely';
import { AnchorConflict, type AnchorTarget } from '../../../adapters/anchors/anchors.ts';
import type { Services } from '../../../calls/context.ts';
import { newestCheckpoint } from '../log.ts';
import { goesOnFrom, noteAnswer } from './forks.ts';
import { standingForks } from './standing.ts';

type Told = Pick<Services, 'db' | 'clock' | 'log' | 'outbox' | 'settings'>;

/**
 * Has the newest head of the log anchored once the interval is over, and what is due from before: what could not be sent while a
 * target was away is sent in its order when it is back. While a fork stands, nothing is.
 */
export async function keepAnchors(
  services: Told,
  targets: readonly AnchorTarget[],
  stopping?: AbortSignal,
): Promise<void> {
  if ((await standingForks(services.db)) > 0) return;
  await Promise.all(
    targets.map(async (target) => {
      await becomeDue(services, target);
      await sendDue(services, target, stopping);
    }),
  );
}

async function becomeDue({ db, clock, settings }: Told, target: AnchorTarget): Promise<void> {
  const now = clock.now();
  const [newest, last] = await Promise.all([
    newestCheckpoint(db),
    db
      .selectFrom('trace_anchors')
      .select(['size', 'due_at'])
      .where('target', '=', target.id)
      .orderBy('size', 'desc')
      .limit(1)
      .executeTakeFirst(),
  ]);
  if (!newest || newest.size <= (last?.size ?? 0)) return;
  if (last && now.getTime() - last.due_at.getTime() < settings.anchors.minutes * 60_000) return;
  await db
    .insertInto('trace_anchors')
    .values({ target: target.id, size: newest.size, due_at: now, anchored_at: null, chain: null })
    .onConflict((conflict) => conflict.columns(['target', 'size']).doNothing())
    .execute();
}

/** Milliseconds for which a process has a target to itself, anew with each head: longer than one takes. */
const lease = 120_000;

async function sendDue(services: Told, target: AnchorTarget, stopping: AbortSignal | undefined): Promise<void> {
  const { db, clock, log } = services;
  const due = await db
    .selectFrom('trace_anchors as a')
    .innerJoin('trace_checkpoints as c', 'c.size', 'a.size')
    .select(['a.size', 'c.root', 'c.note'])
    .where('a.target', '=', target.id)
    .where('a.anchored_at', 'is', null)
    .orderBy('a.size')
    .limit(target.batch)
    .execute();
  if (due.length === 0 || !(await take(services, target))) return;
  try {
    for (const { size, root, note } of due) {
      if (stopping?.aborted) return;
      await hold(services, target);
      const { at, chain } = await target.anchor({ size, root, note, now: clock.now() });
      await db
        .updateTable('trace_anchors')
        .set({ anchored_at: at, chain: chain && JSON.stringify(chain) })
        .where('target', '=', target.id)
        .where('size', '=', size)
        .where('anchored_at', 'is', null)
        .execute();
    }
    await noteAnswer(services, target, null);
  } catch (error) {
    if (error instanceof AnchorConflict) {
      const resolved = await goesOnFrom(services, { ...error.kept, source: target.id });
      // Gone on without that head: what is not larger than it cannot be kept there any more.
      if (resolved) await passOver(services, target, error.kept.size);
    } else if (!stopping?.aborted) await noteAnswer(services, target, error);
    else log.info({ target: target.id }, 'anchoring goes on after the restart');
  } finally {
    await db.updateTable('trace_anchor_targets').set({ busy_until: null }).where('target', '=', target.id).execute();
  }
}

/** Whether this process has the target to itself now. */
async function take({ db, clock }: Told, { id, kind }: AnchorTarget): Promise<boolean> {
  const now = clock.now();
  const until = new Date(now.getTime() + lease);
  const row = await db
    .insertInto('trace_anchor_targets')
    .values({ target: id, kind, busy_until: until, reached_at: null, failed_at: null })
    .onConflict((conflict) =>
      conflict
        .column('target')
        .doUpdateSet({ busy_until: until })
        .where((eb) =>
          eb.or([eb('trace_anchor_targets.busy_until', 'is', null), eb('trace_anchor_targets.busy_until', '<', now)]),
        ),
    )
    .returning('target')
    .executeTakeFirst();
  return row !== undefined;
}

const hold = ({ db, clock }: Told, { id }: AnchorTarget) =>
  db
    .updateTable('trace_anchor_targets')
    .set({ busy_until: new Date(clock.now().getTime() + lease) })
    .where('target', '=', id)
    .execute();

async function passOver({ db, log }: Told, { id }: AnchorTarget, size: number): Promise<void> {
  const { rows } = await sql<{ size: number }>`
    delete from trace_anchors where target = ${id} and anchored_at is null and size <= ${size} returning size`.execute(
    db,
  );
  log.warn({ target: id, sizes: rows.map((row) => row.size) }, 'heads that cannot be kept beside a resolved fork');
}
