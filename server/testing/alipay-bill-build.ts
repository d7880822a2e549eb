import { buildZip } from '../slices/uploads/build.ts';

const columns = {
  trade:
    '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注',
  signcustomer:
    '账务流水号,业务流水号,商户订单号,商品名称,发生时间,对方账号,收入金额（+元）,支出金额（-元）,账户余额（元）,交易渠道,业务类型,备注',
} as const;
const titles = { trade: '业务', signcustomer: '账务' } as const;

/** A bill as Alipay gives it out: details and a summary, CSV in GBK with comments around the rows, zipped. */
export function alipayBill(
  type: string,
  account: string,
  day: string,
  rows: readonly Record<string, string>[],
): Buffer {
  const kind = type === 'trade' ? 'trade' : 'signcustomer';
  const [title, names] = [titles[kind], columns[kind].split(',')];
  const head = (what: string) => [
    `#支付宝${title}${what}查询`,
    `#账号：[${account}0156]`,
    `#起始日期：[${day} 00:00:00]   终止日期：[${day} 23:59:59]`,
    `#-----------------------------------------${title}${what}列表----------------------------------------`,
  ];
  const details = [
    ...head('明细'),
    names.join(','),
    ...rows.map((row) => names.map((name) => `${row[name] ?? ''}\t`).join(',')),
    `#-----------------------------------------${title}明细列表结束------------------------------------`,
    `#导出时间：[${day} 12:00:00]`,
    '',
  ];
  const summary = [...head('汇总'), '门店编号,门店名称,交易订单总笔数', `合计,,${rows.length}`, ''];
  return buildZip([
    { name: `${account}0156_${title}明细(汇总).csv`, content: gbk(summary.join('\r\n')) },
    { name: `${account}0156_${title}明细.csv`, content: gbk(details.join('\r\n')) },
  ]);
}

let codes: ReadonlyMap<string, readonly [number, number]> | undefined;

/** Node reads GBK and cannot write it: the table is read once by asking for every pair of bytes. */
function gbkCodes() {
  const reader = new TextDecoder('gbk');
  const table = new Map<string, readonly [number, number]>();
  for (let high = 0x81; high <= 0xfe; high += 1)
    for (let low = 0x40; low <= 0xfe; low += 1) table.set(reader.decode(Uint8Array.of(high, low)), [high, low]);
  return table;
}

export function gbk(text: string): Buffer {
  codes ??= gbkCodes();
  const bytes: number[] = [];
  for (const character of text) {
    const code = character < '\u0080' ? [character.charCodeAt(0)] : codes.get(character);
    if (!code) throw new TypeError(`not in GBK: ${character}`);
    bytes.push(...code);
  }
  return Buffer.from(bytes);
}
