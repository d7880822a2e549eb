import { expect, it } from 'vitest';
import { likeCase, postCaseComment } from '../../../contract/cases.ts';
import { needView } from '../../../contract/demands.ts';
import { commentPresell, likePresell } from '../../../contract/presale.ts';
import { deleteComment, getMyCommentPage, getMyLikePage, takeBackLike } from '../../../contract/reactions.ts';
import { stages } from '../../../contract/stages/index.ts';
import { deleteTopic, likeTopic, publishDiscuss } from '../../../contract/topics.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { buildCase } from '../cases/build.ts';
import { buildDemand } from '../demands/build.ts';
import { buildPresaleProduct } from '../presale/build.ts';
import { buildTopic } from '../topics/build.ts';

const portal = await startPortal();
const person = () => buildUser(portal.db, { now: portal.clock.now() });
const [stage] = stages;
if (!stage) throw new Error('the catalogue has stages');

it('[H-07] all that one said, of whatever kind, leads to what it is about; one’s own can be deleted there', async () => {
  const [one, other] = [await person(), await person()];
  const topicId = await buildTopic(portal.db, { user_id: other.id, title: '护栏间距' });
  const productId = await buildPresaleProduct(portal.db, { name: '三层猫爬架' });
  const case_id = await buildCase(portal.db, { stage_key: stage.key, name: '榫卯方桌' });
  const { nid } = await buildDemand(portal.app.services, { owner: other, stage: stage.key, name: '婴儿床打样' });
  const mine = portal.as(one);
  const says = [
    () => mine(publishDiscuss, { topicId, content: '58 正好' }),
    () => mine(commentPresell, { productId, content: '侧板能拆吗' }),
    () => mine(postCaseComment, { type: stage.number, case_id, content: '多重' }),
    () => mine(needView, { demandType: stage.number, demandNid: nid, demandView: '什么料' }),
    () => mine(publishDiscuss, { topicId, content: '代 开 發 票' }),
  ];
  for (const say of says) {
    portal.clock.advance(1000);
    expect(await say()).toMatchObject({ ok: true });
  }
  dataOf(await portal.as(other)(publishDiscuss, { topicId, content: '别人的' }));

  const list = async (page = 1) => mine(getMyCommentPage, { page, pageSize: 3 });
  expect(await list()).toMatchObject({ count: 5, pages: 2 });
  const rows = [...dataOf(await list()), ...dataOf(await list(2))];
  expect(rows.map(({ kind, content, status, about }) => [kind, content, status, about?.name, about?.path])).toEqual([
    ['topic', '代 开 發 票', 0, '护栏间距', `/topic/${topicId}`],
    ['demand', '什么料', 1, '婴儿床打样', `/demand/${nid}`],
    ['case', '多重', 1, '榫卯方桌', expect.stringMatching(new RegExp(`/${stage.key}/details/${case_id}$`))],
    ['presale', '侧板能拆吗', 1, '三层猫爬架', `/presale/${productId}`],
    ['topic', '58 正好', 1, '护栏间距', `/topic/${topicId}`],
  ]);
  // What it is about is gone: one's words are still one's own.
  dataOf(await portal.as(other)(deleteTopic, { topicId }));
  const last = dataOf(await list(2)).at(-1);
  expect(last).toMatchObject({ content: '58 正好', about: null });
  dataOf(await mine(deleteComment, { id: last?.id ?? '' }));
  expect(await list()).toMatchObject({ count: 4 });
  expect(dataOf(await portal.as(other)(getMyCommentPage, {})).map(({ content }) => content)).toEqual(['别人的']);
  expect(await portal.send(getMyCommentPage, {})).toMatchObject({ code: 1002 });
});

it('[H-08] all that one likes, the newest first; a like is taken back there, once, also of what is gone', async () => {
  const [one, other] = [await person(), await person()];
  const topicId = await buildTopic(portal.db, { user_id: other.id });
  const gone = await buildTopic(portal.db, { user_id: other.id });
  const productId = await buildPresaleProduct(portal.db);
  const case_id = await buildCase(portal.db, { stage_key: stage.key });
  const mine = portal.as(one);
  const likes = [
    () => mine(likeTopic, { topicId }),
    () => mine(likeTopic, { topicId: gone }),
    () => mine(likePresell, { productId, thisUserLoveStatus: '2' }),
    () => mine(likeCase, { type: stage.number, case_id }),
  ];
  for (const like of likes) {
    portal.clock.advance(1000);
    expect(await like()).toMatchObject({ ok: true });
  }
  dataOf(await portal.as(other)(deleteTopic, { topicId: gone }));
  const list = async () => dataOf(await mine(getMyLikePage, {})).map(({ id, about }) => [id, about === null]);
  expect(await list()).toEqual([
    [case_id, false],
    [productId, false],
    [gone, true],
    [topicId, false],
  ]);
  const count = async (id: string) =>
    (await portal.db.selectFrom('topics').select('like_count').where('id', '=', id).executeTakeFirstOrThrow())
      .like_count;
  const before = [await count(topicId), await count(gone)];
  for (const id of [topicId, gone])
    for (const reply of await Promise.all([1, 2, 3].map(() => mine(takeBackLike, { kind: 'topic', id }))))
      expect(reply).toMatchObject({ ok: true });
  expect([await count(topicId), await count(gone)]).toEqual(before.map((n) => n - 1));
  expect(await list()).toEqual([
    [case_id, false],
    [productId, false],
  ]);
  expect(dataOf(await portal.as(other)(getMyLikePage, {}))).toEqual([]);
});
