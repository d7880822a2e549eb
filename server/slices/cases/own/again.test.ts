import { type Kysely, type KyselyPlugin, sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { CallInput, Send } from '../../../../contract/call.ts';
import { caseCalls } from '../../../../contract/cases.ts';
import { decideCase } from '../../../../contract/operator/cases.ts';
import { deleteCase, getMyCaseList, ownCaseCalls, saveCaseDraft } from '../../../../contract/own-cases.ts';
import { stages as theStages } from '../../../../contract/stages/index.ts';
import type { Stage } from '../../../../contract/stages/stage.ts';
import type { DB } from '../../../db/schema.ts';
import { dataOf, startPortal } from '../../../testing/portal.ts';
import { buildUser } from '../../accounts/build.ts';
import { storedVideo, uploadPicture } from '../../uploads/build.ts';
import { exampleCase } from './build.ts';
import { keptCase } from './queries.ts';

/** The same form again, two forms at once, a save and a decision at once: nothing is written over unknowingly. */

const portal = await startPortal();
const { db } = portal;
const now = portal.clock.now();
const design = theStages[0] as Stage;
const calls = ownCaseCalls(design);
let files: { picture: string; video: string };
let reviewer: Send;

const keeper = async (): Promise<Send> => portal.as(await buildUser(db, { now }));

beforeAll(async () => {
  files = { picture: await uploadPicture(await keeper()), video: await storedVideo(db) };
  reviewer = portal.as(await buildUser(db, { now, operatorRoles: ['reviewer'] }));
});

type SaveInput = CallInput<(typeof calls)['save']>;
const save = (send: Send, more: Record<string, unknown> = {}) =>
  send(calls.save, { ...exampleCase(design, files), ...more } as SaveInput);
const saved = async (send: Send, more: Record<string, unknown> = {}) => dataOf(await save(send, more));
const keep = (send: Send, values: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  send(saveCaseDraft, { type: 1, category: 'pet', values: JSON.stringify(values), ...more });
const decide = (id: string, version: number, decision: 'approve' | 'refuse' = 'approve') =>
  reviewer(decideCase, { id, version, decision, ...(decision === 'refuse' && { reason: '图片不清楚' }) });

const conflict = { ok: false, code: 1005, status: 409, message: expect.stringContaining('已被改过') as string };

test('[A-08] a form that has become a case and says something else now changes nothing, and the case can be found by it', async () => {
  const send = await keeper();
  const requestId = 'form-shared-1';
  const first = await saved(send, { requestId, name: '甲' });
  expect(await save(send, { requestId, name: '乙' })).toMatchObject(conflict);
  expect(await keep(send, { name: '乙' }, { requestId })).toMatchObject(conflict);
  const own = dataOf(await send(calls.info, { requestId }));
  expect(own).toMatchObject({ id: first.id, name: '甲', version: 1, draft: 0, status: 0 });
  // Neither is it a change of what was approved meanwhile.
  dataOf(await decide(first.id, first.version));
  expect(await save(send, { requestId, name: '乙' })).toMatchObject(conflict);
  expect(await db.selectFrom('case_revisions').selectAll().where('case_id', '=', first.id).execute()).toEqual([]);
  expect(await saved(send, { requestId, name: '甲' })).toEqual({ ...first, status: 1 });
  // Its own id does not let it write over a newer state either.
  const second = await saved(send, { id: first.id, version: 1, name: '丙' });
  expect(await save(send, { id: first.id, version: 1, requestId, name: '乙' })).toMatchObject(conflict);
  expect(dataOf(await send(calls.info, { id: first.id }))).toMatchObject({ name: '丙', version: second.version });
  // Knowingly it may, and as another form it is another case.
  expect(await saved(send, { id: first.id, version: 2, requestId, name: '乙' })).toMatchObject({ version: 3 });
  expect((await saved(send, { requestId: 'form-shared-2', name: '乙' })).id).not.toBe(first.id);
  const stranger = await keeper();
  expect(await stranger(calls.info, { requestId })).toMatchObject({ code: 1004 });
  expect(await send(calls.info, {})).toMatchObject({ code: 1001, fields: { id: '请提供案例编号' } });
});

test('[A-08] of two different forms under one name, sent at once, one is taken and the other told', async () => {
  const send = await keeper();
  const replies = await Promise.all(['甲', '乙'].map((name) => save(send, { requestId: 'form-at-once', name })));
  expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
  expect(replies.find(({ ok }) => !ok)).toMatchObject(conflict);
  expect(await send(getMyCaseList, {})).toMatchObject({ count: 1 });
});

test('[A-08] a change or a draft whose answer was lost is answered again, and made once', async () => {
  const send = await keeper();
  const { id } = await saved(send, { name: '甲' });
  const change = { id, version: 1, name: '乙' };
  const second = await saved(send, change);
  expect(await saved(send, change)).toEqual(second);
  const kept = dataOf(await keep(send, { name: '丙' }, { id, version: 2 }));
  expect(dataOf(await keep(send, { name: '丙' }, { id, version: 2 }))).toEqual(kept);
  expect(await keep(send, { name: '丁' }, { id, version: 2 })).toMatchObject(conflict);
  // What is a draft now was not sent in: the late copy does not send it.
  expect(await save(send, change)).toMatchObject(conflict);
  expect(dataOf(await send(calls.info, { id }))).toMatchObject({ version: 3, draft: 1, draft_values: { name: '丙' } });
  const requestId = 'draft-lost-1';
  const first = dataOf(await keep(send, { name: '新的' }, { requestId }));
  expect(dataOf(await keep(send, { name: '新的' }, { requestId }))).toEqual(first);
});

test('[A-08] a draft keeps no more files than its form takes, and a shop no more cases than a thousand', async () => {
  const send = await keeper();
  const pictures = Array.from({ length: 10 }, () => files.picture);
  expect(await keep(send, { pictures })).toMatchObject({ code: 1001, fields: { img_list: /最多9个文件/ } });
  const { id } = dataOf(await keep(send, { pictures: pictures.slice(1) }));
  const columns = sql.raw(
    'shop_id, stage_key, category, name, pictures, review_status, created_at, updated_at, removed_at, draft',
  );
  await sql`insert into cases (id, ${columns})
    select gen_random_uuid(), ${columns} from cases, generate_series(1, 998) where id = ${id}`.execute(db);
  const last = await saved(send);
  expect(await save(send)).toMatchObject({ code: 1005, message: /最多发布1000个案例/ });
  // What there is can still be changed.
  expect(await saved(send, { ...last, name: '改名' })).toMatchObject({ version: 2 });
});

test('[A-08] a form whose case was deleted says so', async () => {
  const send = await keeper();
  const requestId = 'form-deleted';
  const { id } = await saved(send, { requestId });
  dataOf(await send(deleteCase, { id }));
  expect(await save(send, { requestId })).toMatchObject({ code: 1004, message: /再提交一次/ });
  expect(await send(calls.info, { requestId })).toMatchObject({ code: 1004 });
});

test.each(['change', 'draft', 'delete'] as const)(
  '[P-02] a %s and a decision at once: one knows of the other',
  async (what) => {
    const send = await keeper();
    const { id } = await saved(send, { name: '甲' });
    const act = () => {
      if (what === 'delete') return send(deleteCase, { id });
      return what === 'draft'
        ? keep(send, { name: '乙' }, { id, version: 1 })
        : save(send, { id, version: 1, name: '乙' });
    };
    const [acted, decided] = await Promise.all([act(), decide(id, 1)]);
    expect(acted.ok).toBe(true);
    const shown = await portal.send(caseCalls(design).info, { id });
    // What nobody looked at is never public: either the word came first, or it was not taken.
    const outcome = [decided.ok || decided.code, shown.ok ? shown.data.name : shown.code];
    const gone = [
      [true, 1004],
      [1004, 1004],
    ];
    const fair = [
      [true, '甲'],
      [1005, 1004],
    ];
    expect(what === 'delete' ? gone : fair).toContainEqual(outcome);
  },
);

test('[P-02] a case and its change are read in one statement: never old words under a new version', async () => {
  const send = await keeper();
  const { id } = await saved(send, { name: '甲' });
  dataOf(await decide(id, 1));
  await saved(send, { id, version: 1, name: '乙' });
  let read = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => ((read += 1), node),
    transformResult: async ({ result }) => result,
  };
  const kept = await keptCase((db as Kysely<DB>).withPlugin(counting), id);
  expect(read).toBe(1);
  expect(kept?.row).toEqual(await db.selectFrom('cases').selectAll().where('id', '=', id).executeTakeFirst());
  expect(kept?.revision).toEqual(
    await db.selectFrom('case_revisions').selectAll().where('case_id', '=', id).executeTakeFirst(),
  );
  expect(kept).toMatchObject({ row: { name: '甲', version: 2 }, revision: { name: '乙' } });
});
