import { publicUsers } from '../accounts/queries.ts';
import { ordersByIds } from '../orders/queries.ts';
import type { PersonalPart } from '../personal-data/part.ts';
import { timeOf } from '../personal-data/words.ts';
import { openAmong } from './access.ts';
import { wordsFor } from './present.ts';

export const messagePart: PersonalPart = {
  name: 'messages',
  collect: async ({ db }, userId) => {
    const conversations = await db
      .selectFrom('conversations')
      .selectAll()
      .where((eb) => eb.or([eb('owner_id', '=', userId), eb('partner_id', '=', userId)]))
      .orderBy('id')
      .execute();
    const demands = new Map(
      (
        await ordersByIds(
          db,
          conversations.map(({ demand_id }) => demand_id),
        )
      ).map((row) => [row.id, row]),
    );
    const people = await publicUsers(
      db,
      conversations.flatMap(({ owner_id, partner_id }) => [owner_id, partner_id]),
    );
    const open = await openAmong(db, [...demands.values()]);
    const json = [];
    for (const one of conversations) {
      const demand = demands.get(one.demand_id);
      const reader = { userId, masking: !demand || !open(demand, one.partner_id) };
      const messages = await db
        .selectFrom('messages')
        .selectAll()
        .where('conversation_id', '=', one.id)
        .orderBy('seq')
        .execute();
      json.push({
        需求编号: demand?.nid ?? '',
        需求名称: demand?.name ?? '',
        对方: people.get(one.owner_id === userId ? one.partner_id : one.owner_id)?.name ?? '',
        消息: messages.map((row) => ({
          由: row.author_id === userId ? '我' : '对方',
          内容: wordsFor(row, reader).content,
          图片数: row.pictures.length,
          文件数: row.files.length,
          时间: timeOf(row.created_at),
        })),
      });
    }
    return [{ path: '消息.json', about: '您和投标方、订单对方的会话，内容和您看到的一样', content: { json } }];
  },
};
