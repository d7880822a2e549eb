import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type CategoryKey, categoryKeys } from '../../../contract/categories.ts';
import { caseCalls, type CaseSort } from '../../../contract/cases.ts';
import { stages } from '../../../contract/stages/index.ts';
import type { Stage } from '../../../contract/stages/stage.ts';
import { inTransaction } from '../../db/transaction.ts';
import { countedAnew, keptCounts } from '../../testing/kept-counts.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildShop } from '../shop/build.ts';
import { buildCase } from './build.ts';
import { listed, type ListQuery, recount, shownCases } from './lists.ts';

const portal = await startPortal();
const { db } = portal;
const [design, proofing] = stages as [Stage, Stage];
const { id: shopId } = await buildShop(db);

/** Cases by the thousand, all of one stage, a tenth of them not shown. */
async function fill(stage: string, many: number): Promise<void> {
  await sql`
    insert into cases (id, shop_id, stage_key, category, name, pictures, review_status, recommended, like_count,
      created_at, updated_at, removed_at)
    select gen_random_uuid(), ${shopId}, ${stage}, (array['maternal', 'pet', 'pet', 'business'])[1 + i % 4], 'many ' || i,
      '{}', case when i % 20 = 0 then 0 else 1 end, i % 7 = 0, (i * 7919) % 400, now() + i * interval '1 second', now(),
      case when i % 20 = 10 then now() end
    from generate_series(1, ${many}::int) as i`.execute(db);
  await inTransaction(db, recount);
}

describe('[C-07] a list of thousands', () => {
  beforeAll(async () => {
    await fill(design.key, 9000);
    // Holes, as cases that were taken down leave them.
    const gone = await db
      .selectFrom('cases')
      .selectAll()
      .where('list_seq', 'is not', null)
      .orderBy('list_seq')
      .execute();
    await inTransaction(db, async (tx) => {
      const down = gone.slice(3000, 3600);
      await tx
        .updateTable('cases')
        .set({ removed_at: new Date() })
        .where(
          'id',
          'in',
          down.map(({ id }) => id),
        )
        .execute();
      await listed(tx, down, -1);
    });
  });

  const lists: { category?: CategoryKey; recommended: boolean }[] = [undefined, ...categoryKeys].flatMap((category) =>
    [false, true].map((recommended) => ({ category, recommended })),
  );
  it.each(lists)(
    'newest first: every page of $category (recommended $recommended) is as a plain query has it',
    async (which) => {
      const { category = null, recommended } = which;
      const { rows } = await sql<{ name: string }>`
      select name from cases where stage_key = 'design' and review_status = 1 and removed_at is null
        and (${category}::text is null or category = ${category}) and (recommended or not ${recommended})
      order by created_at desc`.execute(db);
      const expected = rows.map(({ name }) => name);
      const pageSize = 97;
      const found: string[] = [];
      for (let page = 1; (page - 1) * pageSize < expected.length; page += 1) {
        const query: ListQuery = { stageKey: 'design', ...which, sort: 'newest', page, pageSize };
        const answer = await shownCases(db, query);
        expect(answer.count).toBe(expected.length);
        found.push(...answer.rows.map(({ name }) => name));
      }
      expect(found).toEqual(expected);
    },
  );

  it.each(lists)('most liked first: $category (recommended $recommended), as far as the list goes', async (which) => {
    const { category = null, recommended } = which;
    const { rows } = await sql<{ name: string }>`
      select name from cases where stage_key = 'design' and review_status = 1 and removed_at is null
        and (${category}::text is null or category = ${category}) and (recommended or not ${recommended})
      order by like_count desc, list_seq desc limit 720`.execute(db);
    const found: string[] = [];
    for (let page = 1; page <= 12; page += 1) {
      const query: ListQuery = { stageKey: 'design', ...which, sort: 'liked', page, pageSize: 72 };
      const answer = await shownCases(db, query);
      expect(answer.count).toBe(rows.length);
      found.push(...answer.rows.map(({ name }) => name));
    }
    expect(found).toEqual(rows.map(({ name }) => name));
  });

  it('a page behind the end is empty, however far; nonsense is refused', async () => {
    const { list } = caseCalls(design);
    for (const sort of ['newest', 'liked'] as const) {
      const first = await portal.send(list, { sort });
      const beyond = await portal.send(list, { page: 999_999_999, sort });
      expect(beyond).toMatchObject({
        ok: true,
        data: [],
        page: 999_999_999,
        count: (first as { count: number }).count,
      });
      expect(dataOf(first)).toHaveLength(9);
    }
    for (const page of ['1000000000', '0', '-1', '1.5', 'x'])
      expect(await portal.send(list, { page })).toMatchObject({ code: 1001, fields: { page: expect.any(String) } });
    expect(await portal.send(list, { sort: 'price' as CaseSort })).toMatchObject({
      code: 1001,
      message: '排序方式不在可选范围内',
    });
  });

  it('a deep page passes over one bucket of an index at most', async () => {
    await sql`vacuum analyze cases`.execute(db);
    const passed = (sort: CaseSort, page: number) =>
      // What this transaction has read and not yet handed over: what others read in the meantime is not in it.
      db.transaction().execute(async (one) => {
        const read = async () => {
          const { rows } = await sql<{ n: number }>`
            select sum(pg_stat_get_xact_tuples_returned(indexrelid))::int8 as n from pg_index
            where indrelid in ('cases'::regclass, 'list_counts'::regclass)`.execute(one);
          return rows[0]?.n ?? 0;
        };
        const before = await read();
        const query = { stageKey: design.key, sort, page, pageSize: 9 } as const;
        expect((await shownCases(one, query)).rows.length).toBe(9);
        const n = (await read()) - before;
        expect(n).toBeGreaterThan(0);
        return n;
      });
    expect(await passed('newest', 1)).toBeLessThan(50);
    expect(await passed('newest', 800)).toBeLessThan(2 ** 11 + 100);
    expect(await passed('liked', 80)).toBeLessThan(3 * 720 + 100);
  });
});

describe('[C-07] kept counts', () => {
  it('are exact after cases were put up, several at once', async () => {
    await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        buildCase(db, {
          shop_id: shopId,
          stage_key: (index % 2 === 0 ? design : proofing).key,
          category: index % 3 === 0 ? 'maternal' : 'pet',
          recommended: index % 5 === 0,
          review_status: index % 6 === 0 ? 0 : 1,
        }),
      ),
    );
    expect(await keptCounts(db, 'cases/')).toEqual(await countedAnew(db, 'cases/', recount));
    const places = await db.selectFrom('cases').select('list_seq').where('stage_key', '=', proofing.key).execute();
    const given = places.flatMap(({ list_seq }) => list_seq ?? []);
    expect(new Set(given).size).toBe(given.length);
  });
});
