import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import cfb from 'cfb';
import { afterAll, describe, expect, test } from 'vitest';
import { buildBlackPng, buildDocx, buildZip } from './build.ts';
import { checkDocument } from './documents.ts';
import { checkVideo } from './video.ts';
import { safeName } from './files.ts';

const folder = await mkdtemp(join(tmpdir(), 'omo-documents-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

async function check(name: string, content: Uint8Array | string, how = checkDocument): Promise<string> {
  const path = join(folder, 'file');
  await writeFile(path, content);
  return how(path, name);
}

/** An OLE file of these streams, as old Word and Excel write. */
function buildOle(streams: Record<string, Buffer>): Buffer {
  const file = cfb.utils.cfb_new();
  for (const [name, content] of Object.entries(streams)) cfb.utils.cfb_add(file, name, content);
  return Buffer.from(cfb.write(file, { type: 'buffer' }) as Uint8Array);
}

const record = (kind: number, data: number[]) => Buffer.from([kind & 255, kind >> 8, data.length, 0, ...data]);
/** A workbook's list of sheets; 0 is a worksheet, 1 a sheet of Excel 4.0 macros. */
const workbook = (sheetKind: number) =>
  Buffer.concat([
    record(0x809, [0, 6, 5, 0]),
    record(0x85, [0, 0, 0, 0, 0, sheetKind, 1, 0, 65]),
    record(0x0a, []),
    Buffer.alloc(5000),
  ]);

const text = Buffer.alloc(5000, 'a');
const pdf = '%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\nstartxref\n9\n%%EOF\n';
const xlsx = buildZip([
  { name: '[Content_Types].xml', content: '<Types/>' },
  { name: 'xl/workbook.xml', content: '<workbook/>' },
]);

describe('[X-03] documents', () => {
  test.each([
    ['报价.docx', buildDocx(), 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['清单.xlsx', xlsx, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['合同.DOC', buildOle({ WordDocument: text, '1Table': text }), 'application/msword'],
    ['合同.xls', buildOle({ Workbook: workbook(0) }), 'application/vnd.ms-excel'],
    ['图纸.pdf', pdf, 'application/pdf'],
    ['资料.zip', buildZip([{ name: '图纸/一.dwg', content: 'dwg' }, { name: '说明.txt' }]), 'application/zip'],
    ['旧.rar', 'Rar!\x1a\x07\x00 whatever a rar holds', 'application/vnd.rar'],
    ['新.rar', 'Rar!\x1a\x07\x01\x00 whatever a rar holds', 'application/vnd.rar'],
  ])('%s is taken', async (name, content, mime) => {
    expect(await check(name, typeof content === 'string' ? Buffer.from(content, 'latin1') : content)).toBe(mime);
  });

  const contentType = (kind: string) => `application/vnd.ms-word.${kind}.macroEnabled.main+xml`;
  test.each([
    ['a project in a docx', 'a.docx', buildDocx([{ name: 'word/vbaProject.bin', content: 'x' }])],
    ['a project by another name', 'a.docx', buildDocx([{ name: 'docProps/VBAProject2.BIN', content: 'x' }])],
    ['a docm that was renamed', 'a.docx', buildDocx([], contentType('document'))],
    [
      'an Excel 4.0 sheet in an xlsx',
      'a.xlsx',
      buildZip([
        { name: '[Content_Types].xml', content: '<Types/>' },
        { name: 'xl/workbook.xml', content: '<workbook/>' },
        { name: 'xl/macrosheets/sheet1.xml', content: '<x/>' },
      ]),
    ],
    ['a doc', 'a.doc', buildOle({ WordDocument: text, '/Macros/VBA/_VBA_PROJECT': text })],
    ['an xls', 'a.xls', buildOle({ Workbook: workbook(0), '/_VBA_PROJECT_CUR/VBA/dir': text })],
    ['an Excel 4.0 sheet in an xls', 'a.xls', buildOle({ Workbook: workbook(1) })],
  ])('macros are refused: %s', async (_what, name, content) => {
    await expect(check(name, content)).rejects.toThrow('文件包含宏，请另存为不含宏的文件后上传');
  });

  const zeros = Buffer.alloc(64 * 1024 * 1024);
  test.each([
    ['64 MB of zeros in 64 KB', buildZip([{ name: 'zeros', content: zeros }])],
    ['a docx of them', buildDocx([{ name: 'word/media/zeros.bmp', content: zeros }])],
    ['a directory that claims 4 GB', buildZip([{ name: 'a', content: 'a', claimedSize: 0xfffffff0 }])],
    ['ten thousand entries', buildZip(Array.from({ length: 10_000 }, (_, i) => ({ name: `${i}` })))],
  ])('bombs are refused: %s', async (_what, content) => {
    const name = content.includes('word/document.xml') ? 'a.docx' : 'a.zip';
    await expect(check(name, content)).rejects.toThrow('压缩文件解压后过大');
  });

  test('entries that share the same bytes are refused as a bomb', async () => {
    const part = Buffer.from('PK\x01\x02', 'latin1');
    const zip = buildZip([{ name: 'a', content: Buffer.alloc(3_000_000, 'abc') }, { name: 'b' }]);
    const first = zip.indexOf(part);
    const second = zip.indexOf(part, first + 4);
    const shared = Buffer.from(zip);
    // The second entry is made to claim more packed bytes than the file has.
    shared.writeUInt32LE(zip.length, second + 20);
    await expect(check('a.zip', shared)).rejects.toThrow('压缩文件解压后过大');
  });

  test.each(['../../etc/cron.d/x', '/etc/passwd', 'a/../../b', '..\\..\\x.exe', 'C:\\Windows\\x.exe'])(
    'paths that lead outside are refused: %s',
    async (name) => {
      await expect(check('a.zip', buildZip([{ name, content: 'x' }]))).rejects.toThrow('不安全的路径');
    },
  );

  const docx = buildDocx();
  test.each([
    ['a zip that breaks off', 'a.zip', docx.subarray(0, docx.length - 30)],
    ['a pdf that breaks off', 'a.pdf', Buffer.from(pdf.slice(0, 30))],
    ['an empty zip', 'a.zip', buildZip([])],
    ['a picture called docx', 'a.docx', buildBlackPng(9, 9)],
    ['a page called pdf', 'a.pdf', Buffer.from('<html><script>1</script>%PDF-1.7 %%EOF')],
    ['a page before a zip', 'a.zip', Buffer.concat([Buffer.from('<html></html>'), docx])],
    ['a docx called xlsx', 'a.xlsx', docx],
    ['a docx called doc', 'a.doc', docx],
    ['a doc called xls', 'a.xls', buildOle({ WordDocument: text })],
    ['broken OLE', 'a.doc', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4000, 7)])],
    ['a docx with a password', 'a.docx', buildOle({ EncryptedPackage: text, EncryptionInfo: text })],
    ['a program', 'a.exe', Buffer.from('MZ')],
    ['a docm', 'a.docm', docx],
    ['an svg', 'a.svg', Buffer.from('<svg/>')],
    ['no ending', 'a', docx],
    ['a property of every object', 'a.constructor', docx],
  ])('%s is refused as the wrong kind', async (_what, name, content) => {
    await expect(check(name, content)).rejects.toMatchObject({ kind: 'wrong_file' });
  });

  test('[A-08] a film is a whole mp4 in H.264, by content and by name', async () => {
    const film = await readFile(join(import.meta.dirname, '../../seeding/footage/clips/cnc.mp4'));
    expect(await check('厂房.mp4', film, checkVideo)).toBe('video/mp4');
    const other = Buffer.from(
      film.toString('latin1').replaceAll('avc1', 'hvc1').replace('hvc1mp41', 'avc1mp41'),
      'latin1',
    );
    const head = Buffer.from('\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41', 'latin1');
    for (const [name, content, words] of [
      ['a.mov', film, '视频只支持mp4格式'],
      ['a.mp4', Buffer.from('\0\0\0\x20ftypqt  \0\0\x02\0', 'latin1'), '视频只支持mp4格式'],
      ['a.mp4', Buffer.from('<html>'), '视频只支持mp4格式'],
      ['a.mp4', head, '视频不完整或已损坏'],
      ['a.mp4', film.subarray(0, film.length / 2), '视频不完整或已损坏'],
      ['a.mp4', other, '视频编码须为H.264'],
    ] as const)
      await expect(check(name, content, checkVideo)).rejects.toThrow(words);
  });

  test('[X-03] an index made of countless boxes keeps nobody busy', async () => {
    const box = (type: string, ...content: Buffer[]) => {
      const head = Buffer.alloc(8);
      head.writeUInt32BE(8 + content.reduce((sum, { length }) => sum + length, 0));
      head.write(type, 4, 'latin1');
      return Buffer.concat([head, ...content]);
    };
    const many = (count: number) => Buffer.alloc(count * 8, box('free'));
    const handler = box('hdlr', Buffer.from('\0\0\0\0\0\0\0\0vide', 'latin1'));
    const table = box('stbl', box('stsd', Buffer.alloc(8), box('avc1')));
    const media = box('mdia', handler, box('minf', table));
    const film = (...track: Buffer[]) =>
      Buffer.concat([
        box('ftyp', Buffer.from('isom    ', 'latin1')),
        box('mdat', Buffer.alloc(8)),
        box('moov', box('trak', ...track)),
      ]);
    expect(await check('a.mp4', film(many(100), media, many(3_000_000)), checkVideo)).toBe('video/mp4');
    await expect(check('a.mp4', film(many(20_000), media), checkVideo)).rejects.toThrow('视频不完整或已损坏');
  });

  test.each([
    ['../../etc/合同 v2.docx', '合同_v2.docx'],
    ['C:\\fakepath\\图纸.PDF', '图纸.pdf'],
    ['a"b\'c,d\r\nX: y.zip', 'a_b_c_d_X_y.zip'],
    ['.htaccess.zip', 'htaccess.zip'],
    ['', '文件'],
    ['....pdf', '文件.pdf'],
    [`${'长'.repeat(300)}.xlsx`, `${'长'.repeat(40)}.xlsx`],
    ['\u202efdp.exe.zip', 'fdp.exe.zip'],
  ])('a name is made safe: %j', (given, safe) => {
    expect(safeName(given)).toBe(safe);
  });
});
