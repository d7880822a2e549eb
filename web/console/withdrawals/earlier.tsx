import { useCallback } from 'react';
import type { OperatorWithdrawal, operatorWithdrawals } from '../../../contract/operator/wallet.ts';
import { withdrawalStatus } from '../../../contract/statuses.ts';
import { callAt, send } from '../../client/transport.browser.ts';
import { Link } from '../../ui/link.tsx';
import { momentText, yuan } from '../../ui/time.ts';
import { HistoryPart } from '../people/person-history.tsx';
import { Loaded } from '../ui/loaded.tsx';

const list = callAt<typeof operatorWithdrawals>('/api/operator/withdrawalList');
/** How many others are told. */
const atMost = 10;

const { rejected, returned } = withdrawalStatus;

/** The same person's other withdrawals beside one that is decided on: a new card, or a sum unlike the rest, shows there. */
export function Earlier({ of: { id, user_id } }: { of: OperatorWithdrawal }) {
  const load = useCallback(async () => {
    const reply = await send(list, { userId: user_id, pageSize: atMost + 1 });
    if (!reply.ok) return reply;
    const others = reply.data.filter((one) => one.id !== id).slice(0, atMost);
    return { ...reply, data: { others, count: reply.count - 1 } };
  }, [id, user_id]);
  return (
    <Loaded load={load}>
      {({ others, count }) =>
        count === 0 ? (
          <p>此人没有其他提现</p>
        ) : (
          <HistoryPart
            title="其他提现"
            count={count}
            lines={others.map((one) => ({
              key: one.id,
              bad: one.status === rejected || one.status === returned,
              text: (
                <>
                  <Link to={`/console/withdrawals/${one.id}`}>{yuan(one.money)}</Link> {one.statusName}
                </>
              ),
              reason: one.reason,
              foot: `${one.bank_name} ${one.bank_account}，${momentText(one.create_time)}`,
            }))}
          />
        )
      }
    </Loaded>
  );
}
