import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signIn, signOut, type UserInfo } from '../../session.ts';
import { useDraft } from './use-draft.ts';

const person = (user_id: string): UserInfo => ({
  token: `token-${user_id}`,
  user_id,
  user_name: '',
  avatar_url: '',
  nick_name: '',
  gender: 0,
  mobile: '13800000001',
  status: 1,
  account_type: 1,
});

const open = () => renderHook(() => useDraft('omo.draft.case.design', { name: '' }));

beforeEach(() => localStorage.clear());
afterEach(cleanup);

test('[U-05] after a sign-in that ran out the next person at this device does not find what was typed, its writer does', () => {
  signIn(person('a'));
  const first = open();
  act(() => first.result.current.change('name', '榫卯床'));
  // Refused for want of a sign-in while the form is open: what is typed still belongs to its writer.
  act(() => signOut());
  first.unmount();
  expect(open().result.current.values['name']).toBe('');
  signIn(person('b'));
  expect(open().result.current.values['name']).toBe('');
  signIn(person('a'));
  expect(open().result.current).toMatchObject({ values: { name: '榫卯床' }, restored: true });
});

test('[Z-04] [A-08] a form that is typed in in two windows says so, and what one of them sends or throws away takes nothing of the other', () => {
  const here = open();
  const key = 'omo.draft.case.design';
  const place = () => Object.keys(localStorage).find((one) => one.startsWith(key));
  act(() => here.result.current.change('name', '这里写的'));
  act(() => void window.dispatchEvent(new Event('pagehide')));
  const stored = place() as string;
  expect(localStorage.getItem(stored)).toContain('这里写的');
  expect(here.result.current.elsewhere).toBe(false);

  const there = localStorage.getItem(stored)?.replace('这里写的', '那边写的') ?? '';
  localStorage.setItem(stored, there);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: stored, newValue: there })));
  expect(here.result.current).toMatchObject({ elsewhere: true, values: { name: '这里写的' } });

  localStorage.removeItem(stored);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: stored, newValue: null })));
  expect(here.result.current.elsewhere).toBe(false);
  expect(localStorage.getItem(stored)).toContain('这里写的');
});

test('[Z-04] a form that nobody typed in is not kept again when it was sent from another window', () => {
  const first = open();
  act(() => first.result.current.change('name', '榫卯床'));
  first.unmount();
  const again = open();
  expect(again.result.current.values['name']).toBe('榫卯床');
  const [stored = ''] = Object.keys(localStorage).filter((one) => one.startsWith('omo.draft.case.design'));
  localStorage.removeItem(stored);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: stored, newValue: null })));
  again.unmount();
  expect(localStorage.getItem(stored)).toBeNull();
});
