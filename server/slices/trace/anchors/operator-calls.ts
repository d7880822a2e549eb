import { Refusal } from '../../../../contract/errors.ts';
import { resolveTraceFork, sourceName, traceState } from '../../../../contract/operator/trace.ts';
import { anchorKinds } from '../../../../contract/trace/anchor.ts';
import { seconds } from '../../../../contract/wire.ts';
import type { SignedInContext } from '../../../calls/context.ts';
import { type AnyImplementation, implement } from '../../../calls/implement.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { publicUsers } from '../../accounts/queries.ts';
import type { DeskPart } from '../../operators/desk.ts';
import { hasRole, needRole } from '../../operators/policy.ts';
import { newestCheckpoint } from '../log.ts';
import { resolveFork } from './forks.ts';
import { traceKeepers, traceReaders } from './policy.ts';
import { newestCosignatures, targetStates } from './queries.ts';
import { forksWaiting } from './standing.ts';

/** The console's part for the trace log; forks wait there. */
export const traceDesk: DeskPart = {
  key: 'trace',
  name: '溯源锚定',
  roles: traceReaders,
  waiting: forksWaiting,
  claims: { kind: 'fork', roles: traceKeepers },
};

/** forks that are shown, newest first */
const mostForks = 50;

async function presentForks({ db }: Pick<SignedInContext, 'db'>) {
  const forks = await db.selectFrom('trace_forks').selectAll().orderBy('id', 'desc').limit(mostForks).execute();
  const people = await publicUsers(
    db,
    forks.flatMap(({ resolved_by: by }) => by ?? []),
  );
  return forks.map((row) => ({
    id: row.id,
    who: sourceName(row.source),
    size: row.size,
    root: row.root.toString('hex'),
    ownRoot: row.own_root?.toString('hex') ?? '',
    found_time: seconds(row.found_at),
    resolved_time: row.resolved_at && seconds(row.resolved_at),
    resolvedBy: people.get(row.resolved_by ?? '')?.name ?? '',
    reason: row.reason,
  }));
}

export const traceOperatorCalls: AnyImplementation[] = [
  implement(traceState, async (_input, context) => {
    const { db, caller, settings, anchors } = context;
    needRole(caller, traceReaders);
    const [log, head, targets, cosignatures, forks] = await Promise.all([
      db.selectFrom('trace_log').select('size').executeTakeFirstOrThrow(),
      newestCheckpoint(db),
      targetStates(db),
      newestCosignatures(db),
      presentForks(context),
    ]);
    const witnesses = settings.anchors.witnesses.map((text) => {
      const [name = '', id = ''] = text.split('+');
      const newest = cosignatures.get(`${name}+${id}`);
      return { name, size: newest?.size ?? null, signed_time: newest ? seconds(newest.signed_at) : null };
    });
    return {
      data: {
        origin: settings.traceOrigin,
        size: log.size,
        signed: head?.size ?? 0,
        signed_time: head ? seconds(head.made_at) : null,
        minutes: settings.anchors.minutes,
        targets: targets.map(({ target, kind, size, anchored_at: at, waiting, fault, reached_at: reached }) => ({
          id: target,
          kind,
          name: anchorKinds[kind],
          used: anchors.some(({ id }) => id === target),
          size,
          anchored_time: at && seconds(at),
          waiting,
          fault,
          reached_time: reached && seconds(reached),
        })),
        witnesses,
        forks,
        reason: hasRole(caller, traceKeepers) ? '' : '只有管理员可以处理分叉',
      },
    };
  }),
  implement(
    resolveTraceFork,
    async ({ id, reason }, context) => {
      const { db, caller, log } = context;
      needRole(caller, traceKeepers);
      const resolved = await inTransaction(db, (tx) => resolveFork(tx, context, id, reason));
      if (!resolved) throw new Refusal('state_conflict', '这次分叉已经处理，或不存在');
      log.warn({ forkId: id, by: caller.userId }, 'a fork of the trace log was resolved by an operator');
      return { data: {} };
    },
    { limit: { max: 30, per: 60 } },
  ),
];
