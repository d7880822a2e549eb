import { writeFileSync } from 'node:fs';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { claimsOf, releaseClaim, takeClaim } from '../../../../contract/operator/claims.ts';
import { getDesk } from '../../../../contract/operator/desk.ts';
import { resolveTraceFork, traceState } from '../../../../contract/operator/trace.ts';
import { noticesAfter } from '../../../../contract/notices.ts';
import { anchorFile } from '../../../adapters/anchors/file.ts';
import { dataOf, type Portal, startPortal } from '../../../testing/portal.ts';
import { buildUser, signIn } from '../../accounts/build.ts';
import { buildWorking } from '../../orders/work/build.ts';
import { newestCheckpoint } from '../log.ts';
import { traceSweep } from '../sweep.ts';

let portal: Portal;
let admin: { id: string };
let other: { id: string };
let auditor: { id: string };

beforeAll(async () => {
  portal = await startPortal({ env: { OMO_LOG_LEVEL: 'silent' } });
  const now = portal.clock.now();
  admin = await buildUser(portal.db, { operatorRoles: ['admin'], now });
  other = await buildUser(portal.db, { operatorRoles: ['admin'], now });
  auditor = await buildUser(portal.db, { operatorRoles: ['auditor'], now });
});

const as = async ({ id }: { id: string }) => portal.as({ token: await signIn(portal.db, id, portal.clock.now()) });
async function grow() {
  const people = { owner: await buildUser(portal.db), provider: await buildUser(portal.db) };
  await buildWorking(portal.app.services, people);
}
const signedSize = async () => (await newestCheckpoint(portal.db))?.size ?? 0;
const hour = async () => {
  portal.clock.advance(61 * 60_000);
  await grow();
  await portal.app.worker.tick();
};
const metric = async (name: string) =>
  new RegExp(`^${name} (\\d+)$`, 'm').exec(await (await fetch(`${portal.url}/metrics`)).text())?.[1];

/** A sweep of a process of its own, and what it logs. */
async function sweepAndHear(): Promise<{ level: number; msg: string }[]> {
  const heard: { level: number; msg: string }[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      heard.push(JSON.parse(chunk.toString()) as { level: number; msg: string });
      done();
    },
  });
  const services = { ...portal.app.services, log: pino({ level: 'error' }, stream) };
  await traceSweep.run(services, new AbortController().signal);
  return heard;
}

describe('forks', () => {
  it('[Z-12] are found before anything is signed, shouted about, and end when an admin says so', async () => {
    await hour();
    await hour();
    const size = await signedSize();
    expect(await metric('omo_trace_forks')).toBe('0');

    // The database is put back to a state with another past: one hash of the tree is not what was anchored.
    const tile = await portal.db
      .selectFrom('trace_tiles')
      .select('hashes')
      .where('level', '=', 0)
      .where('index', '=', 0)
      .executeTakeFirstOrThrow();
    const changed = Buffer.concat([Buffer.alloc(32, 1), tile.hashes.subarray(32)]);
    await portal.db.updateTable('trace_tiles').set({ hashes: changed }).where('level', '=', 0).execute();
    await grow();

    const heard = await sweepAndHear();
    expect(heard.map(({ level }) => level)).toEqual([60, 50]);
    expect(heard[0]?.msg).toContain('the trace log is forked');
    expect(await signedSize()).toBe(size);
    // It stays so, minute by minute, and is one fork.
    portal.clock.advance(61 * 60_000);
    await grow();
    await portal.app.worker.tick();
    expect((await sweepAndHear()).map(({ level }) => level)).toEqual([50]);
    expect(await signedSize()).toBe(size);
    expect(await metric('omo_trace_forks')).toBe('1');

    // Those who are to look into it hear of it, in their notices and in the console.
    const { items } = dataOf(await (await as(auditor))(noticesAfter, { after: '0' }));
    expect(items.map(({ text }) => text)).toEqual(['溯源日志与锚定文件保存的不一致，已停止签发，请立即核查']);
    const { parts } = dataOf(await (await as(admin))(getDesk, {}));
    expect(parts.find(({ key }) => key === 'trace')?.waiting).toBe(1);
    const state = dataOf(await (await as(auditor))(traceState, {}));
    expect(state.signed).toBe(size);
    expect(state.size).toBeGreaterThan(size);
    expect(state.forks).toMatchObject([{ who: '锚定文件', size, resolved_time: null }]);
    expect(state.forks[0]?.root).not.toBe(state.forks[0]?.ownRoot);

    const { id = '' } = state.forks[0] ?? {};
    const reason = '数据库从备份恢复，外部副本为准，已逐条核对';
    const refused = await (await as(auditor))(resolveTraceFork, { id, reason });
    expect(refused).toMatchObject({ ok: false, code: 1003 });
    const short = await (await as(admin))(resolveTraceFork, { id, reason: '没事' });
    expect(short).toMatchObject({ ok: false, fields: { reason: '请至少用10个字写明核查结果' } });
    // One of the admins at a time.
    const colleague = await as(other);
    dataOf(await colleague(takeClaim, { kind: 'fork', id }));
    expect(await (await as(admin))(resolveTraceFork, { id, reason })).toMatchObject({
      code: 1005,
      message: /正在处理这一件/,
    });
    expect(dataOf(await (await as(auditor))(claimsOf, { kind: 'fork', ids: id }))).toMatchObject([{ id, mine: false }]);
    expect(await (await as(auditor))(takeClaim, { kind: 'fork', id })).toMatchObject({ code: 1003 });
    dataOf(await colleague(releaseClaim, { kind: 'fork', id }));
    dataOf(await (await as(admin))(resolveTraceFork, { id, reason }));
    expect(await (await as(admin))(resolveTraceFork, { id, reason })).toMatchObject({ ok: false, code: 1005 });

    // Signed again, and the same head is not a fork once more.
    await hour();
    expect(await sweepAndHear()).toEqual([]);
    expect(await signedSize()).toBeGreaterThan(size);
    const published = (await (await fetch(`${portal.url}/.well-known/omo-trace-anchors`)).json()) as {
      forks: { reason: string; source: string }[];
    };
    expect(published.forks).toMatchObject([{ source: 'file', reason }]);
    const audited = await portal.db
      .selectFrom('audit_entries')
      .select(['action', 'actor_id'])
      .where('subject_id', '=', id)
      .execute();
    expect(audited).toEqual([{ action: 'trace.forkResolved', actor_id: admin.id }]);
  });

  it('[Z-12] are found when the log is shorter than what is kept outside', async () => {
    await hour();
    const size = await signedSize();
    const line = { size: size + 100, root: 'ab'.repeat(32), at: portal.clock.now().toISOString(), note: '' };
    writeFileSync(anchorFile(portal.dataDir), `${JSON.stringify(line)}\n`, { flag: 'a' });
    await hour();
    expect(await signedSize()).toBe(size);
    const state = dataOf(await (await as(admin))(traceState, {}));
    expect(state.forks[0]).toMatchObject({ size: size + 100, ownRoot: '', resolved_time: null });
  });

  it('[Z-12] are nothing for those without the role', async () => {
    const finance = await buildUser(portal.db, { operatorRoles: ['finance'], now: portal.clock.now() });
    expect(await (await as(finance))(traceState, {})).toMatchObject({ ok: false, code: 1003 });
    expect(await (await as(await buildUser(portal.db)))(traceState, {})).toMatchObject({ ok: false, code: 1003 });
  });
});
