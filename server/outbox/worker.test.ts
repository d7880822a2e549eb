import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import type { Services } from '../calls/context.ts';
import { inTransaction } from '../db/transaction.ts';
import { testDatabase } from '../testing/database.ts';
import { type Consumer, defineEvent, on, onMany } from './events.ts';
import { queueOf, queues, startJobs } from './outbox.ts';
import { createWorker } from './worker.ts';

const db = await testDatabase();
const log = pino({ level: 'silent' });
const jobs = await startJobs(db, log, { supervise: false });
const services = { db, log } as Services;
const sold = defineEvent<{ number: number }>('test.sold');

afterAll(() => jobs.stop());

const emit = (...numbers: number[]) =>
  inTransaction(db, async (tx) => {
    for (const number of numbers) await jobs.emit(tx, sold, { number });
  });

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

async function until(holds: () => boolean) {
  for (let waited = 0; !holds(); waited += 20) {
    if (waited > 10_000) throw new Error('waited 10 s in vain');
    await sleep(20);
  }
}

describe('events', () => {
  it('reach every consumer once and are gone', async () => {
    const heard: string[] = [];
    const listen = (name: string) => on(sold, name, async ({ number }) => void heard.push(`${name}${number}`));
    await emit(1, 2);
    await createWorker(services, jobs, [listen('a'), listen('b')], []).tick();
    expect(heard.toSorted()).toEqual(['a1', 'a2', 'b1', 'b2']);
    await createWorker(services, jobs, [listen('a'), listen('b')], []).tick();
    expect(heard).toHaveLength(4);
    expect(await db.selectFrom('outbox_events').selectAll().execute()).toEqual([]);
  });

  it('go with their cause when it is rolled back', async () => {
    const heard: number[] = [];
    const fails = inTransaction(db, async (tx) => {
      await jobs.emit(tx, sold, { number: 3 });
      throw new Error('no');
    });
    await expect(fails).rejects.toThrow('no');
    await createWorker(services, jobs, [on(sold, 'c', async ({ number }) => void heard.push(number))], []).tick();
    expect(heard).toEqual([]);
  });

  it('hundreds are worked off at once by two workers, each event by one of them', async () => {
    const heard: number[] = [];
    const listen: Consumer[] = [on(sold, 'd', async ({ number }) => void heard.push(number))];
    const workers = [createWorker(services, jobs, listen, []), createWorker(services, jobs, listen, [])];
    await emit(...numbers(300));
    const began = performance.now();
    for (const worker of workers) await worker.start();
    await until(() => heard.length >= 300);
    expect(performance.now() - began).toBeLessThan(10_000);
    await sleep(600);
    for (const worker of workers) await worker.stop();
    expect(heard.toSorted((a, b) => a - b)).toEqual(numbers(300));
  });

  it('one consumer that fails is tried again, the others are not disturbed', async () => {
    const heard: string[] = [];
    let failing = true;
    const listen = [
      on(sold, 'steady', async ({ number }) => void heard.push(`steady${number}`)),
      on(sold, 'shaky', async ({ number }) => {
        if (failing) throw new Error('away');
        heard.push(`shaky${number}`);
      }),
    ];
    const worker = createWorker(services, jobs, listen, []);
    await emit(7);
    await worker.start();
    await until(() => heard.length > 0);
    await sleep(300);
    await worker.stop();
    expect(heard).toEqual(['steady7']);
    failing = false;
    await createWorker(services, jobs, listen, []).tick();
    expect(heard).toEqual(['steady7', 'shaky7']);
  });

  it('what a killed process had taken is run by another within a minute', async () => {
    const heard: number[] = [];
    const listen = [on(sold, 'taken over', async ({ number }) => void heard.push(number))];
    const queue = queueOf('taken over');
    const { boss } = jobs;
    // As a version did that let them lie for a quarter of an hour.
    await boss.createQueue(queue, { expireInSeconds: 900 });
    await createWorker(services, jobs, listen, []).tick();
    await boss.insert(queue, [{ data: { event: sold.name, payload: { number: 1 } } }]);
    expect(await boss.fetch(queue)).toHaveLength(1);
    const seconds = async (passed: number) => {
      await sql`update pgboss.job set started_on = now() - make_interval(secs => ${passed}) where name = ${queue}`.execute(
        db,
      );
      await sql`update pgboss.queue set monitor_on = null where name = ${queue}`.execute(db);
      await boss.supervise(queue);
      await createWorker(services, jobs, listen, []).tick();
    };
    await seconds(20);
    expect(heard).toEqual([]);
    // Then it is looked for every twenty seconds, and tried again after five to ten.
    await seconds(30);
    expect(heard).toEqual([1]);
  });

  it('of a consumer that takes several come together, and one by one when that fails', async () => {
    const heard: number[][] = [];
    const alone: number[] = [];
    const listen = [
      onMany(sold, 'together', async (payloads) => void heard.push(payloads.map(({ number }) => number).toSorted())),
      onMany(sold, 'one bad', async (payloads) => {
        if (payloads.length > 1) throw new Error('one of them is bad');
        alone.push(...payloads.map(({ number }) => number));
      }),
    ];
    await emit(1, 2, 3);
    await createWorker(services, jobs, listen, []).tick();
    expect(heard).toEqual([[1, 2, 3]]);
    expect(alone.toSorted()).toEqual([1, 2, 3]);
  });

  it('a slow consumer does not keep the others waiting, nor from what comes later', async () => {
    let free = () => {};
    const slow = new Promise<void>((resolve) => (free = resolve));
    const heard: number[] = [];
    let begun = false;
    const worker = createWorker(
      services,
      jobs,
      [
        on(sold, 'stuck', () => ((begun = true), slow)),
        on(sold, 'ready', async ({ number }) => void heard.push(number)),
      ],
      [],
    );
    await worker.start();
    await emit(1);
    await until(() => begun && heard.length === 1);
    // More than a batch, all of which the slow one has lying before it too.
    await emit(...numbers(150));
    await until(() => heard.length === 151);
    expect(heard.toSorted((a, b) => a - b)).toEqual([1, ...numbers(150)].toSorted((a, b) => a - b));
    free();
    await worker.stop();
  });

  it('while one works through a tick, the others do theirs', async () => {
    let free = () => {};
    const slow = new Promise<void>((resolve) => (free = resolve));
    const heard: number[] = [];
    const listen = [
      on(sold, 'a slow one', () => slow),
      on(sold, 'a quick one', async ({ number }) => void heard.push(number)),
    ];
    await emit(1, 2);
    const ticking = createWorker(services, jobs, listen, []).tick();
    await until(() => heard.length === 2);
    free();
    await ticking;
    expect(heard.toSorted()).toEqual([1, 2]);
  });
});

describe('sweeps', () => {
  it('begin at the start, and go on although a process was killed in the middle of one', async () => {
    const { boss } = jobs;
    await boss.send(queues.sweeps);
    expect(await boss.fetch(queues.sweeps)).toHaveLength(1);
    // Fetched and never finished: nobody else gets one.
    expect(await boss.send(queues.sweeps)).toBeNull();
    let swept = 0;
    const worker = createWorker(services, jobs, [], [{ name: 'count', run: async () => void (swept += 1) }]);
    await worker.start();
    await until(() => swept === 1);
    expect(await boss.send(queues.sweeps)).not.toBeNull();
    await until(() => swept === 2);
    await worker.stop();
  });

  it('a slow or failing one delays no other, is never twice under way, and is told when the process ends', async () => {
    const { boss } = jobs;
    let quick = 0;
    let slow = 0;
    let told = false;
    const worker = createWorker(
      services,
      jobs,
      [],
      [
        {
          name: 'slow',
          run: (_services, stopping) => {
            slow += 1;
            return new Promise((resolve) =>
              stopping.addEventListener('abort', () => {
                told = true;
                resolve();
              }),
            );
          },
        },
        { name: 'failing', run: () => Promise.reject(new Error('broken')) },
        { name: 'quick', run: async () => void (quick += 1) },
      ],
    );
    await worker.start();
    await until(() => quick === 1);
    expect(await boss.send(queues.sweeps)).not.toBeNull();
    await until(() => quick === 2);
    expect([slow, told]).toEqual([1, false]);
    await worker.stop();
    expect([slow, told]).toEqual([1, true]);
  });
});
