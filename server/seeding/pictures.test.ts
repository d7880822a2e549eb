import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { folderStorage } from '../adapters/storage/folder.ts';
import { testDatabase } from '../testing/database.ts';
import { pictureVariant } from '../slices/uploads/pictures.ts';
import { removeUnused } from '../slices/uploads/use.ts';
import { drawPicture, pictureSizes } from './pictures.ts';

const db = await testDatabase();
const folder = await mkdtemp(join(tmpdir(), 'omo-drawn-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const storage = folderStorage({
  folder: join(folder, 'files'),
  temporary: join(folder, 'tmp'),
  policyKey: { accessKey: 'k', secretKey: 's' },
});
const now = new Date('2026-11-20T08:00:00Z');
const request = { motif: 'crib', palette: 'coral', view: 'product', seed: 4 } as const;

test('a drawn picture is a stored upload of the size asked for, drawn once for equal requests', async () => {
  const [first, again] = await Promise.all([
    drawPicture({ db, storage }, request, now),
    drawPicture({ db, storage }, { ...request }, now),
  ]);
  const later = await drawPicture({ db, storage }, request, new Date(now.getTime() + 1000));
  expect([again, later]).toEqual([first, first]);
  expect(first).toMatchObject({ width: 960, height: 720, url: `/files/${first.id}-960x720/960.jpg` });
  const rows = await db.selectFrom('uploads').selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ owner_id: null, kind: 'image', state: 'stored', used_at: now, width: 960 });
  const kept = join(folder, 'files/pictures', `${first.id}-960x720`);
  expect(await readdir(kept)).toEqual(['master']);
  const variant = await pictureVariant(storage, `${first.id}-960x720`, 640, 'webp');
  expect(await sharp(await buffer(variant?.stream as Readable)).metadata()).toMatchObject({
    format: 'webp',
    width: 640,
  });
  expect(await sharp(join(kept, 'master')).metadata()).toMatchObject({ format: 'jpeg', width: 960, height: 720 });
});

test('another request is another picture, and none is cleaned up', async () => {
  const banner = await drawPicture({ db, storage }, { ...request, view: 'scene', ...pictureSizes.banner }, now);
  expect(banner.url).toBe(`/files/${banner.id}-1920x672/1920.jpg`);
  expect(await removeUnused(db, storage, new Date(now.getTime() + 90 * 24 * 3600 * 1000))).toBe(0);
  expect(await db.selectFrom('uploads').select('id').execute()).toHaveLength(2);
});
