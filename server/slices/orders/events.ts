import type { Action } from '../../../contract/process/row.ts';
import { defineEvent } from '../../outbox/events.ts';

/** Who is to be told; found within the transition, since the next one may change who they are. */
export interface Recipients {
  owner?: string;
  provider?: string;
  nextProvider?: string;
  bidders?: string[];
  operators?: true;
}

/** An order took a step that somebody is to be told of, or that belongs in the trace log. */
export const orderMoved = defineEvent<{
  demandId: string;
  action: Action;
  /** row of order_history; null for what the history keeps quiet about */
  historyId: string | null;
  recipients: Recipients;
  trace: boolean;
}>('order.moved');
