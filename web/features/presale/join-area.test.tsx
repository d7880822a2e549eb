import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Reply } from '../../../contract/call.ts';
import { signIn, signOut } from '../../session.ts';
import { JoinArea } from './join-area.tsx';
import type { PageProduct } from './product.ts';

const sent = vi.hoisted(() => ({
  answers: {} as Record<string, (input: object) => Reply<unknown>>,
  calls: [] as string[],
}));
vi.mock('../../client/transport.browser.ts', () => ({
  callAt: (path: string) => ({ path }),
  send: (call: { path: string }, input: object) => {
    const name = call.path.split('/').at(-1) ?? '';
    sent.calls.push(name);
    return Promise.resolve(
      sent.answers[name]?.(input) ?? { ok: false, code: 0, status: 0, message: '', fields: {}, data: {} },
    );
  },
}));

const now = Math.floor(Date.now() / 1000);
const product: PageProduct = {
  id: 'p1',
  name: '猫爬架',
  amount: 8,
  unit: '座',
  joined: 12,
  price: '386.00',
  company: '木桥实木',
  endTime: now + 86_400,
  likeSum: 0,
  category: { key: 'pet', name: '宠物' },
  pictures: [],
  paragraphs: [],
};
const booking = {
  id: 'j1',
  productId: 'p1',
  name: '猫爬架',
  thumbUrl: '',
  company: '木桥实木',
  unit: '座',
  price: '386.00',
  total: '772.00',
  number: 2,
  tel: '13800000001',
  amount: 8,
  endTime: now,
  addTime: now - 9,
  updateTime: now - 9,
  state: 'ended',
  stateName: '已截止',
};
const answer = (data: object): Reply<unknown> => ({ ok: true, data, count: 0, page: 1, pages: 1 });

const show = (own: Partial<PageProduct> = {}) =>
  render(
    <MemoryRouter>
      <JoinArea product={{ ...product, ...own }} rendered={now} onChanged={() => undefined} />
    </MemoryRouter>,
  );
const panel = () => within(screen.getByRole('region', { name: '参与预售' }));

beforeEach(() => {
  sessionStorage.clear();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  sent.answers = { getProductInfo: () => answer({ amount: 8, myJoin: null }) };
  sent.calls = [];
});
afterEach(() => {
  cleanup();
  signOut();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const member = {
  token: 'tok',
  user_name: '林木匠',
  avatar_url: '',
  nick_name: '',
  gender: 0,
  mobile: '13800000001',
  status: 1,
  account_type: 1,
};

test('[H-04] once the time has come, the open page says so and asks for nothing more', () => {
  vi.useFakeTimers({ now: now * 1000 });
  show({ endTime: now + 90 });
  expect(panel().getByRole('button', { name: '参与预售' })).toBeTruthy();
  act(() => vi.advanceTimersByTime(120_000));
  expect(panel().getByRole('heading', { name: '预售已截止' })).toBeTruthy();
  expect(panel().queryByRole('button', { name: '参与预售' })).toBeNull();
  expect(panel().getByRole('link', { name: '看看其他预售' }).getAttribute('href')).toBe('/presale');
});

test('[H-04] [O-10] whoever booked sees the booking after the end: the contact can be changed, the number stands', async () => {
  sent.answers.getProductInfo = () => answer({ amount: 8, myJoin: booking });
  signIn(member);
  show({ endTime: now - 1 });
  expect(await panel().findByRole('heading', { name: '您已预订 2 座' })).toBeTruthy();
  expect(panel().queryByRole('button', { name: '取消预订' })).toBeNull();
  fireEvent.click(panel().getByRole('button', { name: '改联系方式' }));
  expect(panel().queryByRole('textbox', { name: /^数量/ })).toBeNull();
  expect(panel().getByRole('textbox', { name: /^联系方式/ })).toHaveProperty('value', '13800000001');
});

test('[H-04] a number is held against what is left now, not when the page was made', async () => {
  signIn(member);
  show({ amount: 1 });
  sent.answers.join = () => answer({ ...booking, state: 'open', number: 5, total: '1930.00' });
  fireEvent.change(panel().getByRole('textbox', { name: /^数量/ }), { target: { value: '5' } });
  fireEvent.click(panel().getByRole('button', { name: '参与预售' }));
  expect(await panel().findByRole('heading', { name: '预订成功，5 座给您留好了' })).toBeTruthy();
  expect(sessionStorage.getItem('omo.waiting.presale.p1')).toBe('');
});

test('[H-04] what could not be sent says why and stays as it was typed', async () => {
  signIn(member);
  show();
  sent.answers.join = () => ({
    ok: false,
    code: 0,
    status: 0,
    message: '网络连接失败，请检查网络后再试',
    fields: {},
    data: {},
  });
  fireEvent.change(panel().getByRole('textbox', { name: /^联系方式/ }), { target: { value: 'lin@nan.cn' } });
  fireEvent.click(panel().getByRole('button', { name: '参与预售' }));
  expect((await panel().findByRole('alert')).textContent).toBe('网络连接失败，请检查网络后再试');
  expect(panel().getByRole('textbox', { name: /^联系方式/ })).toHaveProperty('value', 'lin@nan.cn');
  await waitFor(() => expect(panel().getByRole('button', { name: '参与预售' })).toHaveProperty('disabled', false));
});
