import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Reply } from '../../contract/call.ts';
import { LatePart, lateTimeout } from './late-part.tsx';

const here = (data: string): Reply<string> => ({ ok: true, data, count: 0, page: 1, pages: 0 });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show(load: (signal: AbortSignal) => Promise<Reply<string>>) {
  render(
    <LatePart load={load} skeleton={<i>骨架</i>}>
      {(text) => <p>{text}</p>}
    </LatePart>,
  );
}

test('[S-15] shows a skeleton, then the content', async () => {
  let arrive = (_: Reply<string>) => {};
  show(() => new Promise((resolve) => (arrive = resolve)));
  expect(screen.getByRole('status', { name: '正在加载' }).textContent).toBe('骨架');
  await act(async () => arrive(here('两条评论')));
  expect(screen.getByText('两条评论')).toBeDefined();
  expect(screen.queryByText('骨架')).toBeNull();
});

test('[S-15] gives up after 120 s, says so, and tries again when asked', async () => {
  const signals: AbortSignal[] = [];
  let answer: Promise<Reply<string>> = new Promise(() => {});
  show((signal) => {
    signals.push(signal);
    return answer;
  });
  await act(async () => vi.advanceTimersByTime(lateTimeout - 1));
  expect(screen.queryByRole('alert')).toBeNull();
  await act(async () => vi.advanceTimersByTime(1));
  expect(screen.getByRole('alert').textContent).toContain('加载超时了');
  expect(signals[0]?.aborted).toBe(true);
  answer = Promise.resolve(here('两条评论'));
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '再试一次' })));
  expect(screen.getByText('两条评论')).toBeDefined();
});

test('[S-15] a refusal is shown in its own words', async () => {
  show(async () => ({ ok: false, code: 1004, status: 404, message: '内容已被删除', fields: {}, data: {} }));
  await act(async () => {});
  expect(screen.getByRole('alert').textContent).toContain('内容已被删除');
});
