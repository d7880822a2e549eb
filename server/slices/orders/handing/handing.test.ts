import { describe, expect, it } from 'vitest';
import { demandCalls, getMyTenders, tenderOrder, withdrawTender } from '../../../../contract/demands.ts';
import { getFollowOnPrefill } from '../../../../contract/follow-on.ts';
import { confirmInput, getDemandInput, inputHash, redeliver } from '../../../../contract/handing-on.ts';
import { noticeList } from '../../../../contract/notices.ts';
import { scheduleSee } from '../../../../contract/order-work.ts';
import { getOrderInfo, successful } from '../../../../contract/orders.ts';
import { stages as theStages } from '../../../../contract/stages/index.ts';
import { polish } from '../../../../contract/stages/polish.test-data.ts';
import type { Stage } from '../../../../contract/stages/stage.ts';
import { uploadDocument } from '../../../../contract/uploads.ts';
import { dataOf, startPortal } from '../../../testing/portal.ts';
import { type BuiltUser, buildUser, signIn } from '../../accounts/build.ts';
import { exampleForm } from '../../demands/build.ts';
import { buildDocx, uploadPicture } from '../../uploads/build.ts';
import { act } from '../build.ts';
import { buildDelivered } from '../work/build.ts';

const stages: readonly Stage[] = [...theStages, polish];
const portal = await startPortal({ stages });
const { services } = portal.app;
const day = 86_400_000;
const person = (nickName: string) => buildUser(portal.db, { nickName, now: portal.clock.now() });
const [owner, maker, bidder, other] = [
  await person('陈掌柜'),
  await person('三榫制造'),
  await person('青砖喷涂'),
  await person('另一家'),
];
const as = async (user: BuiltUser) => portal.as({ token: await signIn(portal.db, user.id, portal.clock.now()) });
const stageOf = (key: string): Stage => stages.find((stage) => stage.key === key) as Stage;

/** An order that is done, the next demand written on it by its form, and what the form was filled in with. */
async function buildFollowOn(stage: string, next: string, more: Record<string, string> = {}) {
  const send = await as(owner);
  const delivered = await buildDelivered(services, { owner, provider: maker, stage, offerFen: 100_000 });
  await act(services, delivered.nid, 'affirm', owner.id);
  await act(services, delivered.nid, 'complete', owner.id);
  const row = await portal.db
    .selectFrom('product_lines')
    .select('nid')
    .where('id', '=', delivered.line_id)
    .executeTakeFirstOrThrow();
  const taken = dataOf(
    await send(getFollowOnPrefill, { demandType: String(stageOf(next).number), productLineNid: row.nid }),
  );
  const form = {
    ...exampleForm(stageOf(next), { now: portal.clock.now(), picture: await uploadPicture(send) }),
    productLineNid: row.nid,
    inputHash: taken.inputHash,
    ...more,
  };
  const publish = (over: Record<string, string> = {}) => send(demandCalls(stageOf(next)).save, { ...form, ...over });
  return { before: delivered.nid, lineId: delivered.line_id, taken, publish };
}

const again = async (nid: string, content = '护栏间距改为五十八毫米') =>
  dataOf(await (await as(maker))(redeliver, { demandNid: nid, content }));

const words = async (user: BuiltUser) => {
  await portal.app.worker.tick();
  return dataOf(await (await as(user))(noticeList, {})).map(({ text }) => text);
};

describe('[Z-07] what a follow-on goes on from', () => {
  it('is pinned by the hash of one way of writing it down, and marked when the stage before delivers again', async () => {
    const { before, taken, publish } = await buildFollowOn('make', 'spray');
    expect(taken.inputHash).toMatch(/^[\da-f]{64}$/);
    const { demandNid } = dataOf(await publish());
    const send = await as(owner);
    const pinned = dataOf(await send(getDemandInput, { demandNid }));
    expect(pinned).toMatchObject({ state: '', hash: taken.inputHash, pinned: taken.inputHash });
    const row = await portal.db.selectFrom('demand_inputs').selectAll().where('hash', '=', taken.inputHash).execute();
    expect(await inputHash(row[0]!.statement)).toBe(taken.inputHash);
    expect(row[0]!.statement.inputs).toMatchObject([{ demand: before, stage: 'make' }]);

    const tender = { demandNid, completionDay: '9', offer: '2600.00' };
    expect(await (await as(bidder))(tenderOrder, tender)).toMatchObject({ ok: true });
    const makers = await as(maker);
    const picture = await uploadPicture(makers);
    const drawing = dataOf(
      await makers(uploadDocument, {}, { file: new File([new Uint8Array(buildDocx())], '零件图.docx') }),
    ).url;
    const form = { demandNid: before, content: '护栏间距改为五十八毫米', files: picture, documents: drawing };
    const sent = await Promise.all(
      Array.from({ length: 3 }, () => makers(redeliver, { ...form, requestId: 'redelivered-once' })),
    );
    expect(sent.map((reply) => dataOf(reply).marked).toSorted()).toEqual([0, 0, 1]);
    expect(dataOf(await makers(scheduleSee, { demandNid: before }))[0]).toMatchObject({
      kind: 'redeliver',
      content: '护栏间距改为五十八毫米',
      pictures: [picture],
      documents: [drawing],
    });

    const info = dataOf(await send(getOrderInfo, { demandNid }));
    expect(info).toMatchObject({ inputState: 'changed', orderStatus: 1 });
    const award = info.actions.find(({ action }) => action === 'award');
    expect(award).toMatchObject({ enabled: false, reason: '前面环节的交付有更新，请先确认新的输入' });
    const shown = dataOf(await portal.send(demandCalls(stageOf('spray')).info, { demandNid }));
    expect(shown.inputState).toBe('changed');
    expect(dataOf(await (await as(bidder))(getMyTenders, {}))[0]).toMatchObject({ demandNid, inputState: 'changed' });
    expect(await words(owner)).toContainEqual(expect.stringContaining('输入已变，请确认新的输入'));
    expect(await words(bidder)).toContainEqual(expect.stringContaining('您可以修改或撤回投标'));

    const changed = dataOf(await send(getDemandInput, { demandNid }));
    expect(changed.hash).not.toBe(taken.inputHash);
    expect(changed.stages).toMatchObject([
      {
        demandNid: before,
        stageName: '制造',
        nickname: '三榫制造',
        pictures: [{ url: picture, fresh: true, hash: expect.stringMatching(/^[\da-f]{64}$/) }],
        files: [{ url: drawing, fresh: true }],
        notes: [{ content: '护栏间距改为五十八毫米', fresh: true }],
      },
    ]);
    expect(await send(confirmInput, { demandNid, hash: taken.inputHash })).toMatchObject({ code: 1005 });
    expect(await send(confirmInput, { demandNid, hash: changed.hash })).toMatchObject({ ok: true });
    expect(dataOf(await send(getDemandInput, { demandNid }))).toMatchObject({
      state: 'confirmed',
      pinned: changed.hash,
      stages: [{ pictures: [{ fresh: false }] }],
    });
    expect(await words(bidder)).toContainEqual(expect.stringContaining('确认了'));
    expect(await send(confirmInput, { demandNid, hash: changed.hash })).toMatchObject({ code: 1005 });
    const traced = await portal.db
      .selectFrom('trace_records')
      .select('body')
      .where('line_id', '=', await lineOf(demandNid))
      .execute();
    const events = traced.map(({ body }) => body.event);
    expect(events).toContain('redeliver');
    expect(events).toContain('confirmInput');
    expect(traced.find(({ body }) => body.event === 'redeliver')?.body.files).toHaveLength(2);
  });

  it('lets those who tendered adjust or withdraw after the deadline, nobody else tender, and the choice wait', async () => {
    const { before, publish } = await buildFollowOn('make', 'spray');
    const { demandNid } = dataOf(await publish());
    const bid = { demandNid, completionDay: '9', offer: '2600.00' };
    const [first, second] = [await as(bidder), await as(other)];
    const tenderId = dataOf(await first(tenderOrder, bid)).myTender.id;
    await second(tenderOrder, bid);
    portal.clock.advance(11 * day);
    const [late, later] = [await as(bidder), await as(other)];
    expect(await late(tenderOrder, { ...bid, offer: '2500.00' })).toMatchObject({ code: 1005 });
    expect((await again(before)).marked).toBe(1);
    expect(dataOf(await late(tenderOrder, { ...bid, offer: '2900.00' })).myTender.offer).toBe('2900.00');
    expect(await later(withdrawTender, { demandNid })).toMatchObject({ ok: true });
    expect(await later(tenderOrder, bid)).toMatchObject({ code: 1005 });
    const send = await as(owner);
    expect(await send(successful, { demandNid, tenderId })).toMatchObject({ code: 1005 });
    const { hash } = dataOf(await send(getDemandInput, { demandNid }));
    await send(confirmInput, { demandNid, hash });
    expect(await send(successful, { demandNid, tenderId, offer: '2900.00' })).toMatchObject({ ok: true });
  });

  it('refuses a form that was filled in from what is no longer delivered, and pins what a draft is published on', async () => {
    const { before, publish } = await buildFollowOn('design', 'proofing');
    const draft = dataOf(await publish({ draft: '1' }));
    await again(before, '改了一张图纸');
    const send = await as(owner);
    const proofing = stageOf('proofing');
    expect(await publish({ id: draft.id, draft: '0' })).toMatchObject({ ok: true });
    expect(dataOf(await send(getOrderInfo, { demandNid: draft.demandNid }))).toMatchObject({ inputState: 'changed' });

    const second = await buildFollowOn('design', 'proofing');
    await again(second.before);
    const refused = await second.publish();
    expect(refused).toMatchObject({ code: 1005, fields: { productLineNid: expect.stringContaining('更新了') } });
    const { nid } = await portal.db
      .selectFrom('product_lines')
      .select('nid')
      .where('id', '=', second.lineId)
      .executeTakeFirstOrThrow();
    const fresh = dataOf(await send(getFollowOnPrefill, { demandType: String(proofing.number), productLineNid: nid }));
    expect(await second.publish({ inputHash: fresh.inputHash })).toMatchObject({ ok: true });
  });

  it('is marked in a dispute too, told to both sides, and confirmed once the dispute is over', async () => {
    const { before, publish } = await buildFollowOn('make', 'spray');
    const { demandNid } = dataOf(await publish());
    const send = await as(owner);
    const tenderId = dataOf(await (await as(bidder))(tenderOrder, { demandNid, completionDay: '9', offer: '2600.00' }))
      .myTender.id;
    await send(successful, { demandNid, tenderId });
    await act(services, demandNid, 'accept', bidder.id);
    const split = { ownerFen: 0, providerFen: 0 };
    await act(services, demandNid, 'openDispute', bidder.id, { reason: '色号一直没有给', split });
    expect((await again(before, '换了一种色浆')).marked).toBe(1);
    expect(dataOf(await send(getOrderInfo, { demandNid }))).toMatchObject({ inputState: 'changed', frozen: true });
    for (const user of [owner, bidder]) expect(await words(user)).toContainEqual(expect.stringContaining('输入已变'));
    const { hash } = dataOf(await send(getDemandInput, { demandNid }));
    expect(await send(confirmInput, { demandNid, hash })).toMatchObject({
      code: 1005,
      message: '争议处理期间，其他操作已冻结',
    });
    await act(services, demandNid, 'withdrawDispute', bidder.id);
    expect(await send(confirmInput, { demandNid, hash })).toMatchObject({ ok: true });
    expect(dataOf(await send(getOrderInfo, { demandNid }))).toMatchObject({ inputState: 'confirmed', frozen: false });
  });

  it('reaches the provider at work with what was delivered again, and nobody who has no part in it', async () => {
    const { before, publish } = await buildFollowOn('logistics', 'polish');
    const { demandNid } = dataOf(await publish());
    const tenderId = dataOf(await (await as(bidder))(tenderOrder, { demandNid, completionDay: '9', offer: '2600.00' }))
      .myTender.id;
    const send = await as(owner);
    await send(successful, { demandNid, tenderId });
    await act(services, demandNid, 'accept', bidder.id);
    expect(dataOf(await (await as(bidder))(getDemandInput, { demandNid })).stages).toEqual([]);
    await again(before, '箱号重新编过');
    expect(await words(bidder)).toContainEqual(expect.stringContaining('请和发布方核对'));
    const seen = dataOf(await (await as(bidder))(getDemandInput, { demandNid }));
    expect(seen).toMatchObject({ state: 'changed', stages: [{ notes: [{ content: '箱号重新编过', fresh: true }] }] });
    for (const user of [other, maker])
      expect(await (await as(user))(getDemandInput, { demandNid })).toMatchObject({ code: 1004 });
    expect(await (await as(bidder))(confirmInput, { demandNid, hash: seen.hash })).toMatchObject({ code: 1003 });
    expect(await (await as(owner))(redeliver, { demandNid: before, content: '不是我的交付' })).toMatchObject({
      code: 1003,
    });
    expect(await (await as(other))(redeliver, { demandNid: before, content: '不是我的交付' })).toMatchObject({
      code: 1003,
    });
    expect(await (await as(maker))(redeliver, { demandNid: before, content: '' })).toMatchObject({
      code: 1001,
      fields: { content: '请写明更新了什么' },
    });
  });
});

async function lineOf(nid: string): Promise<string> {
  const row = await portal.db.selectFrom('demands').select('line_id').where('nid', '=', nid).executeTakeFirstOrThrow();
  return row.line_id;
}
