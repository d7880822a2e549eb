import { describe, expect, it } from 'vitest';
import { estimateFor, getEstimates, scopesOf } from '../../../contract/estimates.ts';
import { findStage } from '../../../contract/stages/index.ts';
import type { Stage } from '../../../contract/stages/stage.ts';
import { waitingForLocks } from '../../testing/locks.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { type BuiltUser, buildUser } from '../accounts/build.ts';
import { act } from '../orders/build.ts';
import { buildDelivered } from '../orders/work/build.ts';
import { estimateSweep, rounded } from './reckon.ts';

const portal = await startPortal();
const { services } = portal.app;
const day = 86_400_000;
const people: BuiltUser[] = [];
for (const nickName of ['甲', '乙', '丙', '丁'])
  people.push(await buildUser(portal.db, { nickName, now: portal.clock.now() }));
const [ann, ben, maker, sprayer] = people as [BuiltUser, BuiltUser, BuiltUser, BuiltUser];

/** An order that was paid out whole; the work took so many days. */
async function settled(
  stage: string,
  offerFen: number,
  days: number,
  { owner = ann, provider = maker, retain = false } = {},
) {
  const { nid } = await buildDelivered(services, { owner, provider, stage, offerFen });
  portal.clock.advance(days * day - 1000);
  await act(services, nid, 'affirm', owner.id);
  await act(services, nid, retain ? 'complete' : 'releaseRetention', owner.id);
  return nid;
}

async function of(stage: string) {
  // What is heard of in one round is reckoned in the next.
  await portal.app.worker.tick();
  await portal.app.worker.tick();
  const all = dataOf(await portal.send(getEstimates, {}));
  return all.find((one) => one.stage === stage);
}
const whole = async (stage: string) => (await of(stage))?.estimates.find(({ scope }) => scope === 'all');

describe('[Z-13] what a stage costs and how long it takes', () => {
  it('is told from five settled orders on, not from four, and not from one that is still retained', async () => {
    const prices = [86_432, 120_000, 99_900, 140_000];
    for (const [index, price] of prices.entries())
      await settled('make', price, index + 2, index % 2 ? { owner: ben, provider: sprayer } : {});
    expect(await of('make')).toMatchObject({ samples: 4, estimates: [] });
    await settled('make', 5_000_000, 60, { retain: true });
    portal.clock.advance(day);
    expect(await of('make')).toMatchObject({ samples: 4, estimates: [] });
    await settled('make', 104_500, 1);
    // 864.32, 999, 1045, 1200, 1400 yuan; 1 to 5 days; four of five at most 1240 yuan and 4.2 days.
    expect(await whole('make')).toEqual({
      scope: 'all',
      label: '',
      samples: 5,
      priceMedian: '1000.00',
      priceHigh: '1200.00',
      daysMedian: 3,
      daysHigh: 5,
    });
    const found = await of('make');
    expect(found?.estimates.map(({ scope, label }) => [scope, label])).toEqual(
      expect.arrayContaining([
        ['category:pet', '宠物'],
        ['choice:榫卯', '榫卯'],
      ]),
    );
    // Once a day at most: what one more did to the figures cannot be read off.
    await settled('make', 900_000, 1);
    expect(await whole('make')).toMatchObject({ samples: 5, priceMedian: '1000.00' });
    portal.clock.advance(day);
    expect(await whole('make')).toMatchObject({ samples: 6, priceMedian: '1100.00' });
    // The retained one is a case too once the clock has released what was held back.
    portal.clock.advance(16 * day);
    await portal.app.worker.tick();
    portal.clock.advance(day);
    expect(await whole('make')).toMatchObject({ samples: 7 });
  });

  it('is not told where all orders are one side’s', async () => {
    for (let count = 0; count < 6; count += 1) await settled('spray', 100_000, 3);
    portal.clock.advance(day);
    expect(await of('spray')).toMatchObject({ samples: 6, estimates: [] });
    await settled('spray', 100_000, 3, { owner: ben, provider: sprayer });
    portal.clock.advance(day);
    expect(await whole('spray')).toMatchObject({ samples: 7, priceMedian: '1000.00', daysHigh: 3 });
  });

  it('counts an order once however often it is heard of, and none whose price was divided', async () => {
    const nid = await settled('design', 200_000, 2);
    await act(services, nid, 'appraise', ann.id);
    await act(services, nid, 'appraise', maker.id);
    const divided = await buildDelivered(services, { owner: ann, provider: maker, stage: 'design', offerFen: 100_000 });
    const split = { ownerFen: 50_000, providerFen: 50_000 };
    await act(services, divided.nid, 'openDispute', ann.id, { reason: '颜色不对', split });
    await act(services, divided.nid, 'acceptSplit', maker.id);
    await portal.app.worker.tick();
    portal.clock.advance(day);
    expect(await of('design')).toMatchObject({ samples: 1, estimates: [] });
  });

  it('counts what comes in the moment in which figures are reckoned', async () => {
    const { db, clock } = portal;
    const nid = await settled('sam', 100_000, 1);
    const { id } = await db.selectFrom('demands').select('id').where('nid', '=', nid).executeTakeFirstOrThrow();
    const [stage, scope, now] = ['sam', 'this moment', clock.now()];
    await db.insertInto('estimates').values({ stage, scope, due_at: now }).execute();
    let reckoning: unknown;
    // Written and not committed yet, as by the consumer of a settled order.
    await db.transaction().execute(async (tx) => {
      const sample = { stage, scope, demand_id: id, price_fen: 100_000, days: 1, settled_at: now };
      await tx.insertInto('estimate_samples').values(sample).execute();
      await tx.updateTable('estimates').set({ due_at: now }).where('scope', '=', scope).execute();
      reckoning = estimateSweep.run(services, new AbortController().signal);
      await expect.poll(() => waitingForLocks(db)).toBeGreaterThan(0);
    });
    await reckoning;
    const found = db.selectFrom('estimates').select(['samples', 'due_at']).where('scope', '=', scope);
    expect(await found.executeTakeFirst()).toEqual({ samples: 1, due_at: null });
  });

  it('rounds to two digits that count, and goes by the most telling kind that has figures', () => {
    expect([86_432, 864_320, 1_234_567, 99_900, 1050].map(rounded)).toEqual([
      86_000, 860_000, 1_200_000, 100_000, 1100,
    ]);
    const logistics = findStage('logistics') as Stage;
    const scopes = scopesOf(logistics, 'pet', { destination: ['36', '3607'], productTypes: ['床'] });
    expect(scopes).toEqual(['region:36', 'choice:床', 'category:pet', 'all']);
    const one = { label: '', samples: 5, priceMedian: '1', priceHigh: '2', daysMedian: 1, daysHigh: 2 };
    const estimates = ['all', 'choice:床'].map((scope) => ({ ...one, scope }));
    expect(estimateFor({ estimates }, scopes)?.scope).toBe('choice:床');
    expect(estimateFor({ estimates: [] }, scopes)).toBeUndefined();
  });
});
