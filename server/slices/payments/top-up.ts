import { invalid, Refusal } from '../../../contract/errors.ts';
import type { PayWay } from '../../../contract/payments.ts';
import type { SignedInContext } from '../../calls/context.ts';
import { newId } from '../../db/ids.ts';
import { openAt, runsOut } from './open.ts';
import { paymentById, paymentOfRequest, type Seen } from './queries.ts';
import { offeredGateway } from './ways.ts';

/** Opens a payment into one's own balance. The same request is the same payment. */
export async function topUpBalance(
  context: SignedInContext,
  wanted: { fen: number; way: PayWay; device: 'desktop' | 'phone'; requestId?: string | undefined },
): Promise<Seen> {
  const { db, caller, now } = context;
  const { fen, way, device, requestId } = wanted;
  const gateway = offeredGateway(context, way);
  if (!gateway) throw invalid('way', '这种支付方式现在不能使用，请换一种');
  const id = newId(now);
  await db
    .insertInto('payments')
    .values({
      id,
      user_id: caller.userId,
      purpose: 'topUp',
      demand_id: null,
      instalment: null,
      amount_fen: fen,
      way,
      status: 'open',
      outcome: '',
      note: '',
      gateway_number: '',
      face: null,
      device,
      request_id: requestId ?? null,
      expires_at: runsOut(now),
      created_at: now,
      asked_at: now,
      paid_at: null,
      settled_at: null,
      watch_until: null,
      told_fen: null,
    })
    // Of two equal forms at once, the second waits for the first and is given its payment.
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'request_id']).where('request_id', 'is not', null).doNothing(),
    )
    .execute();
  const payment =
    (await paymentById(db, id)) ??
    (requestId === undefined ? undefined : await paymentOfRequest(db, caller.userId, requestId));
  if (!payment) throw new Error(`top-up ${id} was not written`);
  if (payment.purpose !== 'topUp' || payment.amount_fen !== fen || payment.way !== way)
    throw invalid('requestId', 'requestId 已用于另一笔支付');
  if (payment.status !== 'open' && payment.status !== 'paid')
    throw new Refusal('state_conflict', '这笔充值已关闭，请重新充值');
  return openAt(context, gateway, payment);
}
