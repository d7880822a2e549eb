import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { type ContentKindKey, kindFields } from '../../contract/content-kinds.ts';
import type { Audience, Call } from '../../contract/call.ts';
import { presaleFields } from '../../contract/operator/presale.ts';
import type { OperatorRoleKey } from '../../contract/operator/roles.ts';
import { buildUser, signIn } from '../slices/accounts/build.ts';
import { buildOrder } from '../slices/orders/build.ts';
import { uploadPicture } from '../slices/uploads/build.ts';
import { buildTopic } from '../slices/topics/build.ts';
import { type Portal, startPortal } from '../testing/portal.ts';

/**
 * Who is let in where: every call of the contract, sent over HTTP by everybody there is, with what belongs to the owner. The
 * table beside this file states each answer; a call without a row fails, and so does a row without a call.
 *
 * `ok` and the refusals after the guards (`input`, `none`, `state`, `file`) mean that the sender was let in; `login` and `no` that
 * they were not. After a change that is meant: OMO_WRITE_MATRIX=1 writes the table anew, to be read before it is committed.
 */
const senders = [
  'nobody',
  'norole',
  'reviewer',
  'moderator',
  'finance',
  'auditor',
  'admin',
  'stranger',
  'owner',
] as const;
type Sender = (typeof senders)[number];

const words: Readonly<Record<number, string>> = {
  0: 'ok',
  1001: 'input',
  1002: 'login',
  1003: 'no',
  1004: 'none',
  1005: 'state',
  1006: 'often',
  1007: 'file',
};

const file = join(import.meta.dirname, 'matrix.tsv');
const unknownId = '01900000-0000-7000-8000-000000000000';

let portal: Portal;
let calls: readonly Call[];
/** ids of users; each request is sent in a session of its own, since some of them end sessions */
const people = new Map<Sender, string>();
/** what a call is sent, by the names of its fields */
let values: Readonly<Record<string, string>>;

/** Where a field's name says too little. */
const given: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/api/operator/caseDecide': { decision: 'refuse', version: '1' },
  '/api/operator/certifyDecide': { decision: 'pass', revision: '1' },
  '/api/operator/certifyList': { status: '0' },
  '/api/operator/ruleDispute': { ruling: 'ruleResume' },
  '/api/operator/claimTake': { kind: 'withdrawal', id: unknownId },
  '/api/operator/claimRelease': { kind: 'withdrawal', id: unknownId },
  '/api/operator/claims': { kind: 'withdrawal', ids: unknownId },
  '/api/operator/disputedPaymentSettle': { paymentId: unknownId },
  '/api/operator/moderate': { kind: 'topic', version: '1', decision: 'keep', id: unknownId },
  '/api/operator/moderationInfo': { kind: 'topic', id: unknownId },
  '/api/operator/presaleOrder': { category: 'pet', before: unknownId, after: unknownId },
  '/api/operator/presaleRemove': { id: unknownId, version: '1' },
  '/api/operator/presaleSave': { version: '1' },
  '/api/operator/presaleSettle': { id: unknownId, version: '1', outcome: 'lapsed', note: '没有凑够数量，已逐一告知' },
  '/api/operator/queueList': { part: 'withdrawals' },
  '/api/operator/troubleSettle': { kind: 'job', deed: 'retry', id: unknownId },
  '/api/operator/totpBegin': { password: 'wrong2026', code: '000000' },
  '/api/operator/totpConfirm': { ticket: 'x'.repeat(43), newCode: '000000' },
  '/api/operator/password': { oldPassword: 'wrong2026', password: 'other2026' },
  '/api/operator/personReveal': { field: 'mobile' },
  '/api/operator/contentList': { kind: 'banner' },
  '/api/operator/contentInfo': { id: unknownId },
  '/api/operator/contentPreview': { kind: 'banner' },
  '/api/operator/contentDo': { kind: 'banner', deed: 'publish', id: unknownId, version: '1' },
  '/api/operator/contentOrder': { kind: 'banner', place: '', before: unknownId, after: unknownId },
  '/api/operator/synonymSave': { words: '沙发,长沙发' },
  '/api/operator/synonymRemove': { id: unknownId, version: '1' },
  '/api/operator/wordAdd': { words: '违禁词甲' },
  '/api/operator/wordTest': { text: '看看有没有' },
  '/api/operator/recommendableList': { category: 'pet', type: '1' },
  '/api/operator/recommendedList': { category: 'pet', type: '1' },
  '/api/operator/recommendedSet': { category: 'pet', type: '1', before: unknownId, after: unknownId },
  '/api/operator/statementDays': { gateway: 'sandbox' },
  '/api/operator/statementLines': { gateway: 'sandbox', day: '2026-01-01' },
};

beforeAll(async () => {
  portal = await startPortal();
  const now = portal.clock.now();
  calls = [...portal.app.dispatcher.implementations.values()]
    .map(({ call }) => call)
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const owner = await buildUser(portal.db, { nickName: '发布方', now });
  const provider = await buildUser(portal.db, { nickName: '承接方', accountType: 2, now });
  const stranger = await buildUser(portal.db, { nickName: '路人', now });
  const { nid } = await buildOrder(portal.app.services, { owner, provider, so: 'accepted', amountFen: 100_000 });
  const topicId = await buildTopic(portal.db, { user_id: owner.id });
  const kept = await buildUser(portal.db, { nickName: '被停用的人', now });
  const picture = await uploadPicture(portal.as(owner));
  people.set('owner', owner.id).set('stranger', stranger.id);
  for (const role of ['reviewer', 'moderator', 'finance', 'auditor', 'admin'] satisfies OperatorRoleKey[])
    people.set(role, (await buildUser(portal.db, { operatorRoles: [role], now })).id);
  people.set('norole', (await buildUser(portal.db, { operatorRoles: [], now })).id);
  values = {
    demandNid: nid,
    topicId,
    topic_id: topicId,
    id: unknownId,
    userId: owner.id,
    personId: kept.id,
    picture,
    pictures: picture,
    reason: '按规定处理，原因写在这里',
    bank_number: '2026112200012345',
  };
}, 60_000);

function inputOf({ path, input }: Call): Record<string, string> {
  const shape = (input as z.ZodObject).shape ?? {};
  const named = Object.entries(values).filter(([name]) => name in shape);
  const person: Record<string, string> = path.startsWith('/api/operator/person')
    ? { id: values['personId'] ?? '' }
    : {};
  const topic: Record<string, string> =
    path.startsWith('/api/Topic/') && 'id' in shape ? { id: values['topicId'] ?? '' } : {};
  const kind = path.startsWith('/api/operator/contentSave/') ? (path.split('/').at(-1) as ContentKindKey) : undefined;
  const fields = path === '/api/operator/presaleSave' ? presaleFields : kind ? kindFields(kind) : {};
  const examples = Object.entries(fields).map(([name, { example }]) => [name, example || values[name] || '']);
  return {
    ...Object.fromEntries(named),
    ...(Object.fromEntries(examples) as Record<string, string>),
    ...person,
    ...topic,
    ...given[path],
  };
}

async function answerOf(call: Call, sender: Sender): Promise<string> {
  const form = new URLSearchParams(inputOf(call));
  const id = people.get(sender);
  const token = id && (await signIn(portal.db, id, portal.clock.now()));
  const get = call.method === 'GET';
  const response = await fetch(portal.url + call.path + (get ? `?${form}` : ''), {
    method: call.method,
    headers: token ? { authorization: token } : {},
    ...(!get && { body: form }),
  });
  const { error_code: code } = (await response.json()) as { error_code: number };
  return words[code] ?? String(code);
}

function table(): Map<string, string> {
  const [, ...lines] = readFileSync(file, 'utf8').trim().split('\n');
  return new Map(
    lines.map((line) => {
      const [path = '', ...cells] = line.split('\t');
      return [path, cells.join('\t')];
    }),
  );
}

describe('[P-01] [P-06] every call and everybody', () => {
  it('answers as the table says, cell by cell', { timeout: 120_000 }, async () => {
    const found = new Map<string, string>();
    for (const call of calls) {
      const cells: string[] = [];
      for (const sender of senders) cells.push(await answerOf(call, sender));
      found.set(call.path, cells.join('\t'));
    }
    if (process.env['OMO_WRITE_MATRIX'] === '1') {
      const lines = [...found].map(([path, cells]) => `${path}\t${cells}`);
      writeFileSync(file, `${['call', ...senders].join('\t')}\n${lines.join('\n')}\n`);
    }
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(table()));
  });

  it('lets nobody in where the contract wants a sign-in, no person into the console, and no operator into a person’s calls', () => {
    const rows = table();
    const outsiders: Readonly<Record<Audience, readonly Sender[]>> = {
      anyone: [],
      'signed-in': [],
      user: ['norole', 'reviewer', 'moderator', 'finance', 'auditor', 'admin'],
      operator: ['norole', 'stranger', 'owner'],
    };
    const wrong = calls.flatMap(({ path, auth }) => {
      const cells = rows.get(path)?.split('\t') ?? [];
      const of = (sender: Sender) => cells[senders.indexOf(sender)];
      const open = outsiders[auth].filter((sender) => of(sender) !== 'no');
      return [...(auth !== 'anyone' && of('nobody') !== 'login' ? ['nobody'] : []), ...open].map(
        (who) => `${path} ${who}`,
      );
    });
    expect(wrong).toEqual([]);
  });

  /** What every role may do: its own desk and account, and what each needs for its work. */
  const forEveryRole = [
    'claimRelease',
    'desk',
    'deviceEnd',
    'deviceList',
    'figures',
    'funnel',
    'password',
    'person',
    'personHistory',
    'personList',
    'totpBegin',
    'totpConfirm',
  ];

  it('shows the guard of every call of the console: each refuses some role before it looks at anything', () => {
    const rows = table();
    const roles = ['reviewer', 'moderator', 'finance', 'auditor', 'admin'] as const;
    const open = calls
      .filter(({ auth }) => auth === 'operator')
      .filter(({ path }) => {
        const cells = rows.get(path)?.split('\t') ?? [];
        return !roles.some((role) => cells[senders.indexOf(role)] === 'no');
      })
      .map(({ path }) => path.replace('/api/operator/', ''));
    expect(open).toEqual(forEveryRole);
  });

  it('has no call by which anybody changes the record of deeds', () => {
    const about = calls.map(({ path }) => path).filter((path) => /audit/i.test(path));
    expect(about).toEqual(['/api/operator/auditChecks', '/api/operator/auditList', '/api/operator/auditVerify']);
  });
});
