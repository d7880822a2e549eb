import { type Kysely, sql } from 'kysely';
import { Refusal } from '../../../contract/errors.ts';
import { reviewStatus, shopCaseStatus } from '../../../contract/statuses.ts';
import type { DB } from '../../db/schema.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Moderated, Thing } from '../moderation/moderated.ts';
import { keeperOf, keptShopIds } from '../shop/queries.ts';
import { columnsOf, contentIn } from './content.ts';
import { casePath } from './queries.ts';
import { stand } from './stand.ts';
import type { CaseRow } from './tables.ts';
import { wordsOf } from './words.ts';

async function thing(db: Kysely<DB> | Tx, row: CaseRow): Promise<Thing> {
  return {
    kind: 'case',
    id: row.id,
    authorId: (await keeperOf(db, row.shop_id)) ?? '',
    title: row.name,
    content: wordsOf(row),
    pictures: row.pictures,
    path: casePath(row),
    status: row.review_status,
    hidden: row.taken_down,
    reason: row.review_reason ?? '',
    createdAt: row.created_at,
    version: String(row.version),
  };
}

const takenDown = (db: Kysely<DB>) => db.selectFrom('cases').where(sql<boolean>`taken_down and removed_at is null`);

/**
 * Cases come here when they are reported, and stand among what is hidden while they are taken down; what waits for its first
 * word, or was refused it, has a desk of its own (feature P-02).
 */
export const moderatedCases: Moderated = {
  kind: 'case',
  first: async (db, status, most) =>
    status === reviewStatus.waiting
      ? []
      : takenDown(db)
          .select(['id', 'created_at as at'])
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(most)
          .execute(),
  waiting: async (db, status) =>
    status === reviewStatus.waiting
      ? { count: 0, since: null }
      : takenDown(db)
          .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at').as('since')])
          .executeTakeFirstOrThrow(),
  things: async (db, ids) => {
    if (ids.length === 0) return [];
    const rows = await db
      .selectFrom('cases')
      .selectAll()
      .where('id', 'in', ids)
      .where('removed_at', 'is', null)
      .execute();
    return Promise.all(rows.map((row) => thing(db, row)));
  },
  by: (userId) => sql`select id from cases where shop_id in (${keptShopIds(userId)})`,
  lock: async (tx, id) => {
    const row = await tx.selectFrom('cases').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
    return row && row.removed_at === null ? thing(tx, row) : undefined;
  },
  decide: async (tx, services, id, decision) => {
    const row = await tx.selectFrom('cases').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const now = services.clock.now();
    if (decision.approve) {
      // Its owner has sent it in anew: whoever reviews cases has the word.
      if (!row.taken_down || row.draft !== null)
        throw new Refusal('state_conflict', '店主正在修改这个案例，请等重新提交后在案例审核里处理');
      const { approved } = shopCaseStatus;
      const shown = { review_status: approved, review_reason: null, taken_down: false, updated_at: now };
      return stand(tx, services, row, shown);
    }
    // A change of it that was under way goes on as what its owner has to mend: only what is public has a change beside it.
    const revision = await tx.selectFrom('case_revisions').selectAll().where('case_id', '=', id).executeTakeFirst();
    const { rejected } = shopCaseStatus;
    const refused = { review_status: rejected, review_reason: decision.reason, taken_down: true, updated_at: now };
    await stand(tx, services, row, { ...refused, ...(revision && columnsOf(contentIn(revision))) });
    if (!revision) return;
    const draft = revision.draft && JSON.stringify(revision.draft);
    await tx.updateTable('cases').set({ draft }).where('id', '=', id).execute();
    await tx.deleteFrom('case_revisions').where('case_id', '=', id).execute();
  },
};
