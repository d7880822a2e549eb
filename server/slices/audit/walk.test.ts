import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import type { Call } from '../../../contract/call.ts';
import { auditVerify } from '../../../contract/operator/audit.ts';
import { isAuditKind } from '../../../contract/operator/audit-kinds.ts';
import { auditField, deedName } from '../../../contract/operator/audit-names.ts';
import { changeLines } from '../../../contract/operator/audit-words.ts';
import type { Gateway } from '../../adapters/gateway/gateway.ts';
import { noGateways } from '../../adapters/gateway/open.ts';
import { dataOf, startPortal } from '../../testing/portal.ts';
import { buildUser, signIn } from '../accounts/build.ts';
import type { AuditEntryRow } from './tables.ts';
import type { Deed } from './walk-deed.ts';
import { keptDeed } from './present.ts';
import { moneyScenes } from './walk-scenes-money.ts';
import { deskScenes } from './walk-scenes.ts';

/**
 * Every call that an operator may send and that changes something, one after another: refused it leaves nothing at all; while
 * no entry can be written nothing else is either; let through it leaves one entry that says who, what, before, after, why and
 * from where. A call of the console without a scene, and not among those that only read, fails.
 */
const scenes = { ...deskScenes, ...moneyScenes };

/** By the ends of their names: calls of the console that only tell. A look at what is not public may be noted. */
const telling =
  /(List|Info|Preview|Messages|Accounts|Entries|Checks|Days|Lines|State|Test|Bookings)$|^(claims|desk|dispute|figures|funnel|health|order|person|personHistory)$/;
/** What either side may send, by paths: files that are nobody's until a noted deed shows them, and one's own notices. */
const ownAlone = /^\/api\/(Upload\/|Notice\/(list|read)$|order\/(inspections|contract)$|Demand\/scheduleSee$)/;

/** Is asked what it received, and nothing is paid through it. */
const asked = {
  name: 'sandbox',
  query: async () => ({ status: 'paid', fen: 7, gatewayNumber: 'SP7', paidAt: portal.clock.now() }),
  statement: async () => [],
} as unknown as Gateway;
const portal = await startPortal({ parts: { gateways: { ...noGateways, all: [asked], kept: ['sandbox'] } } });
const { db, clock } = portal;

const head = '/api/operator/';
const calls = [...portal.app.dispatcher.implementations.values()].map(({ call }) => call);
const console_ = calls.filter(({ path }) => path.startsWith(head));
const nameOf = ({ path }: Call) => path.slice(head.length);

/** All that is kept, table by table, in one number each. */
async function kept(): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname = 'public' or (schemaname = 'pgboss' and tablename = 'job')`.execute(db);
  const sums = sql.join(
    rows.map(
      ({ name }) => sql`
        select ${name} as name, (select count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)), 0)
          from ${sql.raw(name)} t) as sum`,
    ),
    sql` union all `,
  );
  const { rows: found } = await sql<{ name: string; sum: string }>`${sums}`.execute(db);
  return Object.fromEntries(found.map(({ name, sum }) => [name, sum]));
}

/** What guards against guessing counts is meant to outlive a refusal. */
const counted = ['public.throttles'];
async function changedBy(act: () => Promise<void>): Promise<string[]> {
  const before = await kept();
  await act();
  const after = await kept();
  return Object.keys(after).filter((name) => after[name] !== before[name] && !counted.includes(name));
}

const agent = 'walk/1.0';
async function sendAs(call: Call, by: { id: string } | null, input: Record<string, string>, session?: string) {
  const token = session ?? (by && (await signIn(db, by.id, clock.now())));
  return async () => {
    const response = await fetch(portal.url + call.path, {
      method: call.method,
      headers: { 'user-agent': agent, ...(token && { authorization: token }) },
      body: new URLSearchParams(input),
    });
    return (await response.json()) as { error_code: number; error_msg: string; data: Record<string, unknown> };
  };
}

const entries = () => db.selectFrom('audit_entries').selectAll().orderBy('number').execute();

/** What of an entry the table of names has no Chinese for. */
function unnamed(row: AuditEntryRow): string[] {
  const { action, subject_kind: kind } = row;
  const fields = new Set([...Object.keys(row.before), ...Object.keys(row.after)]);
  const told = changeLines(keptDeed(row));
  return [
    ...(deedName(action) === undefined ? [`action ${action}`] : []),
    ...(isAuditKind(kind) ? [] : [`kind ${kind}`]),
    ...[...fields].flatMap((name) => (auditField(action, name) ? [] : [`field ${action} ${name}`])),
    ...told.flatMap(({ name, before, after }) =>
      [...(before ?? []), ...(after ?? [])].flatMap((piece) =>
        typeof piece === 'string' && /^[a-z][a-zA-Z-]+$/.test(piece) ? [`value ${action} ${name} ${piece}`] : [],
      ),
    ),
  ];
}

async function unwritable(act: () => Promise<void>): Promise<void> {
  await sql`create function say_no() returns trigger language plpgsql as $$ begin raise exception 'no entry'; end $$`.execute(
    db,
  );
  await sql`create trigger say_no before insert on audit_entries execute function say_no()`.execute(db);
  const silent = vi.spyOn(portal.app.services.log, 'error').mockImplementation(() => {});
  try {
    await act();
  } finally {
    silent.mockRestore();
    await sql`drop trigger say_no on audit_entries`.execute(db);
    await sql`drop function say_no()`.execute(db);
  }
}

it('[Z-16] [P-06] every call of the console either tells, or stands here with what it leaves in the record', () => {
  const names = console_.map(nameOf);
  expect(names.filter((name) => !(name in scenes) && !telling.test(name))).toEqual([]);
  expect(names.filter((name) => name in scenes && telling.test(name))).toEqual([]);
  expect(Object.keys(scenes).filter((name) => !names.includes(name))).toEqual([]);
  const either = calls.filter(({ path, auth }) => auth === 'signed-in' && !path.startsWith(head));
  expect(either.filter(({ path }) => !ownAlone.test(path)).map(({ path }) => path)).toEqual([]);
  expect(
    calls.filter(({ path, auth }) => auth === 'operator' && !path.startsWith(head)).map(({ path }) => path),
  ).toEqual([]);
});

const walked = console_.filter((call) => typeof scenes[nameOf(call)] === 'function');

it.each(walked.map((call) => [nameOf(call), call] as const))(
  '[Z-16] [P-06] %s',
  { timeout: 30_000 },
  async (name, call) => {
    const me = await buildUser(db, { operatorRoles: ['admin'], nickName: '走查', now: clock.now() });
    const scene = scenes[name];
    if (typeof scene !== 'function') throw new Error(`no scene for ${name}`);
    const deed: Deed = await scene(portal, me);
    const by = deed.by === undefined ? me : deed.by;

    const role = typeof deed.refused === 'string' ? deed.refused : undefined;
    const other = role ? await buildUser(db, { operatorRoles: [role], now: clock.now() }) : by;
    const refusedInput = typeof deed.refused === 'string' ? deed.input : deed.refused.input;
    // Nobody's session ends nothing, and that is no fault.
    const refuse = await sendAs(call, name === 'signout' ? null : other, refusedInput, deed.token);
    expect(
      await changedBy(async () => {
        const { error_code: code } = await refuse();
        expect(name === 'signout' ? [0] : [1001, 1003]).toContain(code);
      }),
    ).toEqual([]);

    const send = await sendAs(call, by, deed.input, deed.token);
    await unwritable(async () => {
      expect(
        await changedBy(async () => {
          expect((await send()).error_code).toBe(1500);
        }),
      ).toEqual([]);
    });

    const before = await entries();
    const { error_code: code, error_msg: message, data } = await send();
    expect(message === '' || code === 0 ? '' : message).toBe('');
    expect(code).toBe(0);
    const after = await entries();
    expect(after.slice(0, before.length)).toEqual(before);
    const [entry, ...more] = after.slice(before.length);
    expect(more.map(({ action }) => action)).toEqual([]);
    const [kind, id] = deed.subject(data);
    expect(entry).toMatchObject({
      actor_id: by?.id ?? deed.actorId,
      action: deed.action,
      subject_kind: kind,
      subject_id: id || entry?.subject_id,
      before: deed.before,
      after: deed.after,
      why: deed.why ?? '',
      address: '127.0.0.1',
      user_agent: agent,
    });
    // Nothing to say is nothing said.
    const silent = (['before', 'after'] as const).filter((side) => Object.keys(deed[side]).length === 0);
    expect(silent.map((side) => entry?.[side])).toEqual(silent.map(() => ({})));
    expect(entry?.subject_id).not.toBe('');
    expect(entry?.actor_name).not.toBe('');
    expect(entry && unnamed(entry)).toEqual([]);
  },
);

it('[Z-16] what only tells changes nothing but the record of who looked', async () => {
  const me = await buildUser(db, { operatorRoles: ['admin'], now: clock.now() });
  const needs: Record<string, Record<string, string>> = {
    contentList: { kind: 'banner' },
    claims: { kind: 'withdrawal', ids: me.id },
    statementDays: { gateway: 'sandbox' },
    wordTest: { text: '看看有没有' },
  };
  const known = await buildUser(db, { now: clock.now() });
  const failed: string[] = [];
  for (const call of console_.filter((one) => telling.test(nameOf(one)))) {
    const shape = (call.input as { shape?: Record<string, unknown> }).shape ?? {};
    const send = await sendAs(call, me, { ...('id' in shape && { id: known.id }), ...needs[nameOf(call)] });
    const changed = await changedBy(async () => void (await send()));
    if (changed.some((table) => !/^public\.audit_(entries|head)$/.test(table))) failed.push(`${call.path} ${changed}`);
  }
  expect(failed).toEqual([]);
  // Looks among them, and what the scenes did besides.
  expect((await entries()).flatMap(unnamed)).toEqual([]);
  const admin = portal.as({ token: await signIn(db, me.id, clock.now()) });
  expect(dataOf(await admin(auditVerify, {}))).toMatchObject({ brokenAt: null });
});
