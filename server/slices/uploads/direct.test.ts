import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { confirmUpload, requestPolicy, uploadDocument, type UploadKind } from '../../../contract/uploads.ts';
import { MovableClock } from '../../clock.ts';
import { inTransaction } from '../../db/transaction.ts';
import { startPortal } from '../../testing/portal.ts';
import { buildUser, signIn } from '../accounts/build.ts';
import { buildDocx, buildFilm } from './build.ts';
import { endChecking, takeForChecking } from './queries.ts';
import { markUsed, removeUnused } from './use.ts';

const clock = new MovableClock();
const portal = await startPortal({ clock });
const owner = await buildUser(portal.db);
let send = portal.as(owner);
// Tests move the clock past the end of a session.
beforeEach(async () => {
  send = portal.as({ token: await signIn(portal.db, owner.id, clock.now()) });
});
const other = portal.as(await buildUser(portal.db));
const { storage } = portal.app.services;

const picture = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#8a5' } })
  .png()
  .toBuffer();

async function policy(kind: UploadKind, name: string) {
  const reply = await send(requestPolicy, { kind, name });
  if (!reply.ok) throw new Error(reply.message);
  return reply.data;
}

function post({ url, fields }: Awaited<ReturnType<typeof policy>>, content: Uint8Array) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([new Uint8Array(content)]), 'file');
  return fetch(new URL(url, portal.url), { method: 'POST', body: form });
}

const stateOf = (id: string) => portal.db.selectFrom('uploads').select('state').where('id', '=', id).executeTakeFirst();

async function document(name = '合同 v2.docx') {
  const reply = await send(uploadDocument, {}, { file: new File([new Uint8Array(buildDocx())], name) });
  if (!reply.ok) throw new Error(reply.message);
  return reply.data;
}

const use = (urls: string[], kind: UploadKind = 'document') =>
  inTransaction(portal.db, (tx) => markUsed(tx, urls, { kind, now: clock.now(), field: 'demandPics' }));

describe('[X-03] direct upload', () => {
  test('a picture posted with signed parameters is checked on confirmation; repeating gives the same', async () => {
    const granted = await policy('image', '沙发.png');
    expect(granted).toMatchObject({ max_bytes: 10 * 1024 * 1024, fields: { 'Content-Type': 'image/png' } });
    expect(granted.expires).toBe(Math.floor(clock.now().getTime() / 1000) + 600);
    expect((await post(granted, picture)).status).toBe(204);
    const first = await send(confirmUpload, { id: granted.id });
    expect(first).toMatchObject({ ok: true, data: { url: `/files/${granted.id}-800x600/800.jpg`, width: 800 } });
    expect(await send(confirmUpload, { id: granted.id })).toEqual(first);
    expect(await storage.head(`incoming/${granted.id}`)).toBeNull();
    expect((await fetch(`${portal.url}/files/${granted.id}-800x600/320.avif`)).headers.get('content-type')).toBe(
      'image/avif',
    );
  });

  test('of many confirmations at once none is answered wrongly', async () => {
    const granted = await policy('image', '沙发.png');
    await post(granted, picture);
    const replies = await Promise.all(Array.from({ length: 8 }, () => send(confirmUpload, { id: granted.id })));
    expect(replies.filter(({ ok }) => ok).length).toBeGreaterThanOrEqual(1);
    expect(replies.filter((reply) => !reply.ok && reply.code !== 1005)).toEqual([]);
    expect(await send(confirmUpload, { id: granted.id })).toMatchObject({ ok: true });
  });

  test('nobody else may confirm it, and before the file is there it says so and waits', async () => {
    const granted = await policy('image', '沙发.png');
    expect(await send(confirmUpload, { id: granted.id })).toMatchObject({
      code: 1004,
      message: '文件还没有上传完成，请重试',
    });
    await post(granted, picture);
    expect(await other(confirmUpload, { id: granted.id })).toMatchObject({ ok: false, code: 1004 });
    expect(await send(confirmUpload, { id: granted.id })).toMatchObject({ ok: true });
  });

  test('what is no picture is refused for good, and its bytes are gone', async () => {
    const granted = await policy('image', '沙发.png');
    await post(granted, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    const refused = await send(confirmUpload, { id: granted.id });
    expect(refused).toMatchObject({ code: 1007, status: 415 });
    expect(await stateOf(granted.id)).toEqual({ state: 'refused' });
    expect(await storage.head(`incoming/${granted.id}`)).toBeNull();
    // Whoever did not hear it asks again, and is told the same.
    expect(await send(confirmUpload, { id: granted.id })).toEqual(refused);
  });

  test('parameters are only given for names of the kinds that are taken', async () => {
    expect(await send(requestPolicy, { kind: 'image', name: 'a.svg' })).toMatchObject({
      code: 1001,
      fields: { name: '只支持jpg、jpeg、png、webp格式的文件' },
    });
    expect(await send(requestPolicy, { kind: 'video', name: 'a.mov' })).toMatchObject({ code: 1001 });
    expect(await send(requestPolicy, { kind: 'program' as 'image', name: 'a.exe' })).toMatchObject({
      code: 1001,
      fields: { kind: '文件类别有误' },
    });
    expect(await portal.send(requestPolicy, { kind: 'image', name: 'a.png' })).toMatchObject({ code: 1002 });
  });

  test('a video is played in parts', async () => {
    const granted = await policy('video', '厂房.mp4');
    const film = await buildFilm();
    await post(granted, film);
    const reply = await send(confirmUpload, { id: granted.id });
    expect(reply).toMatchObject({ ok: true, data: { width: 0, bytes: film.length } });
    const url = `${portal.url}/files/${granted.id}/${encodeURIComponent('厂房.mp4')}`;
    const part = await fetch(url, { headers: { range: 'bytes=100-199' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 100-199/${film.length}`]);
    expect(Buffer.from(await part.arrayBuffer()).equals(film.subarray(100, 200))).toBe(true);
    const last = await fetch(url, { headers: { range: 'bytes=-10' } });
    expect(Buffer.from(await last.arrayBuffer()).equals(film.subarray(-10))).toBe(true);
    expect((await fetch(url, { headers: { range: 'bytes=999999-' } })).status).toBe(416);
  });
});

describe('[X-03] a check that its process did not live to end', () => {
  test('is taken over after some minutes, by one', async () => {
    const granted = await policy('image', '沙发.png');
    await post(granted, picture);
    const row = portal.db.updateTable('uploads').where('id', '=', granted.id);
    await row.set({ state: 'checking', checking_since: clock.now() }).execute();
    clock.advance(4 * 60_000);
    expect(await send(confirmUpload, { id: granted.id })).toMatchObject({
      code: 1005,
      message: '文件正在检查，请稍后再试',
    });
    clock.advance(2 * 60_000);
    expect(await send(confirmUpload, { id: granted.id })).toMatchObject({ ok: true });
  });

  test('when it ends after all it changes nothing any more', async () => {
    const granted = await policy('image', '沙发.png');
    const since = clock.now();
    expect(await takeForChecking(portal.db, granted.id, since)).toBe(true);
    clock.advance(6 * 60_000);
    expect(await takeForChecking(portal.db, granted.id, clock.now())).toBe(true);
    await endChecking(portal.db, { id: granted.id, since }, { state: 'expected' });
    expect(await stateOf(granted.id)).toEqual({ state: 'checking' });
  });
});

describe('[X-03] documents over the wire', () => {
  test('are served as attachments of their own kind, never shown', async () => {
    const { url, name, bytes } = await document();
    expect([name, bytes]).toEqual(['合同_v2.docx', buildDocx().length]);
    const answer = await fetch(portal.url + url);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="file.docx"; filename*=UTF-8''${encodeURIComponent('合同_v2.docx')}`,
    );
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-type')).toContain('wordprocessingml');
    expect(Buffer.from(await answer.arrayBuffer()).equals(buildDocx())).toBe(true);
  });

  test('macros and a false ending are refused with 1007, and leave nothing', async () => {
    const before = await readdir(join(portal.dataDir, 'files/documents'));
    const macro = new File([new Uint8Array(buildDocx([{ name: 'word/vbaProject.bin' }]))], 'a.docx');
    expect(await send(uploadDocument, {}, { file: macro })).toMatchObject({
      code: 1007,
      status: 415,
      message: '文件包含宏，请另存为不含宏的文件后上传',
    });
    const page = new File(['<script>1</script>'], 'a.pdf');
    expect(await send(uploadDocument, {}, { file: page })).toMatchObject({ code: 1007 });
    const large = new File([randomBytes(20 * 1024 * 1024 + 1)], 'a.pdf');
    expect(await send(uploadDocument, {}, { file: large })).toMatchObject({ status: 413, message: '文件不能超过20MB' });
    expect(await readdir(join(portal.dataDir, 'files/documents'))).toEqual(before);
    expect(await readdir(join(portal.dataDir, 'tmp'))).toEqual([]);
  });
});

describe('[X-03] clean-up of what was never used', () => {
  const day = 24 * 3600 * 1000;
  const exists = async (url: string) => (await fetch(portal.url + url)).status === 200;

  test('after a day what nothing refers to is gone, what something refers to stays', async () => {
    const [kept, lost] = [await document('用.docx'), await document('弃.docx')];
    const granted = await policy('image', 'a.png');
    await post(granted, picture);
    await use([kept.url]);
    clock.advance(day - 60_000);
    await removeUnused(portal.db, storage, clock.now());
    expect(await exists(lost.url)).toBe(true);
    clock.advance(120_000);
    await portal.app.worker.tick();
    expect([await exists(kept.url), await exists(lost.url)]).toEqual([true, false]);
    expect(await storage.head(`incoming/${granted.id}`)).toBeNull();
    const rows = await portal.db.selectFrom('uploads').select('url').execute();
    expect(rows).toEqual([{ url: kept.url }]);
    await expect(use([lost.url])).rejects.toMatchObject({ kind: 'invalid_input' });
  });

  test('a late post to a place already confirmed is swept away', async () => {
    const granted = await policy('image', 'a.png');
    await post(granted, picture);
    const reply = await send(confirmUpload, { id: granted.id });
    if (!reply.ok) throw new Error(reply.message);
    await use([reply.data.url], 'image');
    expect((await post(granted, picture)).status).toBe(204);
    clock.advance(601_000);
    await removeUnused(portal.db, storage, clock.now());
    expect(await storage.head(`incoming/${granted.id}`)).toBeNull();
    expect(await exists(reply.data.url)).toBe(true);
  });

  test.each([
    'https://elsewhere.example/tracking.gif',
    '/files/a.jpg',
    '/files/01999999-1111-7222-8333-444444444444-800x600/800.jpg',
    'javascript:alert(1)',
  ])('only what was uploaded may be referred to: %s', async (url) => {
    const { url: mine } = await document();
    await expect(use([mine, url])).rejects.toMatchObject({
      kind: 'invalid_input',
      fields: { demandPics: '上传的文件不存在或已过期，请重新上传' },
    });
  });

  test('an address changed after the upload is refused', async () => {
    const { url } = await document();
    await expect(use([url.replace('.docx', '.pdf')])).rejects.toMatchObject({ kind: 'invalid_input' });
    await expect(use([url, url])).resolves.toBeUndefined();
  });

  test('a true address does not vouch for another of the same upload, nor a document for a picture', async () => {
    const { url } = await document();
    const made = url.replace(/[^/]+$/, 'made-up.docx');
    for (const urls of [
      [made, url],
      [url, made],
    ])
      await expect(use(urls)).rejects.toMatchObject({ kind: 'invalid_input' });
    await expect(use([url], 'image')).rejects.toMatchObject({ kind: 'invalid_input' });
  });

  test('whoever refers to it while it is being removed is refused or keeps it, never a broken reference', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { url } = await document();
      clock.advance(day - 1000);
      send = portal.as({ token: await signIn(portal.db, owner.id, clock.now()) });
      clock.advance(2000);
      const [used] = await Promise.allSettled([use([url]), removeUnused(portal.db, storage, clock.now())]);
      expect(await exists(url)).toBe(used.status === 'fulfilled');
    }
  });
});

describe('[X-03] what one account has lying about', () => {
  test('unused files and parameters handed out are refused beyond a gigabyte, until they are used or gone', async () => {
    const person = await buildUser(portal.db, { now: clock.now() });
    const ask = portal.as(person);
    const video = () => ask(requestPolicy, { kind: 'video', name: 'a.mp4' });
    for (let granted = 0; granted < 11; granted += 1) expect((await video()).ok).toBe(true);
    const refused = { code: 1006, message: '已上传而未使用的文件过多，请先提交表单，或明天再试' };
    expect(await video()).toMatchObject(refused);
    const file = new File([new Uint8Array(buildDocx())], 'a.docx');
    expect(await ask(uploadDocument, {}, { file })).toMatchObject(refused);
    // Parameters that nobody used run out.
    clock.advance(601_000);
    expect((await ask(uploadDocument, {}, { file })).ok).toBe(true);

    const mine = portal.db.updateTable('uploads').where('owner_id', '=', person.id).where('state', '=', 'stored');
    await mine.set({ bytes: 1024 ** 3 }).execute();
    expect(await ask(uploadDocument, {}, { file })).toMatchObject(refused);
    await mine.set({ used_at: clock.now() }).execute();
    expect((await ask(uploadDocument, {}, { file })).ok).toBe(true);
  });
});
