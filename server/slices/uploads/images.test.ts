import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { pictureFor } from '../../../contract/pictures.ts';
import { uploadImage } from '../../../contract/uploads.ts';
import { startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { buildBlackPng, buildZip } from './build.ts';

const portal = await startPortal();
const user = await buildUser(portal.db);
const send = portal.as(user);

const noisy = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
const photo = await noisy(1400, 700).jpeg().toBuffer();
const photoPng = await noisy(300, 300).png().toBuffer();

const upload = (content: Uint8Array, name = 'photo.jpg') =>
  send(uploadImage, {}, { file: new File([new Uint8Array(content)], name) });

async function uploaded(content: Uint8Array) {
  const reply = await upload(content);
  if (!reply.ok) throw new Error(reply.message);
  return reply.data;
}

const read = async (url: string) => Buffer.from(await (await fetch(portal.url + url)).arrayBuffer());
const left = () => readdir(join(portal.dataDir, 'tmp')).catch(() => []);

describe('[X-03] image upload', () => {
  test('answers address and size, and every variant comes in its format and width, to be kept for ever', async () => {
    const picture = await uploaded(photo);
    expect(picture).toMatchObject({ width: 1400, height: 700, url: expect.stringContaining(picture.id) });
    const offered = pictureFor(picture.url);
    const variants = [...(offered?.sources ?? []).map(({ srcset }) => srcset), offered?.srcset ?? '']
      .flatMap((srcset) => srcset.split(', '))
      .map((one) => one.split(' ') as [string, string]);
    expect(variants).toHaveLength(15);
    for (const [url, width] of variants) {
      const answer = await fetch(portal.url + url);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      const bytes = Buffer.from(await answer.arrayBuffer());
      const found = await sharp(bytes).metadata();
      expect(`${found.width}w`).toBe(width);
      const format = found.format === 'heif' ? 'avif' : found.format;
      expect(answer.headers.get('content-type')).toBe(`image/${format}`);
      expect(url.endsWith(`.${format === 'jpeg' ? 'jpg' : format}`)).toBe(true);
    }
  });

  test('is never upscaled, and other widths, sizes, formats and ids are not there', async () => {
    const { id, url } = await uploaded(await noisy(500, 300).png().toBuffer());
    expect(pictureFor(url)?.srcset).toBe(`/files/${id}-500x300/320.jpg 320w, /files/${id}-500x300/500.jpg 500w`);
    for (const path of [
      `/files/${id}-500x300/640.jpg`,
      `/files/${id}-500x300/321.jpg`,
      `/files/${id}-500x300/320.gif`,
      `/files/${id}-500x300/master`,
      `/files/${id}-501x300/320.jpg`,
      `/files/${id}-500x300/..%2Fmaster`,
      `/files/${id}-500x300%2F..%2F..%2F..%2Fsecret/320.jpg`,
      '/files/..%2F..%2Fsecret/320.jpg',
    ])
      expect((await fetch(portal.url + path)).status).toBe(404);
  });

  test('many who ask for a new variant at once get the same bytes', async () => {
    const { id } = await uploaded(photo);
    const answers = await Promise.all(Array.from({ length: 12 }, () => read(`/files/${id}-1400x700/1280.webp`)));
    const first = answers[0] as Buffer;
    expect((await sharp(first).metadata()).width).toBe(1280);
    expect(answers.every((bytes) => bytes.equals(first))).toBe(true);
  });

  test('orientation is applied, and position, camera and colour profile are gone from everything kept', async () => {
    const tagged = await noisy(400, 200)
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitude: '25/1 48/1 0/1' } })
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    expect(tagged.includes('SecretCamera')).toBe(true);
    expect(await sharp(tagged).metadata()).toMatchObject({ orientation: 6, icc: expect.anything() });
    const { id, url, width, height } = await uploaded(tagged);
    expect([width, height]).toEqual([200, 400]);
    const kept = join(portal.dataDir, 'files/pictures', `${id}-200x400`);
    const files = await Promise.all((await readdir(kept)).map((name) => sharp(join(kept, name)).metadata()));
    expect(files.length).toBeGreaterThanOrEqual(3);
    for (const found of [...files, await sharp(await read(url)).metadata()])
      expect([found.exif, found.icc, found.xmp, found.orientation]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
  });

  test('transparency survives in WebP and turns white in JPEG', async () => {
    const hole = sharp({
      create: { width: 300, height: 300, channels: 4, background: { r: 200, g: 0, b: 0, alpha: 0 } },
    });
    const { id } = await uploaded(await hole.png().toBuffer());
    const webp = await sharp(await read(`/files/${id}-300x300/300.webp`))
      .raw()
      .toBuffer();
    expect(webp[3]).toBe(0);
    const jpeg = await sharp(await read(`/files/${id}-300x300/300.jpg`))
      .raw()
      .toBuffer();
    expect([...jpeg.subarray(0, 3)]).toEqual([255, 255, 255]);
  });

  test('what hides behind a picture is not kept: a polyglot comes out as a mere picture', async () => {
    const evil = '<script>alert(1)</script>';
    const polyglot = Buffer.concat([photo, Buffer.from(evil), buildZip([{ name: 'evil.js', content: evil }])]);
    const { id } = await uploaded(polyglot);
    const kept = join(portal.dataDir, 'files/pictures', `${id}-1400x700`);
    for (const name of await readdir(kept)) {
      const bytes = await read(`/files/${id}-1400x700/${name}`);
      expect([bytes.includes('<script>'), bytes.includes('PK\x03\x04')]).toEqual([false, false]);
    }
    expect(await readdir(kept)).toContain('master');
  });

  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
  test.each([
    ['SVG', Buffer.from(svg)],
    ['SVG with an XML head', Buffer.from(`<?xml version="1.0"?>${svg}`)],
    ['GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    ['HTML', Buffer.from('<!doctype html><script>1</script>')],
    ['a script that begins like a GIF', Buffer.from('GIF89a/*…*/=1;alert(1)')],
    ['a zip', buildZip([{ name: 'a.jpg', content: 'a' }])],
  ])('%s is refused with the kinds that are taken', async (_name, content) => {
    expect(await upload(content)).toMatchObject({
      ok: false,
      code: 1007,
      status: 415,
      message: '只支持JPG、PNG、WebP格式的图片',
    });
  });

  test.each([
    ['a JPEG that breaks off', photo.subarray(0, photo.length / 2)],
    ['a PNG that breaks off', photoPng.subarray(0, 90_000)],
    ['a JPEG of which only the start is one', Buffer.concat([photo.subarray(0, 300), randomBytes(5000)])],
  ])('%s is refused as damaged', async (_name, content) => {
    expect(await upload(content)).toMatchObject({ ok: false, code: 1007, message: '图片已损坏或不完整，请换一张' });
  });

  test('20000 × 20000 pixels in 50 KB are refused without decoding them', async () => {
    const bomb = buildBlackPng(20_000, 20_000);
    expect(bomb.length).toBeLessThan(100_000);
    const before = process.memoryUsage().rss;
    expect(await upload(bomb, 'bomb.png')).toMatchObject({
      ok: false,
      code: 1007,
      status: 413,
      message: '图片像素过大，不能超过5000万像素',
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });

  test('over 10 MB, an empty file, no file and no sign-in each say so', async () => {
    const large = randomBytes(10 * 1024 * 1024 + 1);
    expect(await upload(large)).toMatchObject({ ok: false, code: 1007, status: 413, message: '图片不能超过10MB' });
    expect(await upload(Buffer.alloc(0))).toMatchObject({ ok: false, code: 1007, message: '文件是空的，请重新选择' });
    expect(await send(uploadImage, {})).toMatchObject({
      ok: false,
      code: 1001,
      fields: { file: '请选择要上传的文件' },
    });
    const visitor = await portal.send(uploadImage, {}, { file: new File([large], 'a.jpg') });
    expect(visitor).toMatchObject({ ok: false, code: 1002, status: 401, message: '请先登录' });
  });

  test('an upload that is cut off leaves no file and no row', async () => {
    const rows = await portal.db.selectFrom('uploads').select('id').execute();
    const { port, hostname } = new URL(portal.url);
    const socket = connect(Number(port), hostname);
    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';
    socket.write(
      `POST /api/Upload/image HTTP/1.1\r\nHost: x\r\nAuthorization: ${user.token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 5000000\r\n\r\n${head}`,
    );
    socket.write(photo.subarray(0, 200_000));
    await expect.poll(left).toHaveLength(1);
    socket.destroy();
    await expect.poll(left).toHaveLength(0);
    expect(await portal.db.selectFrom('uploads').select('id').execute()).toHaveLength(rows.length);
  });

  test('a form that ends inside the file is refused, with the field of nothing lost', async () => {
    const body = Buffer.concat([
      Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'),
      photo.subarray(0, 50_000),
    ]);
    const answer = await fetch(`${portal.url}/api/Upload/image`, {
      method: 'POST',
      headers: { authorization: user.token, 'content-type': 'multipart/form-data; boundary=b' },
      body,
    });
    expect(await answer.json()).toMatchObject({ error_code: 1001, error_msg: '上传中断或内容不完整，请重试' });
    expect(await left()).toEqual([]);
  });
});
