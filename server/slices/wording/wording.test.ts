import { beforeAll, expect, it } from 'vitest';
import type { Send } from '../../../contract/call.ts';
import {
  operatorSynonymList,
  operatorSynonymRemove,
  operatorSynonymSave,
  operatorWordAdd,
  operatorWordList,
  operatorWordRemove,
  operatorWordTest,
} from '../../../contract/operator/wording.ts';
import { commentPresell, getPresellCommentList } from '../../../contract/presale.ts';
import { search } from '../../../contract/search.ts';
import { memoryBus } from '../../bus.ts';
import { firstSynonyms, firstWords } from '../../db/migrations/202611221125-words.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { buildPresaleProduct } from '../presale/build.ts';
import { rebuildIndex } from '../search/keep.ts';
import { buildTopic } from '../topics/build.ts';
import { storedWords } from './kept.ts';

const portal = await startPortal();
const { db, clock } = portal;
const now = clock.now();
let moderator: Send;
let other: Send;
let buyer: Send;
let productId: string;

beforeAll(async () => {
  moderator = portal.as(await buildUser(db, { now, nickName: '林编辑', operatorRoles: ['moderator'] }));
  other = portal.as(await buildUser(db, { now, nickName: '苏编辑', operatorRoles: ['admin'] }));
  buyer = portal.as(await buildUser(db, { now }));
  productId = await buildPresaleProduct(db, { created_at: now });
});

const say = async (content: string) => dataOf(await buyer(commentPresell, { productId, content }));
const heard = async () => dataOf(await portal.send(getPresellCommentList, { productId })).map(({ content }) => content);
const wordNamed = async (word: string) =>
  dataOf(await moderator(operatorWordList, { q: word })).find((one) => one.word === word)?.id ?? '';

it('[P-03] the lists begin with what stood in the code', async () => {
  const list = await moderator(operatorWordList, {});
  expect(list).toMatchObject({ ok: true, count: firstWords.length });
  expect(dataOf(await moderator(operatorSynonymList, {}))).toHaveLength(firstSynonyms.length);
  expect(dataOf(await moderator(operatorWordTest, { text: '网上赌 博，稳赚不赔' }))).toEqual({
    clean: false,
    words: ['赌博', '稳赚不赔'],
  });
});

it('[P-03] a word holds back what is written from then on, and changes nothing that stands or waits', async () => {
  const before = await say('这款可以刷好评返现吗');
  expect(before.status).toBe(1);
  expect(dataOf(await moderator(operatorWordAdd, { words: '好评返现\n賭博，好评返现' }))).toEqual({
    added: ['好评返现'],
    known: ['賭博'],
  });
  expect((await say('好 评 返 现找我')).status).toBe(0);
  expect(await heard()).toContain('这款可以刷好评返现吗');
  expect(dataOf(await moderator(operatorWordTest, { text: '好-评返现' }))).toEqual({
    clean: false,
    words: ['好评返现'],
  });

  dataOf(await moderator(operatorWordRemove, { id: await wordNamed('好评返现') }));
  expect(dataOf(await moderator(operatorWordTest, { text: '好评返现' })).clean).toBe(true);
  expect(await heard()).not.toContain('好 评 返 现找我');
  expect((await say('还有好评返现吗')).status).toBe(1);
  const trail = await db
    .selectFrom('audit_entries')
    .selectAll()
    .where('subject_kind', '=', 'held-word')
    .orderBy('action')
    .execute();
  expect(trail.map(({ action, before: was, after }) => [action, was, after])).toEqual([
    ['held-word.added', {}, { word: '好评返现' }],
    ['held-word.removed', { word: '好评返现' }, {}],
  ]);
});

it('[P-03] a process that was told of it looks for the words as they are now; one that nothing connects does so soon', async () => {
  const bus = memoryBus();
  const elsewhere = storedWords(db, bus);
  expect((await elsewhere.check(['量身定作'])).clean).toBe(true);
  dataOf(await moderator(operatorWordAdd, { words: '量身定作' }));
  bus.publish({ tags: ['held-words'] });
  expect((await elsewhere.check(['量身定作'])).clean).toBe(false);
  dataOf(await moderator(operatorWordRemove, { id: await wordNamed('量身定作') }));
});

it.each([
  ['', '请输入敏感词'],
  ['床', '“床”太短：去掉标点和空格后至少2个字，一个字会误伤太多'],
  ['好词 a-', '“a-”太短：去掉标点和空格后至少2个字，一个字会误伤太多'],
  ['长'.repeat(21), `“${'长'.repeat(21)}”太长：敏感词最多20个字`],
  [Array.from({ length: 201 }, (_, n) => `词语${n}`).join(' '), '一次最多添加200个敏感词'],
])('[P-03] %j is no list of words: %s', async (words, message) => {
  expect(await moderator(operatorWordAdd, { words })).toMatchObject({ code: 1001, fields: { words: message } });
});

it('[P-03] searches use a group of synonyms at once, and no more once it is gone', async () => {
  await buildTopic(db, { title: '换了一张飘窗垫', content: '坐着晒太阳。' });
  await rebuildIndex(portal.app.services);
  // What is found by some of its characters is no answer to the word.
  const hits = async (q: string) => {
    const { loose, hits: found } = dataOf(await portal.send(search, { q, kind: 'topic' }));
    return loose ? 0 : found.length;
  };
  expect(await hits('窗台毯')).toBe(0);
  const group = dataOf(await moderator(operatorSynonymSave, { words: '飘窗垫 窗台毯' }));
  expect(group).toMatchObject({ words: ['飘窗垫', '窗台毯'], version: 1, updatedBy: '林编辑' });
  expect(await hits('窗台毯')).toBe(1);

  const changed = dataOf(await other(operatorSynonymSave, { id: group.id, version: 1, words: '飘窗垫，窗台垫' }));
  expect(changed).toMatchObject({ version: 2, updatedBy: '苏编辑' });
  expect([await hits('窗台垫'), await hits('窗台毯')]).toEqual([1, 0]);
  const refused = await moderator(operatorSynonymSave, { id: group.id, version: 1, words: '飘窗垫 榻榻米垫' });
  expect(refused).toMatchObject({ code: 1005 });
  expect(!refused.ok && refused.message).toContain('苏编辑刚刚改过');
  expect(await moderator(operatorSynonymRemove, { id: group.id, version: 1 })).toMatchObject({ code: 1005 });
  dataOf(await moderator(operatorSynonymRemove, { id: group.id, version: 2 }));
  expect(await hits('窗台垫')).toBe(0);
});

it.each([
  ['打样', '一组至少两个不同的词'],
  ['独角兽 独角兽', '一组至少两个不同的词'],
  ['独角兽 獨角獸', '“獨角獸”写了两遍'],
  ['喷漆 独角兽', '“喷漆”已经在“喷漆 喷涂 上漆”这一组里，请在那一组里修改'],
  ['独角兽 ！！', '“！！”里没有文字'],
  ['一 二 三 四 五 六 七 八 九', '一组最多8个词'],
])('[P-03] %j is no group of synonyms: %s', async (words, message) => {
  expect(await moderator(operatorSynonymSave, { words })).toMatchObject({ code: 1001, fields: { words: message } });
});

it('[P-03] the lists are the moderators’; auditors read them', async () => {
  const reviewer = portal.as(await buildUser(db, { now, operatorRoles: ['reviewer'] }));
  const auditor = portal.as(await buildUser(db, { now, operatorRoles: ['auditor'] }));
  expect((await auditor(operatorWordList, {})).ok).toBe(true);
  expect(await reviewer(operatorWordList, {})).toMatchObject({ code: 1003 });
  for (const send of [auditor, reviewer, buyer]) {
    expect(await send(operatorWordAdd, { words: '好评返现' })).toMatchObject({ code: 1003 });
    expect(await send(operatorSynonymSave, { words: '甲词 乙词' })).toMatchObject({ code: 1003 });
  }
});
