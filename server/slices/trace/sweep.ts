import type { Services } from '../../calls/context.ts';
import type { Sweep } from '../../outbox/events.ts';
import { checkTargets } from './anchors/forks.ts';
import { keepAnchors } from './anchors/keep.ts';
import { logSigners } from './keys.ts';
import { signCheckpoint, takeIntoLog } from './log.ts';
import { standingForks } from './anchors/standing.ts';

/** Signs the log's head with this installation's keys, when it has grown. Gives whether it had. */
export const signHead = ({ db, settings, secret, clock }: Pick<Services, 'db' | 'settings' | 'secret' | 'clock'>) =>
  signCheckpoint(db, settings.traceOrigin, logSigners(secret, settings.traceOrigin), clock.now());

/**
 * Takes the minute's records into the log and signs its head: after it was held against what is kept outside, so that a log which
 * was put back or changed is not signed even once.
 */
export const traceSweep: Sweep = {
  name: 'trace-log',
  run: async (services) => {
    const { db, log, anchors } = services;
    await takeIntoLog(db);
    await checkTargets(services, anchors);
    const forks = await standingForks(db);
    if (forks > 0)
      return log.error({ forks }, 'the trace log is forked: nothing is signed until an operator resolves it');
    await signHead(services);
  },
};

/** Has heads of the log kept outside. Apart from signing: a chain may take its time. */
export const anchorSweep: Sweep = {
  name: 'trace-anchors',
  run: (services, stopping) => keepAnchors(services, services.anchors, stopping),
};
