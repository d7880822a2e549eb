import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { fromKysely, type Job } from 'pg-boss';
import type { Services } from '../calls/context.ts';
import type { Consumer, Happened, Sweep } from './events.ts';
import { inTransaction, onCommit } from '../db/transaction.ts';
import { ensureQueues, type Jobs, queueOf, queues } from './outbox.ts';

type ConsumerJob = Happened;

/** events, or jobs that are taken together, at a time */
const batch = 100;
/** jobs at a time that are worked off one by one, so that they are done before they are given to another */
const alone = 20;

type Failed = (consumer: Consumer, job: Job<ConsumerJob>, error: unknown) => Promise<void>;

export interface Worker {
  /** Starts polling: events within a second of their commit, sweeps at once and then once a minute. */
  start(): Promise<void>;
  /** Finishes what is under way. */
  stop(): Promise<void>;
  /** Runs every sweep and everything that is queued until nothing is left; for tests that move the clock. */
  tick(): Promise<void>;
}

/** milliseconds between looks for events */
const idle = 500;
/** Milliseconds after which a consumer looks for what it was not told of: what failed before, or another process left. */
const unasked = 4000;

export function createWorker(
  services: Services,
  jobs: Jobs,
  consumers: readonly Consumer[],
  sweeps: readonly Sweep[],
): Worker {
  const { db, log } = services;
  const { boss } = jobs;
  const names = consumers.map(({ name }) => name);
  if (new Set(names.map(queueOf)).size !== consumers.length) throw new Error('two consumers have one name');

  let queuesMade: Promise<void> | undefined;
  const ready = async () => {
    queuesMade ??= ensureQueues(boss, names);
    await queuesMade.catch((error: unknown) => {
      queuesMade = undefined;
      throw error;
    });
  };

  /** Turns the oldest events into a job per consumer, in one transaction. Gives how many events there were. */
  function fanOut(): Promise<number> {
    return inTransaction(db, async (tx) => {
      const { rows } = await sql<ConsumerJob>`
        with taken as (
          delete from outbox_events where id in (
            select id from outbox_events order by id limit ${batch} for update skip locked
          ) returning *
        )
        select id, event, payload from taken order by id`.execute(tx);
      for (const consumer of consumers) {
        const found = rows.filter(({ event }) => consumer.events.includes(event)).map((data) => ({ data }));
        if (found.length === 0) continue;
        await boss.insert(queueOf(consumer.name), found, { db: fromKysely(tx as never) });
        onCommit(tx, () => wakers.get(consumer.name)?.());
      }
      return rows.length;
    });
  }

  /** Runs a batch of a consumer's jobs in the order of their causes; gives how many. */
  async function runJobs(consumer: Consumer, early: boolean, failed: Failed): Promise<number> {
    const queue = queueOf(consumer.name);
    const fetched = await boss.fetch<ConsumerJob>(queue, {
      batchSize: consumer.handleMany ? batch : alone,
      ignoreStartAfter: early,
    });
    const found = fetched.toSorted((one, other) => (one.data.id < other.data.id ? -1 : 1));
    if (await takenTogether(consumer, found)) {
      await boss.complete(
        queue,
        found.map(({ id }) => id),
      );
      return found.length;
    }
    for (const job of found) {
      try {
        await consumer.handle(job.data as Happened<never>, services);
        await boss.complete(queue, job.id);
      } catch (error) {
        await failed(consumer, job, error);
      }
    }
    return found.length;
  }

  /** Whether the consumer took all of them at once; a failure is looked into one by one. */
  async function takenTogether({ name, handleMany }: Consumer, found: Job<ConsumerJob>[]): Promise<boolean> {
    if (!handleMany || found.length < 2) return false;
    try {
      await handleMany(
        found.map(({ data }) => data as Happened<never>),
        services,
      );
      return true;
    } catch (error) {
      log.warn({ err: error, consumer: name }, 'consumer failed on several, trying each');
      return false;
    }
  }

  async function retryLater({ name }: Consumer, job: Job<ConsumerJob>, error: unknown) {
    log.error({ err: error, consumer: name }, 'consumer failed');
    await boss.fail(queueOf(name), job.id, { message: String(error) });
  }

  const stopping = new AbortController();
  const sweeping = new Map<Sweep, Promise<void>>();

  /** Joins the run that is under way, if there is one. */
  function sweepOnce(sweep: Sweep): Promise<void> {
    const begun = sweeping.get(sweep);
    if (begun) return begun;
    const run = (async () => {
      try {
        if (!stopping.signal.aborted) await sweep.run(services, stopping.signal);
      } catch (error) {
        log.error({ err: error, sweep: sweep.name }, 'sweep failed');
      }
      sweeping.delete(sweep);
    })();
    sweeping.set(sweep, run);
    return run;
  }

  /** Begins them all and waits for none: one that is slow, or fails, keeps no other from its next minute. */
  function beginSweeps() {
    for (const sweep of sweeps) void sweepOnce(sweep);
  }

  let running: Promise<unknown> | undefined;
  /** id of what hears of each minute */
  let minutes: string | undefined;
  /** by consumer: ends its waiting, or has it look again at once */
  const wakers = new Map<string, () => void>();

  /** Works as long as there is work, then waits. */
  async function loop(what: string, work: () => Promise<number>, wait: () => Promise<unknown>) {
    while (!stopping.signal.aborted) {
      try {
        if ((await work()) > 0) continue;
      } catch (error) {
        // The database may be away for a while; what was taken is rolled back or expires and is taken again.
        if (!stopping.signal.aborted) log.error({ err: error }, what);
        await pause(idle);
        continue;
      }
      await wait();
    }
  }

  const pause = (milliseconds: number, signal = stopping.signal) =>
    sleep(milliseconds, undefined, { signal }).catch(() => {});

  /** A loop of its own for each consumer: however long one takes, the others go on, and so do the events. */
  function consumerLoop(consumer: Consumer) {
    let waking = new AbortController();
    wakers.set(consumer.name, () => waking.abort());
    const work = () => {
      // What comes from here on may be too late for this look, and is worth another.
      waking = new AbortController();
      return runJobs(consumer, false, retryLater);
    };
    return loop(consumer.name, work, () => pause(unasked, AbortSignal.any([stopping.signal, waking.signal])));
  }

  return {
    start: async () => {
      await ready();
      // What was under way when a process was killed would keep everybody from sweeping; two at once do no harm.
      await boss.deleteAllJobs(queues.sweeps);
      // At once, too: much may have become due while nothing ran.
      beginSweeps();
      running = Promise.all([loop('events', fanOut, () => pause(idle)), ...consumers.map(consumerLoop)]);
      minutes = await boss.work(queues.sweeps, { pollingIntervalSeconds: 2 }, async () => beginSweeps());
      await boss.schedule(queues.sweeps, '* * * * *');
    },
    stop: async () => {
      stopping.abort();
      // Else it would take a minute away from those that go on.
      if (minutes !== undefined) await boss.offWork(queues.sweeps, { id: minutes });
      await Promise.all([running, ...sweeping.values()]);
    },
    tick: async () => {
      await ready();
      for (const sweep of sweeps) {
        // One that began before the clock was moved saw the old time.
        await sweeping.get(sweep);
        await sweepOnce(sweep);
      }
      const fail = (_consumer: unknown, _job: unknown, error: unknown) => Promise.reject(error);
      for (;;) {
        const events = await fanOut();
        const ended = await Promise.allSettled(consumers.map((consumer) => runJobs(consumer, true, fail)));
        let jobsRun = 0;
        for (const end of ended) {
          if (end.status === 'rejected') throw end.reason;
          jobsRun += end.value;
        }
        if (events + jobsRun === 0) return;
      }
    },
  };
}
