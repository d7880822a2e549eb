import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  beginUpload,
  confirmUpload,
  partBytes,
  uploadKinds,
  uploadPart,
  uploadState,
} from '../../../contract/uploads.ts';
import { MovableClock } from '../../clock.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { buildFilm } from './build.ts';
import type { Storage } from '../../adapters/storage/storage.ts';
import { partKey } from './files.ts';
import { beginParts, partedUpload, takePart } from './parts.ts';
import { withReceived } from './receive.ts';
import { removeUnused } from './use.ts';

const clock = new MovableClock();
const portal = await startPortal({ clock });
const { storage } = portal.app.services;
const send = portal.as(await buildUser(portal.db, { now: clock.now() }));
const stranger = portal.as(await buildUser(portal.db, { now: clock.now() }));

const film = await buildFilm(2 * partBytes + 1000);
const begin = async (bytes = film.length, name = '车间.mp4') =>
  dataOf(await send(beginUpload, { kind: 'video', name, bytes }));
const put = (id: string, offset: number, content: Uint8Array = film.subarray(offset, offset + partBytes), by = send) =>
  by(uploadPart, { id, offset }, { file: new Blob([new Uint8Array(content)]) });

test('[A-08] [X-03] a film that broke off half-way goes on where it was, and arrives whole', async () => {
  const { id, part_bytes, offset } = await begin();
  expect([part_bytes, offset]).toEqual([partBytes, 0]);
  expect(dataOf(await put(id, 0)).offset).toBe(partBytes);
  // Broken off within the second part: what came of it is not kept.
  expect(await put(id, partBytes, film.subarray(partBytes, partBytes + 5000))).toMatchObject({
    ok: false,
    code: 1001,
    message: '上传中断或内容不完整，请接着传',
  });
  expect(await send(confirmUpload, { id })).toMatchObject({ code: 1004, message: '文件还没有上传完成，请重试' });
  expect(dataOf(await send(uploadState, { id }))).toEqual({ id, offset: partBytes, bytes: film.length });
  // A part whose answer was lost is sent again, and changes nothing.
  expect(dataOf(await put(id, 0)).offset).toBe(partBytes);
  const twice = await Promise.all([put(id, partBytes), put(id, partBytes)]);
  expect(twice.map((reply) => dataOf(reply).offset)).toEqual([2 * partBytes, 2 * partBytes]);
  expect(dataOf(await put(id, 2 * partBytes)).offset).toBe(film.length);
  // An early part that comes late does not set the upload back.
  expect(dataOf(await put(id, 0)).offset).toBe(film.length);
  const stored = dataOf(await send(confirmUpload, { id }));
  expect(stored.bytes).toBe(film.length);
  const served = Buffer.from(await (await fetch(portal.url + stored.url)).arrayBuffer());
  const hash = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');
  expect(hash(served)).toBe(hash(film));
  const ranged = await fetch(portal.url + stored.url, {
    headers: { range: `bytes=${partBytes - 2}-${partBytes + 1}` },
  });
  expect([ranged.status, ranged.headers.get('content-type')]).toEqual([206, 'video/mp4']);
  // Its parts are not kept beside it.
  expect(await storage.head(partKey(id, 0))).toBeNull();
});

test('[X-03] whose it is, what order, how much: each is checked with every part', async () => {
  const { id } = await begin();
  for (const reply of [
    await put(id, 0, undefined, stranger),
    await stranger(uploadState, { id }),
    await stranger(confirmUpload, { id }),
  ])
    expect(reply).toMatchObject({ code: 1004, status: 404 });
  expect(await put(id, partBytes)).toMatchObject({ code: 1005, message: '上传进度对不上，请接着传' });
  expect(await put(id, 0, Buffer.alloc(partBytes + 1))).toMatchObject({ code: 1007, status: 413 });
  expect(await portal.send(beginUpload, { kind: 'video', name: 'a.mp4', bytes: 5 })).toMatchObject({ code: 1002 });
  for (const [input, code] of [
    [{ kind: 'video', name: 'a.mov', bytes: 5 }, 1001],
    [{ kind: 'video', name: 'a.mp4', bytes: 101 * 1024 * 1024 }, 1007],
    [{ kind: 'video', name: 'a.mp4', bytes: 0 }, 1001],
  ] as const)
    expect(await send(beginUpload, input)).toMatchObject({ ok: false, code });
});

test('[A-08] what is no film is refused once it is whole, for good, and swept', async () => {
  const text = Buffer.from('<html>'.repeat(100));
  const { id } = await begin(text.length, '假的.mp4');
  dataOf(await put(id, 0, text));
  expect(await send(confirmUpload, { id })).toMatchObject({ code: 1007, message: '视频只支持mp4格式' });
  expect(await send(confirmUpload, { id })).toMatchObject({ code: 1007, message: '视频只支持mp4格式' });
  const left = await begin();
  dataOf(await put(left.id, 0));
  clock.advance(25 * 3600 * 1000);
  expect(await removeUnused(portal.db, storage, clock.now())).toBeGreaterThanOrEqual(2);
  expect(await storage.head(partKey(left.id, 0))).toBeNull();
  expect(await portal.db.selectFrom('uploads').select('id').where('id', '=', left.id).execute()).toEqual([]);
});

test('[X-03] films that were refused are no hoard', async () => {
  const person = await buildUser(portal.db, { now: clock.now() });
  const ask = () => portal.as(person)(beginUpload, { kind: 'video', name: 'a.mp4', bytes: uploadKinds.video.maxBytes });
  for (let begun = 0; begun < 11; begun += 1) expect((await ask()).ok).toBe(true);
  expect(await ask()).toMatchObject({ code: 1006 });
  const theirs = portal.db.updateTable('uploads').where('owner_id', '=', person.id);
  await theirs.set({ state: 'checking' }).execute();
  expect(await ask()).toMatchObject({ code: 1006 });
  await theirs.set({ state: 'refused' }).execute();
  expect((await ask()).ok).toBe(true);
});

test('[X-03] while the storage takes a part nothing is locked; of two attempts at once the part counts once', async () => {
  const person = await buildUser(portal.db, { now: clock.now() });
  const wanted = { owner: person.id, kind: 'video', name: 'a.mp4', bytes: film.length } as const;
  const { id } = await beginParts(portal.db, wanted, clock.now());
  const content = Buffer.from(film.subarray(0, partBytes));
  const attempt = (to: Storage) =>
    withReceived(
      Readable.from([content]),
      { folder: join(portal.dataDir, 'tmp'), maxBytes: partBytes, tooLarge: '' },
      (part) => takePart(portal.db, to, { id, owner: person.id, offset: 0 }, part),
    );
  const quicker: Storage = {
    ...storage,
    put: async (...what) => {
      await sql`select id from uploads where id = ${id} for update nowait`.execute(portal.db);
      expect((await attempt(storage)).received_bytes).toBe(partBytes);
      await storage.put(...what);
    },
  };
  expect((await attempt(quicker)).received_bytes).toBe(partBytes);
  expect((await partedUpload(portal.db, id, person.id)).received_bytes).toBe(partBytes);
});

test('[X-03] a part that comes after the whole was put together leaves nothing beside it', async () => {
  const person = await buildUser(portal.db, { now: clock.now() });
  const by = portal.as(person);
  const wanted = { owner: person.id, kind: 'video', name: 'a.mp4', bytes: film.length } as const;
  const { id } = await beginParts(portal.db, wanted, clock.now());
  for (let offset = 0; offset < film.length; offset += partBytes) dataOf(await put(id, offset, undefined, by));
  // As if its first attempt had been on its way all the time.
  await portal.db.updateTable('uploads').set({ received_bytes: 0 }).where('id', '=', id).execute();
  const late: Storage = {
    ...storage,
    put: async (...what) => {
      await portal.db.updateTable('uploads').set({ received_bytes: film.length }).where('id', '=', id).execute();
      dataOf(await by(confirmUpload, { id }));
      await storage.put(...what);
    },
  };
  await withReceived(
    Readable.from([Buffer.from(film.subarray(0, partBytes))]),
    { folder: join(portal.dataDir, 'tmp'), maxBytes: partBytes, tooLarge: '' },
    (part) => takePart(portal.db, late, { id, owner: person.id, offset: 0 }, part),
  );
  expect(await storage.head(partKey(id, 0))).toBeNull();
});
