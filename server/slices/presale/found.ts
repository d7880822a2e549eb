import { foundById } from '../../found/by-id.ts';

export const presaleSource = () =>
  foundById('presale', {
    async behind(db, id, skip) {
      const row = db
        .selectFrom('presale_products')
        .select('id')
        .where('id', '>=', id)
        .orderBy('id')
        .offset(skip)
        .limit(1);
      return (await row.executeTakeFirst())?.id;
    },
    async from(db, id, most) {
      const rows = await db
        .selectFrom('presale_products')
        .select(['id', 'created_at'])
        .where('id', '>=', id)
        .where('removed_at', 'is', null)
        .where('published_at', 'is not', null)
        .orderBy('id')
        .limit(most)
        .execute();
      return rows.map((row) => ({ id: row.id, path: `/presale/${row.id}`, changedAt: row.created_at }));
    },
  });
