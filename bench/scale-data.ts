import { type Kysely, sql } from 'kysely';
import type { PoolConfig } from 'pg';
import { categoryKeys } from '../contract/categories.ts';
import { stages } from '../contract/stages/index.ts';
import { memoryBus } from '../server/bus.ts';
import { openDatabase } from '../server/db/connection.ts';
import type { DB } from '../server/db/schema.ts';
import { inTransaction } from '../server/db/transaction.ts';
import { recount as recountCases } from '../server/slices/cases/lists.ts';
import { rebuildIndex } from '../server/slices/search/keep.ts';
import { recount as recountTopics } from '../server/slices/topics/lists.ts';
import { createFilled } from './data.ts';

export interface ScaleSize {
  topics: number;
  /** on each topic, and on every tenth case */
  comments: number;
  cases: number;
}

/** Records of a kind that hold the word of a few, however many there are. */
const few = 40;

/** Words of every commonness: each title and text is put together from them by its number. */
const pieces = [
  '婴儿床 猫爬架 会议桌 换尿布台 狗屋 展示架 绘本架 办公桌 高低床 餐椅',
  '护栏改到 58 毫米|冬天怎么烘干|榫卯松了怎么补|样品第三轮|边角倒圆到 R20|装车怎么省地方|打磨到 240 目|封边不起翘',
  '框架用整板，木皮只贴看得见的面。|喷的是水性漆，两底两面，烘房三十五度。|五金件用不锈钢的，拧紧以后再点一次胶。|包装加了护角，摔过一米二没有事。',
  '工期十四天，先看白坯再上漆。|小批量也接，图纸要带尺寸。|试了三种绳子，剑麻的最耐抓。|价格按方算，拼车发货。|尺寸可以改，改一次要重开模板。',
].map((line) => line.split(line.includes('|') ? '|' : ' '));

/** SQL for the piece that a row with number `i` gets of a list; `step` decides how often it changes. */
const piece = (list: number, step: number) =>
  sql`(${pieces[list]}::text[])[1 + i / ${sql.lit(step)} % ${sql.lit(pieces[list]?.length ?? 1)}]`;

const titleOf = sql`${piece(0, 1)} || '，' || ${piece(1, 10)}`;
const textOf = (of: number) => sql`'榉木的。' || ${piece(2, 3)} || ${piece(3, 7)} || '第 ' || i || ' 单'
  || case when i % 50 = 7 then '，腿里有走线槽' else '' end || case when i % 1000 = 9 then '，配翡翠拉手' else '' end
  || case when i % ${sql.lit(of / few)} = 3 then '，台面是洞石' else '' end`;

/** A database with so many of everything that a visitor reads and searches, and a few demands. */
export async function createScaled(
  server: PoolConfig,
  name: string,
  size: ScaleSize,
  say: (line: string) => void,
): Promise<PoolConfig> {
  say(`${size.topics} topics, ${size.topics * size.comments} comments, ${size.cases} cases …`);
  const connection = await createFilled(server, name, 1000);
  const db = openDatabase(connection);
  try {
    await fillTopics(db, size);
    await fillCases(db, size);
    await fillComments(db, size);
    await index(db, say);
    await sql`vacuum analyze`.execute(db);
  } finally {
    await db.destroy();
  }
  return connection;
}

const people = 200;
const pictures = `{/files/bench-1.jpg,/files/bench-2.jpg,/files/bench-3.jpg}`;
const category = sql`(${[...categoryKeys]}::text[])[1 + i % ${sql.lit(categoryKeys.length)}]`;

async function fillTopics(db: Kysely<DB>, { topics, comments }: ScaleSize): Promise<void> {
  await sql`
    insert into topics (id, user_id, category, title, content, pictures, comment_count, created_at, updated_at)
    select bench_id(5, i), bench_id(1, 1 + i % ${people}::int), ${category}, ${titleOf}, ${textOf(topics)}, ${pictures}::text[],
      ${comments}, at, at
    from generate_series(1, ${topics}::int) as i
    cross join lateral (select now() - (${topics}::int - i) * interval '60 seconds' as at) as t`.execute(db);
  await inTransaction(db, recountTopics);
}

async function fillCases(db: Kysely<DB>, { cases, comments }: ScaleSize): Promise<void> {
  await sql`
    insert into shops (id, user_id, shop_name, introduction, province_code, city_code, stage_keys, created_at)
    select bench_id(6, i), bench_id(1, i), '木作工坊' || i, '做了十年的老厂，' || ${piece(2, 1)}, '36', '3607',
      array[${stages[0]?.key}], now() - interval '1 year'
    from generate_series(1, ${people}::int) as i`.execute(db);
  const kinds = stages.map((stage, number) => ({
    number,
    stage: stage.key,
    details: Object.fromEntries(
      stage.case
        .filter(({ key }) => !['name', 'pictures', 'address', 'location'].includes(key))
        .map(({ key, schema, example }) => [key, schema.parse(example)]),
    ),
  }));
  await sql`
    insert into cases (id, shop_id, stage_key, category, name, pictures, address, details, review_status, comment_count,
      created_at, updated_at)
    select bench_id(7, i), bench_id(6, 1 + i % ${people}::int), k.stage, ${category}, ${titleOf}, ${pictures}::text[],
      ${textOf(cases)}, k.details, 1, case when i % 10 = 0 then ${comments}::int else 0 end, at, at
    from generate_series(1, ${cases}::int) as i
    cross join lateral (select now() - (${cases}::int - i) * interval '30 seconds' as at) as t
    join jsonb_to_recordset(${JSON.stringify(kinds)}::jsonb) as k (number int, stage text, details jsonb)
      on k.number = i % ${kinds.length}::int`.execute(db);
  await inTransaction(db, recountCases);
}

async function fillComments(db: Kysely<DB>, { topics, comments, cases }: ScaleSize): Promise<void> {
  await sql`
    insert into comments (id, kind, subject_id, seq, user_id, content, created_at)
    select bench_id(of + 10, i * ${comments}::int + seq), kind, bench_id(of, i), seq, bench_id(1, 1 + (i + seq * 7) % ${people}::int),
      '我们也是这么做的，' || ${piece(3, 1)}, now() - (${comments}::int - seq) * interval '1 minute'
    from (
      select 'topic' as kind, 5 as of, i from generate_series(1, ${topics}::int) as i
      union all select 'case', 7, i from generate_series(10, ${cases}::int, 10) as i
    ) as subjects, generate_series(1, ${comments}::int) as seq`.execute(db);
}

/** The index as the portal makes it; its tree is grown at the end, which is quicker than leaf by leaf. */
async function index(db: Kysely<DB>, say: (line: string) => void): Promise<void> {
  const began = Date.now();
  const { rows } = await sql<{ definition: string }>`
    select pg_get_indexdef('search_grams_all'::regclass) as definition`.execute(db);
  await sql`drop index search_grams_all`.execute(db);
  await rebuildIndex({ db, stages, bus: memoryBus() });
  await sql`set maintenance_work_mem = '512MB'`.execute(db);
  await sql.raw(rows[0]?.definition ?? '').execute(db);
  say(`  search index made in ${Math.round((Date.now() - began) / 1000)} s`);
}
