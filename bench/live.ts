import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { v7 as uuid } from 'uuid';
import { livePath } from '../contract/live.ts';
import { noticesAfter } from '../contract/notices.ts';
import type { DB } from '../server/db/schema.ts';
import { eventRow } from '../server/outbox/outbox.ts';
import { certificationDecided } from '../server/slices/certification/events.ts';
import { signPeopleIn } from './data.ts';
import { type Figure, plain } from './figures.ts';
import type { Server } from './processes.ts';

const listeners = 1000;
/** seconds for all of a round to arrive */
const patience = 60;

interface Line {
  /** highest number that was told */
  heard: number;
  times: number;
  end(): void;
}

/** Listens as a browser does. */
function listen(server: Server, token: string): Promise<Line> {
  return new Promise((resolve, reject) => {
    const request = get(server.url + livePath, { headers: { authorization: token }, agent: false }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`a listener was answered ${response.statusCode}`));
      const line: Line = { heard: 0, times: 0, end: () => request.destroy() };
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        const parts = (text + chunk).split('\n\n');
        text = parts.pop() ?? '';
        for (const part of parts) {
          const seq = /^data: notice\/(\d+)$/.exec(part)?.[1];
          if (seq === undefined) continue;
          line.heard = Math.max(line.heard, Number(seq));
          line.times += 1;
        }
      });
      response.on('error', () => undefined);
      resolve(line);
    });
    request.on('error', reject);
  });
}

/**
 * A thousand people listen at one process; each is told something in every round. What a listener costs in memory, how long
 * it takes until the last has heard, and whether every notice arrived.
 */
export async function live(
  server: Server,
  db: Kysely<DB>,
  rounds: number,
  say: (line: string) => void,
): Promise<Figure[]> {
  const now = new Date();
  const rows = Array.from({ length: listeners }, (_, n) => ({
    id: uuid(),
    mobile: `137${String(n).padStart(8, '0')}`,
    password_hash: 'none',
    account_type: 1 as const,
    nick_name: null,
    avatar_url: null,
    created_at: now,
  }));
  await db.insertInto('users').values(rows).execute();
  const people = await signPeopleIn(db, Number.MAX_SAFE_INTEGER).then((all) =>
    all.filter(({ userId }) => rows.some(({ id }) => id === userId)),
  );
  // The first use of each call brings code and connections along, which are no listener's.
  await listen(server, people[0]?.token ?? '').then((line) => line.end());
  await sleep(2000);
  const before = server.memory();
  const lines: Line[] = [];
  for (let from = 0; from < listeners; from += 50)
    lines.push(...(await Promise.all(people.slice(from, from + 50).map(({ token }) => listen(server, token)))));
  await sleep(2000);
  const perListener = (server.memory() - before) / listeners / 1024;

  const took: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const began = performance.now();
    await db
      .insertInto('outbox_events')
      .values(
        people.map(({ userId }) =>
          eventRow(certificationDecided, { userId, certificationId: uuid(), decision: 'passed', cause: uuid() }),
        ),
      )
      .execute();
    while (lines.some(({ heard }) => heard < round) && performance.now() - began < patience * 1000) await sleep(5);
    took.push((performance.now() - began) / 1000);
    const missing = lines.filter(({ heard }) => heard < round).length;
    say(`round ${round}: ${listeners - missing} of ${listeners} heard, the last after ${took.at(-1)?.toFixed(2)} s`);
  }
  const heard = lines.filter(({ heard: highest, times }) => highest === rounds && times === rounds).length;
  const kept = await Promise.all(
    people.map(async ({ token }) => {
      const body = new URLSearchParams({ token, after: '0' });
      const answer = (await (await fetch(server.url + noticesAfter.path, { method: 'POST', body })).json()) as {
        data: { items: { seq: number }[] };
      };
      return answer.data.items.length;
    }),
  );
  for (const line of lines) line.end();
  const all = kept.reduce((sum, n) => sum + n, 0);
  say(`${heard} of ${listeners} listeners heard each of ${rounds} once; ${all} of ${listeners * rounds} are kept`);
  return [
    plain('live, memory per listener', perListener, 'KiB', 64, false, `${listeners} listeners on one process`),
    plain('live, until the last has heard', Math.max(...took), 's', 5, false, `${listeners} notices at once`),
    plain('live, listeners that heard all', (heard / listeners) * 100, 'points', 100, true, 'percent, each once'),
  ];
}
