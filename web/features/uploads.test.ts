import { afterEach, expect, test, vi } from 'vitest';
import { uploadKinds } from '../../contract/uploads.ts';
import { sendVideo } from './send-video.ts';
import { sendDocument, sendImage } from './uploads.ts';

const sent = vi.hoisted(() => vi.fn(async () => ({ ok: true, data: { url: '/files/one' } })));
vi.mock('../client/transport.browser.ts', () => ({ send: sent }));
afterEach(() => sent.mockClear());

const options = { onProgress: () => {}, signal: new AbortController().signal };
const { image, document, video } = uploadKinds;

/** A file that says it is so large; its bytes are not made. */
function file(name: string, { size = 1, type = '' } = {}): File {
  const made = new File([size > 0 ? 'x' : ''], name, { type });
  if (size > 1) Object.defineProperty(made, 'size', { value: size });
  return made;
}

test.each([
  [sendImage, file('照片.heic', { type: 'image/heic' }), image.otherKind],
  [sendImage, file('说明.txt'), image.otherKind],
  [sendImage, file('照片.jpg', { size: image.maxBytes + 1 }), image.tooLarge],
  [sendImage, file('照片.png', { size: 0 }), '文件是空的，请重新选择'],
  [sendDocument, file('合同.exe'), document.otherKind],
  [sendDocument, file('合同'), document.otherKind],
  [sendDocument, file('合同.pdf', { size: document.maxBytes + 1 }), document.tooLarge],
  [sendVideo, file('车间.mov', { type: 'video/quicktime' }), video.otherKind],
  [sendVideo, file('车间.mp4', { size: video.maxBytes + 1 }), video.tooLarge],
])('[A-08] [A-06] what cannot be taken is refused before any of it is sent: %#', async (send, chosen, message) => {
  expect(await send(chosen, options)).toEqual({ ok: false, message, final: true });
  expect(sent).not.toHaveBeenCalled();
});

test.each([
  [sendImage, file('照片.JPG')],
  [sendImage, file('照片', { type: 'image/jpeg' })],
  [sendImage, file('照片.webp', { size: image.maxBytes })],
  [sendDocument, file('合同.最终版.PDF')],
])('[A-08] [A-06] what may be taken is sent: %#', async (send, chosen) => {
  expect(await send(chosen, options)).toEqual({ ok: true, url: '/files/one' });
});
