import { Refusal } from '../../../contract/errors.ts';
import {
  deliveryChannels,
  operatorHealth,
  operatorTroubles,
  settleTrouble,
  type Trouble,
  troubleId,
} from '../../../contract/operator/health.ts';
import { seconds } from '../../../contract/wire.ts';
import type { OperatorRole, SignedInContext } from '../../calls/context.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { offsetOf, type Page } from '../../db/page.ts';
import { inTransaction } from '../../db/transaction.ts';
import { jobNamed } from '../../job-names.ts';
import {
  discardJob,
  failingJobs,
  jobsGivenUp,
  lockFailingJob,
  outboxLag,
  queueFacts,
  retryJob,
} from '../../outbox/watch.ts';
import type { Timings } from '../../timings.ts';
import { audit } from '../audit/audit.ts';
import {
  deliveriesGivenUp,
  deliveryFacts,
  discardDelivery,
  failingDeliveries,
  lockFailingDelivery,
  retryDelivery,
} from '../notices/troubles.ts';
import { needClaim } from '../operators/claims.ts';
import { bothWaiting, type DeskPart } from '../operators/desk.ts';
import { hasRole, needRole } from '../operators/policy.ts';
import { aboutThem } from './about.ts';
import { wordedEvent } from './event-words.ts';
import { alarmsOf, databaseFacts, presentTimes, storageFacts } from './facts.ts';

const readers: readonly OperatorRole[] = ['admin', 'auditor'];
const keepers: readonly OperatorRole[] = ['admin'];

const shown = 12;

async function jobTroubles({ db, now }: SignedInContext, page: Page): Promise<{ rows: Trouble[]; count: number }> {
  const { rows, count } = await failingJobs(db, { limit: page.pageSize, offset: offsetOf(page) });
  const worded = rows.map(({ event, payload }) => wordedEvent(event, payload));
  const about = await aboutThem(
    db,
    worded.map(({ concerns }) => concerns),
  );
  return {
    count,
    rows: rows.map((job, index) => {
      const { name, does } = jobNamed(job.name);
      return {
        id: job.id,
        kind: 'job' as const,
        name,
        about: `${worded[index]?.words ?? ''}，要${does}`,
        ...(about[index] ?? nothingKnown),
        raw: JSON.stringify({ queue: job.name, event: job.event, payload: job.payload }, null, 2).slice(0, 2000),
        error: job.error.slice(0, 500),
        tries: job.tries + (job.state === 'failed' ? 1 : 0),
        failed: job.state === 'failed',
        time: seconds(job.at),
        next: job.state === 'failed' ? null : seconds(job.next),
        due: job.state === 'active' || (job.state === 'retry' && job.next <= now),
      };
    }),
  };
}

const nothingKnown = { subject: null, people: [], others: 0 };

/** Words are told; to whom is found by the person's page. */
async function deliveryTroubles({ db, now }: SignedInContext, page: Page): Promise<{ rows: Trouble[]; count: number }> {
  const { rows, count } = await failingDeliveries(db, page);
  const about = await aboutThem(
    db,
    rows.map(({ user_id }) => ({ people: [user_id] })),
  );
  return {
    count,
    rows: rows.map((row, index) => ({
      id: row.id,
      kind: 'delivery' as const,
      name: deliveryChannels[row.channel],
      about: row.title,
      ...(about[index] ?? nothingKnown),
      raw: '',
      error: row.error,
      tries: row.tries,
      failed: row.given_up_at !== null,
      time: seconds(row.at),
      next: row.given_up_at === null ? seconds(row.due_at) : null,
      due: row.given_up_at === null && row.due_at <= now,
    })),
  };
}

async function settle(
  context: SignedInContext,
  { kind, id, deed, reason }: { kind: 'job' | 'delivery'; id: string; deed: 'retry' | 'discard'; reason: string },
): Promise<void> {
  const { db, caller } = context;
  needRole(caller, keepers);
  await inTransaction(db, async (tx) => {
    const found = kind === 'job' ? await lockFailingJob(tx, id) : await lockFailingDelivery(tx, id);
    if (!found) throw new Refusal('state_conflict', '这一条已经处理过，或已经成功，请刷新后再看');
    await needClaim(tx, context, { kind: 'trouble', id: troubleId({ kind, id }) });
    if (kind === 'job') await (deed === 'retry' ? retryJob(tx, id) : discardJob(tx, id));
    else await (deed === 'retry' ? retryDelivery(tx, context, id) : discardDelivery(tx, id));
    const what =
      'event' in found ? { name: found.name, event: found.event } : { name: found.channel, event: found.kind };
    await audit(tx, context, {
      action: deed === 'retry' ? `${kind}.retried` : `${kind}.discarded`,
      subject: { kind, id },
      before: { ...what, tries: found.tries },
      after: {},
      why: reason,
    });
  });
}

/** The console's part for health. */
export const healthDesk: DeskPart = {
  key: 'health',
  name: '系统健康',
  roles: readers,
  // What is still tried again by itself waits for nobody.
  waiting: async (db) => {
    const [jobs, deliveries] = await Promise.all([jobsGivenUp(db), deliveriesGivenUp(db)]);
    return bothWaiting(jobs, deliveries);
  },
  claims: { kind: 'trouble', roles: keepers },
};

export const healthCalls = (timings: Timings): AnyImplementation[] => [
  implement(operatorHealth, async (_input, context) => {
    const { db, caller, settings, now } = context;
    needRole(caller, readers);
    const [database, storage, outbox, queues, deliveries, calls] = await Promise.all([
      databaseFacts(db),
      storageFacts(context),
      outboxLag(db),
      queueFacts(db),
      deliveryFacts(db, now),
      timings.slowest(shown),
    ]);
    const found = {
      database,
      storage,
      outbox,
      queues: queues.map((queue) => ({ ...queue, name: jobNamed(queue.name).name })),
      deliveries,
    };
    return {
      data: {
        ...found,
        calls: calls.map(presentTimes),
        process: {
          node: process.version,
          uptime: Math.round(process.uptime()),
          memory: process.memoryUsage().rss,
          role: settings.role,
        },
        alarms: alarmsOf(found),
        may: hasRole(caller, keepers),
      },
    };
  }),
  implement(operatorTroubles, async ({ kind, ...page }, context) => {
    needRole(context.caller, readers);
    const { rows, count } = await (kind === 'job' ? jobTroubles : deliveryTroubles)(context, page);
    return { data: rows, page: { count, ...page } };
  }),
  implement(settleTrouble, async (asked, context) => {
    await settle(context, asked);
    return { data: {} };
  }),
];
