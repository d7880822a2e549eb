import { presaleProductTag } from '../../../contract/presale.ts';
import type { Found, Subject } from '../reactions/subject.ts';
import { shownProduct, shownProducts } from './queries.ts';
import type { PresaleProductRow } from './tables.ts';

export const foundProduct = (row: Pick<PresaleProductRow, 'id' | 'like_count' | 'comment_count'>): Found => ({
  id: row.id,
  likes: row.like_count,
  comments: row.comment_count,
  tag: presaleProductTag(row.id),
});

export const presaleSubject: Subject = {
  kind: 'presale',
  // The shelf is the portal's own.
  kept: async () => undefined,
  cards: async (db, ids) =>
    new Map(
      (await shownProducts(db, ids)).map((row) => [
        row.id,
        { name: row.name, path: `/presale/${row.id}`, picture: row.pictures[0] ?? '' },
      ]),
    ),
  words: async (db, id) => (await shownProduct(db, id))?.description,
  find: async (db, id) => {
    const row = await shownProduct(db, id);
    return row && foundProduct(row);
  },
  count: async (tx, id, { likes = 0, comments = 0 }) =>
    tx
      .updateTable('presale_products')
      .set((eb) => ({ like_count: eb('like_count', '+', likes), comment_count: eb('comment_count', '+', comments) }))
      .where('id', '=', id)
      .returning(['like_count as likes', 'comment_count as comments'])
      .executeTakeFirstOrThrow(),
};
