import type { Services } from '../../calls/context.ts';
import type { JobName } from '../../job-names.ts';
import { type Consumer, type Happened, onAny } from '../../outbox/events.ts';
import { contentSources } from './from-content.ts';
import { moneySources } from './from-money.ts';
import { orderSources } from './from-orders.ts';
import { peopleSources } from './from-people.ts';
import { traceSources } from './from-trace.ts';
import { boundedQueue } from '../uploads/queue.ts';
import { writeNotices } from './write.ts';

const sources = [...orderSources, ...moneySources, ...peopleSources, ...contentSources, ...traceSources];
const byEvent = new Map(sources.map((source) => [source.event.name, source]));

/** A hundred may come at once, with some queries each: calls want connections too. As many wait as are handed over together. */
const inTurn = boundedQueue(4, Infinity);

async function tell(happened: readonly Happened[], services: Services): Promise<void> {
  const told = await Promise.all(
    happened.map((one) => inTurn(async () => byEvent.get(one.event)?.told(one as Happened<never>, services) ?? [])),
  );
  await writeNotices(services, told.flat());
}

/** One consumer of every event that concerns somebody, so that each hears of things in the order in which they happened. */
export const noticeConsumer: Consumer<JobName> = onAny(
  sources.map(({ event }) => event),
  'notices',
  tell,
);
