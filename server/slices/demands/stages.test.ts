import { describe, expect, it } from 'vitest';
import { demandCalls, readField, tenderOrder } from '../../../contract/demands.ts';
import { acceptOrder, getOrderInfo, successful } from '../../../contract/orders.ts';
import { stages as theStages } from '../../../contract/stages/index.ts';
import { polish } from '../../../contract/stages/polish.test-data.ts';
import { refusals } from '../../../contract/stages/refusals.test-data.ts';
import { type Stage, wireShape } from '../../../contract/stages/stage.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { uploadPicture } from '../uploads/build.ts';
import { exampleForm } from './build.ts';

const stages: readonly Stage[] = [...theStages, polish];
const portal = await startPortal({ stages });
const now = portal.clock.now();
const [owner, bidder] = [await buildUser(portal.db, { now }), await buildUser(portal.db, { now })];
const asOwner = portal.as(owner);
const asBidder = portal.as(bidder);
const picture = await uploadPicture(asOwner);

describe.each(stages.map((stage) => [stage.name, stage] as const))('%s', (_name, stage) => {
  const calls = demandCalls(stage);
  const feature = stage.number <= theStages.length ? `D-0${stage.number + 1}` : 'D-02..08';

  it(`[${feature}] [D-01] [D-10] [D-11] goes from publication to an accepted order`, async () => {
    const form = exampleForm(stage, { now, picture });
    const { demandNid } = dataOf(await asOwner(calls.save, form));
    expect(demandNid).toMatch(new RegExp(`^${stage.nidPrefix}-\\d{4}-[0-9A-Z]{6}$`));

    const list = await portal.send(calls.list, { type: 'pet' });
    expect(list).toMatchObject({ ok: true, count: 1 });
    const [item] = dataOf(list);
    expect(item).toMatchObject({ demandNid, name: form.name, orderStatus: 1, demandStatusName: '招标中', type: 'pet' });
    expect(dataOf(await portal.send(calls.list, { type: 'maternal' }))).toEqual([]);

    const info = dataOf(await portal.send(calls.info, { demandNid }));
    expect(info).toMatchObject({ demandNid, budget: '3500.00', demandType: stage.number, isOwner: false, actions: [] });
    // Every field of the form can be read back, by wire name and in words.
    for (const field of stage.demand) {
      if (field.key === 'files') continue;
      const said = readField(field, info);
      expect([field.key, said]).not.toEqual([field.key, field.widget.kind === 'images' ? [] : '']);
    }

    dataOf(await asBidder(tenderOrder, { demandNid, completionDay: '9', offer: '2860' }));
    const { myTender } = dataOf(await asBidder(calls.info, { demandNid }));
    const tenderId = myTender?.id ?? '';
    expect(myTender).toMatchObject({ completionDay: 9, offer: '2860.00', status: 'standing' });
    expect(dataOf(await asOwner(successful, { demandNid, tenderId })).orderStatus).toBe(2);
    expect((await portal.send(calls.list, { type: 'pet' })) as object).toMatchObject({ count: 0, data: [] });
    expect(dataOf(await asBidder(acceptOrder, { demandNid })).orderStatus).toBe(3);
    expect(dataOf(await asOwner(getOrderInfo, { demandNid }))).toMatchObject({ orderStatus: 3, amount: '2860.00' });
  });
});

describe.each(theStages.map((stage) => [stage.name, stage] as const))('rules of %s', (_name, stage) => {
  const { save } = demandCalls(stage);

  it.each(refusals[stage.key] ?? [])(`[D-0${stage.number + 1}] $field $value: $message`, async (refused) => {
    const { field, value, message } = refused;
    const form: Record<string, unknown> = { ...exampleForm(stage, { now, picture }), [field]: value };
    const reply = await asOwner(save, form as Parameters<typeof asOwner<typeof save>>[1]);
    expect(reply).toMatchObject({ ok: false, code: 1001, status: 400, message, fields: { [field]: message } });
  });

  it(`[D-0${stage.number + 1}] an empty form names every required field, the first one first`, async () => {
    const reply = await asOwner(save, { type: 'pet' });
    if (reply.ok) throw new Error('an empty form was taken');
    const required = stage.demand.filter((field) => field.required).map((field) => field.wire);
    expect(Object.keys(reply.fields)).toEqual(required);
    expect(reply.message).toBe('请输入产品名称！');
    expect(Object.keys(wireShape(stage.demand))).toEqual(expect.arrayContaining(required));
  });
});
