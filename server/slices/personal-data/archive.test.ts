import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import yauzl from 'yauzl';
import { packArchive } from './archive.ts';
import type { Leaf } from './part.ts';

const megabyte = 1024 ** 2;

/** One that says how large it is; what it holds does not matter here. */
const film = (name: string, megabytes: number): Leaf => ({
  path: `上传的文件/${name}`,
  about: '',
  content: { bytes: megabytes * megabyte, open: async () => Readable.from([Buffer.from(name)]) },
});

it('[Z-15] a file that is too large is left out and named, and those that still fit are packed', async () => {
  const leaves = [
    film('一.mp4', 600),
    film('二.mp4', 600),
    film('三.mp4', 300),
    film('四.mp4', 200),
    film('五.jpg', 100),
  ];
  const { stream } = packArchive(leaves, { name: '林木匠', mobile: '13800000001' }, new Date(0));
  const zip = await yauzl.fromBufferPromise(await buffer(stream), { lazyEntries: true });
  const files = new Map<string, string>();
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString('utf8'));
  expect([...files.keys()]).toEqual(['说明.txt', '上传的文件/一.mp4', '上传的文件/三.mp4', '上传的文件/五.jpg']);
  const said = files.get('说明.txt')?.split('因总量超过')[1] ?? '';
  expect([...said.matchAll(/上传的文件\/(.)/g)].map(([, name]) => name)).toEqual(['二', '四']);
});
