import { expect, test } from 'vitest';
import { noticesAfter } from '../../../contract/notices.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { writeNotices } from './write.ts';

const portal = await startPortal();
const { db, clock } = portal;

test('[Z-08] a number is said only of what was handed over: what is written meanwhile comes at the next asking', async () => {
  const user = await buildUser(db, { now: clock.now() });
  const send = portal.as(user);
  const tell = (cause: string) =>
    writeNotices(portal.app.services, [{ userId: user.id, kind: 'reopened', cause, facts: {} }]);
  const countTo = (last_seq: number) =>
    db.updateTable('notice_heads').set({ last_seq }).where('user_id', '=', user.id).execute();

  expect(dataOf(await send(noticesAfter, {}))).toMatchObject({ items: [], seq: 0 });
  await tell('first');
  // As it looks to whoever has read the notices before the second was written, and the count after it.
  await countTo(2);
  const start = dataOf(await send(noticesAfter, {}));
  expect(start).toMatchObject({ items: [{ seq: 1 }], seq: 1 });
  expect(dataOf(await send(noticesAfter, { after: '0' }))).toMatchObject({ items: [{ seq: 1 }], seq: 1 });
  await countTo(1);
  await tell('second');
  const next = dataOf(await send(noticesAfter, { after: String(start.seq) }));
  expect(next).toMatchObject({ items: [{ seq: 2 }], seq: 2, unread: 2 });
});
