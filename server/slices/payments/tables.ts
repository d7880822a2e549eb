import type { JSONColumnType, Selectable } from 'kysely';
import type { PaymentState, PayWay } from '../../../contract/payments.ts';
import type { InstalmentKey } from '../../../contract/process/money.ts';
import type { PaymentFace } from '../../adapters/gateway/gateway.ts';

export interface PaymentTables {
  payments: PaymentTable;
  payment_events: PaymentEventTable;
}

/** A payment of somebody, from the balance or through a gateway. */
export interface PaymentTable {
  /** UUIDv7; the gateway knows it as `ourPaymentId` */
  id: string;
  user_id: string;
  purpose: 'instalment' | 'topUp';
  /** null of a top-up */
  demand_id: string | null;
  instalment: InstalmentKey | null;
  amount_fen: number;
  way: PayWay;
  /** at most one payment of an instalment is open */
  status: PaymentState;
  /** what became of the money */
  outcome: '' | 'instalment' | 'balance';
  /** why it became of it what the payer did not mean, in words for the payer */
  note: string;
  gateway_number: string;
  /** null until the gateway has answered */
  face: JSONColumnType<PaymentFace, string, string> | null;
  device: 'desktop' | 'phone';
  /** of the form that made it: the same form is one payment */
  request_id: string | null;
  expires_at: Date;
  created_at: Date;
  /** when the gateway was last asked about it */
  asked_at: Date;
  /** by the gateway's clock */
  paid_at: Date | null;
  settled_at: Date | null;
  /** of one that was closed here while the gateway did not know it: until when it may still be paid there */
  watch_until: Date | null;
  /** the sum that a gateway told where it was another than was asked for */
  told_fen: number | null;
}

/** What gateways told of payments, each once: for those who look into a complaint. */
export interface PaymentEventTable {
  way: PayWay;
  event_id: string;
  payment_id: string;
  /** what was made of it */
  verdict: string;
  at: Date;
}

export type PaymentRow = Selectable<PaymentTable>;
