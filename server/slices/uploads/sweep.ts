import { temporaryFolder } from '../../adapters/storage/open.ts';
import type { Sweep } from '../../outbox/events.ts';
import { removeAbandoned } from './receive.ts';
import { removeUnused } from './use.ts';

export const uploadSweep: Sweep = {
  name: 'uploads',
  run: async ({ db, storage, clock, settings, log }) => {
    const removed = await removeUnused(db, storage, clock.now());
    if (removed > 0) log.info({ removed }, 'removed unused uploads');
    await removeAbandoned(temporaryFolder(settings));
  },
};
