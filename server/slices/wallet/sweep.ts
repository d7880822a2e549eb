import { withdrawalStatus } from '../../../contract/statuses.ts';
import type { Sweep } from '../../outbox/events.ts';
import { pursuePayOut } from './pay-out.ts';

const batch = 100;
/** questions without an answer after which a gateway is left alone until the next run */
const mostUnanswered = 3;

/** Asks the gateways what has become of pay-outs: those whose answer did not come, and those a bank may yet send back. */
export const payOutSweep: Sweep = {
  name: 'pay-outs',
  run: async (services, stopping) => {
    const due = await services.db
      .selectFrom('withdrawals')
      .select(['id', 'gateway'])
      .where('ask_at', '<=', services.clock.now())
      // Those on their way first: somebody waits for that money, while what has arrived is only looked after.
      .orderBy(({ eb }) => eb('status', '=', withdrawalStatus.paying), 'desc')
      .orderBy('ask_at')
      .limit(batch)
      .execute();
    const unanswered = new Map<string, number>();
    for (const { id, gateway } of due) {
      if (stopping.aborted) return;
      const before = unanswered.get(gateway ?? '') ?? 0;
      if (before >= mostUnanswered) continue;
      if (!(await pursuePayOut(services, id))) unanswered.set(gateway ?? '', before + 1);
    }
  },
};
