import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ShortcutKeys } from './shortcut-keys.tsx';
import { turnShortcuts, useShortcuts } from './use-shortcuts.ts';

const approve = vi.fn<() => void>();

function Desk() {
  useShortcuts({ a: approve });
  return (
    <>
      <input aria-label="原因" />
      <ShortcutKeys keys={[['A', '通过']]} />
    </>
  );
}

afterEach(cleanup);
beforeEach(() => {
  approve.mockClear();
  localStorage.clear();
  turnShortcuts(true);
});

test('a key does its work once, however long it is held, and nothing while one types', async () => {
  render(<Desk />);
  fireEvent.keyDown(document.body, { key: 'a' });
  fireEvent.keyDown(document.body, { key: 'a', repeat: true });
  fireEvent.keyDown(document.body, { key: 'a', isComposing: true });
  expect(approve).toHaveBeenCalledTimes(1);
  await userEvent.type(screen.getByLabelText('原因'), 'a');
  expect(approve).toHaveBeenCalledTimes(1);
});

test('turned off they do nothing, on this device from then on, and can be turned on again', async () => {
  render(<Desk />);
  const turn = screen.getByRole('switch', { name: '单键快捷键' });
  await userEvent.click(turn);
  await userEvent.keyboard('a');
  expect(approve).not.toHaveBeenCalled();
  expect(screen.queryByText('通过')).toBeNull();
  expect(localStorage.getItem('omo.shortcuts')).toBe('off');
  await userEvent.click(turn);
  await userEvent.keyboard('a');
  expect(approve).toHaveBeenCalledTimes(1);
  expect(localStorage.getItem('omo.shortcuts')).toBeNull();
});
