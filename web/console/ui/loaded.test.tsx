import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import type { Reply } from '../../../contract/call.ts';
import { Loaded } from './loaded.tsx';
import { PageHead } from './page-head.tsx';

afterEach(cleanup);

const head = { title: '审核案例', back: { to: '/console/cases', label: '案例审核' } };

/** A screen whose answers come when they are let. */
function open(at = '/', framed = true) {
  const waiting: ((reply: Reply<string>) => void)[] = [];
  const load = () => new Promise<Reply<string>>((resolve) => waiting.push(resolve));
  render(
    <MemoryRouter initialEntries={[at]}>
      <Loaded load={load} head={framed ? head : undefined}>
        {(name) => <PageHead title={name} />}
      </Loaded>
    </MemoryRouter>,
  );
  const answer = (reply: object) => act(async () => waiting.shift()?.(reply as Reply<string>));
  return { answer, asked: () => waiting.length };
}

const title = () => screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent);
const back = () => screen.queryAllByRole('link', { name: '返回案例审核' });
const again = () => screen.queryByRole('button', { name: '再试一次' });

test('[P-02] while a screen loads, when it fails and when it comes, it has one title and a way back', async () => {
  const { answer, asked } = open();
  expect(title()).toEqual(['审核案例']);
  expect(screen.getByRole('status', { name: '正在加载' })).toBeDefined();
  expect(back()).toHaveLength(1);
  await answer({ ok: false, code: 1500, message: '服务器开小差了' });
  expect(title()).toEqual(['审核案例']);
  expect(screen.getByText('服务器开小差了')).toBeDefined();
  expect(screen.queryByRole('status', { name: '正在加载' })).toBeNull();
  const retry = again();
  if (!retry) throw new Error('there is no way to try again');
  await userEvent.click(retry);
  expect(asked()).toBe(1);
  await answer({ ok: true, data: '云朵婴儿床', count: 1, page: 1, pages: 1 });
  expect(title()).toEqual(['云朵婴儿床']);
});

test('[P-02] what there is not has a title too, and leads to its list instead of trying again', async () => {
  for (const [code, words] of [
    [1004, '没有这个案例'],
    [1001, '没有找到，地址可能有误'],
  ] as const) {
    const { answer } = open();
    await answer({ ok: false, code, message: '没有这个案例' });
    expect(title()).toEqual(['审核案例']);
    expect(screen.getByText(words)).toBeDefined();
    expect(back().length).toBeGreaterThan(0);
    expect(again()).toBeNull();
    cleanup();
  }
});

test('[P-02] filters that cannot be are taken off: the same asked again would find no more', async () => {
  const { answer } = open('/console/figures?region=999999', false);
  await answer({ ok: false, code: 1001, message: '地区有误' });
  expect(screen.getByText('地区有误')).toBeDefined();
  expect(again()).toBeNull();
  expect(screen.getByRole('link', { name: '清除筛选' }).getAttribute('href')).toBe('/console/figures');
});
