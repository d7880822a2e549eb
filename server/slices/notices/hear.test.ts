import type { KyselyPlugin } from 'kysely';
import { v7 as uuid } from 'uuid';
import { beforeEach, expect, test } from 'vitest';
import { noticesAfter } from '../../../contract/notices.ts';
import type { EventKind, Happened } from '../../outbox/events.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { type BuiltUser, buildUser } from '../accounts/build.ts';
import { alsoOperator } from '../operators/build.ts';
import { buildDemand } from '../demands/build.ts';
import { orderMoved, type Recipients } from '../orders/events.ts';
import { liked } from '../reactions/events.ts';
import { buildTopic } from '../topics/build.ts';
import { noticeConsumer } from './hear.ts';

const portal = await startPortal();
const { db, clock } = portal;
const { services } = portal.app;

let owner: BuiltUser;
beforeEach(async () => {
  owner = await buildUser(db, { now: clock.now() });
  await alsoOperator(db, owner, ['admin'], clock.now());
});

const happened = <Payload extends object>({ name }: EventKind<Payload>, payload: Payload) =>
  ({ id: uuid(), event: name, payload }) as Happened<never>;
const noticesOf = async (user: BuiltUser) => dataOf(await portal.as(user)(noticesAfter, {})).items;

test('[Z-08] who is a side and an operator too is told as a side, once', async () => {
  const { id: demandId, nid } = await buildDemand(services, { owner, name: '橡木餐边柜' });
  const recipients: Recipients = { owner: owner.id, operators: true };
  const move = { demandId, action: 'openDispute', historyId: null, recipients } as const;
  await noticeConsumer.handle(happened(orderMoved, move), services);
  expect(await noticesOf(owner)).toMatchObject([{ kind: 'order', link: `/personal/order/${nid}` }]);
});

test('[Z-08] a hundred things heard at once leave the calls their connections', async () => {
  const subjectId = await buildTopic(db, { user_id: owner.id });
  let [asking, most] = [0, 0];
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      asking += 1;
      most = Math.max(most, asking);
      return node;
    },
    transformResult: async ({ result }) => {
      asking -= 1;
      return result;
    },
  };
  const all = Array.from({ length: 100 }, () => happened(liked, { kind: 'topic', subjectId, userId: uuid() }));
  await noticeConsumer.handleMany?.(all, { ...services, db: db.withPlugin(counting) });
  expect(await noticesOf(owner)).toMatchObject([{ kind: 'liked', count: 100 }]);
  expect(asking).toBe(0);
  expect(most).toBeLessThanOrEqual(8);
});
