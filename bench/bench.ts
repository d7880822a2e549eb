import { mkdtempSync, rmSync } from 'node:fs';
import { get, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import pg, { type PoolConfig } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { demandCalls, demandPageSize, tenderOrder } from '../contract/demands.ts';
import { myDemandList } from '../contract/orders.ts';
import { payOrder } from '../contract/payments.ts';
import { findStage, stages } from '../contract/stages/index.ts';
import { openDatabase } from '../server/db/connection.ts';
import { startEmbedded } from '../server/db/embedded.ts';
import { type Captured, captureStatements } from './capture.ts';
import { duels, formType, post, type Request, type Runner } from './duel.ts';
import { createFilled, measured, openDemands, signPeopleIn, urlOf } from './data.ts';
import { book, createBook } from './book.ts';
import { live } from './live.ts';
import { type Figure, print, shareOfFloor, timesAsLong } from './figures.ts';
import type { FloorSpec } from './floor.ts';
import { createOrders } from './order-data.ts';
import {
  listBodyOf,
  lookingAtOrders,
  orderGrowth,
  orderSizes,
  payable,
  type Payable,
  payBodyOf,
  paying,
  share,
  signIn,
  type Signed,
} from './orders.ts';
import { publicPages, scores, startDemo, weights } from './pages.ts';
import { type Server, startServer } from './processes.ts';
import { scale, scaleSizes } from './scale.ts';
import { createScaled } from './scale-data.ts';
import { trace } from './trace.ts';

// `npm run bench`: how much of the bare parts' speed the portal keeps. Floors and ours run in the same run, round by round
// in turn, on an embedded PostgreSQL with its safety on. `--json` prints a line per figure; `--only list,tender` some.

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    only: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '4' },
  },
});
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);
const wants = (name: string) => options.only === undefined || options.only.split(',').includes(name);

const pool = 10;
const connections = 20;
const production = { NODE_ENV: 'production' };
const browserEncodings = 'gzip, deflate, br, zstd';

const stage = findStage(measured.stage) ?? stages[0];
if (!stage) throw new Error('no stages');
const listPath = demandCalls(stage).list.path;
const pagePath = `/omo/smart/${measured.category}/${measured.stage}`;
const listBody = (page: number) =>
  new URLSearchParams({ type: measured.category, page: String(page), pageSize: String(demandPageSize) }).toString();

const servers: Server[] = [];
const say = (line: string) => console.error(line);

interface Ground {
  connection: PoolConfig;
  dataDir: string;
  ours: Server;
}

async function startOurs(connection: PoolConfig, dataDir: string, more: Record<string, string> = {}): Promise<Ground> {
  const env = { ...production, ...settingsOf(connection, dataDir), ...more };
  const ours = await startServer({ script: 'server/main.ts', env, readyPath: '/readyz' });
  servers.push(ours);
  return { connection, dataDir, ours };
}

function settingsOf(connection: PoolConfig, dataDir: string): Record<string, string> {
  return {
    OMO_DATA_DIR: dataDir,
    DATABASE_URL: urlOf(connection),
    OMO_DATABASE_POOL: String(pool),
    OMO_SEED: 'none',
    OMO_FFMPEG: 'off',
    OMO_ALLOW: 'generated-secret,sandbox-gateway',
  };
}

async function startFloor(input: FloorSpec, readyPath = '/ready'): Promise<Server> {
  const floor = await startServer({ script: 'bench/floor.ts', env: production, input, readyPath });
  servers.push(floor);
  return floor;
}

const duel = duels({ rounds, seconds, connections, say });

async function list({ connection, ours }: Ground, { statements }: Captured): Promise<Figure> {
  say(`the list runs ${statements.length} statements`);
  const floor = await startFloor({
    kind: 'list',
    connection: { ...connection, max: pool },
    path: listPath,
    statements,
  });
  const request = () => post(listPath, listBody(1));
  const sides = await duel(
    { name: 'demand list', server: ours, request },
    { name: 'Fastify with a response schema over the same SQL', server: floor, request },
  );
  return shareOfFloor('public demand list, uncached', ...sides, 0.5);
}

async function cachedPage({ ours }: Ground): Promise<Figure> {
  const headers = { 'accept-encoding': browserEncodings };
  // The second answer comes from the cache in the encoding asked for.
  await rawGet(ours.url + pagePath, headers);
  const sample = await rawGet(ours.url + pagePath, headers);
  const perConnection = ['date', 'connection', 'keep-alive'];
  const head = Object.entries(sample.headers)
    .filter(([name]) => !perConnection.includes(name))
    .map(([name, value]): [string, string] => [name, String(value)]);
  const floor = await startFloor({ kind: 'bytes', head, body: sample.body.toString('base64') }, pagePath);
  const request = (): Request => ({ method: 'GET', headers, requests: [{ path: pagePath }] });
  const sides = await duel(
    { name: 'stage page from cache', server: ours, request },
    { name: 'node:http with the same bytes', server: floor, request },
  );
  return shareOfFloor('public stage page, from cache', ...sides, 0.5);
}

async function uncachedPage({ connection, ours }: Ground, { statements, body }: Captured): Promise<Figure> {
  say(`the page runs ${statements.length} statements`);
  const elements = body.match(/<[a-z][a-z0-9-]*/g)?.length ?? 0;
  const characters = body.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, '').replace(/<[^>]*>/g, '').length;
  const input: FloorSpec = {
    kind: 'render',
    connection: { ...connection, max: pool },
    statements,
    elements,
    characters,
  };
  const floor = await startFloor(input);
  // An address that was not asked for before is not in the cache.
  const request = (round: number): Request => ({
    method: 'GET',
    headers: { 'accept-encoding': 'identity' },
    requests: Array.from({ length: 20_000 }, (_, index) => ({ path: `${pagePath}?bench=${round}-${index}` })),
  });
  const sides = await duel(
    { name: 'stage page, rendered', server: ours, request },
    { name: `Fastify, the same SQL, renderToString of ${elements} elements`, server: floor, request },
  );
  return shareOfFloor('public stage page, uncached', ...sides, 0.2);
}

async function tender({ connection, ours }: Ground): Promise<Figure> {
  const table = 'bench_floor_tenders';
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(`create table ${table} (like tenders including all)`);
  await client.end();
  const fields = ['id', 'demand_id', 'bidder_id', 'days', 'offer_fen'];
  const sql = `insert into ${table} (${fields.join(', ')}, created_at, updated_at) values ($1, $2, $3, $4, $5, now(), now())`;
  const path = '/tender';
  const floor = await startFloor({ kind: 'insert', connection: { ...connection, max: pool }, path, sql, fields });

  const db = openDatabase(connection);
  const demands = await openDemands(db, 500 * rounds);
  const bidders = await signPeopleIn(db, 100);
  await db.destroy();
  // Bidders outermost: those who send at the same time bid for different demands, as people do.
  const pairs = (round: number) =>
    bidders.flatMap((bidder) =>
      demands
        .slice(round * 500, (round + 1) * 500)
        .filter((demand) => demand.owner_id !== bidder.userId)
        .map((demand) => ({ bidder, demand })),
    );
  const sides = await duel(
    {
      name: 'tender',
      server: ours,
      request: (round) => ({
        method: 'POST',
        headers: {},
        once: true,
        requests: pairs(round).map(({ bidder, demand }) => ({
          path: tenderOrder.path,
          body: new URLSearchParams({
            completionDay: '14',
            offer: '3200.00',
            demandNid: demand.nid,
            token: bidder.token,
          }).toString(),
        })),
      }),
    },
    {
      name: 'Fastify, one INSERT and its commit',
      server: floor,
      request: (round) => ({
        method: 'POST',
        headers: {},
        once: true,
        requests: pairs(round).map(({ bidder, demand }) => ({
          path,
          body: new URLSearchParams({
            id: uuidv7(),
            demand_id: demand.id,
            bidder_id: bidder.userId,
            days: '14',
            offer_fen: '320000',
          }).toString(),
        })),
      }),
    },
  );
  return shareOfFloor('tender', ...sides, 0.35);
}

type OrderGround = Ground & { people: Signed[]; orders: Payable[] };

async function payment({ connection, dataDir, ours, orders }: OrderGround): Promise<Figure> {
  const [sample, ...rest] = orders;
  if (!sample) throw new Error('nothing to pay');
  const request = { method: 'POST', url: payOrder.path, payload: payBodyOf(sample) } as const;
  const { statements } = await captureStatements(connection, settingsOf(connection, dataDir), request);
  // One statement may insert into several tables.
  const inserts = statements.reduce((sum, { sql }) => sum + (sql.match(/\binsert into\b/gi)?.length ?? 0), 0);
  say(`a payment runs ${statements.length} statements, ${inserts} of them inserts`);
  const table = 'bench_floor_rows';
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(`create table ${table} (id uuid primary key, about text not null, number integer not null)`);
  await client.end();
  const path = '/pay';
  const sql = `insert into ${table} (id, about, number) values ($1, $2, $3)`;
  const floor = await startFloor({ kind: 'transaction', connection: { ...connection, max: pool }, path, sql, inserts });
  const sides = await duel(
    { name: 'payment from the balance', server: ours, request: (round) => paying(share(rest, round, rounds)) },
    {
      name: `Fastify, one transaction of ${inserts} INSERTs`,
      server: floor,
      request: () => ({
        method: 'POST',
        headers: {},
        requests: rest.map(({ nid }) => ({ path, body: new URLSearchParams({ about: nid }).toString() })),
      }),
    },
  );
  return shareOfFloor('payment from the balance', ...sides, 0.25);
}

async function orderList(ground: OrderGround): Promise<Figure> {
  const { connection, dataDir, ours, people } = ground;
  const [first] = people;
  if (!first) throw new Error('nobody is signed in');
  const request = { method: 'POST', url: myDemandList.path, payload: listBodyOf(first) } as const;
  const { statements } = await captureStatements(connection, settingsOf(connection, dataDir), request);
  say(`the order list runs ${statements.length} statements`);
  const path = myDemandList.path;
  const floor = await startFloor({ kind: 'list', connection: { ...connection, max: pool }, path, statements });
  const sides = await duel(
    { name: 'order list', server: ours, request: () => lookingAtOrders(people, myDemandList) },
    {
      name: 'Fastify with a response schema over the same SQL',
      server: floor,
      request: () => lookingAtOrders(people, myDemandList),
    },
  );
  return shareOfFloor('order list', ...sides, 0.4);
}

async function deepPage({ ours }: Ground): Promise<Figure> {
  const deep = await fetch(ours.url + listPath, {
    method: 'POST',
    headers: { 'content-type': formType },
    body: listBody(10_000),
  });
  const { data } = (await deep.json()) as { data: unknown[] };
  if (data.length !== demandPageSize) throw new Error(`page 10 000 has ${data.length} demands: nothing to compare`);
  const runner = (page: number): Runner => ({
    name: `page ${page} of 1 000 000 demands`,
    server: ours,
    request: () => post(listPath, listBody(page)),
  });
  const sides = await duel(runner(10_000), runner(1));
  return timesAsLong('list, page 10 000 beside page 1', ...sides, 1.5);
}

async function growth(many: Ground, few: Ground): Promise<Figure> {
  const request = () => post(listPath, listBody(1));
  const sides = await duel(
    { name: 'page 1 of 1 000 000 demands', server: many.ours, request },
    { name: 'page 1 of 10 000 demands', server: few.ours, request },
  );
  return timesAsLong('list, 1 000 000 rows beside 10 000', ...sides, 1.3);
}

function rawGet(url: string, headers: Record<string, string>): Promise<{ headers: IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (answer) => {
      buffer(answer).then((body) => resolve({ headers: answer.headers, body }), reject);
    }).once('error', reject);
  });
}

/** Runs the figures that were asked for, each on the ground it needs. */
async function run(server: PoolConfig, folder: string): Promise<Figure[]> {
  const ground = async (name: string, demands: number): Promise<Ground> => {
    say(`${demands} open demands …`);
    return startOurs(await createFilled(server, name, demands), join(folder, name));
  };
  const figures: Figure[] = [];
  const add = (figure: Figure) => {
    figures.push(figure);
    print([figure], options.json);
  };

  if (['list', 'cached', 'uncached', 'tender'].some(wants)) {
    const usual = await ground('bench_usual', 100_000);
    const capture = async (request: Parameters<typeof captureStatements>[2]) =>
      captureStatements(usual.connection, settingsOf(usual.connection, usual.dataDir), request);
    if (wants('list')) add(await list(usual, await capture({ method: 'POST', url: listPath, payload: listBody(1) })));
    if (wants('cached')) add(await cachedPage(usual));
    if (wants('uncached')) add(await uncachedPage(usual, await capture({ method: 'GET', url: pagePath })));
    if (wants('tender')) add(await tender(usual));
    await stopServers();
  }
  if (wants('live')) {
    const alone = await ground('bench_live', 1000);
    const db = openDatabase(alone.connection);
    for (const figure of await live(alone.ours, db, rounds, say)) add(figure);
    await db.destroy();
    await stopServers();
  }
  if (['lighthouse', 'scripts'].some(wants)) {
    const demo = await startDemo(join(folder, 'demo'));
    servers.push(demo);
    const pages = await publicPages(demo.url);
    if (wants('scripts')) for (const figure of await weights(pages, say)) add(figure);
    if (wants('lighthouse')) for (const figure of await scores(pages, rounds, say)) add(figure);
    await stopServers();
  }
  if (['deep', 'growth'].some(wants)) {
    const many = await ground('bench_many', 1_000_000);
    if (wants('deep')) add(await deepPage(many));
    if (wants('growth')) add(await growth(many, await ground('bench_few', 10_000)));
    await stopServers();
  }
  if (['orders', 'pay', 'orderGrowth'].some(wants)) {
    const orders = async (name: keyof typeof orderSizes): Promise<OrderGround> => {
      say(`${orderSizes[name]} orders …`);
      const connection = await createOrders(server, `bench_orders_${name}`, orderSizes[name]);
      const people = await signIn(connection, 500);
      const started = await startOurs(connection, join(folder, name));
      return { ...started, people, orders: await payable(connection, people) };
    };
    const few = await orders('few');
    if (wants('orders')) add(await orderList(few));
    const [forFloor, forGrowth] = [few.orders.slice(0, few.orders.length / 2), few.orders.slice(few.orders.length / 2)];
    if (wants('pay')) add(await payment({ ...few, orders: forFloor }));
    if (wants('orderGrowth')) {
      const many = await orders('many');
      const sides = [many, { ...few, orders: forGrowth }] as const;
      const [much, little] = sides.map(({ ours, people, orders: left }) => ({ server: ours, people, orders: left }));
      if (much && little) for (const figure of await orderGrowth(much, little, rounds, duel)) add(figure);
    }
    await stopServers();
  }
  if (wants('scale')) {
    const scaled = async (name: keyof typeof scaleSizes): Promise<Server> => {
      const connection = await createScaled(server, `bench_${name}`, scaleSizes[name], say);
      // Searches come from many addresses, as people's do: what one address may send is limited.
      return (await startOurs(connection, join(folder, name), { OMO_TRUST_PROXY: '1' })).ours;
    };
    const sides = { few: await scaled('few'), many: await scaled('many') };
    await scale(sides, duel, add);
    await stopServers();
  }
  if (wants('csv')) {
    say('a ledger of 1 000 000 entries …');
    const kept = await startOurs(await createBook(server), join(folder, 'book'));
    const db = openDatabase(kept.connection);
    for (const figure of await book(kept.ours, db, say)) add(figure);
    await db.destroy();
    await stopServers();
  }
  if (wants('trace')) await trace(server, rounds, say, add);
  return figures;
}

async function stopServers(): Promise<void> {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
}

const folder = mkdtempSync(join(tmpdir(), 'omo-bench-'));
const database = await startEmbedded({ dataDir: join(folder, 'database'), log: say });
const finish = async () => {
  await stopServers();
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
};
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void finish().then(() => process.exit(130)));
try {
  const figures = await run(database.connection, folder);
  process.exitCode = figures.every(({ ok }) => ok) ? 0 : 1;
} finally {
  await finish();
}
