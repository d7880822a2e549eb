import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Reply } from '../../../contract/call.ts';
import type { Notice } from '../../../contract/notices.ts';
import { send } from '../../client/transport.browser.ts';
import { signIn, signOut } from '../../session.ts';
import { heard, nothingHeard } from './heard.ts';
import { markNotices, watchNotices } from './watch.ts';

vi.mock('../../client/live.ts', () => ({ onLive: () => () => {} }));
vi.mock('../../client/transport.browser.ts', async (original) => ({
  ...(await original<typeof import('../../client/transport.browser.ts')>()),
  send: vi.fn(),
}));

/** What was asked, in turn, to be answered when a test says so. */
let asked: ((data: object) => Promise<void>)[] = [];
let stop: (() => void) | undefined;

beforeEach(() => {
  asked = [];
  vi.mocked(send).mockImplementation(
    () =>
      new Promise((resolve) => {
        asked.push(async (data) => {
          resolve({ ok: true, data, count: 0, page: 1, pages: 0 } as Reply<never>);
          // Everything that waits for it goes first.
          await new Promise((done) => setTimeout(done));
        });
      }),
  );
});
afterEach(() => {
  stop?.();
  signOut();
});

const as = (name: string) =>
  signIn({
    token: `token of ${name}`,
    user_name: name,
    avatar_url: '',
    nick_name: name,
    gender: 0,
    mobile: '',
    status: 1,
    account_type: 1,
  });
const told = (text: string, seq: number) => {
  const item: Notice = {
    id: text,
    seq,
    kind: 'order',
    group: 'order',
    title: '订单进展',
    text,
    link: '/',
    count: 1,
    time: 0,
    read: false,
  };
  return { items: [item], more: false, seq, unread: 1 };
};
const texts = () => heard.get().items.map(({ text }) => text);

test('[Z-08] what comes for somebody who has signed out is in nobody’s bell, and the next one’s begins anew', async () => {
  as('甲');
  stop = watchNotices();
  expect(asked).toHaveLength(1);
  stop();
  signOut();
  await asked[0]?.(told('甲的事', 7));
  expect(heard.get()).toEqual(nothingHeard);

  as('甲');
  const stopFirst = watchNotices();
  stopFirst();
  as('乙');
  stop = watchNotices();
  // Not held up by what is still on its way for the other.
  expect(asked).toHaveLength(3);
  await asked[2]?.(told('乙的事', 2));
  await asked[1]?.(told('甲的事', 7));
  expect(texts()).toEqual(['乙的事']);
  expect(heard.get()).toMatchObject({ known: true, seq: 2, unread: 1 });
});

test('[Z-08] nor when somebody else has signed in in another tab, before the bell has gone', async () => {
  as('甲');
  stop = watchNotices();
  as('乙');
  await asked[0]?.(told('甲的事', 7));
  expect(texts()).toEqual([]);
});

test('[Z-08] nor does what somebody marked as read set the count of the next', async () => {
  as('甲');
  stop = watchNotices();
  await asked[0]?.(told('甲的事', 7));
  const marked = markNotices({});
  stop();
  as('乙');
  stop = watchNotices();
  await asked[2]?.(told('乙的事', 2));
  await asked[1]?.({ unread: 0 });
  expect(await marked).toBe(true);
  expect(heard.get()).toMatchObject({ unread: 1, items: [{ text: '乙的事', read: false }] });
});
