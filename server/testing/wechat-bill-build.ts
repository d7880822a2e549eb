import { fenToYuan, yuanToFen } from '../../contract/fields.ts';

const columns =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注';
const totals = '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额';
const sums = ['应结订单金额', '代金券金额', '退款金额', '充值券退款金额', '手续费', '订单金额', '申请退款金额'];

/** A bill of all trades as WeChat Pay gives it out. */
export function wechatBill(rows: readonly Record<string, string>[]): Buffer {
  const names = columns.split(',');
  const cell = (row: Record<string, string>, name: string) => row[name] ?? (sums.includes(name) ? '0.00' : '');
  const total = (name: string) => fenToYuan(rows.reduce((fen, row) => fen + (yuanToFen(cell(row, name)) ?? 0), 0));
  const line = (cells: readonly string[]) => cells.map((one) => `\`${one}`).join(',');
  const summed = ['应结订单金额', '退款金额', '充值券退款金额', '手续费', '订单金额', '申请退款金额'].map(total);
  const text = [
    columns,
    ...rows.map((row) => line(names.map((name) => cell(row, name)))),
    totals,
    line([String(rows.length), ...summed]),
    '',
  ];
  return Buffer.from(`﻿${text.join('\r\n')}`);
}
