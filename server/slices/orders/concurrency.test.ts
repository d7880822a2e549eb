import { expect, test } from 'vitest';
import type { Reply, Send } from '../../../contract/call.ts';
import { ruleDispute } from '../../../contract/operator/disputes.ts';
import {
  acceptCancel,
  acceptSplit,
  counterSplit,
  openDispute,
  refuseCancel,
  refuseSplit,
  requestCancel,
  withdrawCancel,
  withdrawDispute,
} from '../../../contract/order-disputes.ts';
import { affirmOrder, completeOrder, releaseRetention, sendBackOrder } from '../../../contract/order-work.ts';
import { cancelOrder } from '../../../contract/orders.ts';
import { payOrder } from '../../../contract/payments.ts';
import { days } from '../../../contract/process/facts.ts';
import { proofChecks } from '../../proofs.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { type BuiltUser, buildUser, signIn } from '../accounts/build.ts';
import { available, escrow, type LedgerAccount } from '../ledger/accounts.ts';
import { prove } from '../ledger/proof.ts';
import { balanceOf } from '../ledger/queries.ts';
import { buildMoney } from '../wallet/build.ts';
import { buildOrder, type reached } from './build.ts';

/* 64 requests at once for every action that moves money, equal ones and mixed ones: exactly one effect. */

const portal = await startPortal({ parts: { limits: { take: async () => 0 } } });
const { services } = portal.app;
const { db, clock } = portal;
const amountFen = 10_000_001;
const reason = '说好的事情做不到';

interface Scene {
  demandNid: string;
  id: string;
  owner: BuiltUser;
  provider: BuiltUser;
}

async function orderAt(so: keyof typeof reached): Promise<Scene> {
  const now = clock.now();
  const owner = await buildUser(db, { now });
  const provider = await buildUser(db, { accountType: 2, now });
  await buildMoney(db, owner.id, amountFen, now);
  const { nid, id } = await buildOrder(services, { owner, provider, so, amountFen });
  return { demandNid: nid, id, owner, provider };
}

const as = async ({ id }: { id: string }) => portal.as({ token: await signIn(db, id, clock.now()) });

/** Where all the money of an order is, in fen. */
async function purses({ owner, provider, id }: Scene): Promise<[owner: number, provider: number, escrow: number]> {
  const fen = (account: LedgerAccount) => balanceOf(db, account);
  return [await fen(available(owner.id)), await fen(available(provider.id)), await fen(escrow(id))];
}

/** Sends 64 requests at once, the given ones in turn; gives how many of each went through. */
async function at64(...senders: readonly (() => Promise<Reply<unknown>>)[]): Promise<number[]> {
  const went = senders.map(() => 0);
  const replies = await Promise.all(
    Array.from(
      { length: 64 },
      async (_, index) => [index % senders.length, await senders[index % senders.length]!()] as const,
    ),
  );
  for (const [which, reply] of replies) if (reply.ok) went[which] = (went[which] ?? 0) + 1;
  const wrong = replies.flatMap(([, reply]) => (reply.ok || [1001, 1003, 1005].includes(reply.code) ? [] : [reply]));
  expect(wrong).toEqual([]);
  return went;
}

const stepsOf = async ({ id }: Scene, ...actions: string[]) => {
  const lines = await db.selectFrom('order_history').select('action').where('demand_id', '=', id).execute();
  return lines.filter(({ action }) => actions.includes(action)).length;
};

test('[O-04] paying from the balance: the instalment is held once', async () => {
  const scene = await orderAt('accepted');
  const send = await as(scene.owner);
  await at64(() => send(payOrder, { demandNid: scene.demandNid, instalment: 'down', way: 'balance' }));
  expect(await purses(scene)).toEqual([amountFen - 3_000_000, 0, 3_000_000]);
  expect(await stepsOf(scene, 'pay')).toBe(1);
});

test('[O-04] paying while either side cancels: held, or cancelled with nothing taken', async () => {
  const scene = await orderAt('accepted');
  const [owner, provider] = [await as(scene.owner), await as(scene.provider)];
  const { demandNid } = scene;
  await at64(
    () => owner(payOrder, { demandNid, instalment: 'down', way: 'balance' }),
    () => provider(cancelOrder, { demandNid, reason }),
    () => owner(cancelOrder, { demandNid, reason }),
  );
  const cancelled = (await stepsOf(scene, 'cancel')) === 1;
  expect(await stepsOf(scene, 'pay', 'cancel')).toBe(1);
  expect(await purses(scene)).toEqual(cancelled ? [amountFen, 0, 0] : [amountFen - 3_000_000, 0, 3_000_000]);
});

test('[O-07] affirming: two instalments are released once', async () => {
  const scene = await orderAt('finalHeld');
  const send = await as(scene.owner);
  expect(await at64(() => send(affirmOrder, scene))).toEqual([1]);
  expect(await purses(scene)).toEqual([0, 8_000_000, 2_000_001]);
});

test('[O-07] affirming, sending back and disputing at once: one of them', async () => {
  const scene = await orderAt('finalHeld');
  const send = await as(scene.owner);
  const split = { ownerAmount: '100000.01', providerAmount: '0' };
  const went = await at64(
    () => send(affirmOrder, scene),
    () => send(sendBackOrder, { ...scene, reason }),
    () => send(openDispute, { ...scene, reason, ...split }),
  );
  // What was affirmed or sent back may still be disputed; never twice, and what was affirmed is not sent back.
  expect((went[0] ?? 0) + (went[1] ?? 0)).toBeLessThanOrEqual(1);
  const affirmed = went[0] === 1;
  expect(await purses(scene)).toEqual(affirmed ? [0, 8_000_000, 2_000_001] : [0, 0, amountFen]);
});

test('[O-07] the owner’s word on the retention, and the clock: released once', async () => {
  const scene = await orderAt('affirmed');
  const owner = await as(scene.owner);
  const went = await at64(
    () => owner(releaseRetention, scene),
    () => owner(completeOrder, scene),
  );
  expect(went[0]).toBe(1);
  expect(await purses(scene)).toEqual([0, amountFen, 0]);

  const late = await orderAt('affirmed');
  clock.advance(days(15));
  const send = await as(late.owner);
  const sweep = async (): Promise<Reply<unknown>> => {
    await portal.app.worker.tick();
    return { ok: false, code: 1005, status: 409, message: '', fields: {}, data: {} };
  };
  await at64(
    () => send(releaseRetention, late),
    () => send(completeOrder, late),
    () => send(releaseRetention, late),
    sweep,
  );
  // A sweep passes by an order that somebody holds: the next one takes it.
  await sweep();
  expect(await stepsOf(late, 'releaseRetention', 'autoComplete', 'autoRelease')).toBe(1);
  expect(await purses(late)).toEqual([0, amountFen, 0]);
});

test('[O-03] answering a request to cancel: divided once, or a dispute, or taken back', async () => {
  const scene = await orderAt('secondHeld');
  const split = { ownerAmount: '50000.00', providerAmount: '30000.00' };
  const [owner, provider] = [await as(scene.owner), await as(scene.provider)];
  dataOf(await owner(requestCancel, { ...scene, reason, ...split }));
  expect(await at64(() => provider(acceptCancel, { ...scene, ...split }))).toEqual([1]);
  expect(await purses(scene)).toEqual([amountFen - 3_000_000, 3_000_000, 0]);

  const mixed = await orderAt('secondHeld');
  const [asker, asked] = [await as(mixed.owner), await as(mixed.provider)];
  dataOf(await asker(requestCancel, { ...mixed, reason, ...split }));
  const went = await at64(
    () => asked(acceptCancel, { ...mixed, ...split }),
    () => asked(refuseCancel, { ...mixed, reason }),
    () => asker(withdrawCancel, mixed),
  );
  expect(went.reduce((sum, one) => sum + one, 0)).toBe(1);
  expect(await purses(mixed)).toEqual(
    went[0] === 1 ? [amountFen - 3_000_000, 3_000_000, 0] : [2_000_001, 0, 8_000_000],
  );
});

test('[O-03] a request that changes while it is accepted: never another division than the one that was seen', async () => {
  const scene = await orderAt('secondHeld');
  const [owner, provider] = [await as(scene.owner), await as(scene.provider)];
  const seen = { ownerAmount: '80000.00', providerAmount: '0' };
  const other = { ownerAmount: '0', providerAmount: '80000.00' };
  dataOf(await owner(requestCancel, { ...scene, reason, ...seen }));
  await at64(
    () => owner(withdrawCancel, scene),
    () => owner(requestCancel, { ...scene, reason, ...other }),
    () => provider(acceptCancel, { ...scene, ...seen }),
  );
  const divided = (await stepsOf(scene, 'acceptCancel')) === 1;
  expect(await purses(scene)).toEqual(divided ? [amountFen, 0, 0] : [2_000_001, 0, 8_000_000]);
});

test('[O-03] answering a proposal: divided once, as it was seen', async () => {
  const scene = await orderAt('secondHeld');
  const [owner, provider] = [await as(scene.owner), await as(scene.provider)];
  const split = { ownerAmount: '0.01', providerAmount: '79999.99' };
  dataOf(await owner(openDispute, { ...scene, reason, ...split }));
  expect(await at64(() => provider(acceptSplit, { ...scene, ...split }))).toEqual([1]);
  expect(await purses(scene)).toEqual([2_000_002, 7_999_999, 0]);

  const mixed = await orderAt('secondHeld');
  const [opener, other] = [await as(mixed.owner), await as(mixed.provider)];
  dataOf(await opener(openDispute, { ...mixed, reason, ...split }));
  await at64(
    () => other(acceptSplit, { ...mixed, ...split }),
    () => other(counterSplit, { ...mixed, reason, ownerAmount: '0', providerAmount: '80000' }),
    () => other(refuseSplit, { ...mixed, reason }),
    () => opener(withdrawDispute, mixed),
  );
  const accepted = (await stepsOf(mixed, 'acceptSplit')) === 1;
  expect(await purses(mixed)).toEqual(accepted ? [2_000_002, 7_999_999, 0] : [2_000_001, 0, 8_000_000]);
});

/** A dispute whose evidence is in. */
async function awaitingRuling(): Promise<Scene> {
  const scene = await orderAt('secondHeld');
  dataOf(await (await as(scene.owner))(openDispute, { ...scene, reason, ownerAmount: '80000', providerAmount: '0' }));
  dataOf(await (await as(scene.provider))(refuseSplit, { ...scene, reason }));
  clock.advance(days(5));
  return scene;
}

test('[P-05] ruling, also by two operators who differ: one ruling', async () => {
  const now = clock.now();
  const judges = [
    await buildUser(db, { operatorRoles: ['finance'], now }),
    await buildUser(db, { operatorRoles: ['admin'], now }),
  ] as const;
  const rule = (send: Send, ruling: 'ruleComplete' | 'ruleClose' | 'ruleResume', scene: Scene, owner: number) => () =>
    send(ruleDispute, {
      demandNid: scene.demandNid,
      ruling,
      reason,
      ownerAmount: String(owner),
      providerAmount: String(80_000 - owner),
    });
  const equal = await awaitingRuling();
  expect(await at64(rule(await as(judges[0]), 'ruleComplete', equal, 30_000))).toEqual([1]);
  expect(await purses(equal)).toEqual([5_000_001, 5_000_000, 0]);

  const mixed = await awaitingRuling();
  const [one, two] = [await as(judges[0]), await as(judges[1])];
  const went = await at64(
    rule(one, 'ruleComplete', mixed, 10_000),
    rule(two, 'ruleClose', mixed, 70_000),
    rule(two, 'ruleResume', mixed, 0),
  );
  expect(went.reduce((sum, each) => sum + each, 0)).toBe(1);
  const outcomes = [
    [3_000_001, 7_000_000, 0],
    [9_000_001, 1_000_000, 0],
    [2_000_001, 0, 8_000_000],
  ];
  expect(await purses(mixed)).toEqual(outcomes[went.indexOf(1)]);
});

test('[O-03] a dispute’s silence that runs out while everybody reads and answers: divided once', async () => {
  const scene = await orderAt('secondHeld');
  const split = { ownerAmount: '60000', providerAmount: '20000' };
  dataOf(await (await as(scene.owner))(openDispute, { ...scene, reason, ...split }));
  clock.advance(days(7));
  const [owner, provider] = [await as(scene.owner), await as(scene.provider)];
  await at64(
    () => provider(acceptSplit, { ...scene, ...split }),
    () => provider(refuseSplit, { ...scene, reason }),
    () => owner(withdrawDispute, scene),
    async () => {
      await portal.app.worker.tick();
      return provider(counterSplit, { ...scene, reason, ...split });
    },
  );
  // Whoever is refused takes the clock's step back with their own: it is the next sweep's, or the next reader's.
  await portal.app.worker.tick();
  expect(await stepsOf(scene, 'disputeSilence')).toBe(1);
  expect(await purses(scene)).toEqual([8_000_001, 2_000_000, 0]);
});

test('[A-01] after all of this the ledger is in order', async () => {
  const { findings } = await prove(services, proofChecks.inner);
  expect(findings).toEqual([]);
});
