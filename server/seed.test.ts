import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { signin } from '../contract/accounts.ts';
import { operatorRoleKeys } from '../contract/operator/roles.ts';
import { operatorConfirm, operatorSignin } from '../contract/operator/sign-in.ts';
import { caseCalls, getTopCase } from '../contract/cases.ts';
import { categories } from '../contract/categories.ts';
import { getAdList, getBannerList, getLiveInfo } from '../contract/content.ts';
import { demandCalls, getDemandCounts, needViewList } from '../contract/demands.ts';
import { getConversation, getConversations } from '../contract/messages.ts';
import { myDemandList, myPartList } from '../contract/orders.ts';
import { pictureFor } from '../contract/pictures.ts';
import { getPresellList } from '../contract/presale.ts';
import { held } from '../contract/process/facts.ts';
import { overdue } from '../contract/process/next.ts';
import { stages } from '../contract/stages/index.ts';
import { findTopicPage } from '../contract/topics.ts';
import { readImages, splitList } from '../contract/wire.ts';
import { inTransaction } from './db/transaction.ts';
import { seedDemo } from './seed.ts';
import { demoAccounts, demoOperator } from './seeding/demo/accounts.ts';
import { recount } from './slices/demands/lists.ts';
import { escrow } from './slices/ledger/accounts.ts';
import { balancesOf } from './slices/ledger/queries.ts';
import { totpCode } from './slices/operators/totp.ts';
import { factsFrom, factsOf } from './slices/orders/facts.ts';
import { estimateFor, getEstimates } from '../contract/estimates.ts';
import { dataOf, type Portal, startPortal } from './testing/portal.ts';

let portal: Portal;
let seeded = false;
/** of processor time, in seconds */
let cost = 0;

// Most of it is drawing; on a machine with much else to do it takes its time.
beforeAll(async () => {
  portal = await startPortal();
  const begun = process.cpuUsage();
  seeded = await seedDemo(portal.app.services);
  const { user, system } = process.cpuUsage(begun);
  cost = (user + system) / 1_000_000;
}, 400_000);

type Counted = 'users' | 'shops' | 'topics' | 'comments' | 'demands' | 'tenders' | 'cases';

async function count(table: Counted): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(portal.db);
  return rows[0]?.count ?? 0;
}

describe('what was promised', () => {
  it('the three accounts sign in with the one password', async () => {
    const { demoPassword } = portal.app.services.settings;
    for (const { mobile, accountType } of demoAccounts) {
      const user = dataOf(await portal.send(signin, { mobile, password: demoPassword }));
      expect(user).toMatchObject({ mobile, account_type: accountType });
    }
    expect(demoAccounts.map(({ mobile }) => mobile)).toEqual(['13800000001', '13800000002']);
    const { name, totpSecret } = demoOperator;
    const { ticket } = dataOf(await portal.send(operatorSignin, { name, password: demoPassword }));
    const code = totpCode(totpSecret, portal.clock.now());
    expect(dataOf(await portal.send(operatorConfirm, { ticket, code }))).toMatchObject({
      name: '13800000000',
      roles: [...operatorRoleKeys],
    });
    expect(await portal.send(signin, { mobile: name, password: demoPassword })).toMatchObject({ code: 1001 });
  });

  it('[Z-09] the buyer has conversations with the factory, one of them with something unread, each to be gone on with', async () => {
    const { demoPassword } = portal.app.services.settings;
    const [buyer, factory] = await Promise.all(
      demoAccounts.map(async ({ mobile }) => dataOf(await portal.send(signin, { mobile, password: demoPassword }))),
    );
    if (!buyer || !factory) throw new Error('there are demo accounts');
    const list = dataOf(await portal.as(buyer)(getConversations, {}));
    expect(list.map(({ unread }) => unread)).toEqual([1, 0]);
    for (const { id: conversationId } of list)
      for (const person of [buyer, factory])
        expect(dataOf(await portal.as(person)(getConversation, { conversationId })).writing.reason).toBe('');
  });

  it('[A-01] every fen of the demo orders is in the ledger: escrow is what an order holds, and all sums to nothing', async () => {
    const orders = await portal.db.selectFrom('demands').selectAll().where('provider_id', 'is not', null).execute();
    const wanted = orders.map((row) => [escrow(row.id), held(factsFrom(row, [], portal.app.services.stages))] as const);
    expect(wanted.filter(([, fen]) => fen > 0).length).toBeGreaterThan(3);
    expect(
      await balancesOf(
        portal.db,
        wanted.map(([account]) => account),
      ),
    ).toEqual(Object.fromEntries(wanted));
    const all = await portal.db.selectFrom('ledger_balances').select('balance_fen').execute();
    expect(all.reduce((sum, row) => sum + row.balance_fen, 0)).toBe(0);
  });

  it('at least 12 providers over all stages, 6 buyers', async () => {
    expect(await count('shops')).toBeGreaterThanOrEqual(12);
    const rows = await portal.db.selectFrom('shops').select('stage_keys').execute();
    expect(new Set(rows.flatMap((row) => row.stage_keys))).toEqual(new Set(stages.map((stage) => stage.key)));
    const owners = await portal.db.selectFrom('demands').select('owner_id').distinct().execute();
    expect(owners).toHaveLength(6);
  });

  it('every stage has recommended cases in every category, with pictures that are there', async () => {
    for (const stage of stages) {
      const recommended = dataOf(await portal.send(caseCalls(stage).list, { is_recom: 1, page_size: 100 }));
      expect(recommended.length).toBeGreaterThanOrEqual(4);
      expect(new Set(recommended.map((item) => item.category)).size).toBe(categories.length);
      const images = recommended.map((item) => readImages(item.img_list));
      expect(images.every((list) => list.length > 0 && list.every((url) => pictureFor(url)))).toBe(true);
    }
    const groups = dataOf(await portal.send(getTopCase, { module: 'pet' }));
    expect(groups.every((group) => group.list.length > 0)).toBe(true);
  });

  it('[C-04] factories and material suppliers have films that play, each with its poster', async () => {
    for (const stage of stages.filter((one) => one.case.some(({ key }) => key === 'video'))) {
      const items = dataOf(await portal.send(caseCalls(stage).list, { page_size: 100 }));
      const filmed = items.filter((item) => item['video'] !== '' && item['video'] !== undefined);
      expect(filmed.length).toBeGreaterThanOrEqual(3);
      expect(filmed.every((item) => readImages(item.img_list).length > 0)).toBe(true);
      const answer = await fetch(`${portal.url}${String(filmed[0]?.['video'])}`, { headers: { range: 'bytes=4-7' } });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([206, 'video/mp4']);
      expect(await answer.text()).toBe('ftyp');
    }
  });

  it('a picture of a case answers', async () => {
    const [stage] = stages;
    const [item] = dataOf(await portal.send(caseCalls(stage!).list, {}));
    const answer = await fetch(`${portal.url}${readImages(item?.img_list)[0]}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
  });

  it('at least 60 demands, in every state', async () => {
    expect(await count('demands')).toBeGreaterThanOrEqual(60);
    const rows = await portal.db.selectFrom('demands').select('status').distinct().orderBy('status').execute();
    expect(rows.map((row) => row.status)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    const tenders = await portal.db.selectFrom('tenders').select('status').distinct().execute();
    expect(tenders.map((row) => row.status)).toEqual(expect.arrayContaining(['standing', 'declined', 'withdrawn']));
  });

  it('every stage page of every category has an open demand', async () => {
    for (const { key } of categories) {
      const counts = dataOf(await portal.send(getDemandCounts, { type: key }));
      expect(counts.every((one) => one.count > 0)).toBe(true);
    }
    const design = await portal.send(demandCalls(stages[0]!).list, { type: 'maternal' });
    expect(design).toMatchObject({ ok: true, pages: 2 });
    const [newest] = dataOf(design);
    expect(newest?.issueEndTime).toBeGreaterThan(portal.clock.now().getTime() / 1000);
  });

  it('a product line that spans all seven stages, others that span several', async () => {
    const rows = await portal.db
      .selectFrom('demands')
      .select((eb) => ['line_id', eb.fn.countAll<number>().as('count')])
      .where('in_line', '=', true)
      .groupBy('line_id')
      .execute();
    const spans = rows.map((row) => row.count).toSorted((a, b) => b - a);
    expect(spans.slice(0, 4)).toEqual([7, 5, 4, 3]);
  });

  it('[Z-13] what design, proofing and stock cost, from settled orders; of the other stages nothing yet', async () => {
    const told = dataOf(await portal.send(getEstimates, {}));
    const maternal = (key: string) => {
      const stage = told.find((one) => one.stage === key);
      return stage && estimateFor(stage, ['category:maternal', 'all']);
    };
    for (const stage of ['design', 'proofing', 'stock']) {
      expect(maternal(stage)).toMatchObject({ label: '母婴' });
      expect(maternal(stage)?.samples).toBeGreaterThanOrEqual(5);
    }
    expect(told.filter(({ estimates }) => estimates.length === 0).map(({ stage }) => stage)).toEqual([
      'make',
      'spray',
      'sam',
      'logistics',
    ]);
  });

  it('25 topics with comments and likes, nine products, banners, ads and the live block', async () => {
    expect(await count('topics')).toBe(25);
    expect(await count('comments')).toBeGreaterThan(25);
    const topics = dataOf(await portal.send(findTopicPage, {})).findTopicPageDto;
    expect(topics.every((topic) => topic.praiseNum > 0 && splitList(topic.files).every((url) => pictureFor(url)))).toBe(
      true,
    );
    for (const { presellType } of categories) {
      const products = dataOf(await portal.send(getPresellList, { presellType }));
      expect(products).toHaveLength(3);
      expect(products.every((product) => product.amount > 0 && product.evaluateSum > 0)).toBe(true);
    }
    expect(dataOf(await portal.send(getBannerList, {}))).toHaveLength(5);
    expect(dataOf(await portal.send(getBannerList, { typeId: 2, type: 'pet' })).length).toBeGreaterThan(0);
    expect(dataOf(await portal.send(getAdList, {}))).toHaveLength(2);
    const live = dataOf(await portal.send(getLiveInfo, {}));
    expect((await fetch(`${portal.url}${live?.liveUrl}`)).status).toBe(200);
  });

  it('costs no more than two cores can do in 20 s', () => {
    expect(seeded).toBe(true);
    expect(cost).toBeLessThan(40);
  });
});

describe('what it says is consistent', () => {
  it('every demand’s status has a history that leads to it, step by step', async () => {
    const demands = await portal.db.selectFrom('demands').selectAll().execute();
    const history = await portal.db.selectFrom('order_history').selectAll().orderBy('id').execute();
    for (const demand of demands) {
      const steps = history.filter((step) => step.demand_id === demand.id);
      const ends = steps.map((step) => step.to_status);
      expect(steps.map((step) => step.from_status)).toEqual([0, ...ends].slice(0, steps.length));
      expect(ends.at(-1) ?? 0).toBe(demand.status);
      const times = steps.map((step) => step.at.getTime());
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(times.at(-1) ?? 0).toBeLessThanOrEqual(portal.clock.now().getTime());
      expect(steps.every((step) => step.actor === 'clock' || step.actor_id !== null)).toBe(true);
    }
  });

  it('nothing is overdue when the demo data is fresh', async () => {
    const now = portal.clock.now().getTime();
    const late = [];
    for (const demand of await portal.db.selectFrom('demands').selectAll().execute()) {
      const action = overdue(await factsOf(portal.db, demand, stages), now);
      if (action) late.push(`${demand.name} ${demand.stage}: ${action}`);
    }
    expect(late).toEqual([]);
  });

  it('kept counts are what counting gives', async () => {
    const { db } = portal;
    // One number: rows in which some kept count is not what its own table says.
    const { rows } = await sql<{ wrong: number }>`
        select
          (select count(*) from figures where n <> case name
            when 'providers' then (select count(*) from shops where shown_at is not null) else (select count(*) from demands where status = 7) end)
          + (select count(*) from demands d where tender_count <> (
            select count(*) from tenders t where t.demand_id = d.id and t.status = 'standing'))
          + (select count(*) from (
              select 'demand' as kind, id, 0 as likes, comment_count from demands
              union all select 'case', id, like_count, comment_count from cases
              union all select 'topic', id, like_count, comment_count from topics
              union all select 'presale', id, like_count, comment_count from presale_products
            ) s where s.likes <> (
                select count(*) from likes l where l.kind = s.kind and l.subject_id = s.id and l.removed_at is null)
              or s.comment_count <> (
                select count(*) from comments c
                where c.kind = s.kind and c.subject_id = s.id and c.removed_at is null and c.review_status = 1))
          + (select count(*) from presale_products p where joined <> (
            select coalesce(sum(number), 0) from presale_joins j where j.product_id = p.id))
          as wrong`.execute(db);
    expect(Number(rows[0]?.wrong)).toBe(0);
    const lists = () =>
      db
        .selectFrom('list_counts')
        .selectAll()
        .where('list', 'like', 'demands/%')
        .where('n', '<>', 0)
        .orderBy('list')
        .orderBy('kind')
        .orderBy('bucket');
    const kept = await lists().execute();
    await inTransaction(db, recount);
    expect(await lists().execute()).toEqual(kept);
  });

  it('the demo buyer and the demo provider find orders in every state that asks something of them', async () => {
    const { demoPassword } = portal.app.services.settings;
    const as = async (index: number) =>
      portal.as(dataOf(await portal.send(signin, { mobile: demoAccounts[index]!.mobile, password: demoPassword })));
    const [buyer, provider] = [await as(0), await as(1)];
    for (const orderStatus of [0, 1, 2, 3, 4, 5, 7])
      expect(dataOf(await buyer(myDemandList, { orderStatus })).length).toBeGreaterThan(0);
    for (const orderStatus of [1, 2, 3, 5, 7])
      expect(dataOf(await provider(myPartList, { orderStatus })).length).toBeGreaterThan(0);
  });

  it('demands are talked about', async () => {
    const rows = await portal.db
      .selectFrom('demands')
      .select(['nid', 'stage'])
      .where('comment_count', '>', 1)
      .execute();
    expect(rows.length).toBeGreaterThan(3);
    const [{ nid, stage }] = rows as [(typeof rows)[number]];
    const demandType = stages.find(({ key }) => key === stage)?.number;
    const comments = dataOf(await portal.send(needViewList, { demandNid: nid, demandType }));
    expect(comments.length).toBeGreaterThan(1);
  });
});

describe('once', () => {
  it('a second start seeds nothing', async () => {
    const before = [await count('users'), await count('demands'), await count('cases')];
    expect(await seedDemo(portal.app.services)).toBe(false);
    expect([await count('users'), await count('demands'), await count('cases')]).toEqual(before);
  });

  it('one that was interrupted is cleared away and done again', async () => {
    const { db } = portal;
    const before = [await count('users'), await count('demands'), await count('cases')];
    await db.updateTable('seedings').set({ finished_at: null }).execute();
    await db.deleteFrom('comments').execute();
    const starts = [seedDemo(portal.app.services), seedDemo(portal.app.services)];
    expect((await Promise.all(starts)).toSorted()).toEqual([false, true]);
    expect([await count('users'), await count('demands'), await count('cases')]).toEqual(before);
    expect(await count('comments')).toBeGreaterThan(25);
  }, 120_000);

  it('a database with users of its own is left alone', async () => {
    const { db } = portal;
    await db.deleteFrom('seedings').execute();
    const before = await count('users');
    expect(await seedDemo(portal.app.services)).toBe(false);
    expect(await count('users')).toBe(before);
  });
});
