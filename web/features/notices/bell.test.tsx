import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Bell } from './bell.tsx';
import { heard, nothingHeard } from './heard.ts';

afterEach(() => {
  cleanup();
  heard.set(nothingHeard);
});

const hears = (unread: number, known = true) => act(() => heard.set({ ...nothingHeard, known, unread }));

test('[Z-08] the bell reads out what has come, and not what waited when the page was opened', () => {
  render(<Bell />);
  const said = () => screen.getByRole('status').textContent;
  expect(said()).toBe('');
  hears(3);
  expect(screen.getByRole('button', { name: '消息，3 条未读' })).toBeTruthy();
  expect(said()).toBe('');
  hears(4);
  expect(said()).toBe('有 4 条未读消息');
  // Read on another page: the whole is asked for anew.
  hears(2, false);
  hears(2);
  expect(said()).toBe('');
  hears(3);
  expect(said()).toBe('有 3 条未读消息');
});
