import type { z } from 'zod';
import { fenToYuan } from '../../../contract/fields.ts';
import { type paymentRecord, paymentStateNames, payWayNames } from '../../../contract/payments.ts';
import { instalments } from '../../../contract/process/money.ts';
import { seconds } from '../../../contract/wire.ts';
import type { Seen } from './queries.ts';

const instalmentName = (key: string | null) => instalments.find((one) => one.key === key)?.name ?? '';

/** What is paid for, in words that a gateway shows too. */
export const titleOf = (payment: Pick<Seen, 'purpose' | 'name' | 'instalment'>): string =>
  payment.purpose === 'topUp' ? '账户余额充值' : `${payment.name ?? '订单'} ${instalmentName(payment.instalment)}`;

export function presentPayment(row: Seen): z.input<typeof paymentRecord> {
  const { face } = row;
  return {
    paymentId: row.id,
    purpose: row.purpose,
    title: titleOf(row),
    demandNid: row.nid ?? '',
    instalment: row.instalment ?? '',
    amount: fenToYuan(row.amount_fen),
    way: row.way,
    wayName: payWayNames[row.way],
    device: row.device,
    status: row.status,
    statusName: paymentStateNames[row.status],
    face: row.status === 'open' && face ? { kind: face.kind, url: face.kind === 'page' ? face.url : face.text } : null,
    expiresAt: seconds(row.expires_at),
    createdAt: seconds(row.created_at),
    settledAt: row.settled_at && seconds(row.settled_at),
    outcome: row.outcome,
    message: messageOf(row),
  };
}

/** What has become of the money, in a sentence. */
export function messageOf({ status, outcome, note, instalment, purpose, settled_at, expires_at }: Seen): string {
  if (note !== '') return note;
  switch (status) {
    case 'open':
      return '等待支付，支付成功后本页会自动更新';
    case 'paid':
      if (purpose === 'topUp') return '充值成功，金额已存入账户余额';
      return outcome === 'instalment' ? `${instalmentName(instalment)}已支付，款项由平台托管` : '金额已存入账户余额';
    case 'refused':
      return '没有扣款，需要时可以重新支付';
    case 'disputed':
      return '支付通道通知的金额与应付金额不符，平台正在核实，收到的钱会存入您的账户余额；您可以重新支付';
    case 'closed':
      return settled_at && settled_at < expires_at
        ? '没有扣款，需要时可以重新支付'
        : '超过支付时间，没有扣款，可以重新支付';
  }
}
