import { alwaysTexted } from '../../../contract/notice-kinds.ts';
import type { Services } from '../../calls/context.ts';
import type { JobName } from '../../job-names.ts';
import { type Consumer, defineEvent, on, type Sweep } from '../../outbox/events.ts';
import { findUser } from '../accounts/queries.ts';
import { userStatus } from '../accounts/standing.ts';
import { outOfQuiet } from './quiet.ts';
import type { NoticeDeliveryRow } from './tables.ts';

type Channel = NoticeDeliveryRow['channel'];

const batch = 200;
/** tries over about two days, after which a delivery is given up */
const mostTries = 12;
const minute = 60_000;
const hour = 60 * minute;
/** While one is on its way it is nobody else's; should the process die it is due again after this. */
const onItsWay = 5 * minute;
/** Milliseconds in which a channel has to answer. */
const patience = 15_000;
/** Deliveries not taken in a row after which a channel is left alone until the next minute. */
const mostUntaken = 3;

async function send({ db, notices, sms }: Services, row: NoticeDeliveryRow): Promise<void> {
  const { id, user_id: userId, channel, cause, kind, title, words: text, link, at } = row;
  if (channel === 'push') return notices.push({ id, userId, cause, kind, title, text, link, at });
  const user = await findUser(db, userId);
  const always = alwaysTexted(kind);
  const told: readonly number[] = always ? [userStatus.open, userStatus.stopped] : [userStatus.open];
  // Of an account that was closed nobody is told any more.
  if (!user || !told.includes(user.status)) return;
  await sms.send({ mobile: user.mobile, template: always ? 'account' : 'notice', words: text, id });
}

/** Rejects when it takes longer. What comes of it after that is not looked at. */
async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Takes one that is due, unless another process has. No transaction stays open while others are asked. */
async function take({ db }: Services, id: string, now: Date): Promise<NoticeDeliveryRow | undefined> {
  return db
    .updateTable('notice_deliveries')
    .set({ due_at: new Date(now.getTime() + onItsWay) })
    .where('id', '=', id)
    .where('due_at', '<=', now)
    .where('given_up_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
}

/** Sends one. False for one that was not taken. */
async function sendOne(services: Services, id: string, longest: number): Promise<boolean> {
  const { db, clock, log } = services;
  const now = clock.now();
  const row = await take(services, id, now);
  if (!row) return true;
  const own = () => db.updateTable('notice_deliveries').where('id', '=', id);
  const mayGo = row.channel === 'sms' ? outOfQuiet(now) : now;
  // Due by day, and not sent then: nothing ran, or many were before it.
  if (mayGo > now) {
    await own().set({ due_at: mayGo }).execute();
    return true;
  }
  try {
    await within(longest, send(services, row));
  } catch (error) {
    const tries = row.tries + 1;
    log.warn({ err: error, deliveryId: id, channel: row.channel, tries }, 'a notice was not taken');
    const again = new Date(now.getTime() + Math.min(2 ** tries * minute, 6 * hour));
    const due_at = row.channel === 'sms' ? outOfQuiet(again) : again;
    const last = { tries, error: String(error).slice(0, 500) };
    await own()
      .set(tries < mostTries ? { ...last, due_at } : { ...last, given_up_at: now })
      .execute();
    return false;
  }
  await db.deleteFrom('notice_deliveries').where('id', '=', id).execute();
  return true;
}

async function workOff(services: Services, channel: Channel, stopping: AbortSignal, longest: number): Promise<void> {
  for (let untaken = 0; ;) {
    const due = await services.db
      .selectFrom('notice_deliveries')
      .select('id')
      .where('channel', '=', channel)
      .where('due_at', '<=', services.clock.now())
      .where('given_up_at', 'is', null)
      .orderBy('due_at')
      .orderBy('id')
      .limit(batch)
      .execute();
    for (const { id } of due) {
      if (stopping.aborted || untaken >= mostUntaken) return;
      untaken = (await sendOne(services, id, longest)) ? 0 : untaken + 1;
    }
    if (due.length < batch) return;
  }
}

/** Each channel by itself: one that does not answer keeps nothing from the other. `longest` is another in tests. */
export function deliveries(longest = patience): Sweep {
  return {
    name: 'notice-deliveries',
    run: async (services, stopping) => {
      const channels: readonly Channel[] = ['push', 'sms'];
      const ended = await Promise.allSettled(channels.map((channel) => workOff(services, channel, stopping, longest)));
      for (const end of ended) if (end.status === 'rejected') throw end.reason;
    },
  };
}

/** Hands notices on to where people are told outside the portal, the oldest first. */
export const deliverySweep: Sweep = deliveries();

/** An operator has one handed over again. */
export const deliveryRetried = defineEvent<{ deliveryId: string }>('delivery.retried');

/** Within a second of being asked for; who asked looks at what becomes of it. */
export const deliverAgain: Consumer<JobName> = on(
  deliveryRetried,
  'deliver-again',
  async ({ deliveryId }, services) => {
    await sendOne(services, deliveryId, patience);
  },
);
