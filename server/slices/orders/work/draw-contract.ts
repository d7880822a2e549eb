import { fileURLToPath } from 'node:url';
import PDFDocument from 'pdfkit';
import type { ContractTerms } from './contract-terms.ts';

// Noto Sans SC (SIL Open Font License); only the glyphs that a contract uses get into it.
const fontFile = (weight: string) =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans-sc/${weight}/NotoSansSC_${weight}.ttf`));

/** Points. */
const margin = 62;
const ink = '#1e2a26';
const faint = '#55635d';
const line = '#bfd9ce';
const pine = '#1f6b57';

type Doc = PDFKit.PDFDocument;

/**
 * The contract on paper. The same terms make the same bytes, whenever and wherever it is drawn: nothing of the clock or
 * of chance gets in, so that its hash stands for its terms. Takes some hundred milliseconds of a core.
 */
export function drawContract(terms: ContractTerms): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'A4',
    margin,
    bufferPages: true,
    lang: 'zh-CN',
    info: { Title: `${title(terms)} ${terms.nid}`, Creator: '', Producer: '', CreationDate: new Date(0) },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  doc.registerFont('regular', fontFile('400Regular'));
  doc.registerFont('bold', fontFile('700Bold'));
  head(doc, terms);
  body(doc, terms);
  signatures(doc, terms);
  footers(doc, terms);
  doc.end();
  return done;
}

const title = ({ stageName }: ContractTerms) => `家具${stageName}承揽合同`;
const width = (doc: Doc) => doc.page.width - 2 * margin;

function head(doc: Doc, terms: ContractTerms): void {
  doc.font('bold').fontSize(20).fillColor(ink).text(title(terms), { align: 'center' });
  doc
    .font('regular')
    .fontSize(10)
    .fillColor(faint)
    .text(`合同编号 ${terms.nid}　产品线 ${terms.lineNid}　签订日期 ${terms.agreedOn}`, { align: 'center' });
  doc.moveDown(1.2);
  for (const [role, party] of [
    ['甲方（发布方）', terms.owner],
    ['乙方（承接方）', terms.provider],
  ] as const) {
    doc.font('bold').fontSize(11).fillColor(ink).text(`${role}：${party.name}`);
    doc
      .font('regular')
      .fontSize(10)
      .fillColor(faint)
      .text(party.certified === '' ? '平台认证：未认证' : `平台认证：${party.certified}`);
    doc.moveDown(0.4);
  }
  doc.moveDown(0.3);
  paragraph(doc, '双方通过平台就下列承揽事项达成一致，订立本合同，共同遵守。');
}

function body(doc: Doc, terms: ContractTerms): void {
  heading(doc, '一、承揽内容');
  const rows = [{ label: '产品', value: terms.name }, { label: '环节', value: terms.stageName }, ...terms.details];
  for (const { label, value } of rows) fact(doc, label, value);
  if (terms.description !== '') fact(doc, '要求', terms.description);
  if (terms.pictures > 0) fact(doc, '参考图', `${terms.pictures} 张，以平台订单页所载为准`);
  if (terms.files.length > 0) fact(doc, '附件', terms.files.join('、'));

  heading(doc, '二、价款与支付');
  paragraph(
    doc,
    `合同价款 ${terms.sum}（人民币${terms.sumInWords}），按下表分期支付。各期款项由平台托管，不直接支付给乙方。`,
  );
  instalmentTable(doc, terms);

  heading(doc, '三、工期');
  const days = terms.workDays === null ? '' : `工期 ${terms.workDays} 个日历日，`;
  paragraph(doc, `${days}乙方应于 ${terms.dueOn}前完工。乙方按实际进度在平台汇报，汇报的进度只增不减。`);

  heading(doc, '四、验收与返工');
  paragraph(
    doc,
    `乙方完工后，甲方应在 ${terms.affirmDays} 日内验收。不符合约定的，甲方说明原因退回返工，最多 ${terms.sendBacks} 次。验收后首付与二期款放给乙方。`,
  );

  heading(doc, '五、质保金');
  paragraph(
    doc,
    `尾款在验收后留作质保金，托管 ${terms.retentionDays} 日；期满，或甲方提前确认，或下一环节承接方确认来料合格时，放给乙方。`,
  );

  heading(doc, '六、取消与争议');
  paragraph(
    doc,
    '没有款项托管时任一方可以取消；有款项托管时，取消须经对方同意，并约定托管款项的分配。协商不成的，任一方可以发起争议，依次经协商、举证，由平台裁决托管款项的分配。',
  );

  heading(doc, '七、生效');
  paragraph(
    doc,
    '双方在平台确认同一份文件（以文件的 SHA-256 校验值为准）后，本合同生效，此后不能更换。本合同未约定的，依平台服务协议和法律规定。',
  );
}

/** Keeps a heading with what follows it. */
function room(doc: Doc, points: number): void {
  if (doc.y + points > doc.page.height - margin) doc.addPage();
}

function heading(doc: Doc, words: string): void {
  room(doc, 70);
  doc.moveDown(0.7);
  doc.font('bold').fontSize(12).fillColor(pine).text(words, margin);
  doc.moveDown(0.3);
}

function paragraph(doc: Doc, words: string): void {
  doc
    .font('regular')
    .fontSize(10.5)
    .fillColor(ink)
    .text(words, margin, doc.y, { width: width(doc), lineGap: 4 });
}

const labelWidth = 80;

function fact(doc: Doc, label: string, value: string): void {
  doc.font('regular').fontSize(10.5);
  const options = { width: width(doc) - labelWidth, lineGap: 4 };
  // A long text goes on over the page; its label stays where it begins.
  room(doc, Math.min(doc.heightOfString(value, options), 40));
  const top = doc.y;
  doc.fillColor(faint).text(label, margin, top, { width: labelWidth, lineGap: 4 });
  doc.fillColor(ink).text(value, margin + labelWidth, top, options);
  doc.x = margin;
}

function instalmentTable(doc: Doc, { instalments }: ContractTerms): void {
  const columns = [0, 70, 130, 230] as const;
  const height = 22;
  room(doc, height * (instalments.length + 1) + 10);
  doc.moveDown(0.5);
  const cells = (texts: readonly string[], font: 'bold' | 'regular') => {
    const top = doc.y;
    doc.font(font).fontSize(10).fillColor(ink);
    for (const [index, cell] of texts.entries())
      doc.text(cell, margin + (columns[index] ?? 0) + 6, top + 4, { lineBreak: false });
    doc
      .moveTo(margin, top + height)
      .lineTo(margin + width(doc), top + height)
      .lineWidth(0.6)
      .strokeColor(line)
      .stroke();
    doc.x = margin;
    doc.y = top + height;
  };
  cells(['款项', '比例', '金额', '支付与托管'], 'bold');
  for (const { name, percent, sum, when } of instalments) cells([name, `${percent}%`, sum, when], 'regular');
}

function signatures(doc: Doc, { owner, provider, agreedOn }: ContractTerms): void {
  room(doc, 90);
  doc.moveDown(1.6);
  const top = doc.y;
  const half = width(doc) / 2;
  for (const [index, [role, { name }]] of (
    [
      ['甲方', owner],
      ['乙方', provider],
    ] as const
  ).entries()) {
    const left = margin + index * half;
    doc
      .font('bold')
      .fontSize(10.5)
      .fillColor(ink)
      .text(`${role}：${name}`, left, top, { width: half - 12 });
    doc.font('regular').fontSize(9.5).fillColor(faint);
    doc.text('以平台账户电子确认', left, doc.y + 4, { width: half - 12 });
    doc.text(agreedOn, left, doc.y + 2, { width: half - 12 });
  }
}

function footers(doc: Doc, { nid }: ContractTerms): void {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page);
    // Below the margin, where text would begin a page of its own.
    doc.page.margins.bottom = 0;
    doc
      .font('regular')
      .fontSize(9)
      .fillColor(faint)
      .text(`${nid}　第 ${page + 1} 页，共 ${count} 页`, margin, doc.page.height - 44, {
        width: width(doc),
        align: 'center',
        lineBreak: false,
      });
  }
}
