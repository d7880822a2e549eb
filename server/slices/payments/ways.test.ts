import { beforeAll, expect, test } from 'vitest';
import { getPayInfo, getRechargeInfo, payOrder } from '../../../contract/payments.ts';
import type { Gateway, GatewayCapabilities } from '../../adapters/gateway/gateway.ts';
import { noGateways } from '../../adapters/gateway/open.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { type BuiltUser, buildUser } from '../accounts/build.ts';
import { buildDue } from './build.ts';
import { demandsOf, unfit } from './ways.ts';

const able: GatewayCapabilities = {
  split: true,
  largestShareBasisPoints: 3000,
  freezeDays: 180,
  payOutToBank: true,
  payOutToEnterprises: true,
  payOutNeedsUser: false,
};
const order = { commissionBasisPoints: 500, heldDays: 60 };

test('a gateway is offered where its freezing and splitting do for the order, and says why not elsewhere', () => {
  expect(unfit(able, order)).toBe('');
  expect(unfit({ ...able, freezeDays: null }, { ...order, heldDays: 4000 })).toBe('');
  expect(unfit({ ...able, freezeDays: 60 }, order)).toBe('');
  expect(unfit({ ...able, freezeDays: 59 }, order)).toMatch(/最多托管59天.*约60天/);
  expect(unfit({ ...able, largestShareBasisPoints: 499 }, order)).toMatch(/分账比例/);
  expect(unfit({ ...able, split: false }, order)).toMatch(/分账比例/);
  expect(unfit({ ...able, split: false }, { ...order, commissionBasisPoints: 0 })).toBe('');
});

test('money is held through the work, 14 days of acceptance and retention', () => {
  const facts = { retentionDays: 15 };
  expect(demandsOf(facts, { commissionBasisPoints: 0, completionDays: 26 }).heldDays).toBe(55);
  expect(demandsOf(facts, { commissionBasisPoints: 0, completionDays: undefined }).heldDays).toBe(59);
});

/** Nothing is ever asked of it: what it cannot do is known beforehand. */
const short = { name: 'wechat', capabilities: { ...able, freezeDays: 30 } } as Gateway;
const portal = await startPortal({ parts: { gateways: { ...noGateways, all: [short] } } });
let owner: BuiltUser;
let nid: string;
beforeAll(async () => {
  const now = portal.clock.now();
  owner = await buildUser(portal.db, { now });
  ({ nid } = await buildDue(portal.app.services, { owner, provider: await buildUser(portal.db, { now }) }));
});

test('[O-04] the order’s page shows such a gateway disabled with the reason, the call refuses it, topping up takes it', async () => {
  const send = portal.as(owner);
  const { ways } = dataOf(await send(getPayInfo, { demandNid: nid }));
  expect(ways[1]).toMatchObject({ way: 'wechat', enabled: false, reason: expect.stringMatching(/最多托管30天/) });
  const refused = await send(payOrder, { demandNid: nid, instalment: 'down', way: 'wechat' });
  expect(refused).toMatchObject({ ok: false, code: 1001, fields: { way: expect.stringMatching(/最多托管30天/) } });
  expect(dataOf(await send(getRechargeInfo, {})).ways).toEqual([
    { way: 'wechat', name: '微信支付', enabled: true, reason: '' },
  ]);
});
