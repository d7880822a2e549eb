import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openConversation, sendMessage } from '../../../contract/messages.ts';
import { hiddenLine } from '../../../contract/report-reasons.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { buildDemand } from '../demands/build.ts';
import { buildTender } from '../orders/build.ts';
import { jsonPieces } from '../personal-data/json-pieces.ts';
import { messagePart } from './personal.ts';

const portal = await startPortal();
const { db, clock } = portal;
const { services } = portal.app;

/** A conversation in which so many messages were said, the first of them by a call. */
async function talk(messages: number) {
  const [owner, bidder] = [
    await buildUser(db, { now: clock.now() }),
    await buildUser(db, { nickName: '三榫', now: clock.now() }),
  ];
  const demand = await buildDemand(services, { owner, name: '三层猫爬架' });
  const tenderId = await buildTender(services, demand, { bidder });
  const send = portal.as(owner);
  const { conversationId } = dataOf(await send(openConversation, { demandNid: demand.nid, tenderId }));
  dataOf(
    await send(sendMessage, { conversationId, content: '第1条', pictures: '', files: '', clientId: 'client-0001' }),
  );
  await sql`
    insert into messages (id, conversation_id, seq, author_id, content, created_at, client_id)
    select gen_random_uuid(), conversation_id, n, ${bidder.id}, '第' || n || '条', created_at, 'c' || n
    from messages, generate_series(2, ${messages}) as n where conversation_id = ${conversationId}`.execute(db);
  return { owner, demand, conversationId };
}

async function leafOf(userId: string) {
  const [leaf] = (await messagePart.collect?.(services, userId)) ?? [];
  if (!leaf || !('json' in leaf.content)) throw new Error('no leaf');
  return leaf.content.json;
}

test('[Z-15] all that was said stands in the copy of one’s data, in its order; what an operator hid does not', async () => {
  const { owner, demand, conversationId } = await talk(450);
  await db
    .updateTable('messages')
    .set({ review_status: 2, review_reason: '广告' })
    .where('conversation_id', '=', conversationId)
    .where('seq', '=', 7)
    .execute();
  const [found, ...others] = JSON.parse(await text(jsonPieces(await leafOf(owner.id)))) as {
    消息: { 由: string; 内容: string }[];
  }[];
  expect(others).toEqual([]);
  expect(found).toMatchObject({ 需求编号: demand.nid, 需求名称: '三层猫爬架', 对方: '三榫' });
  const said = Array.from({ length: 450 }, (_, index) => (index === 6 ? hiddenLine : `第${index + 1}条`));
  expect(found?.消息.map(({ 内容 }) => 内容)).toEqual(said);
  expect(found?.消息.slice(0, 2).map(({ 由 }) => 由)).toEqual(['我', '对方']);
});

test('[Z-15] messages are read as the copy is written, and not before', async () => {
  const { owner, conversationId } = await talk(450);
  const pieces = jsonPieces(await leafOf(owner.id));
  let written = '';
  while (!written.includes('第1条')) written += (await pieces.next()).value ?? '';
  // What is gone when its turn comes was never held.
  await db.deleteFrom('messages').where('conversation_id', '=', conversationId).where('seq', '>', 300).execute();
  written += await text(pieces);
  const [found] = JSON.parse(written) as { 消息: unknown[] }[];
  expect(found?.消息).toHaveLength(300);
});
