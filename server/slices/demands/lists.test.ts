import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CategoryKey } from '../../../contract/categories.ts';
import { demandCalls, getDemandCounts } from '../../../contract/demands.ts';
import { cancelOrder } from '../../../contract/orders.ts';
import { stages } from '../../../contract/stages/index.ts';
import type { Stage } from '../../../contract/stages/stage.ts';
import { inTransaction } from '../../db/transaction.ts';
import { countedAnew, keptCounts } from '../../testing/kept-counts.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { buildDemand } from './build.ts';
import { countsSweep, listed, type ListQuery, openDemands, recount } from './lists.ts';

const portal = await startPortal();
const { db } = portal;
const { services } = portal.app;
const now = portal.clock.now();
const owner = await buildUser(db, { now });
const [design, proofing] = stages as [Stage, Stage];
const hour = 3_600_000;

describe('[D-01] a list of thousands', () => {
  // Deadlines from ten days ago to thirty days ahead, many at the same moment, as people choose full hours.
  beforeAll(async () => {
    const lineId = uuid();
    const line = { id: lineId, nid: 'PL-many', owner_id: owner.id, name: 'many', created_at: now };
    await db.insertInto('product_lines').values(line).execute();
    await sql`
      insert into demands (id, nid, line_id, in_line, stage, category, owner_id, name, budget_fen, deadline_at, status,
        status_since, created_at, updated_at, published_at)
      select gen_random_uuid(), 'M-' || i, ${lineId}, false, 'design',
        (array['maternal', 'pet', 'pet', 'business'])[1 + i % 4], ${owner.id}, 'many ' || i, 1000,
        ${now}::timestamptz + ((i * 7919) % 960 - 240) * interval '1 hour', case when i % 11 = 0 then 8 else 1 end,
        ${now}, ${now}, ${now}, ${now}::timestamptz + i * interval '1 second'
      from generate_series(1, 3000) as i`.execute(db);
    await inTransaction(db, recount);
    // Holes, as closed demands leave them.
    const gone = await db.selectFrom('demands').selectAll().where('status', '=', 1).orderBy('list_seq').execute();
    await inTransaction(db, async (tx) => {
      for (const demand of gone.slice(400, 700)) {
        await tx.updateTable('demands').set({ status: 6 }).where('id', '=', demand.id).execute();
        await listed(tx, demand, -1);
      }
    });
  });

  const category: (CategoryKey | undefined)[] = [undefined, 'maternal', 'pet', 'business'];
  const sorts = ['newest', 'deadline'] as const;
  it.each(category.flatMap((key) => sorts.map((sort) => [key ?? 'all', sort, key] as const)))(
    '%s by %s: every page is as a plain query has it',
    async (_name, sort, key) => {
      const order =
        sort === 'newest'
          ? sql`list_seq desc`
          : sql`deadline_at < date_trunc('hour', ${now}::timestamptz), deadline_at, list_seq`;
      const { rows } = await sql<{ nid: string }>`
        select nid from demands where stage = 'design' and status = 1 and (${key ?? null}::text is null or category = ${key ?? null})
        order by ${order}`.execute(db);
      const expected = rows.map(({ nid }) => nid);
      const pageSize = 37;
      const found: string[] = [];
      for (let page = 1; (page - 1) * pageSize < expected.length; page += 1) {
        const query: ListQuery = { stage: 'design', category: key, sort, page, pageSize };
        const answer = await openDemands(db, query, now);
        expect(answer.count).toBe(expected.length);
        found.push(...answer.rows.map(({ nid }) => nid));
      }
      expect(found).toEqual(expected);
    },
  );

  it('a page behind the end is empty, however far; nonsense is refused', async () => {
    const { list } = demandCalls(design);
    const beyond = await portal.send(list, { page: 999_999_999, sort: 'deadline' });
    expect(beyond).toMatchObject({ ok: true, data: [], page: 999_999_999 });
    expect(beyond).toHaveProperty('count', ((await portal.send(list, {})) as { count: number }).count);
    for (const page of ['1000000000', '0', '-1', '1.5', 'x'])
      expect(await portal.send(list, { page })).toMatchObject({ code: 1001, fields: { page: expect.any(String) } });
    expect(await portal.send(list, { pageSize: 1000 })).toMatchObject({ code: 1001 });
    for (const wrong of [{ type: 'kitchen' }, { sort: 'price' }])
      expect(await portal.send(list, wrong as object)).toMatchObject({ code: 1001 });
  });

  it('answers 6 a page, open ones only', async () => {
    const reply = await portal.send(demandCalls(design).list, { page: 2 });
    expect(dataOf(reply)).toHaveLength(6);
    expect(dataOf(reply).every((item) => item.orderStatus === 1)).toBe(true);
    expect(reply).toMatchObject({ page: 2, pages: Math.ceil((reply as { count: number }).count / 6) });
  });
});

describe('[D-01] kept counts', () => {
  it('are exact after demands were published, moved, chosen, cancelled and published again at once', async () => {
    const before = dataOf(await portal.send(getDemandCounts, { type: 'pet' }));
    const demands = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        buildDemand(services, {
          owner,
          stage: (index % 2 === 0 ? design : proofing).key,
          category: index % 3 === 0 ? 'maternal' : 'pet',
          deadline_at: new Date(now.getTime() + (index + 1) * hour),
        }),
      ),
    );
    const seqs = demands.filter(({ stage }) => stage === proofing.key).map(({ list_seq }) => list_seq);
    expect(new Set(seqs).size).toBe(12);
    expect(await keptCounts(db, 'demands/')).toEqual(await countedAnew(db, 'demands/', recount));

    const asOwner = portal.as(owner);
    const cancelled = demands.filter((_, index) => index % 4 === 0);
    const reason = '不需要了，先放一放';
    const replies = await Promise.all(
      [...cancelled, ...cancelled].map(({ nid }) => asOwner(cancelOrder, { demandNid: nid, reason })),
    );
    expect(replies.filter((reply) => reply.ok)).toHaveLength(cancelled.length);
    expect(await keptCounts(db, 'demands/')).toEqual(await countedAnew(db, 'demands/', recount));

    const after = dataOf(await portal.send(getDemandCounts, { type: 'pet' }));
    const left = (key: string) =>
      demands.filter((row) => row.stage === key && row.category === 'pet' && !cancelled.includes(row)).length;
    expect(after.map(({ key, count }, index) => [key, count - (before[index]?.count ?? 0)])).toEqual(
      stages.map(({ key }) => [key, left(key)]),
    );
  });

  it('of hours long past are cleared away once they are empty', async () => {
    const past = Math.floor(now.getTime() / hour) - 31 * 24;
    const bucket = (stage: string, at: number, n: number) => ({
      list: `demands/${stage}/`,
      kind: 'closing' as const,
      bucket: at,
      n,
    });
    const old = [bucket('cleared', past, 0), bucket('kept', past, 1), bucket('recent', past + 48, 0)];
    await db.insertInto('list_counts').values(old).execute();
    await countsSweep.run(services, AbortSignal.any([]));
    const names = old.map(({ list }) => list);
    const left = db.selectFrom('list_counts').select('list').where('list', 'in', names).orderBy('list');
    expect((await left.execute()).map(({ list }) => list)).toEqual(['demands/kept/', 'demands/recent/']);
    await db.deleteFrom('list_counts').where('list', 'in', names).execute();
  });

  it('stay as they were when a publication fails', async () => {
    const kept = await keptCounts(db, 'demands/');
    await expect(buildDemand(services, { owner, budget_fen: -1 })).rejects.toThrow(/check constraint/);
    expect(await keptCounts(db, 'demands/')).toEqual(kept);
  });
});
