import type { PersonalPart } from '../personal-data/part.ts';
import { timeOf, yuanOf } from '../personal-data/words.ts';
import { productsById } from './queries.ts';

export const presalePart: PersonalPart = {
  name: 'presale',
  collect: async ({ db }, userId) => {
    const rows = await db.selectFrom('presale_joins').selectAll().where('user_id', '=', userId).orderBy('id').execute();
    const products = await productsById(
      db,
      rows.map(({ product_id }) => product_id),
    );
    const json = rows.map((row) => ({
      产品: products.get(row.product_id)?.name ?? '',
      数量: row.number,
      单价: yuanOf(row.price_fen),
      联系方式: row.contact,
      预订时间: timeOf(row.created_at),
      修改时间: timeOf(row.updated_at),
      取消时间: timeOf(row.removed_at),
    }));
    return [{ path: '预售预订.json', about: '您的预售预订，包括已取消的', content: { json } }];
  },
  blocks: async (db, userId, now) => {
    const rows = await db
      .selectFrom('presale_joins as j')
      .innerJoin('presale_products as p', 'p.id', 'j.product_id')
      .select('p.name')
      .where('j.user_id', '=', userId)
      .where('j.removed_at', 'is', null)
      .where('p.removed_at', 'is', null)
      .where('p.ends_at', '>', now)
      .execute();
    if (rows.length === 0) return [];
    return [{ text: `有${rows.length}个预售预订还在等待，请先取消`, link: '/personal/presale', demands: [] }];
  },
  erase: async (tx, _services, { userId }) => {
    await tx.updateTable('presale_joins').set({ contact: '' }).where('user_id', '=', userId).execute();
  },
};
