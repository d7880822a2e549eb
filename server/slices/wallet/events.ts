import type { WithdrawalStatus } from '../../../contract/statuses.ts';
import { defineEvent } from '../../outbox/events.ts';

/** Somebody asked for money to be paid out: operators are to look at it. */
export const withdrawalAsked = defineEvent<{ withdrawalId: string; userId: string }>('withdrawal.asked');

/** A withdrawal was approved (4), has arrived (1), was refused (2) or came back (3). */
export const withdrawalDecided = defineEvent<{ withdrawalId: string; userId: string; status: WithdrawalStatus }>(
  'withdrawal.decided',
);
