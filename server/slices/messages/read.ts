import type { Kysely } from 'kysely';
import { hiddenLine } from '../../../contract/report-reasons.ts';
import { reviewStatus } from '../../../contract/statuses.ts';
import { seconds } from '../../../contract/wire.ts';
import type { SignedInContext } from '../../calls/context.ts';
import type { DB } from '../../db/schema.ts';
import { publicUsers } from '../accounts/queries.ts';
import { certifiedAmong } from '../certification/queries.ts';
import { ordersByIds } from '../orders/queries.ts';
import { shopIdsOf } from '../shop/queries.ts';
import { attachedFiles } from '../uploads/attached.ts';
import { demandOf, isMasking, openAmong, otherSide, ownConversation, silenceOf } from './access.ts';
import { type Partners, presentConversation, presentMessage, wordsFor } from './present.ts';
import { conversationsOf, hiddenPlaces, messagesOf, sideOf } from './queries.ts';
import type { MessageRow } from './tables.ts';

/** What the attachments of these messages lead to, for one of the two or an operator. */
export const filesOf = (
  { db, secret, now }: Pick<SignedInContext, 'db' | 'secret' | 'now'>,
  rows: readonly Pick<MessageRow, 'pictures' | 'files'>[],
) =>
  attachedFiles(
    { db, secret },
    rows.flatMap(({ pictures, files }) => [...pictures, ...files]),
    now,
  );

async function partners(db: Kysely<DB>, ids: readonly string[]): Promise<Partners> {
  const [people, certified, shops] = await Promise.all([
    publicUsers(db, ids),
    certifiedAmong(db, ids),
    shopIdsOf(db, ids),
  ]);
  return { people, certified, shops };
}

export async function conversationList(context: SignedInContext, listing: { page: number; pageSize: number }) {
  const { db, caller } = context;
  const { userId } = caller;
  const { rows, count } = await conversationsOf(db, userId, listing);
  const demands = new Map(
    (
      await ordersByIds(
        db,
        rows.map((row) => row.demand_id),
      )
    ).map((row) => [row.id, row]),
  );
  const open = await openAmong(db, [...demands.values()]);
  const others = await partners(
    db,
    rows.map((row) => otherSide(row, userId)),
  );
  const data = rows.flatMap((row) => {
    const demand = demands.get(row.demand_id);
    if (!demand) return [];
    const hidden = row.review_status === reviewStatus.refused;
    const { content } = hidden
      ? { content: hiddenLine }
      : wordsFor(row, { userId, masking: !open(demand, row.partner_id) });
    return [
      {
        ...presentConversation(row, demand, others, { userId, unread: row.unread }),
        last: {
          mine: row.author_id === userId,
          content,
          pictures: hidden ? 0 : row.pictures.length,
          files: hidden ? 0 : row.files.length,
          time: seconds(row.created_at),
        },
      },
    ];
  });
  return { data, page: { count, ...listing } };
}

export async function conversationHead(context: SignedInContext, id: string) {
  const { db, caller } = context;
  const { userId } = caller;
  const row = await ownConversation(context, id);
  const demand = await demandOf(context, row.demand_id);
  const { unread } = await sideOf(db, id, userId);
  const reason = await silenceOf(context, demand, row.partner_id);
  return {
    ...presentConversation(row, demand, await partners(db, [otherSide(row, userId)]), { userId, unread }),
    writing: { enabled: reason === '', reason },
    masking: await isMasking(db, demand, row.partner_id),
  };
}

export async function messagePage(
  context: SignedInContext,
  id: string,
  place: { before?: number | undefined; after?: number | undefined },
) {
  const { db, caller } = context;
  const { userId } = caller;
  const conversation = await ownConversation(context, id);
  const [demand] = await ordersByIds(db, [conversation.demand_id]);
  const reader = { userId, masking: !demand || (await isMasking(db, demand, conversation.partner_id)) };
  const { rows, more } = await messagesOf(db, id, place);
  // After the messages: what is hidden between the two is asked for once more, and not missed.
  const hidden = await hiddenPlaces(db, id);
  const filesNow = await filesOf(context, rows);
  const { read_seq, read_at } = await sideOf(db, id, otherSide(conversation, userId));
  return {
    messages: rows.map((row) => presentMessage(row, reader, filesNow)),
    more,
    hidden,
    read: read_at && { seq: read_seq, time: seconds(read_at) },
  };
}
