import type { JobName } from '../../job-names.ts';
import { type Consumer, onMany } from '../../outbox/events.ts';
import { caseChanged } from '../cases/events.ts';
import { caseIdsOfShop, shopsOfCases } from '../cases/search.ts';
import { demandListed } from '../demands/events.ts';
import { shopChanged } from '../shop/events.ts';
import { topicChanged } from '../topics/events.ts';
import { atOnce, reindex } from './keep.ts';

/** The index follows what happens elsewhere, a second behind. */
export const searchConsumers: Consumer<JobName>[] = [
  onMany(demandListed, 'search-demands', (events, services) =>
    reindex(
      services,
      'demand',
      events.map(({ demandId }) => demandId),
    ),
  ),
  onMany(topicChanged, 'search-topics', (events, services) =>
    reindex(
      services,
      'topic',
      events.map(({ topicId }) => topicId),
    ),
  ),
  onMany(caseChanged, 'search-cases', async (events, services) => {
    const ids = events.map(({ caseId }) => caseId);
    await reindex(services, 'case', ids);
    // A shop is found by what it has made.
    await reindex(services, 'shop', await shopsOfCases(services.db, ids));
  }),
  onMany(shopChanged, 'search-shops', async (events, services) => {
    const ids = events.map(({ shopId }) => shopId);
    await reindex(services, 'shop', ids);
    // A case is found by its shop's name and place.
    for (const id of new Set(ids))
      for await (const cases of caseIdsOfShop(services.db, id, atOnce)) await reindex(services, 'case', cases);
  }),
];
