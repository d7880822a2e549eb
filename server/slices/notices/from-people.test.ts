import { expect, test } from 'vitest';
import type { CallInput } from '../../../contract/call.ts';
import { noticesAfter } from '../../../contract/notices.ts';
import { decideCase } from '../../../contract/operator/cases.ts';
import { ownCaseCalls, saveCaseDraft } from '../../../contract/own-cases.ts';
import { stages } from '../../../contract/stages/index.ts';
import type { Stage } from '../../../contract/stages/stage.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { alsoOperator } from '../operators/build.ts';
import { exampleCase } from '../cases/own/build.ts';
import { storedVideo, uploadPicture } from '../uploads/build.ts';

const portal = await startPortal();
const { db, clock } = portal;
const design = stages[0] as Stage;

test('[Z-08] [P-02] reviewers are told of a case that was sent in, and of a change; a draft and an unchanged form tell nobody', async () => {
  const now = clock.now();
  const reviewer = portal.as(await buildUser(db, { operatorRoles: ['reviewer'], now }));
  // One who may decide, but for what is their own.
  const person = await buildUser(db, { nickName: '三榫制造', now });
  await alsoOperator(db, person, ['reviewer'], now);
  const keeper = portal.as(person);
  const files = { picture: await uploadPicture(keeper), video: await storedVideo(db) };
  const { save } = ownCaseCalls(design);
  const sends = async (more: Record<string, unknown>) =>
    dataOf(await keeper(save, { ...exampleCase(design, files), ...more } as CallInput<typeof save>));
  const told = async (by = reviewer) => {
    await portal.app.worker.tick();
    const { items } = dataOf(await by(noticesAfter, { after: '0' }));
    return items.map(({ kind, text, count }) => `${kind} ${text} ${count}`);
  };
  const draft = { type: 1, category: 'pet', values: '{"name":"再想想"}' } as const;
  dataOf(await keeper(saveCaseDraft, draft));
  expect(await told()).toEqual([]);

  const first = await sends({ name: '螺钿炕几' });
  expect(await told()).toEqual(['caseAsked 三榫制造送审了案例《螺钿炕几》 1']);
  const [notice] = dataOf(await reviewer(noticesAfter, { after: '0' })).items;
  expect(notice?.link).toBe(`/console/cases?id=${first.id}`);
  const same = await sends({ ...first, name: '螺钿炕几' });
  expect(await told()).toHaveLength(1);
  const changed = await sends({ ...same, name: '螺钿炕桌' });
  expect(await told()).toEqual(['caseAsked 三榫制造改了送审的案例《螺钿炕桌》 2']);

  dataOf(await reviewer(decideCase, { id: changed.id, version: changed.version, decision: 'approve' }));
  await db.updateTable('notices').set({ read_at: now }).execute();
  const change = await sends({ id: changed.id, version: changed.version, name: '螺钿书案' });
  expect((await told()).slice(1)).toEqual(['caseAsked 三榫制造送审了案例《螺钿炕桌》 1']);
  // Back to what is public: nothing waits.
  await sends({ ...change, name: '螺钿炕桌' });
  expect(await told()).toHaveLength(2);
  expect((await told(keeper)).filter((line) => line.startsWith('caseAsked'))).toEqual([]);
});
