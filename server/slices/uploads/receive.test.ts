import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { withReceived } from './receive.ts';

const folder = await mkdtemp(join(tmpdir(), 'omo-receive-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const receive = (stream: Readable) =>
  withReceived(stream, { folder, maxBytes: 100, tooLarge: '文件过大' }, () => Promise.resolve('kept'));

/** Sends a few bytes and breaks off after `turns` turns of the loop: before, while and after the file is opened. */
async function* brokenOff(turns: number) {
  for (let i = 0; i < turns; i++) await turn();
  yield Buffer.from('abc');
  throw new Error('gone');
}

test('[X-03] a sender who breaks off at any moment leaves no temporary file', async () => {
  const tries = Array.from({ length: 200 }, (_, i) => receive(Readable.from(brokenOff(i % 5))));
  const refused = await Promise.allSettled(tries);
  expect(refused.map(({ status }) => status)).toEqual(tries.map(() => 'rejected'));
  expect(await readdir(folder)).toEqual([]);
});

test('[X-03] an error before anybody reads is a refusal and leaves nothing', async () => {
  const stream = new Readable({ read() {} });
  stream.on('error', () => {});
  stream.destroy(new Error('gone'));
  await turn();
  await expect(receive(stream)).rejects.toThrow('上传中断或内容不完整，请重试');
  expect(await readdir(folder)).toEqual([]);
});
