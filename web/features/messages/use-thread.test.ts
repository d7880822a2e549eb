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

const page = (...seqs: number[]) => ({
  messages: seqs.map((seq) => ({ id: `m${seq}`, seq, content: `第 ${seq} 句` })),
  more: false,
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
