import { randomUUID } from 'node:crypto';
import { tenderOrder } from '../contract/demands.ts';
import { affirmOrder, completeOrder, finishOrder, reportProgress } from '../contract/order-work.ts';
import { acceptOrder, getOrderInfo, successful } from '../contract/orders.ts';
import { checkOrderStatus, getPayInfo, payOrder, recharge } from '../contract/payments.ts';
import { dataOf, expect, type Person, type Portal } from './fixtures.ts';

// Deals through calls, for tests whose subject begins where a deal has got to.

/** Puts money into somebody's balance through the sandbox gateway, as a person does on its page. `money` in yuan. */
export async function fund(portal: Portal, person: Person, money: number): Promise<void> {
  const send = portal.as(person);
  const payment = await dataOf(
    send(recharge, { money: String(money), way: 'sandbox', device: 'desktop', requestId: randomUUID() }),
  );
  if (!payment.face) throw new Error('the sandbox gave no page to pay on');
  const paid = await fetch(new URL(payment.face.url, portal.url), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ do: 'pay', telling: 'once' }),
  });
  if (!paid.ok) throw new Error(`the sandbox answered ${paid.status}`);
  const status = async () => (await dataOf(send(checkOrderStatus, { paymentId: payment.paymentId }))).payment?.status;
  await expect.poll(status, { message: 'the top-up never arrived' }).toBe('paid');
}

/** Pays from the balance what is due. */
export async function payDue(portal: Portal, owner: Person, demandNid: string): Promise<void> {
  const send = portal.as(owner);
  const { due } = await dataOf(send(getPayInfo, { demandNid }));
  if (due === '') throw new Error(`nothing is due on ${demandNid}`);
  await dataOf(
    send(payOrder, { demandNid, instalment: due, way: 'balance', device: 'desktop', requestId: randomUUID() }),
  );
}

/** Takes an open demand to 3: one tender, chosen and accepted. `offer` in yuan. */
export async function award(
  portal: Portal,
  { owner, provider, nid: demandNid, offer = 1000 }: { owner: Person; provider: Person; nid: string; offer?: number },
): Promise<void> {
  const bid = { demandNid, offer: String(offer), completionDay: '9' };
  const { myTender } = await dataOf(portal.as(provider)(tenderOrder, bid));
  await dataOf(portal.as(owner)(successful, { demandNid, tenderId: myTender.id }));
  await dataOf(portal.as(provider)(acceptOrder, { demandNid }));
}

/** Takes an open demand to 7 with its retention held; the owner must have the money. */
export async function complete(
  portal: Portal,
  deal: { owner: Person; provider: Person; nid: string; offer?: number; pictures?: readonly string[] },
): Promise<void> {
  const { owner, provider, nid: demandNid, pictures = [] } = deal;
  await award(portal, deal);
  await payDue(portal, owner, demandNid);
  const content = '做到一半，尺寸都对过图纸。';
  const report = { demandNid, percent: '60', content, files: pictures.join(',') };
  await dataOf(portal.as(provider)(reportProgress, report));
  await payDue(portal, owner, demandNid);
  await dataOf(portal.as(provider)(finishOrder, { demandNid }));
  await payDue(portal, owner, demandNid);
  await dataOf(portal.as(owner)(affirmOrder, { demandNid }));
  await dataOf(portal.as(owner)(completeOrder, { demandNid }));
}

export const statusOf = async (portal: Portal, person: Person, demandNid: string) =>
  (await dataOf(portal.as(person)(getOrderInfo, { demandNid }))).orderStatus;
