import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import { ZipFile } from 'yazl';
import { jsonPieces } from './json-pieces.ts';
import type { Leaf } from './part.ts';
import { timeOf } from './words.ts';

/** Own pictures and files beyond so many bytes are left out, and the readme says which. */
const mostFileBytes = 1024 ** 3;

/** UTF-8 with the mark by which Windows knows it. */
const marked = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf8');

export interface Archive {
  /** flows as fast as it is taken; destroyed when a leaf cannot be read */
  readonly stream: Readable;
}

/** Packs the leaves, one after the other, with a readme in front. */
export function packArchive(leaves: readonly Leaf[], owner: { name: string; mobile: string }, now: Date): Archive {
  const zip = new ZipFile();
  const stream = zip.outputStream as Readable;
  zip.on('error', (error: Error) => stream.destroy(error));
  const { kept, left } = fitting(leaves);
  const options = { mtime: now };
  zip.addBuffer(marked(readme(kept, left, owner, now)), '说明.txt', options);
  for (const { path, content } of kept)
    // Opened when it is its turn: a thousand files at once would be a thousand open ones.
    zip.addReadStreamLazy(path, { ...options, compress: !('bytes' in content) }, (give) => {
      opened(content).then(
        (readable) => give(null, readable),
        (error: unknown) => give(error, Readable.from([])),
      );
    });
  zip.end();
  return { stream };
}

async function opened(content: Leaf['content']): Promise<Readable> {
  if ('open' in content) return content.open();
  if ('json' in content) return Readable.from(jsonPieces(content.json));
  const { csv, columns } = content;
  const sheet = stringify({ bom: true, header: true, columns: [...columns] });
  const rows = Readable.from(csv);
  rows.on('error', (error) => sheet.destroy(error));
  return rows.pipe(sheet);
}

/** What still fits is kept: one that was too large takes no room from those after it. */
function fitting(leaves: readonly Leaf[]): { kept: Leaf[]; left: Leaf[] } {
  const kept: Leaf[] = [];
  const left: Leaf[] = [];
  let bytes = 0;
  for (const leaf of leaves) {
    const size = 'bytes' in leaf.content ? leaf.content.bytes : 0;
    if (size > 0 && bytes + size > mostFileBytes) {
      left.push(leaf);
      continue;
    }
    bytes += size;
    kept.push(leaf);
  }
  return { kept, left };
}

function readme(
  kept: readonly Leaf[],
  left: readonly Leaf[],
  { name, mobile }: { name: string; mobile: string },
  now: Date,
): string {
  const explained = kept.filter(({ about }) => about !== '');
  return [
    '个人数据副本',
    '',
    `账号：${name}（${mobile}）`,
    `生成时间：${timeOf(now)}（北京时间）`,
    '',
    '压缩包里有什么',
    ...explained.map(({ path, about }) => `  ${path}\r\n    ${about}`),
    '',
    '怎么读',
    '  .json 用文本编辑器或浏览器打开；.csv 用 Excel 或 WPS 打开。时间都是北京时间，金额单位是元。',
    '  其他用户只以您见过的名称出现（昵称，或隐去中间四位的手机号），不包含他们的联系方式和资料。',
    '  银行卡只有后四位：完整卡号加密保存，任何人都不能从这里取出。密码只保存了不可还原的摘要，不在其中。',
    '',
    ...(left.length > 0
      ? ['因总量超过 1 GB 没有放进来的文件（可在网页上逐个保存）', ...left.map(({ path }) => `  ${path}`), '']
      : []),
    '请妥善保管：这里有您的个人信息。下载链接 7 天后失效，服务器上的副本随之删除。',
    '',
  ].join('\r\n');
}
