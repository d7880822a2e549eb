import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MovableClock } from '../../clock.ts';
import { type FolderStorage, folderStorage } from './folder.ts';
import { mountStoragePost } from './post-endpoint.ts';
import { s3Storage } from './s3.ts';
import type { PresignedPost, Storage } from './storage.ts';

// One contract, held by every adapter: the folder always, S3 where TEST_S3_ENDPOINT names one.

const policyKey = { accessKey: 'TESTKEY', secretKey: 'a secret that nobody else knows' };
const clock = new MovableClock();
const folder = await mkdtemp(join(tmpdir(), 'omo-storage-'));
let http: FastifyInstance;
let origin: string;
let local: FolderStorage;

beforeAll(async () => {
  local = folderStorage({ folder: join(folder, 'files'), temporary: join(folder, 'tmp'), policyKey });
  http = Fastify();
  await mountStoragePost(http, local, clock);
  origin = await http.listen({ port: 0, host: '127.0.0.1' });
});

afterAll(async () => {
  await http.close();
  await rm(folder, { recursive: true, force: true });
});

const endpoint = process.env.TEST_S3_ENDPOINT;
const remote = endpoint
  ? s3Storage({
      endpoint,
      region: process.env.TEST_S3_REGION ?? 'us-east-1',
      bucket: process.env.TEST_S3_BUCKET ?? 'omo-test',
      accessKey: process.env.TEST_S3_ACCESS_KEY ?? '',
      secretKey: process.env.TEST_S3_SECRET_KEY ?? '',
      publicUrl: undefined,
      pathStyle: true,
    })
  : undefined;

const adapters: { name: string; storage: () => Storage }[] = [
  { name: 'folder', storage: () => local },
  ...(remote ? [{ name: 's3', storage: () => remote }] : []),
];

async function textOf(storage: Storage, key: string, range?: { start: number; end: number }) {
  const found = await storage.get(key, range);
  return found && { text: (await buffer(found.stream)).toString(), bytes: found.bytes };
}

function post({ url, fields }: PresignedPost, content: Uint8Array, change: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...fields, ...change })) form.set(name, value);
  form.set('file', new Blob([new Uint8Array(content)]), 'file');
  return fetch(new URL(url, origin), { method: 'POST', body: form });
}

describe.each(adapters)('[X-03] storage contract: $name', ({ storage: adapter }) => {
  const prefix = `test-${randomBytes(6).toString('hex')}`;
  const permit = (key: string, more: Partial<{ maxBytes: number; expiresIn: number }> = {}) =>
    adapter().presignPost({ key, mime: 'image/png', maxBytes: 1000, expiresIn: 600, now: clock.now(), ...more });

  afterAll(() => adapter().removeUnder(prefix));

  test('keeps bytes and files, replaces them, and gives them back whole or in part', async () => {
    const storage = adapter();
    const key = `${prefix}/图纸/一.txt`;
    await storage.put(key, Buffer.from('第一版'), 'text/plain');
    expect(await textOf(storage, key)).toEqual({ text: '第一版', bytes: 9 });
    const path = join(folder, 'given');
    await writeFile(path, '0123456789');
    await storage.put(key, { path }, 'text/plain');
    expect(await storage.head(key)).toEqual({ bytes: 10 });
    expect(await textOf(storage, key, { start: 2, end: 4 })).toEqual({ text: '234', bytes: 10 });
  });

  test('says null for what is not there, and removing it is no error', async () => {
    const storage = adapter();
    expect(await storage.get(`${prefix}/none`)).toBeNull();
    expect(await storage.head(`${prefix}/none/deeper`)).toBeNull();
    await storage.remove(`${prefix}/none`);
    await storage.removeUnder(`${prefix}/none`);
    expect(await storage.head(`${prefix}/none`)).toBeNull();
  });

  test('removes one, or all below a prefix and nothing beside it', async () => {
    const storage = adapter();
    for (const key of ['a/1', 'a/b/2', 'ab/3']) await storage.put(`${prefix}/${key}`, Buffer.from(key), 'text/plain');
    await storage.removeUnder(`${prefix}/a`);
    expect(await storage.head(`${prefix}/a/1`)).toBeNull();
    expect(await storage.head(`${prefix}/a/b/2`)).toBeNull();
    expect(await storage.head(`${prefix}/ab/3`)).toEqual({ bytes: 4 });
    await storage.remove(`${prefix}/ab/3`);
    expect(await storage.head(`${prefix}/ab/3`)).toBeNull();
  });

  test.each(['', '/etc/passwd', '../x', 'a/../../x', 'a//b', 'a/./b', 'a\\..\\b', '.tmp/x', 'a\0b', 'x'.repeat(600)])(
    'no key leaves its place: %j',
    async (key) => {
      const storage = adapter();
      await expect((async () => storage.put(key, Buffer.from('x'), 'text/plain'))()).rejects.toThrow('storage key');
      await expect((async () => storage.get(key))()).rejects.toThrow('storage key');
      await expect((async () => storage.removeUnder(key))()).rejects.toThrow('storage key');
    },
  );

  test('takes a direct upload with signed parameters', async () => {
    const key = `${prefix}/incoming/ok`;
    const answer = await post(await permit(key), Buffer.from('straight to the storage'));
    expect(answer.status).toBe(204);
    expect(await textOf(adapter(), key)).toEqual({ text: 'straight to the storage', bytes: 23 });
  });

  test('refuses a direct upload that is too large or empty, and keeps nothing of it', async () => {
    const key = `${prefix}/incoming/size`;
    const large = await post(await permit(key), randomBytes(1001));
    expect([large.status, await large.text()]).toEqual([400, expect.stringContaining('EntityTooLarge')]);
    const empty = await post(await permit(key), Buffer.alloc(0));
    expect([empty.status, await empty.text()]).toEqual([400, expect.stringContaining('EntityTooSmall')]);
    expect(await adapter().head(key)).toBeNull();
  });

  test('refuses another key, another content type, a forged signature and a changed policy', async () => {
    const key = `${prefix}/incoming/forged`;
    const granted = await permit(key);
    const wider = (text: string) =>
      Buffer.from(Buffer.from(text, 'base64').toString().replace('1000', '9000')).toString('base64');
    const attempts: Record<string, string>[] = [
      { key: `${prefix}/incoming/other` },
      { 'Content-Type': 'text/html' },
      { 'X-Amz-Signature': '0'.repeat(64) },
      { 'X-Amz-Signature': 'zz' },
      { Policy: wider(granted.fields.Policy as string) },
      { acl: 'public-read-write' },
    ];
    for (const change of attempts) {
      const answer = await post(granted, Buffer.from('evil'), change);
      expect([Object.keys(change)[0], answer.status]).toEqual([Object.keys(change)[0], 403]);
    }
    expect(await adapter().head(key)).toBeNull();
    expect(await adapter().head(`${prefix}/incoming/other`)).toBeNull();
  });
});

describe('[X-03] the embedded storage', () => {
  const sdk = (secretAccessKey: string) =>
    new S3Client({
      endpoint: `${origin}/storage`,
      region: 'cn-test-1',
      forcePathStyle: true,
      credentials: { accessKeyId: policyKey.accessKey, secretAccessKey },
    });
  const signed = (client: S3Client, key: string) =>
    createPresignedPost(client, {
      Bucket: 'omo',
      Key: key,
      Conditions: [
        ['content-length-range', 1, 100],
        ['starts-with', '$Content-Type', 'image/'],
      ],
      Fields: { 'Content-Type': 'image/webp' },
      Expires: 60,
    });

  test('accepts what the AWS client signs with its key, and nothing signed with another', async () => {
    clock.set(new Date());
    const good = await post(await signed(sdk(policyKey.secretKey), 'sdk/good'), Buffer.from('good'));
    expect(good.status).toBe(204);
    expect(await textOf(local, 'sdk/good')).toEqual({ text: 'good', bytes: 4 });
    const bad = await post(await signed(sdk('guessed'), 'sdk/bad'), Buffer.from('bad'));
    expect([bad.status, await bad.text()]).toEqual([403, expect.stringContaining('SignatureDoesNotMatch')]);
    const prefix = await post(await signed(sdk(policyKey.secretKey), 'sdk/prefix'), Buffer.from('x'), {
      'Content-Type': 'text/html',
    });
    expect(prefix.status).toBe(403);
    expect(await local.head('sdk/bad')).toBeNull();
  });

  test('refuses an expired policy', async () => {
    clock.set(new Date());
    const request = { key: 'late/file', mime: 'image/png', maxBytes: 100, expiresIn: 600, now: clock.now() };
    const granted = await local.presignPost(request);
    clock.advance(601_000);
    const answer = await post(granted, Buffer.from('late'));
    expect([answer.status, await answer.text()]).toEqual([403, expect.stringContaining('expired')]);
    expect(await local.head('late/file')).toBeNull();
  });

  test('refuses a key that leads outside even when the policy allows it', async () => {
    clock.set(new Date());
    const granted = await signed(sdk(policyKey.secretKey), '../../escaped');
    expect((await post(granted, Buffer.from('x'))).status).toBe(400);
    expect(await readdir(folder)).not.toContain('escaped');
  });

  test('an upload that is cut off leaves nothing behind', async () => {
    clock.set(new Date());
    const request = { key: 'cut/file', mime: 'image/png', maxBytes: 1_000_000, expiresIn: 600, now: clock.now() };
    const { url, fields } = await local.presignPost(request);
    const boundary = 'cut-here';
    const parts = Object.entries(fields).map(
      ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const head = `${parts.join('')}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="f"\r\n\r\n`;
    const { port, hostname } = new URL(origin);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST ${url} HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: 900000\r\n\r\n${head}`,
    );
    socket.write(randomBytes(300_000));
    const temporary = join(folder, 'tmp');
    await expect.poll(() => readdir(temporary), { timeout: 5000 }).toHaveLength(1);
    socket.destroy();
    await expect.poll(() => readdir(temporary), { timeout: 5000 }).toHaveLength(0);
    expect(await local.head('cut/file')).toBeNull();
  });

  test('a reader sees the old file or the new one, never a part, and a failed write nothing', async () => {
    const [old, young] = [Buffer.alloc(400_000, 'a'), Buffer.alloc(500_000, 'b')];
    await local.put('atomic/file', old, 'text/plain');
    const slow = Readable.from(
      (async function* () {
        for (let i = 0; i < 5; i += 1) {
          yield young.subarray(0, 100_000);
          await sleep(10);
        }
      })(),
    );
    const writing = local.putStream('atomic/file', slow);
    expect((await textOf(local, 'atomic/file'))?.bytes).toBe(400_000);
    await writing;
    expect((await textOf(local, 'atomic/file'))?.text).toBe(young.toString());
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('cut');
      })(),
    );
    await expect(local.putStream('atomic/file', broken)).rejects.toThrow('cut');
    expect((await local.head('atomic/file'))?.bytes).toBe(500_000);
    expect(await readdir(join(folder, 'tmp'))).toEqual([]);
  });
});
