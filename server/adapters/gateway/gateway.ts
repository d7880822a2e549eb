import type { IncomingHttpHeaders } from 'node:http';

/**
 * Where real money comes from and goes to (rulings §4). One file per gateway beside this one, and ONE file of tests that every
 * gateway passes, the vendors' against local stand-ins which check real signatures. All sums are whole fen; all ids that
 * begin with `our` are made by the portal and are never used again for another thing.
 *
 * A method rejects with `GatewayError` for what the gateway refused, and with any other error when it is not known
 * whether it heard us (a time-out, a cut connection): then nobody may assume either outcome, `query…` tells.
 */
export interface Gateway {
  readonly name: GatewayName;
  readonly capabilities: GatewayCapabilities;

  /** Opens a payment. Asked again with the same id and sum it gives the same payment, never a second one. */
  create(payment: NewPayment): Promise<PaymentFace>;
  query(ourPaymentId: string): Promise<PaymentState>;
  /**
   * Nobody can pay it any more afterwards; a payment that was paid meanwhile stays paid: query tells. One that the gateway has
   * not heard of yet (`unknown`: Alipay, until the payer opens the page) cannot be closed there: it ends at `expiresAt`, and
   * whoever pays it until then has paid.
   */
  close(ourPaymentId: string): Promise<void>;

  refund(refund: NewRefund): Promise<TransferState>;
  queryRefund(ourRefundId: string, ourPaymentId: string): Promise<TransferState>;

  /** To a bank card; only where `capabilities.payOutToBank`. */
  payOut(payOut: NewPayOut): Promise<TransferState>;
  queryPayOut(ourPayOutId: string): Promise<TransferState>;

  /**
   * What a notification says, once its signature, its age and whom it is meant for were checked. Throws
   * `ForgedNotification` for anything else. The same one may come many times, late, and before an older one.
   */
  readNotification(request: RawRequest): Promise<Notification>;
  /** What the gateway wants to hear, so that it stops or goes on sending. */
  readonly acknowledgement: { readonly taken: RawAnswer; readonly again: RawAnswer };

  /** What the gateway says moved on a day (Asia/Shanghai, `YYYY-MM-DD`), for reconciling; null while it is not ready. */
  statement(day: string): Promise<readonly StatementLine[] | null>;
}

export const gatewayNames = ['sandbox', 'alipay', 'wechat'] as const;
export type GatewayName = (typeof gatewayNames)[number];

/** What a gateway can do, so that the portal offers nothing that would fail later. */
export interface GatewayCapabilities {
  /** whether a payment may be divided between platform and provider */
  readonly split: boolean;
  /** largest share that may be kept back from a provider, in hundredths of a percent */
  readonly largestShareBasisPoints: number;
  /** days that a payment may be held before it must be released; null without a limit */
  readonly freezeDays: number | null;
  readonly payOutToBank: boolean;
  /** whether that goes for cards of enterprises too, or for persons' alone */
  readonly payOutToEnterprises: boolean;
  /** a pay-out waits for the receiver to do something at the gateway */
  readonly payOutNeedsUser: boolean;
}

export interface NewPayment {
  readonly ourPaymentId: string;
  readonly fen: number;
  /** what the payer reads, at most 60 characters */
  readonly subject: string;
  readonly expiresAt: Date;
  /** address of the payer, which some gateways want to know */
  readonly payerAddress: string;
  readonly device: 'desktop' | 'phone';
  /** page of the portal where the payer comes back to */
  readonly returnUrl: string;
  /** where notifications are posted to */
  readonly notifyUrl: string;
}

/** How the payer pays: a page to go to, or words to be shown as a QR code. */
export type PaymentFace =
  | { readonly kind: 'page'; readonly url: string }
  | { readonly kind: 'code'; readonly text: string };

export interface PaymentState {
  /** unknown: the gateway has never heard of it */
  readonly status: 'waiting' | 'paid' | 'closed' | 'unknown';
  /** what was paid; 0 until then */
  readonly fen: number;
  /** the gateway's own number; '' until it has one */
  readonly gatewayNumber: string;
  readonly paidAt: Date | null;
}

export interface NewRefund {
  readonly ourRefundId: string;
  readonly ourPaymentId: string;
  readonly fen: number;
  /** of the whole payment */
  readonly totalFen: number;
  readonly reason: string;
}

export interface NewPayOut {
  readonly ourPayOutId: string;
  readonly fen: number;
  readonly bankName: string;
  readonly bankAccount: string;
  readonly trueName: string;
  /** whose account it is: banks keep those of enterprises apart */
  readonly holder: HolderKind;
}

export type HolderKind = 'person' | 'enterprise';

/** Of a refund or a pay-out. */
export interface TransferState {
  /** returned: it had been done, and the bank sent the money back */
  readonly status: 'pending' | 'done' | 'failed' | 'returned' | 'unknown';
  readonly gatewayNumber: string;
  /** why it failed or came back, in words for the receiver; else '' */
  readonly reason: string;
}

/** Bytes as they came: a signature is over these, not over what was parsed. */
export interface RawRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface RawAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

export type Notification =
  | { readonly kind: 'payment'; readonly eventId: string; readonly ourPaymentId: string; readonly state: PaymentState }
  | { readonly kind: 'refund'; readonly eventId: string; readonly ourRefundId: string; readonly state: TransferState }
  | { readonly kind: 'payOut'; readonly eventId: string; readonly ourPayOutId: string; readonly state: TransferState };

export interface StatementLine {
  readonly kind: 'payment' | 'refund' | 'payOut' | 'payOutReturn';
  /** our id of the payment, the refund or the pay-out */
  readonly ourId: string;
  readonly gatewayNumber: string;
  /** positive towards us, negative away from us */
  readonly fen: number;
  readonly at: Date;
}

/** The gateway heard us and said no. `message` is in Chinese and fit to be shown. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError';
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Not signed by the gateway, too old, or meant for somebody else. */
export class ForgedNotification extends Error {
  override readonly name = 'ForgedNotification';
}
