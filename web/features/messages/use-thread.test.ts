import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useThread } from './use-thread.ts';

type Asked = { path: string; after: number | undefined; answer: (data: object) => Promise<void> };
let asked: Asked[] = [];
let tell: (topic: string | null) => void;

vi.mock('../../client/transport.browser.ts', () => ({
  callAt: (path: string) => path,
  send: (path: string, { after }: { after?: number }) =>
    new Promise((resolve) => {
      const answer = (data: object) => act(async () => resolve({ ok: true, data }));
      asked.push({ path, after, answer });
    }),
}));
vi.mock('../../client/live.ts', () => ({
  onLive: (listener: typeof tell) => {
    tell = listener;
    return () => undefined;
  },
}));

const page = (...seqs: number[]) => pageWhere([], ...seqs);
/** … of a conversation in which these places are hidden. */
const pageWhere = (hidden: number[], ...seqs: number[]) => ({
  messages: seqs.map((seq) => {
    const gone = hidden.includes(seq);
    return { id: `m${seq}`, seq, hidden: gone, content: gone ? '' : `第 ${seq} 句` };
  }),
  more: false,
  hidden,
  read: null,
});
const head = (reason = '') => ({ masking: false, writing: { enabled: reason === '', reason } });
afterEach(cleanup);

/** What was asked for since the last time. */
const next = () => asked.splice(0);

beforeEach(() => {
  asked = [];
});

function open() {
  const { result } = renderHook(() => useThread('one'));
  const shown = () => {
    const { state } = result.current;
    return state.kind === 'here' ? state.thread : undefined;
  };
  const [first, messages] = next();
  return {
    shown,
    seqs: () => shown()?.messages.map(({ seq }) => seq),
    first: first as Asked,
    messages: messages as Asked,
  };
}

test('[Z-09] what is said while the conversation is being opened is there too', async () => {
  const { seqs, first, messages } = open();
  await act(async () => tell('messages/one'));
  await first.answer(head());
  await messages.answer(page(1));
  const [since] = next();
  expect(since).toMatchObject({ path: '/api/Message/messages', after: 1 });
  await since?.answer(page(2));
  expect(seqs()).toEqual([1, 2]);
});

test('[Z-09] that the order went on while it is being opened is not missed', async () => {
  const { shown, first, messages } = open();
  await act(async () => tell('conversation/one'));
  await first.answer(head());
  await messages.answer(page(1));
  const [again] = next();
  expect(again?.path).toBe('/api/Message/conversation');
  await again?.answer(head('订单已取消，不能再发消息'));
  expect(shown()?.head.writing.enabled).toBe(false);
});

test('[Z-09] a page in the background asks for nothing until somebody comes back to it', async () => {
  const { seqs, first, messages } = open();
  await first.answer(head());
  await messages.answer(page(1));
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  await act(async () => tell('messages/one'));
  await act(async () => tell('conversation/one'));
  expect(next()).toEqual([]);
  hidden.mockRestore();
  await act(async () => document.dispatchEvent(new Event('visibilitychange')));
  const [refreshed, since] = next();
  await refreshed?.answer(head());
  await since?.answer(page(2));
  expect(seqs()).toEqual([1, 2]);
});

test('[Z-09] what is said while the whole is read anew, since it is uncovered now, is not lost', async () => {
  const { seqs, first, messages } = open();
  await first.answer({ ...head(), masking: true });
  await messages.answer(page(1));
  await act(async () => tell('conversation/one'));
  const [refreshed] = next();
  await refreshed?.answer(head());
  const [anew, whole] = next();
  await act(async () => tell('messages/one'));
  expect(next()).toEqual([]);
  await anew?.answer(head());
  await whole?.answer(page(1));
  const [since] = next();
  await since?.answer(page(2));
  expect(seqs()).toEqual([1, 2]);
  expect(next()).toEqual([]);
});

test('[Z-09] [P-04] what an operator hides is replaced where it stands, and comes back when it is shown again', async () => {
  const { shown, first, messages } = open();
  await first.answer(head());
  await messages.answer(page(1, 2, 3));
  const words = () => shown()?.messages.map(({ content }) => content);
  const told = async (hidden: number[]) => {
    await act(async () => tell('messages/one'));
    const [since] = next();
    expect(since?.after).toBe(3);
    await since?.answer(pageWhere(hidden));
    const [anew] = next();
    expect(anew?.after).toBe(1);
    await anew?.answer(pageWhere(hidden, 2, 3));
    expect(next()).toEqual([]);
  };
  await told([2]);
  expect(words()).toEqual(['第 1 句', '', '第 3 句']);
  await told([]);
  expect(words()).toEqual(['第 1 句', '第 2 句', '第 3 句']);
});

test('[Z-09] [P-04] what was hidden while earlier messages were on their way does not show with them', async () => {
  const { result } = renderHook(() => useThread('one'));
  const [first, messages] = next();
  await first?.answer(head());
  await messages?.answer({ ...page(2), more: true });
  const loading = result.current.older(2);
  const [older] = next();
  await act(async () => tell('messages/one'));
  const [since] = next();
  await since?.answer(pageWhere([1]));
  await older?.answer(page(1));
  await loading;
  const [anew] = next();
  expect(anew?.after).toBe(0);
  await anew?.answer(pageWhere([1], 1, 2));
  const { state } = result.current;
  expect(state.kind === 'here' && state.thread.messages.map(({ content }) => content)).toEqual(['', '第 2 句']);
  expect(next()).toEqual([]);
});
