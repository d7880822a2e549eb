import { withdrawalStatus } from '../../../contract/statuses.ts';
import type { Sweep } from '../../outbox/events.ts';
import { pursuePayOut } from './pay-out.ts';

const batch = 100;

/** Asks the gateways what has become of pay-outs: those whose answer did not come, and those a bank may yet send back. */
export const payOutSweep: Sweep = {
  name: 'pay-outs',
  run: async (services) => {
    const due = await services.db
      .selectFrom('withdrawals')
      .select('id')
      .where('ask_at', '<=', services.clock.now())
      // Those on their way first: somebody waits for that money, while what has arrived is only looked after.
      .orderBy(({ eb }) => eb('status', '=', withdrawalStatus.paying), 'desc')
      .orderBy('ask_at')
      .limit(batch)
      .execute();
    for (const { id } of due) await pursuePayOut(services, id);
  },
};
