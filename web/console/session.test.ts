import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Operator } from './session.ts';

const idle = 1800;
const operator = {
  token: 't-1',
  operator_id: 'o-1',
  nick_name: '夜班运营',
  idle,
  expires_at: Math.floor(Date.now() / 1000) + 36_000,
} as Operator;

/** What a reload does: the module begins anew, what the browser keeps stays. */
async function load() {
  vi.resetModules();
  const { endedBecause, ...rest } = await import('./session.ts');
  return { ...rest, said: () => endedBecause.get() };
}

const lastUsed = (secondsAgo: number) =>
  localStorage.setItem('omo.operator', JSON.stringify({ operator, usedAt: Date.now() - secondsAgo * 1000 }));

beforeEach(() => localStorage.clear());
afterEach(() => vi.resetModules());

test('[P-01] why a session ended is said again after each reload, until somebody signs in', async () => {
  lastUsed(idle + 1);
  for (const _ of [1, 2, 3]) expect((await load()).said()).toBe('长时间没有操作，已自动退出，请重新登录');
  const { keepOperator, said } = await load();
  keepOperator(operator);
  expect(said()).toBe('');
  expect((await load()).said()).toBe('');
});

test('[P-01] the server’s word that a session is over is said after a reload as well; who leaves is told nothing', async () => {
  lastUsed(5);
  const { consoleWing } = await load();
  consoleWing.lost();
  expect((await load()).said()).toBe('登录已失效，请重新登录');

  const { keepOperator } = await load();
  keepOperator(operator);
  const { forgetOperator, said } = await load();
  forgetOperator();
  expect(said()).toBe('');
  expect((await load()).said()).toBe('');
});
