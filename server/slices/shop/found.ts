import { foundById } from '../../found/by-id.ts';

export const shopSource = () =>
  foundById('shops', {
    async behind(db, id, skip) {
      const row = db
        .selectFrom('shops')
        .select('id')
        .where('closed_at', 'is', null)
        .where('id', '>=', id)
        .orderBy('id')
        .offset(skip)
        .limit(1);
      return (await row.executeTakeFirst())?.id;
    },
    async from(db, id, most) {
      const rows = await db
        .selectFrom('shops')
        .select('id')
        .where('closed_at', 'is', null)
        .where('shown_at', 'is not', null)
        .where('id', '>=', id)
        .orderBy('id')
        .limit(most)
        .execute();
      return rows.map((row) => ({ id: row.id, path: `/shop/${row.id}` }));
    },
  });
