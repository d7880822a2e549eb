import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ImagesControl } from './images-control.tsx';

beforeEach(() => {
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => {};
});
afterEach(cleanup);

/** A form with pictures, whose uploads end when the test says so. */
function open(kept: string[] = []) {
  const ends = new Map<string, (ok: boolean) => void>();
  const stored = vi.fn();
  function Form() {
    const [value, setValue] = useState(kept);
    return (
      <ImagesControl
        id="pictures"
        value={value}
        onChange={(next) => {
          stored(next);
          setValue(next);
        }}
        max={9}
        upload={(file) =>
          new Promise((resolve) => {
            const { name } = file;
            ends.set(name, (ok) => resolve(ok ? { ok, url: `/files/${name}` } : { ok, message: '网络断开' }));
          })
        }
      />
    );
  }
  render(<Form />);
  const user = userEvent.setup();
  const pick = (...names: string[]) =>
    user.upload(
      document.querySelector<HTMLInputElement>('input[data-for=pictures]') as HTMLInputElement,
      names.map((name) => new File(['x'], name, { type: 'image/png' })),
    );
  /** The upload ends; `until` is what is stored then. */
  const arrives = async (name: string, until: string[]) => {
    ends.get(name)?.(true);
    await waitFor(() => expect(stored).toHaveBeenLastCalledWith(until.map((one) => `/files/${one}`)));
  };
  /** What stands in the list, in its order. */
  const shown = () =>
    screen
      .getAllByRole('listitem')
      .map((item) => item.getAttribute('aria-label') ?? item.querySelector('img')?.getAttribute('src') ?? '')
      .filter((name) => name !== '');
  return { user, pick, arrives, shown, stored, fails: (name: string) => ends.get(name)?.(false) };
}

it('[X-03] pictures stand in the order in which they were picked, whichever arrives first', async () => {
  const { pick, arrives, shown } = open(['/files/kept.png']);
  await pick('a.png', 'b.png', 'c.png');
  await arrives('c.png', ['kept.png', 'c.png']);
  expect(shown()).toEqual(['/files/kept.png', 'a.png', 'b.png', '/files/c.png']);
  await pick('d.png');
  await arrives('d.png', ['kept.png', 'c.png', 'd.png']);
  await arrives('b.png', ['kept.png', 'b.png', 'c.png', 'd.png']);
  await arrives('a.png', ['kept.png', 'a.png', 'b.png', 'c.png', 'd.png']);
});

it('[X-03] two that arrive at once both stay, in their order', async () => {
  const { pick, arrives, stored } = open();
  await pick('a.png', 'b.png');
  await Promise.all([arrives('b.png', ['a.png', 'b.png']), arrives('a.png', ['a.png', 'b.png'])]);
  expect(stored).toHaveBeenCalledTimes(2);
});

it('[X-03] one that failed takes its place once it was tried again', async () => {
  const { user, pick, arrives, shown, fails } = open();
  await pick('a.png', 'b.png');
  fails('a.png');
  const again = await screen.findByRole('button', { name: '重试' });
  await arrives('b.png', ['b.png']);
  expect(shown()).toEqual(['a.png', '/files/b.png']);
  await user.click(again);
  await arrives('a.png', ['a.png', 'b.png']);
  // The first stands for all.
  await screen.findByRole('button', { name: /^第1张，封面/ });
});

it('[X-03] what was moved by hand stays where it was put', async () => {
  const { user, pick, arrives, stored } = open();
  await pick('a.png', 'b.png', 'c.png');
  await arrives('b.png', ['b.png']);
  await arrives('c.png', ['b.png', 'c.png']);
  screen.getByRole('button', { name: /^第2张/ }).focus();
  await user.keyboard('{ArrowLeft}');
  expect(stored).toHaveBeenLastCalledWith(['/files/c.png', '/files/b.png']);
  await arrives('a.png', ['a.png', 'c.png', 'b.png']);
});
