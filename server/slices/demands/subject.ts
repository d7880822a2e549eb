import { Refusal } from '../../../contract/errors.ts';
import { demandTag } from '../../../contract/demands.ts';
import { next } from '../../../contract/process/next.ts';
import { orderStatus } from '../../../contract/statuses.ts';
import { mayKnow } from '../orders/policy.ts';
import { isAccepted, ordersByIds } from '../orders/queries.ts';
import { lockOrder, roleOf } from '../orders/transition.ts';
import type { Found, Subject } from '../reactions/subject.ts';
import { readable } from './present.ts';
import { demandById } from './queries.ts';
import type { DemandRow } from './tables.ts';

type Row = Pick<DemandRow, 'id' | 'nid' | 'comment_count'>;

export const foundDemand = (row: Row): Found => ({
  id: row.id,
  likes: 0,
  comments: row.comment_count,
  tag: demandTag(row.nid),
});

/** Demands are commented on, not liked. */
export const demandSubject: Subject = {
  kind: 'demand',
  kept: async (db, id) => {
    const row = await demandById(db, id);
    return row && { userId: row.owner_id, name: row.name, path: `/demand/${row.nid}` };
  },
  cards: async (db, ids) =>
    new Map(
      (await ordersByIds(db, ids))
        .filter((row) => mayKnow(row, undefined))
        .map((row) => [row.id, { name: row.name, path: `/demand/${row.nid}`, picture: row.pictures[0] ?? '' }]),
    ),
  words: async (db, id) => {
    const [row] = await ordersByIds(db, [id]);
    return row && mayKnow(row, undefined) ? row.description : undefined;
  },
  readable: async (db, id, words) => {
    const row = await demandById(db, id);
    return readable(words, row !== undefined && (await isAccepted(db, row)));
  },
  find: async (db, id) => {
    const row = await demandById(db, id);
    return row && row.status !== orderStatus.draft ? foundDemand(row) : undefined;
  },
  count: async (tx, id, { comments = 0 }) => {
    const row = await tx
      .updateTable('demands')
      .set((eb) => ({ comment_count: eb('comment_count', '+', comments) }))
      .where('id', '=', id)
      .returning('comment_count as comments')
      .executeTakeFirstOrThrow();
    return { ...row, likes: 0 };
  },
  // Whether it is still open for words is the process's to say. Who is told follows from `commented`, as for everything else.
  commenting: async (tx, context, { id }) => {
    const { now, caller } = context;
    const demand = await demandById(tx, id);
    if (!demand) throw new Refusal('not_found', '没有找到这份需求');
    const order = await lockOrder(tx, context, demand.nid, now);
    const actor = await roleOf(tx, context, order.row, caller.userId);
    const step = next(order.facts, 'comment', actor, now.getTime());
    if (!step.ok) throw new Refusal(step.kind, step.reason);
  },
};
