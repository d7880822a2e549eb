import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { forgetWritten } from '../../client/waiting.ts';
import { useOutgoing } from './use-outgoing.ts';

let answer: (reply: unknown) => void;
vi.mock('../../client/transport.browser.ts', () => ({
  callAt: () => undefined,
  send: () =>
    new Promise((resolve) => {
      answer = resolve;
    }),
}));

beforeEach(() => localStorage.clear());

async function sending(text: string) {
  const { result } = renderHook(() => useOutgoing('one', { onSent: () => undefined, onSilenced: () => undefined }));
  act(() => result.current.write({ content: text }));
  // On its way once what went before it is.
  await act(async () => result.current.submit());
  expect(localStorage).toHaveLength(1);
  return result;
}

test.each([
  ['lost', { ok: false, code: 1500, message: '网络不通' }],
  ['refused', { ok: false, code: 1001, message: '消息里有不能发送的词' }],
])('[U-05] a message that was %s after its writer signed out leaves nothing on the device', async (_, reply) => {
  await sending('打 13800000001');
  forgetWritten();
  await act(async () => answer(reply));
  expect(localStorage).toHaveLength(0);
});

test('[Z-09] what was refused is there to be changed, also after a reload', async () => {
  const result = await sending('代开发票');
  await act(async () => answer({ ok: false, code: 1001, message: '消息里有不能发送的词' }));
  expect(result.current).toMatchObject({ kept: { content: '代开发票', waiting: [] }, refusal: '消息里有不能发送的词' });
  expect(localStorage.getItem('omo.draft.messages.one')).toContain('代开发票');
});
