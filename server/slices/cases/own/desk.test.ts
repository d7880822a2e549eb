import { beforeAll, expect, test } from 'vitest';
import type { CallInput, Send } from '../../../../contract/call.ts';
import { takeClaim } from '../../../../contract/operator/claims.ts';
import { decideCase, operatorCaseList, reviewCallsOf } from '../../../../contract/operator/cases.ts';
import { getDesk } from '../../../../contract/operator/desk.ts';
import { queueList } from '../../../../contract/operator/queues.ts';
import { ownCaseCalls } from '../../../../contract/own-cases.ts';
import { stages } from '../../../../contract/stages/index.ts';
import type { Stage } from '../../../../contract/stages/stage.ts';
import { dataOf, startPortal } from '../../../testing/portal.ts';
import { buildUser } from '../../accounts/build.ts';
import { storedVideo, uploadPicture } from '../../uploads/build.ts';
import { exampleCase } from './build.ts';

const portal = await startPortal();
const { db, clock } = portal;
const [design, proofing] = stages as unknown as [Stage, Stage];
let files: { picture: string; video: string };
let keeper: Send;
let yue: Send;
let ming: Send;

beforeAll(async () => {
  const someone = await buildUser(db, { now: clock.now() });
  keeper = portal.as(someone);
  files = { picture: await uploadPicture(keeper), video: await storedVideo(db) };
  const operator = async (nickName: string) =>
    portal.as(await buildUser(db, { nickName, operatorRoles: ['reviewer'], now: clock.now() }));
  yue = await operator('林悦');
  ming = await operator('周明');
});

async function sent(stage: Stage, name: string): Promise<string> {
  clock.advance(1000);
  const { save } = ownCaseCalls(stage);
  return dataOf(await keeper(save, { ...exampleCase(stage, files), name } as CallInput<typeof save>)).id;
}

const look = async (send: Send, stage: Stage, id: string, among = '') =>
  dataOf(await send(reviewCallsOf(stage).info, { id, among }));

test('[P-02] the next is what follows in the queue, of one stage when asked so, and nothing that a colleague has', async () => {
  const a = await sent(design, '甲');
  const b = await sent(proofing, '乙');
  const c = await sent(design, '丙');
  const { queues, first } = dataOf(await yue(queueList, { part: 'cases' }));
  expect(queues.filter(({ count }) => count > 0)).toEqual([
    { queue: '', count: 3 },
    { queue: String(design.number), count: 2 },
    { queue: String(proofing.number), count: 1 },
  ]);
  expect([queues.length, first]).toEqual([stages.length + 1, '']);
  expect(dataOf(await yue(getDesk, {})).parts.find(({ key }) => key === 'cases')?.waiting).toBe(3);
  expect((await look(yue, design, a)).next).toEqual({ type: proofing.number, id: b });
  expect((await look(yue, design, a, String(design.number))).next).toEqual({ type: design.number, id: c });
  // Who skipped to the end comes to the first again.
  expect((await look(yue, design, c)).next).toEqual({ type: design.number, id: a });
  dataOf(await ming(takeClaim, { kind: 'case', id: b }));
  expect((await look(yue, design, a)).next).toEqual({ type: design.number, id: c });
  expect((await look(ming, design, a)).next).toEqual({ type: proofing.number, id: b });

  const decided = dataOf(await yue(decideCase, { id: a, version: 1, decision: 'approve' }));
  expect(decided).toMatchObject({ status: 1, next: { type: design.number, id: c } });
  const last = { id: c, version: 1, decision: 'refuse', reason: '图片不清楚', among: String(design.number) } as const;
  expect(dataOf(await yue(decideCase, last))).toMatchObject({ status: 2, next: null });
  expect(dataOf(await yue(operatorCaseList, {})).map(({ id }) => id)).toEqual([b]);
});
