import { type Kysely, sql } from 'kysely';
import { caseListTag, casesTag } from '../../../contract/cases.ts';
import type { CategoryKey } from '../../../contract/categories.ts';
import { Refusal } from '../../../contract/errors.ts';
import { shopCaseStatus } from '../../../contract/statuses.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { offsetOf, type Page } from '../../db/page.ts';
import type { DB } from '../../db/schema.ts';
import { inTransaction, onCommit, type Tx } from '../../db/transaction.ts';
import { audit } from '../audit/audit.ts';
import { needOrder } from '../operators/versions.ts';
import { recommendedOrder } from './lists.ts';
import { stand } from './stand.ts';
import type { CaseRow } from './tables.ts';

/** What is recommended is recommended of one stage and category. */
export interface Shelf {
  readonly stageKey: string;
  readonly category: CategoryKey;
}

const shown = (db: Kysely<DB> | Tx, { stageKey, category }: Shelf) =>
  db
    .selectFrom('cases')
    .where('stage_key', '=', stageKey)
    .where('category', '=', category)
    .where('review_status', '=', shopCaseStatus.approved)
    .where('removed_at', 'is', null);

/** Everything of the shelf, in its order. */
export const recommendedOf = (db: Kysely<DB> | Tx, shelf: Shelf): Promise<CaseRow[]> =>
  shown(db, shelf).selectAll().where('recommended', '=', true).orderBy(recommendedOrder).execute();

/** What everybody sees of a stage and category, the newest first; by a part of the name where one is given. */
export async function recommendable(
  db: Kysely<DB>,
  shelf: Shelf,
  words: string,
  page: Page,
): Promise<{ rows: CaseRow[]; count: number }> {
  const found = shown(db, shelf).$if(words !== '', (some) =>
    some.where(sql<boolean>`strpos(lower(name), ${words.toLowerCase()}) > 0`),
  );
  const { count } = await found.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const rows = await found
    .selectAll()
    .orderBy('list_seq', 'desc')
    .limit(page.pageSize)
    .offset(offsetOf(page))
    .execute();
  return { rows, count: Number(count) };
}

/** Says which cases are recommended, and in which order, unless somebody else has just said otherwise. */
export async function recommend(
  context: SignedInContext,
  shelf: Shelf,
  { before, after }: { before: string[]; after: string[] },
): Promise<number> {
  if (new Set(after).size !== after.length)
    throw new Refusal('invalid_input', '列表里有重复的案例', { after: '列表里有重复的案例' });
  return inTransaction(context.db, async (tx) => {
    // Of two who begin with an empty shelf there is no row that both would lock.
    await sql`select pg_advisory_xact_lock(hashtext(${`recommended/${shelf.stageKey}/${shelf.category}`}))`.execute(tx);
    const standing = await recommendedOf(tx, shelf);
    needOrder(
      before,
      standing.map(({ id }) => id),
    );
    if (before.length + after.length === 0) throw new Refusal('state_conflict', '这里还没有推荐的案例');
    const rows = await tx
      .selectFrom('cases')
      .selectAll()
      .where('id', 'in', [...new Set([...before, ...after])])
      .orderBy('id')
      .forUpdate()
      .execute();
    const fits = (row: CaseRow | undefined) =>
      row?.stage_key === shelf.stageKey &&
      row.category === shelf.category &&
      row.review_status === shopCaseStatus.approved &&
      row.removed_at === null;
    const byId = new Map(rows.map((row) => [row.id, row]));
    if (!after.every((id) => fits(byId.get(id))))
      throw new Refusal('state_conflict', '其中有案例刚刚下架或换了类别，请刷新后再选');
    for (const row of rows) {
      const place = after.indexOf(row.id);
      if (row.recommended !== place >= 0) await stand(tx, context, row, { recommended: place >= 0 });
      await tx
        .updateTable('cases')
        .set({ recommended_place: place < 0 ? null : place })
        .where('id', '=', row.id)
        .execute();
    }
    await audit(tx, context, {
      action: 'recommended.set',
      subject: { kind: 'recommended', id: `${shelf.stageKey}/${shelf.category}` },
      before: { order: before },
      after: { order: after },
    });
    const tags = [caseListTag(shelf.stageKey), casesTag];
    onCommit(tx, () => context.bus.publish({ tags }));
    return after.length;
  });
}
