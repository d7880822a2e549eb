import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';
import { yuanToFen } from '../../../contract/fields.ts';
import type { StatementLine } from './gateway.ts';
import { readShanghaiTime } from './shanghai-time.ts';
import { fromVendorId } from './vendor-ids.ts';

const unpackedAtMost = 200 * 1024 * 1024;
const filesAtMost = 50;

type Row = Readonly<Record<string, string>>;

/** What the two bills are called, and how one of their rows is read; null for a row that is none of ours. */
const bills = {
  trade: {
    title: '#支付宝业务明细',
    end: '业务明细列表结束',
    columns: ['支付宝交易号', '商户订单号', '业务类型', '完成时间', '订单金额（元）', '退款批次号/请求号'],
    read: (row: Row): StatementLine | null => {
      const kind = { 交易: 'payment', 退款: 'refund' }[row['业务类型'] ?? ''] as 'payment' | 'refund' | undefined;
      if (!kind) throw new Error(`Alipay's bill: unknown kind ${row['业务类型']}`);
      const fen = sumOf(row['订单金额（元）']);
      if (kind === 'payment' ? fen <= 0 : fen >= 0) throw new Error(`Alipay's bill: ${kind} of ${fen} fen`);
      const ours = row[kind === 'payment' ? '商户订单号' : '退款批次号/请求号'] ?? '';
      return line(kind, ours, row['支付宝交易号'] ?? '', fen, row['完成时间'] ?? '');
    },
  },
  // The account's own movements: payments and refunds are in the bill above under our ids, so only transfers are taken here.
  signcustomer: {
    title: '#支付宝账务明细',
    end: '账务明细列表结束',
    columns: ['业务流水号', '商户订单号', '发生时间', '收入金额（+元）', '支出金额（-元）', '业务类型'],
    read: (row: Row): StatementLine | null => {
      if (!row['业务类型']?.includes('转账')) return null;
      const [income, outlay] = [sumOf(row['收入金额（+元）'] || '0'), sumOf(row['支出金额（-元）'] || '0')];
      const fen = income - Math.abs(outlay);
      const kind = fen < 0 ? 'payOut' : 'payOutReturn';
      return line(kind, row['商户订单号'] ?? '', row['业务流水号'] ?? '', fen, row['发生时间'] ?? '');
    },
  },
} as const;

/** Reads a bill as Alipay gives it out: a zip of CSV files in GBK, of which some are only summaries. */
export async function readAlipayBill(type: keyof typeof bills, zipped: Buffer): Promise<readonly StatementLine[]> {
  const { title } = bills[type];
  const details = (await textsOf(zipped)).filter((text) => text.startsWith(title));
  if (details.length === 0) throw new Error("Alipay's bill holds no details");
  return details.flatMap((text) => readDetails(type, text));
}

async function textsOf(zipped: Buffer): Promise<string[]> {
  const zip = await yauzl.fromBufferPromise(zipped, { lazyEntries: true, decodeStrings: false });
  const texts: string[] = [];
  let unpacked = 0;
  if (zip.entryCount > filesAtMost) throw new Error("Alipay's bill holds too many files");
  for await (const entry of zip.eachEntry()) {
    unpacked += entry.uncompressedSize;
    if (unpacked > unpackedAtMost) throw new Error("Alipay's bill is too large");
    if (entry.uncompressedSize === 0) continue;
    texts.push(new TextDecoder('gbk', { fatal: true }).decode(await buffer(await zip.openReadStreamPromise(entry))));
  }
  return texts;
}

function readDetails(type: keyof typeof bills, text: string): StatementLine[] {
  const { end, columns, read } = bills[type];
  const lines = text.split(/\r?\n/);
  const from = lines.findIndex((one) => !one.startsWith('#') && one.trim() !== '');
  const to = lines.findIndex((one) => one.startsWith('#') && one.includes(end));
  const names = (lines[from] ?? '').split(',').map((name) => name.trim());
  const missing = columns.find((column) => !names.includes(column));
  if (missing) throw new Error(`Alipay's bill has no column ${missing}`);
  if (to < from) throw new Error("Alipay's bill is cut off");
  return lines.slice(from + 1, to).flatMap((one) => {
    // A tab keeps spreadsheets from reading long numbers as numbers.
    const cells = one.split(',').map((cell) => cell.trim());
    if (cells.length !== names.length) throw new Error(`Alipay's bill: ${cells.length} cells of ${names.length}`);
    return read(Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']))) ?? [];
  });
}

function line(kind: StatementLine['kind'], ours: string, number: string, fen: number, at: string): StatementLine {
  return { kind, ourId: fromVendorId(ours), gatewayNumber: number, fen, at: readShanghaiTime(at) };
}

function sumOf(text: string | undefined): number {
  const fen = yuanToFen(text ?? '');
  if (fen === undefined) throw new Error(`Alipay's bill: not a sum: ${text}`);
  return fen;
}
