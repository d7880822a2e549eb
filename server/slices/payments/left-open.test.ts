import { expect, test } from 'vitest';
import { getRechargeInfo, recharge } from '../../../contract/payments.ts';
import type { Gateway } from '../../adapters/gateway/gateway.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { leftOpen } from './left-open.ts';

const stand = {
  name: 'alipay',
  capabilities: {
    split: false,
    largestShareBasisPoints: 0,
    freezeDays: null,
    payOutToBank: true,
    payOutToEnterprises: true,
    payOutNeedsUser: false,
  },
  create: async () => ({ kind: 'page', url: 'https://pay.example/' }),
  query: async () => ({ status: 'paid', fen: 500, gatewayNumber: 'A1', paidAt: portal.clock.now() }),
} as unknown as Gateway;
const gateways = { all: [stand], kept: [] as 'alipay'[], mount: async () => {}, close: async () => {} };
const portal = await startPortal({ parts: { gateways } });

test('[O-04] a gateway that is offered no more still says what became of what it took', async () => {
  const send = portal.as(await buildUser(portal.db, { now: portal.clock.now() }));
  const { paymentId } = dataOf(await send(recharge, { money: '5', way: 'alipay' }));
  expect(await leftOpen(portal.db)).toEqual([{ gateway: 'alipay', payments: 1, withdrawals: 0 }]);
  gateways.kept.push('alipay');
  expect(dataOf(await send(getRechargeInfo, {})).ways).toEqual([]);
  expect(await send(recharge, { money: '5', way: 'alipay' })).toMatchObject({
    ok: false,
    message: '这种支付方式现在不能使用，请换一种',
  });
  portal.clock.advance(31_000);
  await portal.app.worker.tick();
  const row = portal.db.selectFrom('payments').select('status').where('id', '=', paymentId);
  expect(await row.executeTakeFirstOrThrow()).toEqual({ status: 'paid' });
  expect(await leftOpen(portal.db)).toEqual([]);
});
