import { describe, expect, it } from 'vitest';
import { operatorOrder, operatorOrders } from '../../../contract/operator/orders.ts';
import { requestCancel } from '../../../contract/order-disputes.ts';
import type { OperatorRole } from '../../calls/context.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { buildDemand } from '../demands/build.ts';
import { buildDue, fund } from '../payments/build.ts';
import { act } from './build.ts';

const portal = await startPortal();
const { db, clock } = portal;
const { services } = portal.app;
const person = (overrides: Parameters<typeof buildUser>[1] = {}) => buildUser(db, { now: clock.now(), ...overrides });
const operator = async (...operatorRoles: OperatorRole[]) => portal.as(await person({ operatorRoles }));

describe('[P-05] orders for operators', () => {
  it('are found by number, line, name, person, status and stage; drafts are nobody’s business', async () => {
    const finance = await operator('finance');
    const owner = await person();
    const open = await buildDemand(services, { owner, name: '三层猫爬架' });
    const draft = await buildDemand(services, { owner, name: '三层猫爬架草稿', status: 0 });
    const found = async (filter: object) =>
      dataOf(await finance(operatorOrders, filter)).map(({ demandNid }) => demandNid);
    expect(await found({ query: open.nid.toLowerCase() })).toEqual([open.nid]);
    expect(await found({ query: '猫爬' })).toEqual([open.nid]);
    expect(await found({ query: draft.nid })).toEqual([]);
    expect(await found({ userId: owner.id })).toEqual([open.nid]);
    expect(await found({ userId: owner.id, status: '3' })).toEqual([]);
    const other = services.stages.find(({ key }) => key !== open.stage)?.number;
    expect(await found({ userId: owner.id, stage: String(other) })).toEqual([]);
    const line = await db.selectFrom('product_lines').select('nid').where('id', '=', open.line_id).executeTakeFirst();
    expect(await found({ query: line?.nid })).toEqual([open.nid]);
    expect(await found({ query: "%' or 1=1" })).toEqual([]);
  });

  it('one with its history, payments, ledger and that work was done; papers only once somebody called', async () => {
    const finance = await operator('finance');
    const [owner, provider] = [await person({ nickName: '王掌柜' }), await person({ accountType: 2 })];
    await fund(services, owner, 10_000_000);
    const { nid } = await buildDue(services, { owner, provider });
    await act(services, nid, 'pay', owner.id);
    const before = dataOf(await finance(operatorOrder, { demandNid: nid }));
    expect(before.order.history.map(({ action }) => action)).toEqual(['publish', 'award', 'accept', 'pay']);
    expect(before.entries.map(({ amount }) => amount).toSorted()).toEqual(['-25920.00', '25920.00']);
    expect(before).toMatchObject({ called: false, ownerId: owner.id, providerId: provider.id });
    expect(dataOf(await finance(operatorOrders, { query: nid }))).toMatchObject([
      { owner: '王掌柜', held: '25920.00' },
    ]);
    dataOf(
      await portal.as(owner)(requestCancel, {
        demandNid: nid,
        reason: '方案改了',
        ownerAmount: '25920',
        providerAmount: '0',
      }),
    );
    expect(dataOf(await finance(operatorOrder, { demandNid: nid })).called).toBe(true);
    const noted = await db.selectFrom('audit_entries').select('action').where('subject_id', '=', nid).execute();
    expect(noted.map(({ action }) => action)).toContain('order.seen');
  });

  it('are for finance, admin and auditor', async () => {
    for (const role of ['reviewer', 'moderator'] as const) {
      const send = await operator(role);
      expect(await send(operatorOrders, {})).toMatchObject({ code: 1003 });
      expect(await send(operatorOrder, { demandNid: 'DM-2611-0093' })).toMatchObject({ code: 1003 });
    }
  });
});
