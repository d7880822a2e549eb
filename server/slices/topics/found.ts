import { reviewStatus } from '../../../contract/statuses.ts';
import { foundById } from '../../found/by-id.ts';

export const topicSource = () =>
  foundById('topics', {
    async behind(db, id, skip) {
      const row = db.selectFrom('topics').select('id').where('id', '>=', id).orderBy('id').offset(skip).limit(1);
      return (await row.executeTakeFirst())?.id;
    },
    async from(db, id, most) {
      const rows = await db
        .selectFrom('topics')
        .select(['id', 'updated_at'])
        .where('id', '>=', id)
        .where('removed_at', 'is', null)
        .where('review_status', '=', reviewStatus.shown)
        .orderBy('id')
        .limit(most)
        .execute();
      return rows.map((row) => ({ id: row.id, path: `/topic/${row.id}`, changedAt: row.updated_at }));
    },
  });
