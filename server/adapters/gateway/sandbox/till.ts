import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Clock } from '../../../clock.ts';
import {
  GatewayError,
  type NewPayOut,
  type NewRefund,
  type PaymentState,
  type StatementLine,
  type TransferState,
} from '../gateway.ts';
import { openBook } from './book.ts';

/** How the payer wants the portal to be told, to try out what a real gateway does only on bad days. */
export const tellings = ['once', 'late', 'twice', 'never'] as const;
export type Telling = (typeof tellings)[number];

/** milliseconds by which a late notification is late */
const lateBy = 20_000;
/** Milliseconds after which a pay-out that takes its time is done, and one that comes back is back. */
export const payOutTakes = 5000;

/** A payment as the portal asks for it; moments as ISO 8601. */
export interface Asked {
  readonly ourPaymentId: string;
  readonly fen: number;
  readonly subject: string;
  readonly expiresAt: string;
  readonly device: 'desktop' | 'phone';
  readonly returnUrl: string;
  readonly notifyUrl: string;
}

type Entry = { readonly at: string } & (
  | { readonly kind: 'asked'; readonly number: string; readonly token: string; readonly asked: Asked }
  | { readonly kind: 'paid'; readonly number: string; readonly telling: Telling }
  | { readonly kind: 'closed'; readonly number: string; readonly by: 'payer' | 'portal' | 'clock' }
  | { readonly kind: 'told'; readonly number: string; readonly event: string }
  | { readonly kind: 'refund'; readonly number: string; readonly refund: NewRefund }
  | { readonly kind: 'payOut'; readonly number: string; readonly payOut: NewPayOut }
);
type Fresh<E> = E extends Entry ? Omit<E, 'at'> : never;

export interface Payment {
  readonly number: string;
  /** nobody guesses the address of the page to pay on */
  readonly token: string;
  readonly asked: Asked;
  status: 'waiting' | 'paid' | 'closed';
  closedBy?: 'payer' | 'portal' | 'clock';
  paidAt: Date | null;
  telling: Telling;
  refundedFen: number;
}

/** Something the portal has to be told, until it says that it heard. */
export interface Due {
  readonly event: string;
  readonly payment: Payment;
  /** not to be sent before */
  readonly from: Date;
  readonly times: number;
}

interface Transfer<Order> {
  readonly number: string;
  readonly at: Date;
  readonly order: Order;
}

/**
 * The sandbox's own account of what was asked, paid, closed, refunded and paid out: kept in a book of its own and in
 * nobody's database, so that it knows what was paid whatever becomes of the portal, and comparing the two says something.
 */
export class Till {
  readonly #clock: Clock;
  readonly #book: Awaited<ReturnType<typeof openBook<Entry>>>;
  readonly #byOurId = new Map<string, Payment>();
  readonly #byToken = new Map<string, Payment>();
  readonly #byNumber = new Map<string, Payment>();
  readonly #refunds = new Map<string, Transfer<NewRefund>>();
  readonly #payOuts = new Map<string, Transfer<NewPayOut>>();
  readonly #due = new Map<string, Due>();

  static async open(folder: string, clock: Clock): Promise<Till> {
    return new Till(await openBook<Entry>(join(folder, 'book.jsonl')), clock);
  }

  private constructor(book: Awaited<ReturnType<typeof openBook<Entry>>>, clock: Clock) {
    this.#book = book;
    this.#clock = clock;
    for (const entry of book.entries) this.#apply(entry);
  }

  /** What the portal has not yet heard. */
  async due(): Promise<Due[]> {
    await this.#book.synced();
    return [...this.#due.values()];
  }

  /** Asked again with the same id and sum it is the same payment. */
  async create(asked: Asked): Promise<Payment> {
    const known = this.#byOurId.get(asked.ourPaymentId);
    if (known) {
      if (known.asked.fen !== asked.fen) throw new GatewayError('SUM_DIFFERS', '这个支付单号已用于另一笔金额');
      await this.#book.synced();
      return known;
    }
    if (!Number.isSafeInteger(asked.fen) || asked.fen <= 0) throw new GatewayError('BAD_SUM', '支付金额有误');
    await this.#write({ kind: 'asked', number: this.#number('SP'), token: word(16), asked });
    return this.#known(asked.ourPaymentId);
  }

  async query(ourPaymentId: string): Promise<PaymentState> {
    const payment = this.#byOurId.get(ourPaymentId);
    if (!payment) return { status: 'unknown', fen: 0, gatewayNumber: '', paidAt: null };
    await this.#expire(payment);
    const state = stateOf(payment);
    // What is said of a payment must outlive us.
    await this.#book.synced();
    return state;
  }

  async close(ourPaymentId: string): Promise<void> {
    const payment = this.#byOurId.get(ourPaymentId);
    if (payment?.status === 'waiting') await this.#write({ kind: 'closed', number: payment.number, by: 'portal' });
  }

  /** For the page to pay on. */
  async atToken(token: string): Promise<Payment | undefined> {
    const payment = this.#byToken.get(token);
    if (payment) await this.#expire(payment);
    return payment;
  }

  /** The payer pays; false when nobody can pay it any more. Twice is once. */
  async pay(payment: Payment, telling: Telling): Promise<boolean> {
    await this.#expire(payment);
    if (payment.status === 'waiting') await this.#write({ kind: 'paid', number: payment.number, telling });
    await this.#book.synced();
    return this.#known(payment.asked.ourPaymentId).status === 'paid';
  }

  async refuse(payment: Payment): Promise<void> {
    if (payment.status === 'waiting') await this.#write({ kind: 'closed', number: payment.number, by: 'payer' });
  }

  /** The portal has heard. */
  async told({ event, payment }: Due): Promise<void> {
    await this.#write({ kind: 'told', number: payment.number, event });
  }

  async refund(refund: NewRefund): Promise<TransferState> {
    const known = this.#refunds.get(refund.ourRefundId);
    if (known) {
      if (known.order.fen !== refund.fen || known.order.ourPaymentId !== refund.ourPaymentId)
        throw new GatewayError('REFUND_DIFFERS', '这个退款单号已用于另一笔退款');
      await this.#book.synced();
      return done(known.number);
    }
    const payment = this.#byOurId.get(refund.ourPaymentId);
    if (payment?.status !== 'paid') throw new GatewayError('NOT_PAID', '这笔支付没有成功，不能退款');
    if (payment.asked.fen !== refund.totalFen) throw new GatewayError('TOTAL_DIFFERS', '原支付金额不符');
    if (refund.fen <= 0 || payment.refundedFen + refund.fen > payment.asked.fen)
      throw new GatewayError('REFUND_TOO_LARGE', '退款金额超过可退金额');
    const number = this.#number('SR');
    await this.#write({ kind: 'refund', number, refund });
    return done(number);
  }

  queryRefund(ourRefundId: string, ourPaymentId: string): TransferState {
    const found = this.#refunds.get(ourRefundId);
    return found?.order.ourPaymentId === ourPaymentId ? done(found.number) : unknownTransfer;
  }

  /** The last digit of the account says what comes of it: 7 fails, 8 is done and comes back, 9 takes its time. */
  async payOut(payOut: NewPayOut): Promise<TransferState> {
    const known = this.#payOuts.get(payOut.ourPayOutId);
    if (known && known.order.fen !== payOut.fen)
      throw new GatewayError('PAY_OUT_DIFFERS', '这个打款单号已用于另一笔打款');
    if (!Number.isSafeInteger(payOut.fen) || payOut.fen <= 0) throw new GatewayError('BAD_SUM', '打款金额有误');
    if (!known)
      await this.#write({
        kind: 'payOut',
        number: this.#number('SO'),
        payOut: { ...payOut, bankAccount: payOut.bankAccount.slice(-4) },
      });
    await this.#book.synced();
    return this.queryPayOut(payOut.ourPayOutId);
  }

  queryPayOut(ourPayOutId: string): TransferState {
    const found = this.#payOuts.get(ourPayOutId);
    return found ? outcomeOf(found, this.#clock.now()) : unknownTransfer;
  }

  /** What moved between two moments, the second left out. */
  statement(from: Date, to: Date): StatementLine[] {
    const within = ({ at }: StatementLine) => at >= from && at < to;
    const payments = [...this.#byOurId.values()].flatMap(({ asked, number, paidAt }): StatementLine[] =>
      paidAt ? [{ kind: 'payment', ourId: asked.ourPaymentId, gatewayNumber: number, fen: asked.fen, at: paidAt }] : [],
    );
    const refunds = [...this.#refunds].map(([ourId, { number, at, order }]): StatementLine => ({
      kind: 'refund',
      ourId,
      gatewayNumber: number,
      fen: -order.fen,
      at,
    }));
    const payOuts = [...this.#payOuts.values()].flatMap((transfer) => payOutLines(transfer, this.#clock.now()));
    return [...payments, ...refunds, ...payOuts]
      .filter(within)
      .toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.gatewayNumber < b.gatewayNumber ? -1 : 1));
  }

  end(): Promise<void> {
    return this.#book.close();
  }

  async #expire(payment: Payment): Promise<void> {
    const late = this.#clock.now() >= new Date(payment.asked.expiresAt);
    if (payment.status === 'waiting' && late)
      await this.#write({ kind: 'closed', number: payment.number, by: 'clock' });
  }

  /** In memory at once, so that of two that come together the second sees the first; told to nobody before it is kept. */
  async #write(fresh: Fresh<Entry>): Promise<void> {
    const entry = { ...fresh, at: this.#clock.now().toISOString() } as Entry;
    this.#apply(entry);
    await this.#book.write(entry);
  }

  #apply(entry: Entry): void {
    const at = new Date(entry.at);
    if (entry.kind === 'refund') {
      const payment = this.#byOurId.get(entry.refund.ourPaymentId);
      if (payment) payment.refundedFen += entry.refund.fen;
      this.#refunds.set(entry.refund.ourRefundId, { number: entry.number, at, order: entry.refund });
    } else if (entry.kind === 'payOut') {
      this.#payOuts.set(entry.payOut.ourPayOutId, { number: entry.number, at, order: entry.payOut });
    } else if (entry.kind === 'asked') {
      const { number, token, asked } = entry;
      const payment: Payment = {
        number,
        token,
        asked,
        status: 'waiting',
        paidAt: null,
        telling: 'once',
        refundedFen: 0,
      };
      this.#byOurId.set(asked.ourPaymentId, payment);
      this.#byToken.set(token, payment);
      this.#byNumber.set(number, payment);
    } else {
      const payment = this.#byNumber.get(entry.number);
      if (!payment) throw new Error(`the sandbox's book speaks of payment ${entry.number}, which it does not have`);
      if (entry.kind === 'told') this.#due.delete(entry.event);
      else if (entry.kind === 'closed') this.#closed(payment, at, entry.by);
      else this.#paid(payment, at, entry.telling);
    }
  }

  #paid(payment: Payment, at: Date, telling: Telling): void {
    Object.assign(payment, { status: 'paid', paidAt: at, telling });
    if (telling === 'never') return;
    const from = new Date(at.getTime() + (telling === 'late' ? lateBy : 0));
    this.#tell({ event: `${payment.number}-paid`, payment, from, times: telling === 'twice' ? 2 : 1 });
  }

  #closed(payment: Payment, at: Date, by: 'payer' | 'portal' | 'clock'): void {
    payment.status = 'closed';
    payment.closedBy = by;
    // The portal knows what it closed itself.
    if (by !== 'portal') this.#tell({ event: `${payment.number}-closed`, payment, from: at, times: 1 });
  }

  #tell(due: Due): void {
    this.#due.set(due.event, due);
  }

  #known(ourPaymentId: string): Payment {
    const payment = this.#byOurId.get(ourPaymentId);
    if (!payment) throw new Error(`the sandbox lost payment ${ourPaymentId}`);
    return payment;
  }

  #number(prefix: string): string {
    const day = this.#clock.now().toISOString().slice(0, 10).replaceAll('-', '');
    return `${prefix}${day}${word(6).toUpperCase()}`;
  }
}

const word = (bytes: number) => randomBytes(bytes).toString('hex');

export function stateOf({ status, asked, number, paidAt }: Payment): PaymentState {
  return { status, fen: status === 'paid' ? asked.fen : 0, gatewayNumber: number, paidAt };
}

const unknownTransfer: TransferState = { status: 'unknown', gatewayNumber: '', reason: '' };
const done = (gatewayNumber: string): TransferState => ({ status: 'done', gatewayNumber, reason: '' });

function outcomeOf({ number, at, order }: Transfer<NewPayOut>, now: Date): TransferState {
  const slow = now.getTime() >= at.getTime() + payOutTakes;
  switch (order.bankAccount.at(-1)) {
    case '7':
      return { status: 'failed', gatewayNumber: number, reason: '收款账号与户名不符' };
    case '8':
      return slow ? { status: 'returned', gatewayNumber: number, reason: '收款银行退回：账户状态异常' } : done(number);
    case '9':
      return slow ? done(number) : { status: 'pending', gatewayNumber: number, reason: '' };
    default:
      return done(number);
  }
}

function payOutLines(transfer: Transfer<NewPayOut>, now: Date): StatementLine[] {
  const { status } = outcomeOf(transfer, now);
  if (status !== 'done' && status !== 'returned') return [];
  const { number, at, order } = transfer;
  const took = order.bankAccount.endsWith('9') ? payOutTakes : 0;
  const line = { ourId: order.ourPayOutId, gatewayNumber: number };
  const out: StatementLine = { ...line, kind: 'payOut', fen: -order.fen, at: new Date(at.getTime() + took) };
  if (status === 'done') return [out];
  return [out, { ...line, kind: 'payOutReturn', fen: order.fen, at: new Date(at.getTime() + payOutTakes) }];
}
