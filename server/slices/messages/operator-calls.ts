import { Refusal } from '../../../contract/errors.ts';
import { disputeMessages } from '../../../contract/operator/messages.ts';
import { seconds } from '../../../contract/wire.ts';
import { type AnyImplementation, implement } from '../../calls/implement.ts';
import { inTransaction } from '../../db/transaction.ts';
import { publicUsers } from '../accounts/queries.ts';
import { auditLook } from '../audit/audit.ts';
import { needRole } from '../operators/policy.ts';
import { currentOrder } from '../orders/disputes/read.ts';
import { judges } from '../orders/disputes/rule.ts';
import { factsOf } from '../orders/facts.ts';
import { presentParty } from '../orders/present.ts';
import { attachments } from './present.ts';
import { conversationBetween, messagesOf } from './queries.ts';
import { filesOf } from './read.ts';

export const operatorMessageCalls: AnyImplementation[] = [
  implement(disputeMessages, async ({ demandNid, before }, context) => {
    const { db, caller, stages } = context;
    needRole(caller, judges);
    const row = await currentOrder(context, demandNid);
    const { dispute } = await factsOf(db, row, stages);
    // What two people say to each other is nobody's business while they may still agree by themselves, nor after the ruling.
    if (dispute === null || row.provider_id === null) throw new Refusal('not_found', '这份订单没有进行中的争议');
    const { phase } = dispute;
    if (phase === 'negotiation') throw new Refusal('state_conflict', '双方还在协商，进入举证后才能查看对话');
    const conversation = await conversationBetween(db, row.id, row.provider_id);
    if (conversation) {
      const { id } = conversation;
      const look = { action: 'conversation.seen', subject: { kind: 'conversation', id } } as const;
      await inTransaction(db, (tx) => auditLook(tx, context, { ...look, state: { demandNid, phase } }));
    }
    const { rows, more } = conversation ? await messagesOf(db, conversation.id, { before }) : { rows: [], more: false };
    const filesNow = await filesOf(context, rows);
    const people = await publicUsers(db, [row.owner_id, row.provider_id]);
    return {
      data: {
        messages: rows.map((message) => ({
          id: message.id,
          seq: message.seq,
          by: message.author_id === row.owner_id ? ('owner' as const) : ('provider' as const),
          nickname: presentParty(people, message.author_id).nickname,
          content: message.content,
          ...attachments(message, filesNow),
          time: seconds(message.created_at),
        })),
        more,
      },
    };
  }),
];
