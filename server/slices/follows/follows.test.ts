import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { addFollow, getFollows, removeFollow, setDigest } from '../../../contract/follows.ts';
import { noticesAfter } from '../../../contract/notices.ts';
import { hours } from '../../../contract/process/facts.ts';
import { MovableClock } from '../../clock.ts';
import { inTransaction } from '../../db/transaction.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { type BuiltUser, buildUser, signIn } from '../accounts/build.ts';
import { buildDemand } from '../demands/build.ts';
import { demandListed } from '../demands/events.ts';
import { act } from '../orders/build.ts';
import { followersPage } from './queries.ts';
import { keysOf } from './tell.ts';

const start = new Date('2026-11-23T10:00:00+08:00');
const portal = await startPortal({ clock: new MovableClock(start) });
const { services, worker } = portal.app;
const { db, clock } = portal;

let owner: BuiltUser;
let maker: BuiltUser;

beforeEach(async () => {
  owner = await buildUser(db, { now: clock.now() });
  maker = await buildUser(db, { now: clock.now() });
});

const as = async (user: { id: string }) => portal.as({ token: await signIn(db, user.id, clock.now()) });
const follow = async (user: BuiltUser, input: { stage?: string; type?: 'pet' | 'maternal'; region?: string }) => {
  dataOf(await (await as(user))(addFollow, input));
  clock.advance(1000);
};
const told = async (user: BuiltUser) =>
  dataOf(await (await as(user))(noticesAfter, { after: '0' })).items.map(({ text }) => text);
const publish = async (name: string, more: object = {}) => {
  const demand = await buildDemand(services, { owner, stage: 'spray', name, ...more });
  await worker.tick();
  return demand;
};

describe('following', () => {
  test('[Z-10] by stage, category and region; the same twice is once; only one’s own is taken away', async () => {
    const send = await as(maker);
    const first = dataOf(await send(addFollow, { stage: 'logistics', type: 'pet', region: '44' }));
    expect(first.name).toBe('物流 · 宠物 · 广东省');
    expect(dataOf(await send(addFollow, { stage: 'logistics', type: 'pet', region: '44' })).id).toBe(first.id);
    for (const [input, message] of [
      [{}, '请至少选择环节、类别、地区中的一项'],
      [{ stage: 'nothing' }, '环节不在可选范围内'],
      [{ region: '99' }, '地区不在可选范围内'],
      [{ stage: 'spray', region: '44' }, '只有物流需求写明地区，这个环节不能按地区关注'],
    ] as const) {
      const reply = await send(addFollow, input);
      expect(reply.ok ? '' : Object.values(reply.fields)[0]).toBe(message);
    }
    dataOf(await (await as(owner))(removeFollow, { id: first.id }));
    expect(dataOf(await send(getFollows, {})).follows).toHaveLength(1);
    dataOf(await send(removeFollow, { id: first.id }));
    expect(dataOf(await send(getFollows, {}))).toEqual({ follows: [], digest: true });
  });

  test('[Z-10] new demands that fit are told, others not, and one’s own never', async () => {
    await follow(maker, { stage: 'spray', type: 'pet' });
    await follow(owner, { stage: 'spray' });
    await publish('三层猫爬架');
    await publish('婴儿床喷涂', { category: 'maternal' });
    await publish('猫爬架打样', { stage: 'proofing' });
    await publish('还没发布', { status: 0 });
    expect(await told(maker)).toEqual(['您关注的“喷涂 · 宠物”有新需求《三层猫爬架》']);
    expect(await told(owner)).toEqual([]);
  });

  test('[Z-10] by the region where it is to go: its province or its city', async () => {
    await follow(maker, { region: '36' });
    const other = await buildUser(db, { now: clock.now() });
    await follow(other, { region: '44' });
    await publish('一车书架', { stage: 'logistics' });
    expect(await told(maker)).toEqual(['您关注的“江西省”有新需求《一车书架》']);
    expect(await told(other)).toEqual([]);
  });

  test('[Z-10] many of one follow are one notice; each demand is told once however many follows it fits', async () => {
    await follow(maker, { stage: 'spray' });
    await follow(maker, { stage: 'spray', type: 'pet' });
    const demand = await publish('第一份');
    await publish('第二份');
    // An edit, and coming back to the list, are no news.
    for (let run = 0; run < 2; run += 1)
      await inTransaction(db, (tx) => services.outbox.emit(tx, demandListed, { demandId: demand.id }));
    await worker.tick();
    expect(await told(maker)).toEqual(['您关注的“喷涂 · 宠物”有 2 份新需求']);
  });

  test('[Z-10] what was there before one followed is not new', async () => {
    const demand = await publish('早就有的');
    clock.advance(1000);
    await follow(maker, { stage: 'spray' });
    await inTransaction(db, (tx) => services.outbox.emit(tx, demandListed, { demandId: demand.id }));
    await worker.tick();
    expect(await told(maker)).toEqual([]);
  });

  test('[Z-10] of a hundred thousand follows only those that fit are read', async () => {
    await sql`
      insert into follows (id, user_id, stage, category, region, created_at)
      select gen_random_uuid(), ${maker.id}, 's' || n, '', '', ${clock.now()} from generate_series(1, 100000) n`.execute(
      db,
    );
    await sql`analyze follows`.execute(db);
    const demand = await buildDemand(services, { owner, stage: 'spray', status: 0 });
    const keys = keysOf(demand, services.stages);
    expect(keys).toHaveLength(3);
    for (const key of keys) {
      const query = db
        .selectFrom('follows')
        .selectAll()
        .where('stage', '=', key.stage)
        .where('category', '=', key.category)
        .where('region', '=', key.region)
        .where('created_at', '<=', clock.now())
        .orderBy('user_id')
        .limit(500);
      const plan = await query.explain('json', sql`analyze`);
      expect(JSON.stringify(plan)).toContain('follows_key');
      expect(JSON.stringify(plan)).not.toContain('Seq Scan');
      expect(await followersPage(db, key, { before: clock.now(), after: undefined, most: 500 })).toHaveLength(
        (await query.execute()).length,
      );
    }
    await db.deleteFrom('follows').where('user_id', '=', maker.id).execute();
  });
});

describe('the digest', () => {
  const digests = async (user: BuiltUser) => (await told(user)).filter((text) => text.includes('仍在招标'));
  const at = async (time: string) => {
    clock.set(new Date(time));
    await worker.tick();
  };

  test('[Z-10] comes once each morning when there is something, with what is still open', async () => {
    await at('2026-12-01T12:00:00+08:00');
    await follow(maker, { stage: 'spray' });
    const deadline_at = new Date('2026-12-20T12:00:00+08:00');
    const taken = await publish('被取消的', { deadline_at });
    for (const name of ['甲', '乙', '丙', '丁']) {
      clock.advance(1000);
      await publish(name, { deadline_at });
    }
    await act(services, taken.nid, 'cancel', owner.id, { reason: '不做了' });
    await at('2026-12-02T07:59:00+08:00');
    expect(await digests(maker)).toEqual([]);
    await at('2026-12-02T08:00:30+08:00');
    const first = '您关注的需求新来了 4 份，仍在招标：《丁》《丙》《乙》等';
    expect(await digests(maker)).toEqual([first]);
    await publish('上午的', { deadline_at });
    clock.advance(hours(3));
    await worker.tick();
    expect(await digests(maker)).toEqual([first]);
    await at('2026-12-03T08:01:00+08:00');
    expect((await digests(maker)).slice(1)).toEqual(['您关注的需求新来了 1 份，仍在招标：《上午的》']);
    await at('2026-12-04T08:01:00+08:00');
    expect(await digests(maker)).toHaveLength(2);
    expect(await digests(owner)).toEqual([]);
  });

  test('[Z-10] not for who does not want it, and what came meanwhile is not made up for', async () => {
    await at('2026-12-10T12:00:00+08:00');
    await follow(maker, { stage: 'spray' });
    const send = await as(maker);
    expect(dataOf(await send(setDigest, { on: '0' }))).toEqual({ digest: false });
    await publish('没有汇总的');
    await at('2026-12-11T08:01:00+08:00');
    dataOf(await (await as(maker))(setDigest, { on: '1' }));
    await at('2026-12-12T08:01:00+08:00');
    expect(await digests(maker)).toEqual([]);
    expect(await told(maker)).toEqual(['您关注的“喷涂”有新需求《没有汇总的》']);
  });

  test('[Z-10] a morning on which nobody was at work is made up for, once', async () => {
    await at('2026-12-15T12:00:00+08:00');
    await follow(maker, { stage: 'spray' });
    const deadline_at = new Date('2026-12-30T12:00:00+08:00');
    await publish('甲', { deadline_at });
    await at('2026-12-17T15:00:00+08:00');
    await at('2026-12-17T16:00:00+08:00');
    expect(await digests(maker)).toEqual(['您关注的需求新来了 1 份，仍在招标：《甲》']);
  });
});
