import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';
import { qrModules } from '../../../../contract/qr.ts';
import { labelSheets } from '../../../../contract/trace/label-sheets.ts';
import type { LabelFile } from '../../../../contract/trace/labels.ts';

// Noto Sans SC (SIL Open Font License); only the glyphs that the labels use get into the file.
const fontFile = (weight: string) =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans-sc/${weight}/NotoSansSC_${weight}.ttf`));

/** What is printed. */
export interface LabelJob extends Pick<LabelFile, 'sheet' | 'count' | 'from'> {
  /** what the QR code holds */
  address: string;
  code: string;
  /** '' for labels without the product's name */
  name: string;
}

const millimetre = 72 / 25.4;
const a4 = { width: 210, height: 297 };
const ink = '#1e2a26';
const faint = '#55635d';

/** Modules of white around a code, without which cameras do not find it. */
const quiet = 4;

type Doc = PDFKit.PDFDocument;

/** Labels on A4 sheets of labels, or one to a page for a label printer. In points; a label's inside keeps clear of its edges. */
export function drawLabels(job: LabelJob): Promise<Buffer> {
  const { columns, rows, ...size } = labelSheets[job.sheet];
  const [width, height] = [size.width * millimetre, size.height * millimetre];
  const whole = columns * rows > 1;
  const page = whole ? [a4.width * millimetre, a4.height * millimetre] : [width, height];
  const doc = new PDFDocument({
    size: page,
    margin: 0,
    autoFirstPage: false,
    lang: 'zh-CN',
    info: { Title: `溯源标签 ${job.code}`, Creator: '', Producer: '' },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  doc.registerFont('regular', fontFile('400Regular'));
  doc.registerFont('bold', fontFile('700Bold'));
  const modules = qrModules(job.address);
  const first = whole ? job.from - 1 : 0;
  for (let number = first; number < first + job.count; number += 1) {
    const place = number % (columns * rows);
    if (place === 0 || number === first) doc.addPage();
    const [column, row] = [place % columns, Math.floor(place / columns)];
    drawLabel(doc, job, modules, { x: column * width, y: row * height, width, height });
  }
  doc.end();
  return done;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** millimetres that printers may be off by */
const clear = 3;

function drawLabel(doc: Doc, { code, name }: LabelJob, modules: readonly boolean[][], box: Box): void {
  const edge = clear * millimetre;
  // Its quiet zone may reach into the edge, where nothing is printed either.
  const side = Math.min(box.height - edge, box.width * 0.44);
  const top = box.y + (box.height - side) / 2;
  drawCode(doc, modules, { x: box.x + edge / 2, y: top, width: side, height: side });

  const left = box.x + edge / 2 + side + millimetre;
  const width = box.x + box.width - edge - left;
  const hint = '扫码查看这件家具的来历';
  const lines: { text: string; font: 'bold' | 'regular'; size: number; color: string; height: number }[] = [];
  if (name !== '') {
    const size = Math.min(11, width / 7.5);
    doc.font('bold').fontSize(size);
    const text = fitted(doc, name, width, 2);
    lines.push({ text, font: 'bold', size, color: ink, height: doc.heightOfString(text, { width }) });
  }
  for (const [text, font, most, color] of [
    [code, 'bold', 10, ink],
    [hint, 'regular', 7, faint],
  ] as const) {
    const size = oneLine(doc.font(font), text, width, most);
    lines.push({ text, font, size, color, height: doc.fontSize(size).currentLineHeight() });
  }
  const gap = 1.2 * millimetre;
  let y = box.y + (box.height - lines.reduce((sum, { height }) => sum + height + gap, -gap)) / 2;
  for (const { text, font, size, color, height } of lines) {
    doc
      .font(font)
      .fontSize(size)
      .fillColor(color)
      .text(text, left, y, { width: width + 1 });
    y += height + gap;
  }
}

/** The size, at most `most`, in which a text stands in one line. */
function oneLine(doc: Doc, text: string, width: number, most: number): number {
  return Math.min(most, (most * width) / doc.fontSize(most).widthOfString(text));
}

/** Black on white, each row's neighbours as one: seams between modules would show in print. */
function drawCode(doc: Doc, modules: readonly boolean[][], { x, y, width }: Box): void {
  const step = width / (modules.length + 2 * quiet);
  for (const [row, cells] of modules.entries()) {
    let from = 0;
    while (from < cells.length) {
      if (!cells[from]) {
        from += 1;
        continue;
      }
      let to = from;
      while (cells[to]) to += 1;
      doc.rect(x + (from + quiet) * step, y + (row + quiet) * step, (to - from) * step, step);
      from = to;
    }
  }
  doc.fill('#000');
}

/** As much of a text as fits into so many lines, with … for what does not. */
function fitted(doc: Doc, text: string, width: number, lines: number): string {
  const most = doc.heightOfString('木', { width }) * lines + 1;
  const characters = [...text];
  if (doc.heightOfString(text, { width }) <= most) return text;
  let kept = characters.length;
  const cut = () => `${characters.slice(0, kept).join('').trimEnd()}…`;
  while (kept > 1 && doc.heightOfString(cut(), { width }) > most) kept -= 1;
  return cut();
}
