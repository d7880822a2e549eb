import { expect, test } from 'vitest';
import { markRead, openConversation, sendMessage } from '../../../contract/messages.ts';
import { noticesAfter } from '../../../contract/notices.ts';
import { readTag } from '../../live/topics.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { buildDemand } from '../demands/build.ts';
import { buildTender } from '../orders/build.ts';

const portal = await startPortal();
const { services, worker } = portal.app;

test('[Z-08] [Z-09] what was read in a conversation waits under the bell no longer, and the next message is told anew', async () => {
  const now = portal.clock.now();
  const owner = await buildUser(portal.db, { now });
  const bidder = await buildUser(portal.db, { nickName: '青木坊', now });
  const demand = await buildDemand(services, { owner });
  const tenderId = await buildTender(services, demand, { bidder });
  const { conversationId } = dataOf(await portal.as(owner)(openConversation, { demandNid: demand.nid, tenderId }));
  let said = 0;
  const say = async () => {
    said += 1;
    const message = { conversationId, content: `第 ${said} 句`, pictures: '', files: '', clientId: `client-${said}` };
    dataOf(await portal.as(bidder)(sendMessage, message));
    await worker.tick();
  };
  const bell = async () => {
    const { items } = dataOf(await portal.as(owner)(noticesAfter, {}));
    return items.filter(({ kind }) => kind === 'message').map(({ count, read }) => ({ count, read }));
  };
  await say();
  await say();
  expect(await bell()).toEqual([{ count: 2, read: false }]);
  // Not while something is unread.
  dataOf(await portal.as(owner)(markRead, { conversationId, seq: 1 }));
  expect(await bell()).toEqual([{ count: 2, read: false }]);

  const heard: string[] = [];
  const end = services.bus.subscribe(({ tags }) =>
    heard.push(...tags.map((tag) => readTag(tag)).flatMap((told) => (told?.userId === owner.id ? told.topic : []))),
  );
  dataOf(await portal.as(owner)(markRead, { conversationId, seq: 2 }));
  end();
  expect(heard).toContainEqual(expect.stringMatching(/^notice\/\d+$/));
  expect(await bell()).toEqual([{ count: 2, read: true }]);

  await say();
  expect(await bell()).toEqual([
    { count: 1, read: false },
    { count: 2, read: true },
  ]);
});
