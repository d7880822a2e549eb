import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { operatorFigures, operatorFunnel } from '../../../contract/operator/figures.ts';
import { acceptSplit, openDispute, refuseCancel, requestCancel } from '../../../contract/order-disputes.ts';
import { seconds } from '../../../contract/wire.ts';
import type { OperatorRole } from '../../calls/context.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { shanghaiDay } from '../ledger/post.ts';
import { award } from '../orders/award.ts';
import { act, buildOrder, buildTender } from '../orders/build.ts';
import { buildDemand } from '../demands/build.ts';
import { fund } from '../payments/build.ts';
import { buildCertified, buildMoney } from '../wallet/build.ts';
import { inTransaction } from '../../db/transaction.ts';
import { figureSweep } from './roll-up.ts';

const portal = await startPortal();
const { db, clock } = portal;
const { services } = portal.app;
const hour = 3_600_000;
const sweep = () => figureSweep.run(services, new AbortController().signal);
const operator = async (...operatorRoles: OperatorRole[]) =>
  portal.as(await buildUser(db, { operatorRoles, now: clock.now() }));

describe('[Z-16] the figures of the last thirty days', () => {
  it('follow what happens, also what happens late, and are rolled up apart from the asking', async () => {
    // At noon, so that no hour of this test is another day; long enough ago that nothing lies ahead.
    clock.set(new Date(`${shanghaiDay(clock.now())}T12:00:00+08:00`));
    const finance = () => operator('finance');
    const [owner, provider, other] = [
      await buildUser(db, { now: clock.now() }),
      await buildUser(db, { accountType: 2, now: clock.now() }),
      await buildUser(db, { now: clock.now() }),
    ];
    await fund(services, owner, 10_000_000);
    const first = await buildDemand(services, { owner });
    await buildDemand(services, { owner, stage: 'spray' });
    clock.advance(hour);
    const tenderId = await buildTender(services, first, { bidder: provider });
    await buildTender(services, first, { bidder: other });
    await sweep();
    const { last, days, before } = dataOf(await (await finance())(operatorFigures, {}));
    expect(last).toMatchObject({ demands: 2, tendersPerDemand: 1, firstTender: 3600, awardRate: 0, held: '0.00' });
    expect(before).toMatchObject({ demands: 0, firstTender: null, awardRate: null });
    expect(days).toHaveLength(30);
    expect(days.at(-1)).toMatchObject({ demands: 2, tendersPerDemand: 1, awardRate: 0 });

    // The day after: what becomes of it counts where the demand was published, money where it moved.
    clock.advance(24 * hour);
    const now = clock.now();
    await inTransaction(db, (tx) => award(tx, { ...services, now }, owner.id, { demandNid: first.nid, tenderId }));
    await act(services, first.nid, 'accept', provider.id);
    await act(services, first.nid, 'pay', owner.id);
    await sweep();
    const send = await finance();
    const after = dataOf(await send(operatorFigures, {}));
    expect(after.days.at(-2)).toMatchObject({ demands: 2, awardRate: 50, held: '0.00' });
    expect(after.days.at(-2)).toMatchObject({ tendersPerDemand: 1, firstTender: 3600 });
    expect(after.days.at(-1)).toMatchObject({
      demands: 0,
      tendersPerDemand: null,
      firstTender: null,
      awardRate: null,
      held: '25920.00',
    });
    expect(after.last).toMatchObject({ demands: 2, awardRate: 50, held: '25920.00', released: '0.00' });
    expect(after.states.filter(({ count }) => count > 0)).toEqual([
      { status: 1, name: '招标中', count: 1, disputed: 0 },
      { status: 3, name: '进行中', count: 1, disputed: 0 },
    ]);
    const funnel = dataOf(await send(operatorFunnel, {}));
    expect(funnel.total).toEqual({ published: 2, tendered: 1, awarded: 1, accepted: 1, completed: 0 });
    expect(funnel.rows).toContainEqual({
      key: 'spray',
      name: '喷涂',
      published: 1,
      tendered: 0,
      awarded: 0,
      accepted: 0,
      completed: 0,
    });
    const stage = services.stages.find(({ key }) => key === 'spray')?.number;
    const regions = dataOf(await send(operatorFunnel, { stage: String(stage) }));
    expect(regions).toMatchObject({ by: 'region', rows: [{ key: 'unknown', name: '未知地区', published: 1 }] });
    expect(dataOf(await send(operatorFunnel, { region: '36' })).total.published).toBe(0);

    // Within the hour nothing is worked out again: whoever asks causes no work.
    await buildDemand(services, { owner });
    await sweep();
    expect(dataOf(await send(operatorFigures, {})).last.demands).toBe(2);
    clock.advance(hour);
    await sweep();
    expect(dataOf(await (await finance())(operatorFigures, {})).last.demands).toBe(3);

    const reviewer = dataOf(await (await operator('reviewer'))(operatorFigures, {}));
    expect(reviewer.last).toMatchObject({ demands: 3, held: '', released: '' });
    expect(reviewer.days.every(({ held, released }) => held === '' && released === '')).toBe(true);
    expect(await portal.as(await buildUser(db, { now: clock.now() }))(operatorFigures, {})).toMatchObject({
      code: 1003,
    });
  });

  it('[P-05] tell the disputes of a day however they were opened, and where they stand beside where orders do', async () => {
    clock.advance(hour);
    const parties = async () => {
      const owner = await buildUser(db, { now: clock.now() });
      const provider = await buildUser(db, { accountType: 2, now: clock.now() });
      await buildMoney(db, owner.id, 8_640_001, clock.now());
      const { nid: demandNid } = await buildOrder(services, { owner, provider, so: 'downHeld' });
      return { demandNid, asOwner: await portal.as(owner), asProvider: await portal.as(provider) };
    };
    const split = { ownerAmount: '25920', providerAmount: '0' };
    const reason = '样板与约定的颜色不符，已停工';
    const told = async () => {
      clock.advance(hour);
      await sweep();
      const { days, last, states } = dataOf(await (await operator('finance'))(operatorFigures, {}));
      const { held, released, disputes } = days.at(-1) as (typeof days)[number];
      const disputed = states.map((one) => one.disputed).filter((count) => count > 0);
      return { today: disputes, last: last.disputes, disputed, moved: Number(held) > 0, released };
    };
    const before = await told();
    expect(before).toMatchObject({ today: 0, last: 0, disputed: [] });

    const opened = await parties();
    dataOf(await opened.asOwner(openDispute, { demandNid: opened.demandNid, reason, ...split }));
    // One comes of a refused request to cancel; another ends within the hour.
    const refused = await parties();
    dataOf(await refused.asOwner(requestCancel, { demandNid: refused.demandNid, reason, ...split }));
    dataOf(await refused.asProvider(refuseCancel, { demandNid: refused.demandNid, reason }));
    const ended = await parties();
    dataOf(await ended.asOwner(openDispute, { demandNid: ended.demandNid, reason, ...split }));
    dataOf(await ended.asProvider(acceptSplit, { demandNid: ended.demandNid, ...split }));
    expect(await told()).toEqual({ today: 3, last: 3, disputed: [2], moved: true, released: '25920.00' });
  });

  it('are made again when a run was cut off, by a stop, a failure or a death, and count as of the last whole one', async () => {
    const send = await operator('finance');
    const told = async () => {
      const { at, last } = dataOf(await send(operatorFigures, {}));
      return { at, demands: last.demands };
    };
    clock.advance(hour);
    await sweep();
    const before = await told();
    const owner = await buildUser(db, { now: clock.now() });
    await buildDemand(services, { owner });

    clock.advance(hour);
    const stopping = new AbortController();
    stopping.abort();
    await figureSweep.run(services, stopping.signal);
    expect(await told()).toEqual(before);
    // It fails in its last step.
    await sql`alter table state_counts rename to away`.execute(db);
    await expect(sweep()).rejects.toThrow('state_counts');
    await sql`alter table away rename to state_counts`.execute(db);
    await sweep();
    expect((await told()).at).toBe(before.at);
    clock.advance(hour / 2);
    await sweep();
    expect(await told()).toEqual({ at: seconds(clock.now()), demands: before.demands + 1 });

    // Another process died in it: it is waited for, and then made.
    const whole = await told();
    clock.advance(hour);
    await buildDemand(services, { owner });
    await db.updateTable('figure_runs').set({ begun_at: clock.now() }).execute();
    clock.advance(29 * 60_000);
    await sweep();
    expect(await told()).toEqual(whole);
    clock.advance(60_000);
    await Promise.all([sweep(), sweep(), sweep()]);
    expect(await told()).toEqual({ at: seconds(clock.now()), demands: whole.demands + 1 });
  });

  it('know where a demand belongs: where it is to go, else where its owner is certified', async () => {
    clock.advance(hour);
    const [owner, certified] = [await buildUser(db, { now: clock.now() }), await buildUser(db, { now: clock.now() })];
    await buildCertified(db, certified.id, '宁都木业', clock.now());
    const details = JSON.stringify({ destination: ['33', '3301'] });
    for (const one of [owner, certified]) await buildDemand(services, { owner: one, stage: 'logistics', details });
    await buildDemand(services, { owner: certified });
    await sweep();
    const send = await operator('admin');
    const published = async (region: string) => dataOf(await send(operatorFunnel, { region })).total.published;
    expect([await published('33'), await published('36')]).toEqual([2, 1]);
    const { regions } = dataOf(await send(operatorFunnel, {}));
    expect(regions).toEqual(expect.arrayContaining([{ code: '33', name: '浙江省' }]));
  });
});
