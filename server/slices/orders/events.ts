import type { Moment, Side } from '../../../contract/process/facts.ts';
import type { InstalmentKey } from '../../../contract/process/money.ts';
import type { Action } from '../../../contract/process/row.ts';
import type { TimerName } from '../../../contract/process/timers.ts';
import { defineEvent } from '../../outbox/events.ts';

/** Who is to be told; found within the transition, since the next one may change who they are. */
export interface Recipients {
  owner?: string;
  provider?: string;
  nextProvider?: string;
  bidders?: string[];
  operators?: true;
}

/** An order took a step that somebody is to be told of. */
export const orderMoved = defineEvent<{
  demandId: string;
  action: Action;
  /** row of order_history; null for what the history keeps quiet about */
  historyId: string | null;
  recipients: Recipients;
}>('order.moved');

/** An instalment can be paid from now on. */
export const paymentDue = defineEvent<{ demandId: string; instalment: InstalmentKey }>('order.payment-due');

/** Time runs out in a day for those who can still act. */
export const orderNearing = defineEvent<{
  demandId: string;
  timer: TimerName;
  /** milliseconds since 1970 */
  at: Moment;
  recipients: Partial<Record<Side, string>>;
}>('order.nearing');
