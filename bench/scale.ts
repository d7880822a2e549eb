import { caseCalls, getCaseCommentList } from '../contract/cases.ts';
import { search, searchMost, searchPageSize } from '../contract/search.ts';
import { stages } from '../contract/stages/index.ts';
import type { Stage } from '../contract/stages/stage.ts';
import { findTopicDiscussPage, findTopicPage, getTopicInfo } from '../contract/topics.ts';
import { type Duel, formType, post, type Request, type Runner } from './duel.ts';
import { type Figure, timesAsLong, timesTheWait } from './figures.ts';
import type { Server } from './processes.ts';
import type { ScaleSize } from './scale-data.ts';

/** What there is, and a hundredth of it. */
export const scaleSizes = {
  few: { topics: 1000, comments: 10, cases: 2000 },
  many: { topics: 100_000, comments: 10, cases: 200_000 },
} as const satisfies Record<string, ScaleSize>;

type Name = keyof typeof scaleSizes;

const grown = 1.3;
const stage = stages[0] as Stage;
const cases = caseCalls(stage);

/** Words that have the same answer in both databases: as many hits as are counted, the same few, or none. */
const words = [
  ['in every record', '榉木'],
  ['in every tenth', '婴儿床'],
  ['two common ones', '水性漆拼车'],
  ['in forty records', '洞石'],
  ['in none', '紫檀罗汉榻'],
] as const;

/** Words of which there is a hundred times as much to be found and shown, for a search among others. */
const sparseWords = ['走线槽', '翡翠拉手', '水性漆会议桌'];

const form = (fields: Record<string, string | number>) =>
  new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])).toString();

const posts = (requests: Request['requests']): Request => ({
  method: 'POST',
  headers: { 'content-type': formType },
  requests,
});

/** Each from an address of its own. */
const asked = (queries: readonly Record<string, string>[]): Request =>
  posts(
    Array.from({ length: 4000 }, (_, index) => ({
      path: search.path,
      body: form(queries[index % queries.length] ?? {}),
      from: `10.${index >> 8}.${index & 255}.1`,
    })),
  );

async function answered<Data>(server: Server, path: string, fields: Record<string, string | number>): Promise<Data> {
  const reply = await fetch(server.url + path, { method: 'POST', body: new URLSearchParams(form(fields)) });
  const { error_msg, data } = (await reply.json()) as { error_msg: string; data: Data };
  if (!reply.ok) throw new Error(`${path}: ${error_msg}`);
  return data;
}

/** Some of what the lists show, from their beginning, middle and end. */
async function someIds(server: Server, name: Name): Promise<{ topics: string[]; cases: string[] }> {
  const size = scaleSizes[name];
  const topics: string[] = [];
  const found: string[] = [];
  for (const part of [0, 0.3, 0.6, 0.9]) {
    const page = (count: number, pageSize: number) => 1 + Math.floor((count * part) / pageSize);
    const list = await answered<{ findTopicPageDto: { id: string }[] }>(server, findTopicPage.path, {
      topicType: '1',
      page: page(size.topics, 50),
      pageSize: 50,
    });
    topics.push(...list.findTopicPageDto.map(({ id }) => id));
    const shown = await answered<{ id: string }[]>(server, cases.list.path, {
      page: page(size.cases / stages.length, 50),
      page_size: 50,
    });
    found.push(...shown.map(({ id }) => id));
  }
  if (topics.length < 150 || found.length < 150) throw new Error('a list ends before it should');
  return { topics, cases: found };
}

/** What everything costs among a hundred times as much, and a search beside a list. */
export async function scale(servers: Record<Name, Server>, duel: Duel, add: (figure: Figure) => void): Promise<void> {
  const ids = { few: await someIds(servers.few, 'few'), many: await someIds(servers.many, 'many') };
  const runner = (what: string, name: Name, request: Request): Runner => ({
    name: `${what} among ${name}`,
    server: servers[name],
    request: () => request,
  });
  const grows = async (what: string, requestOf: (name: Name) => Request) => {
    const sides = await duel(runner(what, 'many', requestOf('many')), runner(what, 'few', requestOf('few')));
    add(timesAsLong(`${what}, a hundred times as much beside it`, ...sides, grown));
  };
  const topicList = post(findTopicPage.path, form({ topicType: '1', page: 1 }));
  const caseList = post(cases.list.path, form({ page: 1 }));

  await grows('topic list', () => topicList);
  await grows('topic with its comments', (name) =>
    posts(
      ids[name].topics.flatMap((topicId) => [
        { path: getTopicInfo.path, body: form({ topicId }) },
        { path: findTopicDiscussPage.path, body: form({ topicId, page: 1 }) },
      ]),
    ),
  );
  await grows('case list', () => caseList);
  await grows('case with its comments', (name) =>
    posts(
      ids[name].cases.flatMap((id) => [
        { path: cases.info.path, body: form({ id }) },
        { path: getCaseCommentList.path, body: form({ type: stage.number, case_id: id }) },
      ]),
    ),
  );

  const deep = async (what: string, path: string, last: number, fields: Record<string, string>) => {
    const side = (page: number) => runner(`${what}, page ${page}`, 'many', post(path, form({ ...fields, page })));
    add(timesAsLong(`${what}, page ${last} beside page 1`, ...(await duel(side(last), side(1))), 1.5));
  };
  await deep('topics', findTopicPage.path, 9000, { topicType: '1' });
  await deep('cases', cases.list.path, Math.floor(scaleSizes.many.cases / stages.length / stage.pageSize.more) - 5, {});

  for (const [commonness, q] of words) await grows(`search for what is ${commonness}`, () => asked([{ q }]));
  const last = String(searchMost / searchPageSize);
  await grows('last page of a search', () => asked([{ q: '榉木', kind: 'case', page: last }]));

  const mixed = asked(
    [...words.map(([, q]) => q), ...sparseWords].flatMap((q): Record<string, string>[] => [
      { q },
      { q, kind: 'case' },
      { q, kind: 'topic', category: 'pet' },
    ]),
  );
  for (const [list, request] of [
    ['topic list', topicList],
    ['case list', caseList],
  ] as const) {
    const sides = await duel(runner('searches', 'many', mixed), runner(list, 'many', request));
    add(timesTheWait(`search beside the ${list}`, ...sides, 4));
  }
}
