import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { uploadAvatar } from '../../../contract/accounts.ts';
import { privateLinks, uploadPrivateDocument, uploadPrivateImage } from '../../../contract/uploads.ts';
import { MovableClock } from '../../clock.ts';
import { inTransaction } from '../../db/transaction.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import type { Storage } from '../../adapters/storage/storage.ts';
import { openPrivate } from './private.ts';
import { sealedAddress } from './sealed.ts';
import { markUsed, removeUnused } from './use.ts';

const clock = new MovableClock();
const portal = await startPortal({ clock });
const owner = await buildUser(portal.db);
const send = portal.as(owner);
const stranger = portal.as(await buildUser(portal.db));
const { secret, storage } = portal.app.services;

const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#8a5' } })
  .jpeg()
  .toBuffer();
const pdf = `%PDF-1.7\n1 0 obj<</Author(陈知远的合同)>>endobj\ntrailer<<>>\nstartxref\n9\n%%EOF\n`;

const picture = async () =>
  dataOf(await send(uploadPrivateImage, {}, { file: new File([new Uint8Array(photo)], '身份证-陈知远.jpg') }));
const document = async () =>
  dataOf(await send(uploadPrivateDocument, {}, { file: new File([pdf], '合同 陈知远.pdf') }));

const get = (path: string) => fetch(portal.url + path);

/** Everything that lies below the data folder, names and bytes. */
async function everything(): Promise<Buffer[]> {
  const entries = await readdir(portal.dataDir, { recursive: true, withFileTypes: true });
  return Promise.all(
    entries.filter((entry) => entry.isFile()).map((entry) => readFile(join(entry.parentPath, entry.name))),
  );
}

describe('private files', () => {
  test('a picture is shown in two sizes by links, and nowhere kept', async () => {
    const file = await picture();
    expect(file).toMatchObject({ name: '身份证-陈知远.jpg', width: 900, height: 600 });
    for (const [link, width] of [
      [file.full, 900],
      [file.small, 640],
    ] as const) {
      const answer = await get(link);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(width);
    }
  });

  test('a document is downloaded under the name that its sender gave it', async () => {
    const file = await document();
    const answer = await get(file.full);
    expect(answer.headers.get('content-disposition')).toContain(encodeURIComponent('合同_陈知远.pdf'));
    expect(await answer.text()).toBe(pdf);
    expect(file.url).not.toContain(encodeURIComponent('陈'));
  });

  test('their bytes lie nowhere in clear, and temporary files are gone', async () => {
    await document();
    await picture();
    const lying = await everything();
    expect(lying.length).toBeGreaterThan(2);
    const starts = [photo.subarray(0, 3), Buffer.from('%PDF-')];
    for (const bytes of lying) {
      expect(bytes.includes('陈知远')).toBe(false);
      for (const start of starts) expect(bytes.subarray(0, start.length).equals(start)).toBe(false);
    }
    expect(await readdir(join(portal.dataDir, 'tmp'))).toEqual([]);
  });

  test('a guessed, plain or altered address opens nothing', async () => {
    const file = await picture();
    const id = file.url.split('/')[3] as string;
    const token = file.full.split('/').at(-1) as string;
    const altered = `${token.slice(0, 20)}${token[20] === 'A' ? 'B' : 'A'}${token.slice(21)}`;
    for (const path of [
      file.url,
      `/files/${id}/900x600.jpg`,
      `/files/${id}-900x600/900.jpg`,
      `/files/${id}-900x600/640.webp`,
      `/files/private/${id}/full`,
      `/files/private%2F${id}%2Ffull`,
      `/files/${id}/full`,
      `/files/sealed/${altered}`,
      `/files/sealed/${Buffer.from(`9999999999 private:${id}:full`).toString('base64url')}`,
    ]) {
      const answer = await get(path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(
        Buffer.from(await answer.arrayBuffer())
          .subarray(0, 2)
          .toString('hex'),
      ).not.toBe('ffd8');
    }
  });

  test('a link runs out, and its owner gets a new one, nobody else', async () => {
    const file = await picture();
    const opens = async (link: string) => (await get(link)).status;
    clock.advance(9 * 60_000);
    expect(await opens(file.full)).toBe(200);
    clock.advance(12 * 60_000);
    expect([await opens(file.full), await opens(file.small)]).toEqual([404, 404]);
    expect(dataOf(await stranger(privateLinks, { urls: file.url }))).toEqual([]);
    expect(await portal.send(privateLinks, { urls: file.url })).toMatchObject({ code: 1002 });
    const [anew] = dataOf(await send(privateLinks, { urls: file.url }));
    expect(await opens(anew?.full ?? '')).toBe(200);
  });

  test('no other slice takes one: it cannot become public, and the general seal makes no link of it', async () => {
    const file = await picture();
    expect(await send(uploadAvatar, { iconUrl: file.url })).toMatchObject({ ok: false });
    const use = (privateOf?: string) =>
      inTransaction(portal.db, (tx) =>
        markUsed(tx, [file.url], { kind: 'image', now: clock.now(), field: 'files', privateOf }),
      );
    await expect(use()).rejects.toThrow('上传的文件不存在或已过期');
    await expect(use((await buildUser(portal.db)).id)).rejects.toThrow('上传的文件不存在或已过期');
    expect(sealedAddress(secret, file.url, clock.now())).toBe('');
    await expect(use(owner.id)).resolves.toBeUndefined();
  });

  test('a part moved to another’s place does not open', async () => {
    const [mine, other] = [await picture(), await picture()];
    const idOf = ({ url }: { url: string }) => url.split('/')[3] as string;
    const found = await storage.get(`private/${idOf(other)}/full`);
    const chunks: Buffer[] = [];
    for await (const chunk of found?.stream ?? []) chunks.push(chunk as Buffer);
    await storage.put(`private/${idOf(mine)}/full`, Buffer.concat(chunks), 'application/octet-stream');
    expect((await get(mine.full)).status).toBe(500);
  });

  test('what nothing refers to is removed after a day', async () => {
    const file = await picture();
    await removeUnused(portal.db, storage, new Date(clock.now().getTime() + 25 * 3_600_000));
    expect(await storage.head(`private/${file.url.split('/')[3]}/full`)).toBeNull();
    expect((await get(file.full)).status).toBe(404);
  });

  test('what is no picture or document of a kind that is taken is refused as anywhere', async () => {
    const fake = { file: new File(['not a picture'], '证件.jpg') };
    expect(await send(uploadPrivateImage, {}, fake)).toMatchObject({ code: 1007, status: 415 });
    expect(await send(uploadPrivateDocument, {}, { file: new File(['MZ'], 'a.exe') })).toMatchObject({ code: 1007 });
    expect(await portal.send(uploadPrivateImage, {}, fake)).toMatchObject({ code: 1002 });
  });
});

test('[X-03] many who ask for papers at once are served one after the other, all of them', async () => {
  const { url } = await document();
  const id = url.split('/')[3] ?? '';
  let open = 0;
  let most = 0;
  const counted: Storage = {
    ...storage,
    get: async (...what) => {
      open += 1;
      most = Math.max(most, open);
      for (let turns = 0; turns < 300; turns += 1) await turn();
      const found = await storage.get(...what);
      open -= 1;
      return found;
    },
  };
  const services = { db: portal.db, storage: counted, secret };
  const opened = await Promise.all(Array.from({ length: 20 }, () => openPrivate(services, id, 'full')));
  expect(opened.map((one) => one?.bytes.toString())).toEqual(opened.map(() => pdf));
  expect(most).toBeLessThanOrEqual(4);
});
