import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';
import { Refusal } from '../../../contract/errors.ts';

/** What an archive may grow to, by its own account. We never unpack one, but those who download it will. */
const unpackedAtMost = 500 * 1024 * 1024;
const entriesAtMost = 5000;
/** How many times its size an archive of more than `smallAtMost` bytes may unpack to; office files of plain tables reach 50. */
const ratioAtMost = 150;
const smallAtMost = 20 * 1024 * 1024;

export interface ZipContents {
  readonly names: ReadonlySet<string>;
  /** text of `[Content_Types].xml`; '' when there is none, as in anything but an office file */
  readonly contentTypes: string;
}

const damaged = () => new Refusal('wrong_file', '压缩文件已损坏或不完整，请重新打包');
const bomb = () => new Refusal('wrong_file', '压缩文件解压后过大，请拆分后上传');
const escape = () => new Refusal('wrong_file', '压缩文件内含不安全的路径，请重新打包');

/** Reads a zip file's directory. Throws a refusal for bombs, names that lead outside, and broken archives. */
export async function inspectZip(path: string): Promise<ZipContents> {
  const zip = await yauzl
    .openPromise(path, {
      autoClose: false,
      lazyEntries: true,
      // Names are checked below, so that an unsafe one is told from a broken archive.
      decodeStrings: false,
    })
    .catch(() => {
      throw damaged();
    });
  try {
    return await readDirectory(zip);
  } catch (error) {
    throw error instanceof Refusal ? error : damaged();
  } finally {
    zip.close();
  }
}

async function readDirectory(zip: yauzl.ZipFile): Promise<ZipContents> {
  if (zip.entryCount > entriesAtMost) throw bomb();
  if (zip.entryCount === 0) throw new Refusal('wrong_file', '压缩文件是空的，请重新选择');
  const names = new Set<string>();
  let packed = 0;
  let unpacked = 0;
  let types: yauzl.Entry | undefined;
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileNameRaw.toString('utf8').replaceAll('\\', '/');
    if (yauzl.validateFileName(name) !== null) throw escape();
    names.add(name);
    packed += entry.compressedSize;
    unpacked += entry.uncompressedSize;
    if (unpacked > unpackedAtMost) throw bomb();
    if (name === '[Content_Types].xml') types = entry;
  }
  // Entries that share the same bytes are how a bomb hides its ratio.
  if (packed > zip.fileSize) throw bomb();
  if (unpacked > smallAtMost && unpacked > zip.fileSize * ratioAtMost) throw bomb();
  return { names, contentTypes: types ? await textOf(zip, types) : '' };
}

async function textOf(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<string> {
  if (entry.uncompressedSize > 1024 * 1024) throw bomb();
  return (await buffer(await zip.openReadStreamPromise(entry))).toString('utf8').replaceAll('\0', '');
}
