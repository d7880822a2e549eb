import { createHash } from 'node:crypto';
import { yuanToFen } from '../../../contract/fields.ts';
import type { StatementLine } from './gateway.ts';
import { readShanghaiTime } from './shanghai-time.ts';
import { fromVendorId } from './vendor-ids.ts';

type Row = Readonly<Record<string, string>>;

const columns = [
  '交易时间',
  '公众账号ID',
  '商户号',
  '微信订单号',
  '商户订单号',
  '交易状态',
  '货币种类',
  '微信退款单号',
  '商户退款单号',
  '退款状态',
  '订单金额',
  '申请退款金额',
];
const totals = ['总交易单数', '订单总金额', '申请退款总金额'];

/**
 * Reads a bill of all trades (`bill_type=ALL`) as WeChat Pay gives it out: UTF-8, a header, rows whose cells each begin with
 * a backtick, a header of totals and one row of them. Throws unless the hash, the merchant and the totals agree.
 */
export function readWechatBill(
  file: Buffer,
  sha1: string,
  { merchantId }: { readonly merchantId: string },
): readonly StatementLine[] {
  if (createHash('sha1').update(file).digest('hex') !== sha1.toLowerCase())
    throw new Error("WeChat Pay's bill does not have the hash that was announced");
  const text = new TextDecoder('utf-8', { fatal: true }).decode(file);
  const lines = text.split(/\r?\n/).filter((line) => line !== '');
  const names = namesOf(lines[0], columns);
  const totalsAt = lines.findIndex((line, at) => at > 0 && !line.startsWith('`'));
  const totalNames = namesOf(lines[totalsAt], totals);
  if (totalsAt !== lines.length - 2) throw new Error("WeChat Pay's bill is cut off");
  const rows = lines.slice(1, totalsAt).map((line) => cellsOf(line, names));
  const total = cellsOf(lines.at(-1) ?? '', totalNames);

  const read = rows.map((row) => lineOf(row, merchantId));
  if (Number(total['总交易单数']) !== rows.length) throw new Error("WeChat Pay's bill lacks rows");
  const sum = (column: string) => rows.reduce((fen, row) => fen + sumOf(row[column]), 0);
  if (sum('订单金额') !== sumOf(total['订单总金额']) || sum('申请退款金额') !== sumOf(total['申请退款总金额']))
    throw new Error("The sums of WeChat Pay's bill do not agree");
  return read.flat();
}

function lineOf(row: Row, merchantId: string): StatementLine[] {
  if (row['商户号'] !== merchantId) throw new Error("WeChat Pay's bill is another merchant's");
  if (row['货币种类'] !== 'CNY') throw new Error(`WeChat Pay's bill is in ${row['货币种类']}`);
  const at = readShanghaiTime(row['交易时间'] ?? '');
  if (row['交易状态'] === 'SUCCESS') {
    const gatewayNumber = row['微信订单号'] ?? '';
    return [
      { kind: 'payment', ourId: fromVendorId(row['商户订单号'] ?? ''), gatewayNumber, fen: sumOf(row['订单金额']), at },
    ];
  }
  if (row['交易状态'] !== 'REFUND') throw new Error(`WeChat Pay's bill: unknown state ${row['交易状态']}`);
  // One that is under way stands in the bill of the day on which it was asked for, with its state of that night.
  if (!['SUCCESS', 'PROCESSING'].includes(row['退款状态'] ?? '')) return [];
  const gatewayNumber = row['微信退款单号'] ?? '';
  const fen = -sumOf(row['申请退款金额']);
  return [{ kind: 'refund', ourId: fromVendorId(row['商户退款单号'] ?? ''), gatewayNumber, fen, at }];
}

function namesOf(line: string | undefined, needed: readonly string[]): string[] {
  const names = (line ?? '').replace(/^﻿/, '').split(',');
  const missing = needed.find((name) => !names.includes(name));
  if (missing) throw new Error(`WeChat Pay's bill has no column ${missing}`);
  return names;
}

function cellsOf(line: string, names: readonly string[]): Row {
  const cells = line.startsWith('`') ? line.slice(1).split(',`') : [];
  if (cells.length !== names.length) throw new Error(`WeChat Pay's bill: ${cells.length} cells of ${names.length}`);
  return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']));
}

function sumOf(text: string | undefined): number {
  const fen = yuanToFen(text ?? '');
  if (fen === undefined || fen < 0) throw new Error(`WeChat Pay's bill: not a sum: ${text}`);
  return fen;
}
