import { inTransaction } from '../../db/transaction.ts';
import { tellUser } from '../../live/topics.ts';
import type { JobName } from '../../job-names.ts';
import { type Consumer, on } from '../../outbox/events.ts';
import { orderMoved } from '../orders/events.ts';
import { historyLine } from '../orders/queries.ts';
import { conversationsAbout } from './queries.ts';

/** A choice, a refusal, an end: who has a conversation about it open reads anew whether they may write and what is covered. */
export const headConsumer: Consumer<JobName> = on(
  orderMoved,
  'conversation-heads',
  async ({ demandId, historyId }, services) => {
    const { db, bus } = services;
    const step = historyId === null ? undefined : await historyLine(db, historyId);
    if (!step || step.from_status === step.to_status) return;
    const conversations = await conversationsAbout(db, demandId);
    await inTransaction(db, async (tx) => {
      for (const { id, owner_id, partner_id } of conversations)
        for (const userId of [owner_id, partner_id]) tellUser(tx, bus, userId, `conversation/${id}`);
    });
  },
);
