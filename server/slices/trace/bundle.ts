import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Trace } from '../../../contract/trace/calls.ts';
import type { Services } from '../../calls/context.ts';
import { keptPictures } from '../uploads/use.ts';

const page = join(import.meta.dirname, '../../../build/verifier.html');
const slot = /(<script type="application\/json" id="trace">)\s*null\s*(?=<\/script>)/;

/** The verifier with the records in it; undefined where the pages were not built. */
async function verifierOf(trace: Trace): Promise<string | undefined> {
  const html = await readFile(page, 'utf8').catch(() => undefined);
  // Nothing in the records may end the element that they stand in.
  const json = JSON.stringify(trace).replaceAll('<', '\\u003c');
  if (html !== undefined && !slot.test(html)) throw new Error('the verifier has no place for the records');
  return html?.replace(slot, (_, start: string) => start + json);
}

/**
 * All that is needed to check a line without us, as a zip: records and proofs, the checkpoint by itself, the verifier as one
 * page, and, when asked for, the pictures as they are kept.
 */
export async function packBundle(
  services: Pick<Services, 'db' | 'storage'>,
  trace: Trace,
  { pictures, now }: { pictures: boolean; now: Date },
): Promise<Readable> {
  const kept = pictures
    ? await keptPictures(
        services,
        trace.orders.flatMap((order) => Object.values(order.pictures)),
      )
    : [];
  const names = new Map(kept.map(({ url, fingerprint, ending }) => [url, `pictures/${fingerprint}.${ending}`]));
  const packed: Trace = {
    ...trace,
    orders: trace.orders.map((order) => ({
      ...order,
      pictures: Object.fromEntries(
        Object.entries(order.pictures).flatMap(([fingerprint, url]) => {
          const name = names.get(url);
          return name === undefined ? [] : [[fingerprint, name]];
        }),
      ),
    })),
  };
  const html = await verifierOf(packed);
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  zip.on('error', (error: Error) => stream.destroy(error));
  const options = { mtime: now };
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text, 'utf8'), name, options);
  add('说明.txt', `\uFEFF${readme(packed, html !== undefined)}`);
  if (html !== undefined) add('核对.html', html);
  add('trace.json', `${JSON.stringify(packed, null, 1)}\n`);
  add('checkpoint.txt', trace.bundle.checkpoint);
  for (const { url, open } of kept)
    // Opened when it is its turn.
    zip.addReadStreamLazy(names.get(url) as string, { ...options, compress: false }, (give) => {
      open().then(
        (readable) => give(null, readable),
        (error: unknown) => give(error, Readable.from([])),
      );
    });
  zip.end();
  return stream;
}

const readme = ({ code, line, bundle }: Trace, html: boolean): string =>
  [
    '溯源核对包',
    '',
    `溯源码：${code}`,
    `产品线：${line}，${bundle.records.length} 条记录`,
    '',
    '压缩包里有什么',
    ...(html ? ['  核对.html', '    用浏览器打开就能核对：不联网，也不经过任何服务器'] : []),
    '  trace.json',
    '    记录、证明和公钥',
    '  checkpoint.txt',
    '    平台签过名的日志样子（C2SP signed note）。留着它，以后可以用来发现日志被改短或被换掉',
    '  pictures 文件夹（选择了“连照片一起下载”才有）',
    '    照片的原件，文件名就是它的 SHA-256',
    '',
    '用命令行核对（需要本平台的源代码和 Node.js）',
    '  npm run trace -- verify 这个压缩包.zip',
    '  加上 --node 和您信得过的节点地址，还会到链上查存证的那笔交易',
    '',
    '核对能证明什么',
    '  这些记录写下之后没有改过，中间没有少，也没有换过次序，并且由平台的钥匙签了名。',
    '  不能证明填报的内容本身属实，也不能证明手上这件就是当时那件。',
    '  写下的时间由平台记录；只有到链上查过存证，才不必只听平台说。',
    '',
  ].join('\r\n');
