import { describe, expect, it } from 'vitest';
import { redeliver } from '../../../../contract/handing-on.ts';
import { inspectFaulty, inspectSound } from '../../../../contract/order-inspection.ts';
import { getProductLine } from '../../../../contract/product-line.ts';
import { stages as theStages } from '../../../../contract/stages/index.ts';
import { polish } from '../../../../contract/stages/polish.test-data.ts';
import { dataOf, startPortal } from '../../../testing/portal.ts';
import { type BuiltUser, buildUser, signIn } from '../../accounts/build.ts';
import { buildDemand } from '../../demands/build.ts';
import { uploadPicture } from '../../uploads/build.ts';
import { act, buildTender } from '../build.ts';
import { buildDelivered } from '../work/build.ts';

const portal = await startPortal({ stages: [...theStages, polish] });
const { services } = portal.app;
const person = (nickName: string) => buildUser(portal.db, { nickName, now: portal.clock.now() });
const [owner, maker, sprayer] = [await person('陈掌柜'), await person('三榫制造'), await person('青砖喷涂')];
const as = async (user: BuiltUser) => portal.as({ token: await signIn(portal.db, user.id, portal.clock.now()) });

/** An order that is done, its retention held, and the number of its line. */
async function buildLine(stage: string) {
  const { nid, line_id } = await buildDelivered(services, { owner, provider: maker, stage, offerFen: 100_000 });
  await act(services, nid, 'affirm', owner.id);
  await act(services, nid, 'complete', owner.id);
  const { nid: line } = await portal.db
    .selectFrom('product_lines')
    .select('nid')
    .where('id', '=', line_id)
    .executeTakeFirstOrThrow();
  return { nid, line, line_id };
}

describe('[Z-07] a product line for its owner', () => {
  it('has every stage of the chain in order, what was delivered by hash, and what the next stage needs', async () => {
    const { nid, line } = await buildLine('logistics');
    const makers = await as(maker);
    const picture = await uploadPicture(makers);
    await makers(redeliver, { demandNid: nid, content: '补了封样照片', files: picture });
    const found = dataOf(await (await as(owner))(getProductLine, { productLineNid: line }));
    expect(found.stages.map(({ stage }) => stage)).toEqual([...theStages, polish].map(({ key }) => key));
    expect(found).toMatchObject({ productLineNid: line, opens: 'polish', code: '' });
    const done = found.stages.find(({ stage }) => stage === 'logistics');
    expect(done).toMatchObject({
      order: { demandNid: nid, orderStatus: 7, counterpart: { nickname: '三榫制造' } },
      delivered: { pictures: [{ url: picture, hash: expect.stringMatching(/^[\da-f]{64}$/) }], again: 1 },
      retention: { amount: '200.00', state: 'held', until: expect.any(Number) },
    });
    expect(done?.details).toContainEqual({ label: '需求数量', value: '60 件' });
    expect(done?.records).toBeGreaterThan(5);
    expect(found.records).toBe(done?.records);
    const next = found.stages.find(({ stage }) => stage === 'polish');
    expect(next?.needs).toContainEqual({ label: '产品名称', given: true });
    expect(next?.needs).toContainEqual({ label: '预算', given: false });
    portal.clock.advance(16 * 86_400_000);
    const later = dataOf(await (await as(owner))(getProductLine, { productLineNid: line }));
    expect(later.stages.find(({ stage }) => stage === 'logistics')?.retention).toMatchObject({
      state: 'released',
      until: null,
    });
  });

  it('says that what is retained is disputed, and is nobody else’s to read', async () => {
    const { line, line_id } = await buildLine('make');
    const demand = await buildDemand(services, { owner, stage: 'spray', line_id });
    const tenderId = await buildTender(services, demand, { bidder: sprayer });
    const columns = { provider_id: sprayer.id, awarded_tender_id: tenderId, ordered_at: services.clock.now() };
    await act(services, demand.nid, 'award', owner.id, { amountFen: 8_640_000 }, columns);
    await act(services, demand.nid, 'accept', sprayer.id);
    const made = async () =>
      dataOf(await (await as(owner))(getProductLine, { productLineNid: line })).stages.find(
        ({ stage }) => stage === 'make',
      )?.retention;
    expect(await (await as(sprayer))(inspectFaulty, { demandNid: demand.nid, reason: '六张不合格' })).toMatchObject({
      ok: true,
    });
    expect(await made()).toMatchObject({ state: 'disputed', until: null });
    await (
      await as(sprayer)
    )(inspectSound, { demandNid: demand.nid });
    expect(await made()).toMatchObject({ state: 'released' });
    for (const user of [maker, sprayer])
      expect(await (await as(user))(getProductLine, { productLineNid: line })).toMatchObject({ code: 1004 });
    expect(await portal.send(getProductLine, { productLineNid: line })).toMatchObject({ code: 1002 });
  });
});
