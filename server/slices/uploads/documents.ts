import { open, readFile } from 'node:fs/promises';
import cfb from 'cfb';
import { Refusal } from '../../../contract/errors.ts';
import { uploadKinds } from '../../../contract/uploads.ts';
import { inspectZip } from './zip.ts';

/** Content types by ending; what is served says one of these and nothing else. */
export const fileMimes: Readonly<Record<string, string>> = {
  '.xls': 'application/vnd.ms-excel',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  '.doc': 'application/msword',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.pdf': 'application/pdf',
  '.zip': 'application/zip',
  '.rar': 'application/vnd.rar',
  '.mp4': 'video/mp4',
};

const allowed = () => new Refusal('wrong_file', uploadKinds.document.otherKind);
const mismatched = (ending: string) => new Refusal('wrong_file', `文件内容与扩展名${ending}不符，或文件已加密、损坏`);
const macros = () => new Refusal('wrong_file', '文件包含宏，请另存为不含宏的文件后上传');
const encrypted = () => new Refusal('wrong_file', '文件设有打开密码，请取消密码后上传');

export const endingOf = (name: string): string => /\.[a-z\d]{1,5}$/i.exec(name)?.[0].toLowerCase() ?? '';

/**
 * Looks into an uploaded document; its ending must be what its content is. Throws a refusal for other kinds, macros,
 * bombs and unsafe paths in archives, and files that broke off. Gives the content type to serve it with.
 */
export async function checkDocument(path: string, name: string): Promise<string> {
  const ending = endingOf(name);
  const check = checks[ending];
  if (!check || !(uploadKinds.document.endings as readonly string[]).includes(ending)) throw allowed();
  await check(path, ending);
  return fileMimes[ending] as string;
}

const zipStart = Buffer.from('PK\x03\x04', 'latin1');
const oleStart = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const rarStart = Buffer.from('Rar!\x1a\x07', 'latin1');

// Each kind must begin at the first byte: a file that is two things at once is refused as neither.
const checks: Readonly<Record<string, (path: string, ending: string) => Promise<void>>> = {
  '.pdf': async (path, ending) => {
    const { head, tail } = await edges(path);
    if (!head.toString('latin1').startsWith('%PDF-')) throw mismatched(ending);
    if (!tail.includes('%%EOF')) throw new Refusal('wrong_file', 'PDF文件不完整，请重新导出');
  },
  '.zip': async (path, ending) => {
    await startsWith(path, zipStart, ending);
    await inspectZip(path);
  },
  '.rar': (path, ending) => startsWith(path, rarStart, ending),
  '.docx': (path, ending) => officeZip(path, ending, 'word/document.xml'),
  '.xlsx': (path, ending) => officeZip(path, ending, 'xl/workbook.xml'),
  '.doc': (path, ending) => compound(path, ending, ['/WordDocument']),
  '.xls': (path, ending) => compound(path, ending, ['/Workbook', '/Book']),
};

async function officeZip(path: string, ending: string, main: string): Promise<void> {
  const { head } = await edges(path);
  if (head.subarray(0, 8).equals(oleStart)) throw encrypted();
  await startsWith(path, zipStart, ending);
  const { names, contentTypes } = await inspectZip(path);
  if (!names.has(main) || contentTypes === '') throw mismatched(ending);
  const carriesCode = [...names].some((name) => /(^|\/)vba(project|data)[^/]*$|(^|\/)macrosheets\//i.test(name));
  if (carriesCode || /macroenabled|vbaproject|macrosheet/i.test(contentTypes)) throw macros();
}

async function compound(path: string, ending: string, mains: readonly string[]): Promise<void> {
  await startsWith(path, oleStart, ending);
  let file: cfb.CFB$Container;
  try {
    file = cfb.read(await readFile(path), { type: 'buffer' });
  } catch {
    throw mismatched(ending);
  }
  const paths = file.FullPaths.map((full) => full.slice(full.indexOf('/')));
  if (paths.includes('/EncryptedPackage')) throw encrypted();
  const at = paths.findIndex((one) => mains.includes(one));
  const content = file.FileIndex[at]?.content;
  if (at < 0 || !content) throw mismatched(ending);
  if (paths.some((one) => /\/(macros|_vba_project(_cur)?|vba)(\/|$)/i.test(one))) throw macros();
  if (ending === '.xls' && hasMacroSheet(Buffer.from(content))) throw macros();
}

/** Excel 4.0 macros are sheets of their own kind, listed at the start of the workbook's records (BOUNDSHEET, type 1). */
function hasMacroSheet(workbook: Buffer): boolean {
  for (let at = 0; at + 4 <= workbook.length;) {
    const [kind, length] = [workbook.readUInt16LE(at), workbook.readUInt16LE(at + 2)];
    if (kind === 0x85 && length >= 6 && at + 10 <= workbook.length && workbook[at + 9] === 1) return true;
    // The list ends with the workbook's globals.
    if (kind === 0x0a) return false;
    at += 4 + length;
  }
  return false;
}

async function startsWith(path: string, magic: Buffer, ending: string): Promise<void> {
  const { head } = await edges(path);
  if (!head.subarray(0, magic.length).equals(magic)) throw mismatched(ending);
}

/** The first bytes of a file and its last 2 KB. */
async function edges(path: string): Promise<{ head: Buffer; tail: Buffer }> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    const part = async (start: number, length: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start);
      return buffer.subarray(0, bytesRead);
    };
    return { head: await part(0, 32), tail: await part(Math.max(0, size - 2048), 2048) };
  } finally {
    await handle.close();
  }
}
