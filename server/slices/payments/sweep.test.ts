import { expect, test } from 'vitest';
import { recharge } from '../../../contract/payments.ts';
import { GatewayError, type Gateway } from '../../adapters/gateway/gateway.ts';
import { noGateways } from '../../adapters/gateway/open.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { paymentSweep } from './sweep.ts';

/** milliseconds until a question that is not answered is given up */
const timeOut = 10_000;
const asked: string[] = [];

const capabilities = {
  split: true,
  largestShareBasisPoints: 3000,
  freezeDays: null,
  payOutToBank: false,
  payOutNeedsUser: false,
};
const stand = (name: 'alipay' | 'wechat', query: Gateway['query']) =>
  ({
    name,
    capabilities,
    create: async () => ({ kind: 'page', url: 'https://pay.example/' }),
    query: async (id: string) => {
      asked.push(name);
      return query(id);
    },
    close: async () => {},
  }) as unknown as Gateway;

const answers = { alipay: true };
const alipay = stand('alipay', async () => {
  if (answers.alipay) throw new GatewayError('BUSY', '系统繁忙');
  portal.clock.advance(timeOut);
  throw new Error('timed out');
});
const wechat = stand('wechat', async () => ({ status: 'waiting', fen: 0, gatewayNumber: '', paidAt: null }));
const portal = await startPortal({ parts: { gateways: { ...noGateways, all: [alipay, wechat] } } });
const run = async (stopping = new AbortController().signal) => {
  asked.length = 0;
  await paymentSweep.run(portal.app.services, stopping);
  return [asked.filter((name) => name === 'alipay').length, asked.filter((name) => name === 'wechat').length];
};

test('a gateway that does not answer is left alone for the run, the others are asked about everything, once', async () => {
  const user = await buildUser(portal.db, { now: portal.clock.now() });
  const send = portal.as(user);
  for (const way of ['alipay', 'wechat'] as const)
    for (let i = 0; i < 30; i += 1) {
      const { paymentId } = dataOf(await send(recharge, { money: '5', way }));
      // Of two persons' forms each is a payment of its own.
      await portal.db.updateTable('payments').set({ request_id: null }).where('id', '=', paymentId).execute();
      if (i % 25 === 24) portal.clock.advance(61_000);
    }
  const many = await portal.db.selectFrom('payments').selectAll().execute();
  expect(many).toHaveLength(60);
  // More than a batch of each.
  const copies = many.map(({ face, ...row }) => ({
    ...row,
    id: row.id.replace(/^........-....-7/, '00000000-0000-7'),
    face: JSON.stringify(face),
    request_id: null,
  }));
  await portal.db.insertInto('payments').values(copies).execute();

  portal.clock.advance(31_000);
  expect(await run()).toEqual([60, 60]);
  portal.clock.advance(31_000);
  answers.alipay = false;
  const [silent, other] = await run();
  expect(silent).toBeLessThanOrEqual(5);
  expect(other).toBe(60);
  portal.clock.advance(31_000);
  expect(await run(AbortSignal.abort())).toEqual([0, 0]);
});
