import { expect, test, vi } from 'vitest';
import { beginUpload, partBytes } from '../../contract/uploads.ts';
import { signIn } from '../session.ts';
import { sendVideo } from './send-video.ts';

vi.mock('../client/transport.browser.ts', () => ({
  send: (call: unknown) =>
    Promise.resolve(
      call === beginUpload
        ? { ok: true, data: { id: 'u-1', offset: 0, bytes: 3, part_bytes: partBytes } }
        : { ok: false, code: 1006, status: 429, message: '操作过于频繁', fields: {} },
    ),
}));

test('[A-08] a film that broke off is gone on with by its sender, not by the next person at this device', async () => {
  signIn({
    token: 't',
    user_id: 'a',
    user_name: '',
    avatar_url: '',
    nick_name: '',
    gender: 0,
    mobile: '13800000001',
    status: 1,
    account_type: 1,
  });
  const film = new File(['abc'], '车间.mp4', { lastModified: 5 });
  const reply = await sendVideo(film, { onProgress: () => {}, signal: new AbortController().signal });
  expect(reply).toMatchObject({ ok: false, final: false });
  const kept = Object.keys(localStorage).filter((key) => key.startsWith('omo.draft.upload.'));
  expect(kept).toEqual(['omo.draft.upload.3.5.车间.mp4@a']);
});
