import type { Kysely } from 'kysely';
import { hiddenLine } from '../../../contract/report-reasons.ts';
import { reviewStatus } from '../../../contract/statuses.ts';
import type { DB } from '../../db/schema.ts';
import { publicUsers } from '../accounts/queries.ts';
import { ordersByIds } from '../orders/queries.ts';
import type { PersonalPart } from '../personal-data/part.ts';
import { timeOf } from '../personal-data/words.ts';
import { openAmong, otherSide } from './access.ts';
import { wordsFor } from './present.ts';
import { conversationsAfter, messagesAfter } from './queries.ts';
import type { MessageRow } from './tables.ts';

/** Rows that are read at once. */
const batch = 200;

export const messagePart: PersonalPart = {
  name: 'messages',
  collect: async ({ db }, userId) => [
    {
      path: '消息.json',
      about: '您和投标方、订单对方的会话，内容和您看到的一样',
      content: { json: conversations(db, userId) },
    },
  ],
};

async function* conversations(db: Kysely<DB>, userId: string) {
  let after: string | undefined;
  for (;;) {
    const rows = await conversationsAfter(db, userId, after, batch);
    const found = await ordersByIds(
      db,
      rows.map(({ demand_id }) => demand_id),
    );
    const demands = new Map(found.map((row) => [row.id, row]));
    const people = await publicUsers(
      db,
      rows.map((row) => otherSide(row, userId)),
    );
    const open = await openAmong(db, found);
    for (const row of rows) {
      const demand = demands.get(row.demand_id);
      const masking = !demand || !open(demand, row.partner_id);
      yield {
        需求编号: demand?.nid ?? '',
        需求名称: demand?.name ?? '',
        对方: people.get(otherSide(row, userId))?.name ?? '',
        消息: messages(db, row.id, { userId, masking }),
      };
    }
    after = rows.at(-1)?.id;
    if (rows.length < batch) return;
  }
}

async function* messages(db: Kysely<DB>, conversationId: string, reader: { userId: string; masking: boolean }) {
  let after = 0;
  for (;;) {
    const rows = await messagesAfter(db, conversationId, after, batch);
    for (const row of rows) yield wordsOf(row, reader);
    after += rows.length;
    if (rows.length < batch) return;
  }
}

function wordsOf(row: MessageRow, reader: { userId: string; masking: boolean }) {
  const hidden = row.review_status === reviewStatus.refused;
  return {
    由: row.author_id === reader.userId ? '我' : '对方',
    内容: hidden ? hiddenLine : wordsFor(row, reader).content,
    图片数: hidden ? 0 : row.pictures.length,
    文件数: hidden ? 0 : row.files.length,
    时间: timeOf(row.created_at),
  };
}
