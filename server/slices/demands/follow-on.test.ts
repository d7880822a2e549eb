import { v7 as uuid } from 'uuid';
import { describe, expect, it } from 'vitest';
import { demandCalls } from '../../../contract/demands.ts';
import { getFollowOnOrders, getFollowOnPrefill } from '../../../contract/follow-on.ts';
import { deleteOrder, getOrderInfo, myDemandOrderList } from '../../../contract/orders.ts';
import { chainRefusal } from '../../../contract/process/chain.ts';
import { stages as theStages } from '../../../contract/stages/index.ts';
import { polish } from '../../../contract/stages/polish.test-data.ts';
import type { Stage } from '../../../contract/stages/stage.ts';
import { type OrderStatus, orderStatuses } from '../../../contract/statuses.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { uploadPicture } from '../uploads/build.ts';
import { buildDemand, exampleForm } from './build.ts';
import { makeNid } from './nid.ts';
import type { DemandRow } from './tables.ts';

const stages: readonly Stage[] = [...theStages, polish];
// A person does not publish a thousand demands a minute; the table of pairs does.
const portal = await startPortal({ stages, parts: { limits: { take: async () => 0 } } });
const { services } = portal.app;
const now = portal.clock.now();
const person = (nickName: string) => buildUser(portal.db, { now, nickName });
const [owner, provider, stranger] = [await person('陈掌柜'), await person('半坡打样间'), await person('路人')];
const asOwner = portal.as(owner);
const picture = await uploadPicture(asOwner);
const template = await buildDemand(services, { owner });

type Status = OrderStatus | null;
const each: readonly Status[] = [null, ...orderStatuses];
const stageOf = (key: string): Stage => stages.find((stage) => stage.key === key) as Stage;
const form = (stage: Stage, more: Record<string, string> = {}) => ({
  ...exampleForm(stage, { now, picture }),
  ...more,
});

interface Built {
  /** number of the line */
  nid: string;
  /** of its demands, in the order of the chain */
  nids: string[];
}

/** Lines whose demands have these statuses, in the order of the chain; rows as if they had come there. */
async function buildLines(
  all: readonly (readonly Status[])[],
  { of = owner, ...over }: { of?: { id: string } } & Partial<Pick<DemandRow, 'name'>> = {},
): Promise<Built[]> {
  const built = all.map((statuses) => {
    const line = { id: uuid(), nid: makeNid('PL', now), owner_id: of.id, name: over.name ?? template.name };
    const rows = statuses.flatMap((status, index) => {
      const stage = stages[index];
      if (status === null || !stage) return [];
      return {
        ...template,
        ...over,
        id: uuid(),
        nid: makeNid(stage.nidPrefix, now),
        line_id: line.id,
        stage: stage.key,
        owner_id: of.id,
        status,
        provider_id: status >= 2 && status !== 6 && status !== 8 ? provider.id : null,
        list_seq: null,
        pictures: JSON.stringify([picture]),
        files: JSON.stringify([]),
        details: JSON.stringify({}),
        proceedings: JSON.stringify({}),
      };
    });
    return { line: { ...line, created_at: now }, rows };
  });
  await portal.db
    .insertInto('product_lines')
    .values(built.map(({ line }) => line))
    .execute();
  await portal.db
    .insertInto('demands')
    .values(built.flatMap(({ rows }) => rows))
    .execute();
  return built.map(({ line, rows }) => ({ nid: line.nid, nids: rows.map(({ nid }) => nid) }));
}

const buildLine = async (...[statuses, more]: [readonly Status[], { name?: string }?]): Promise<Built> =>
  (await buildLines([statuses], more))[0]!;

const at = (statuses: Readonly<Record<number, Status>>): Status[] => stages.map((_, index) => statuses[index] ?? null);

/** Rulings §3, written out: the stage before is 7, this one has none, 6 or 8, no later one has a demand. */
const ruled = (line: readonly Status[], index: number): boolean =>
  line[index - 1] === 7 &&
  [null, 6, 8].includes(line[index] ?? null) &&
  line.slice(index + 1).every((status) => status === null);

/** Every pair of statuses of a stage and the one before, then every status of every later stage. */
function linesAround(index: number): Status[][] {
  const pairs = each.flatMap((before) => each.map((self) => at({ [index - 1]: before, [index]: self })));
  const later = stages.flatMap((_, place) =>
    place > index ? orderStatuses.map((status) => at({ [index - 1]: 7, [place]: status })) : [],
  );
  return [...pairs, ...later];
}

const follow = stages.map((stage, index) => [stage.name, stage, index] as const).slice(1);

async function offered(stage: Stage, send = asOwner): Promise<string[]> {
  const ask = (page: number) => send(getFollowOnOrders, { demandType: String(stage.number), page, pageSize: 100 });
  const reply = await ask(1);
  const pages = reply.ok ? Math.max(1, Math.ceil(reply.count / 100)) : 0;
  const rest = await Promise.all(Array.from({ length: pages - 1 }, (_, index) => ask(index + 2)));
  const nids = [reply, ...rest].flatMap((one) => dataOf(one).map(({ productLineNid }) => productLineNid));
  expect(reply).toMatchObject({ count: nids.length });
  return nids;
}

describe('the chain rule', () => {
  it.each(follow)('[D-09] as the table has it, for %s over all statuses', (_name, _stage, index) => {
    for (const line of linesAround(index)) {
      // A line that began at this very stage may raise it again (rulings §3), though its form offers it to nobody.
      const beganHere = line[index - 1] === null && [6, 8].includes(line[index] ?? 0);
      expect([line, chainRefusal(line, index) === null]).toEqual([line, ruled(line, index) || beganHere]);
    }
  });

  it.each(follow)(
    '[D-09] the form offers for %s exactly the orders that the rule lets through, and the server takes no others',
    async (_name, stage, index) => {
      const me = await person(`产品线${index}`);
      const send = portal.as(me);
      const url = await uploadPicture(send);
      const lines = linesAround(index);
      const nids = (await buildLines(lines, { of: me })).map(({ nid }) => nid);
      const may = nids.filter((_nid, place) => ruled(lines[place]!, index));
      expect(may).toHaveLength(3);
      expect(new Set(await offered(stage, send))).toEqual(new Set(may));

      const save = async (line: Status[], nid: string) => {
        const input = { ...exampleForm(stage, { now, picture: url }), productLineNid: nid };
        const reply = await send(demandCalls(stage).save, input);
        const takes = chainRefusal(line, index) === null;
        const said = reply.ok ? 'taken' : [reply.code, Object.keys(reply.fields)];
        expect([line, said]).toEqual([line, takes ? 'taken' : [1005, ['productLineNid']]]);
      };
      for (let from = 0; from < lines.length; from += 10)
        await Promise.all(lines.slice(from, from + 10).map((line, place) => save(line, nids[from + place]!)));
      // Each stage is taken now.
      expect(await offered(stage, send)).toEqual([]);
    },
  );

  it('[D-09] offers nothing to anybody else, and nothing for the first stage', async () => {
    const { nid } = await buildLine(at({ 0: 7 }));
    const proofing = stageOf('proofing');
    expect(await offered(proofing)).toContain(nid);
    expect(await offered(proofing, portal.as(stranger))).toEqual([]);
    expect(await offered(proofing, portal.as(provider))).toEqual([]);
    expect(await offered(stageOf('design'))).toEqual([]);
    const asked = { demandType: '2', productLineNid: nid };
    expect(await portal.as(stranger)(getFollowOnPrefill, asked)).toMatchObject({
      code: 1001,
      fields: { productLineNid: '没有找到这条产品线' },
    });
    expect(await portal.send(getFollowOnOrders, { demandType: '2' })).toMatchObject({ code: 1002 });
    expect(await asOwner(getFollowOnOrders, { demandType: '77' })).toMatchObject({ code: 1004 });
  });

  it('[D-09] a dispute freezes the line: it is not offered, and the server says why', async () => {
    const { nid, nids } = await buildLine(at({ 0: 7 }));
    const dispute = { phase: 'ruling', openedBy: 'owner', openedAt: 0, phaseSince: 0, answered: true };
    const offer = { by: 'owner', at: 0, split: { ownerFen: 0, providerFen: 0 } };
    await portal.db
      .updateTable('demands')
      .set({ proceedings: JSON.stringify({ dispute: { ...dispute, offer } }) })
      .where('nid', '=', nids[0] ?? '')
      .execute();
    const proofing = stageOf('proofing');
    expect(await offered(proofing)).not.toContain(nid);
    expect(await asOwner(demandCalls(proofing).save, form(proofing, { productLineNid: nid }))).toMatchObject({
      code: 1005,
      fields: { productLineNid: expect.stringContaining('争议') },
    });
  });
});

describe('a follow-on', () => {
  it('[D-09] takes over what the stages before delivered, each value with where it came from', async () => {
    const { nid, nids } = await buildLine(at({ 0: 7, 1: 7, 2: 7, 3: 7 }), { name: '会议桌' });
    await portal.db
      .updateTable('demands')
      .set({ details: JSON.stringify({ wood: '橡木', quantity: 12 }) })
      .where('nid', '=', nids[2] ?? '')
      .execute();
    const { order, values } = dataOf(await asOwner(getFollowOnPrefill, { demandType: '5', productLineNid: nid }));
    expect(order).toMatchObject({
      demandNid: nids[3],
      name: '会议桌',
      stageName: '制造',
      orderType: 4,
      demandStatusName: '已完成',
      providerName: '半坡打样间',
    });
    expect(values).toEqual([
      { field: 'name', value: '会议桌', demandNid: nids[3], stageName: '制造' },
      { field: 'demandDescribe', value: '木材名称：橡木', demandNid: nids[2], stageName: '备料' },
      { field: 'demandPic', value: picture, demandNid: nids[3], stageName: '制造' },
    ]);
    // Refused in the words that publishing refuses it with.
    expect(await asOwner(getFollowOnPrefill, { demandType: '6', productLineNid: nid })).toMatchObject({
      code: 1005,
      fields: { productLineNid: '上一环节的订单还没有完成' },
    });
  });

  it('[D-09] of many at once one is taken; it stands in the history of the order before', async () => {
    const { nid, nids } = await buildLine(at({ 0: 7 }));
    const proofing = stageOf('proofing');
    const save = () => asOwner(demandCalls(proofing).save, form(proofing, { productLineNid: nid }));
    const replies = await Promise.all(Array.from({ length: 8 }, save));
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
    const refused = { code: 1005, fields: { productLineNid: '这条产品线的本环节已有需求' } };
    expect(replies.filter(({ ok }) => !ok)).toMatchObject(Array.from({ length: 7 }, () => refused));
    const { history, actions } = dataOf(await asOwner(getOrderInfo, { demandNid: nids[0] ?? '' }));
    expect(history.filter(({ action }) => action === 'followOn')).toMatchObject([{ label: '发布下一环节需求' }]);
    expect(actions.find(({ action }) => action === 'followOn')).toMatchObject({
      enabled: false,
      reason: '这条产品线的本环节已有需求',
    });
  });

  it('[D-09] [O-01] raised again after 6 or 8 it replaces the number in the line; the old one stays readable', async () => {
    const proofing = stageOf('proofing');
    for (const status of [6, 8] as const) {
      const { nid, nids } = await buildLine(at({ 0: 7, 1: status }), { name: `重发${status}` });
      const old = nids[1] ?? '';
      const before = dataOf(await asOwner(getOrderInfo, { demandNid: old }));
      expect(before.actions.find(({ action }) => action === 'raiseAgain')).toMatchObject({ enabled: true });
      // What it said is taken over.
      const { values } = dataOf(await asOwner(getFollowOnPrefill, { demandType: '2', productLineNid: nid }));
      expect(values).toContainEqual({ field: 'name', value: `重发${status}`, demandNid: old, stageName: '打样' });
      const saved = dataOf(await asOwner(demandCalls(proofing).save, form(proofing, { productLineNid: nid })));
      const [line] = dataOf(await asOwner(myDemandOrderList, {})).filter((one) => one.productLineNid === nid);
      expect(line).toMatchObject({ proofDemandStatus: 1, proofDemandNid: saved.demandNid, designDemandStatus: 7 });
      const after = dataOf(await asOwner(getOrderInfo, { demandNid: old }));
      expect(after).toMatchObject({ orderStatus: status, productLineNid: nid });
      expect(after.history.map(({ action }) => action)).toContain('raiseAgain');
      expect(after.actions.find(({ action }) => action === 'raiseAgain')).toMatchObject({
        enabled: false,
        reason: '本环节已重新发布',
      });
    }
  });

  it('[D-09] a draft that was thrown away does not keep its stage taken', async () => {
    const { nid } = await buildLine(at({ 0: 7 }));
    const proofing = stageOf('proofing');
    const input = form(proofing, { productLineNid: nid, draft: '1' });
    const { demandNid } = dataOf(await asOwner(demandCalls(proofing).save, input));
    expect(await offered(proofing)).not.toContain(nid);
    dataOf(await asOwner(deleteOrder, { demandNid }));
    expect(await offered(proofing)).toContain(nid);
    expect(await asOwner(demandCalls(proofing).save, form(proofing, { productLineNid: nid }))).toMatchObject({
      ok: true,
    });
  });
});
