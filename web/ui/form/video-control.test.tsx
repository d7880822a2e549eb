import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { VideoControl } from './video-control.tsx';

afterEach(cleanup);

/** A form with a film, whose stills come when the test says so. */
function open() {
  const stills: ((file: File) => void)[] = [];
  const onPending = vi.fn();
  const onPoster = vi.fn();
  function Form() {
    const [value, setValue] = useState('');
    return (
      <VideoControl
        id="film"
        value={value}
        onChange={setValue}
        error={undefined}
        uploadVideo={async (file) => ({ ok: true, url: `/files/${file.name}` })}
        takeStill={() => new Promise((resolve) => void stills.push(resolve))}
        uploadImage={async (file) => ({ ok: true, url: `/files/${file.name}` })}
        thumb={(url) => url}
        poster=""
        onPoster={onPoster}
        onPending={onPending}
      />
    );
  }
  render(<Form />);
  const user = userEvent.setup();
  const choose = async (name: string) => {
    const input = document.querySelector<HTMLInputElement>('input[data-for=film]');
    await user.upload(input as HTMLInputElement, new File(['x'], name, { type: 'video/mp4' }));
    await screen.findByRole('button', { name: '移除视频' });
  };
  const still = (name: string) => new File(['x'], name, { type: 'image/jpeg' });
  return { stills, onPending, onPoster, user, choose, still };
}

it('[A-08] the still of a film that was removed does not come to stand for another', async () => {
  const { stills, onPoster, user, choose, still } = open();
  await choose('a.mp4');
  await user.click(screen.getByRole('button', { name: '移除视频' }));
  expect(onPoster).toHaveBeenLastCalledWith('');
  await choose('b.mp4');
  await waitFor(() => expect(stills).toHaveLength(2));
  stills[0]?.(still('a.jpg'));
  stills[1]?.(still('b.jpg'));
  await waitFor(() => expect(onPoster).toHaveBeenLastCalledWith('/files/b.jpg'));
  expect(onPoster.mock.calls).toEqual([[''], ['/files/b.jpg']]);
});

it('[A-08] a film is not done before its still is', async () => {
  const { stills, onPending, onPoster, choose, still } = open();
  await choose('a.mp4');
  await waitFor(() => expect(onPending).toHaveBeenLastCalledWith(1));
  stills[0]?.(still('a.jpg'));
  await waitFor(() => expect(onPoster).toHaveBeenCalledWith('/files/a.jpg'));
  await waitFor(() => expect(onPending).toHaveBeenLastCalledWith(0));
});
