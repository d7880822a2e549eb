import type { JSONColumnType, Kysely, Transaction } from 'kysely';
import { fromKysely, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { v7 as uuid } from 'uuid';
import type { DB } from '../db/schema.ts';
import { along } from '../db/statements.ts';
import type { EventKind } from './events.ts';

/** Writes events with their cause. */
export interface Outbox {
  emit<Payload extends object>(tx: Transaction<DB>, event: EventKind<Payload>, payload: Payload): Promise<void>;
}

export interface Jobs extends Outbox {
  readonly boss: PgBoss;
  stop(): Promise<void>;
}

export const queues = {
  /** what failed for good, for an operator to look at */
  dead: 'dead',
  /** one job a minute */
  sweeps: 'sweeps',
} as const;

/** Each consumer has a queue of its own: what one leaves lying is not in the way of the others. */
export const queueOf = (consumer: string) => `consumer.${consumer.replaceAll(/[^\w.-]/g, '-')}`;

export interface OutboxTables {
  outbox_events: OutboxEventTable;
}

/**
 * Events on their way from a cause to its consumers; a row lives for a moment. A plain table and not a queue of jobs: an
 * event is written within the busiest transactions, and this is the least that it can cost.
 */
export interface OutboxEventTable {
  /** UUIDv7, so that older ones come first */
  id: string;
  event: string;
  payload: JSONColumnType<object, string, never>;
}

/** The row of an event, for a statement that writes it together with its cause. */
export function eventRow<Payload extends object>(event: EventKind<Payload>, payload: Payload) {
  return { id: uuid(), event: event.name, payload: JSON.stringify(payload) };
}

const schema = 'pgboss';

/**
 * Seconds after which a job of a consumer that was taken and not finished is given to another: the process that took it was
 * killed. With the look for such jobs and the pause before a retry, a restart takes over within a minute. One that takes
 * longer than this is run twice, which consumers bear.
 */
const takenFor = 25;

// The retries of a consumer span about a day: an outside service may be away that long.
const patient = {
  expireInSeconds: takenFor,
  retryLimit: 12,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 4 * 3600,
  deleteAfterSeconds: 3 * 86400,
};

/**
 * Seconds without a sign of life after which a process that sweeps is taken for dead. The clock must not stand still until
 * its job expires, which is a quarter of an hour.
 */
const lifeSign = 20;

/** Makes or upgrades the job tables. Run once per database, after our own migrations. */
export async function installJobs(db: Kysely<DB>): Promise<void> {
  const boss = new PgBoss({ db: fromKysely(db as never), schema, schedule: false, supervise: false, migrate: true });
  await boss.start();
  await boss.createQueue(queues.dead);
  await boss.createQueue(queues.sweeps, { policy: 'exclusive', retryLimit: 0 });
  // Also where the queue is there already.
  await boss.updateQueue(queues.sweeps, { retryLimit: 0, heartbeatSeconds: lifeSign });
  await boss.stop({ graceful: false });
}

/** Makes the queues of consumers that are not there yet. */
export async function ensureQueues(boss: PgBoss, consumers: readonly string[]): Promise<void> {
  for (const consumer of consumers) {
    await boss.createQueue(queueOf(consumer), { ...patient, deadLetter: queues.dead });
    // Also where the queue is there already.
    await boss.updateQueue(queueOf(consumer), { expireInSeconds: takenFor });
  }
}

/** Connects to installed job tables. `supervise` belongs to the processes that work, not to those that only serve. */
export async function startJobs(db: Kysely<DB>, log: Logger, options: { supervise: boolean }): Promise<Jobs> {
  const { supervise } = options;
  const boss = new PgBoss({
    db: fromKysely(db as never),
    schema,
    schedule: supervise,
    supervise,
    superviseIntervalSeconds: lifeSign,
    monitorIntervalSeconds: lifeSign,
    migrate: false,
  });
  boss.on('error', (error) => log.error({ err: error }, 'jobs'));
  await boss.start();
  return {
    boss,
    emit: async (tx, event, payload) => {
      await along(tx, tx.insertInto('outbox_events').values(eventRow(event, payload)));
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}
