import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { decodeForm, type Envelope } from '../../contract/envelope.ts';
import { stages } from '../../contract/stages/index.ts';
import { buildUser } from '../slices/accounts/build.ts';
import { buildDemand, exampleForm } from '../slices/demands/build.ts';
import { uploadPicture } from '../slices/uploads/build.ts';
import { type Portal, startPortal } from '../testing/portal.ts';
import type { RawFields } from './dispatch.ts';

/** What a form may carry in any of its fields. */
const texts = [
  '',
  ' ',
  '0',
  '-1',
  '1e309',
  '1'.repeat(400),
  '9007199254740993',
  '99999999999',
  '2147483648',
  '0x10',
  'NaN',
  '٣',
  '-0.001',
  'null',
  '{}',
  '[[]]',
  '["\\u0000"]',
  '[{"name":"\\u0000","count":"1"}]',
  '{"__proto__":{"polluted":1}}',
  '__proto__',
  'constructor',
  '\u0000',
  'a\u0000b',
  '\uFEFF\u200B\u202E',
  '\u{10FFFF}\uFFFE',
  '👩‍👩‍👧‍👦'.repeat(20),
  "'; drop table demands; --",
  '%',
  ',,,',
  '../../../etc/passwd',
  '//evil.example/a.jpg',
  '/files/00000000-0000-7000-8000-000000000000-800x600/800.jpg',
  '<script>alert(1)</script>',
  '床'.repeat(5000),
];

/** What a caller in this process could hand in beside texts. */
const values: unknown[] = [
  null,
  undefined,
  true,
  0,
  -1,
  1.5,
  1e308,
  Number.NaN,
  [],
  [[]],
  [null],
  ['1', '2'],
  [{}],
  {},
  { length: 3 },
  JSON.parse('{"__proto__":{"a":1}}') as unknown,
  // What stands in the address of a page is handed on as it is.
  'a\u0000b',
  ['a\u0000b'],
  '\uD800',
];

const fieldsOf = (call: Call) => Object.keys((call.input as unknown as z.ZodObject).shape);

/** The calls of the stages differ by some fields; a field that several of them have is spoilt in one. */
const kindOf = (call: Call) => stages.reduce((path, { op }) => path.replace(op, '*'), call.path as string);

describe('[X-01] [X-02] no call answers bad input with a failure of ours', () => {
  let portal: Portal;
  let token: string;
  let calls: Call[];
  let goodFor: (call: Call) => Record<string, string | undefined>;

  beforeAll(async () => {
    portal = await startPortal({ parts: { limits: { take: async () => 0 } }, env: { OMO_LOG_LEVEL: 'silent' } });
    calls = [...portal.app.dispatcher.implementations.values()].map(({ call }) => call);
    const owner = await buildUser(portal.db);
    const demand = await buildDemand(portal.app.services, { owner, stage: 'design' });
    token = owner.token;
    const picture = await uploadPicture(portal.as(owner));
    const id = '01900000-0000-7000-8000-000000000000';
    const plausible: Record<string, string> = {
      demandNid: demand.nid,
      demandType: '1',
      demandView: '请问尺寸',
      content: '请问尺寸',
      titel: '说说床垫',
      files: picture,
      ids: '01900000-0000-7000-8000-000000000000',
      reason: '做不了了',
      module: 'pet',
      kind: 'image',
      name: 'a.png',
      mobile: '13800000001',
      code: '123456',
      password: 'pine2026',
      oldPassword: 'pine2026',
      humanCheck: 'e30=',
      completionDay: '3',
      offer: '100',
      number: '1',
      tel: '13800000001',
      nickeName: '林木匠',
      iconUrl: picture,
      ...Object.fromEntries(['id', 'topicId', 'productId', 'case_id', 'tenderId'].map((name) => [name, id])),
    };
    goodFor = (call) => {
      const stage = stages.find(({ op }) => call.path === `/api/Demand/save${op}Demand`);
      const form = stage ? exampleForm(stage, { now: portal.clock.now(), picture }) : plausible;
      const own = call.path.startsWith('/api/Reaction/') ? { ...form, kind: 'topic' } : form;
      return Object.fromEntries(fieldsOf(call).map((name) => [name, own[name as keyof typeof own]]));
    };
  });

  it('what the walk spoils is good before it is spoilt', async () => {
    const paths = calls.map(({ path }) => path).filter((path) => path.startsWith('/api/Demand/save'));
    expect(paths.length).toBe(stages.length);
    const refused: string[] = [];
    for (const call of calls.filter(({ path }) => paths.includes(path))) {
      const { error_msg } = (await send(call.path, () => goodFor(call))) as Envelope;
      if (error_msg !== '') refused.push(`${call.path}: ${error_msg}`);
    }
    expect(refused).toEqual([]);
  });

  /** Every call with one field after the other spoilt, the others as they should be. */
  async function walk(spoilt: readonly unknown[], encoded: boolean): Promise<string[]> {
    const faults: string[] = [];
    const walked = new Set<string>();
    for (const call of calls) {
      const good = goodFor(call);
      for (const name of [...Object.keys(good), '__proto__', 'token']) {
        if (walked.has(`${kindOf(call)} ${name}`)) continue;
        walked.add(`${kindOf(call)} ${name}`);
        for (const value of spoilt) {
          const entries = Object.entries({ ...good, [name]: value }).filter(([, one]) => one !== undefined);
          const body = encoded ? new URLSearchParams(entries as [string, string][]).toString() : '';
          const answer = await send(call.path, () => (encoded ? decodeForm(body) : Object.fromEntries(entries)));
          const fault = answer && faultOf(answer);
          if (fault) faults.push(`${call.path} ${name}=${JSON.stringify(value)?.slice(0, 60)}: ${fault}`);
        }
      }
    }
    return faults;
  }

  async function send(path: string, fields: () => RawFields): Promise<Envelope | undefined> {
    let raw: RawFields;
    try {
      raw = fields();
    } catch {
      // Refused with the form itself; see http.test.ts.
      return undefined;
    }
    const sender = { token, requestId: 'hostile', address: '10.0.0.1', userAgent: 'hostile' };
    return (await portal.app.dispatcher.dispatch(path, raw, sender)).envelope;
  }

  function faultOf({ error_code, error_msg, data }: Envelope): string | undefined {
    if (error_code === 1500) return '1500';
    if (error_code !== 0 && !/[\u4e00-\u9fff]/.test(error_msg)) return `no Chinese sentence: ${error_msg}`;
    const fields = (data as { fields?: object } | null)?.fields;
    return error_code === 1001 && fields && Object.keys(fields).length === 0 ? 'names no field' : undefined;
  }

  it('texts of every kind, in every field of every call', { timeout: 120_000 }, async () => {
    expect(await walk(texts, true)).toEqual([]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('values that are no texts, from callers in this process', { timeout: 120_000 }, async () => {
    expect(await walk(values, false)).toEqual([]);
  });

  it('no fields at all, and the furthest page of every list', async () => {
    const faults: string[] = [];
    for (const call of calls) {
      const far = { page: '999999999', pageSize: '100', page_size: '100', size: '30' };
      for (const fields of [{}, { ...goodFor(call), ...far }]) {
        const fault = faultOf((await send(call.path, () => fields)) as Envelope);
        if (fault) faults.push(`${call.path}: ${fault}`);
      }
    }
    expect(faults).toEqual([]);
  });

  const form = 'application/x-www-form-urlencoded';
  const broken: [what: string, path: string, init: RequestInit][] = [
    ['a content type that is none', '/api/Auth/signin', { headers: { 'content-type': ';;;' }, body: 'a=1' }],
    ['a charset that does not exist', '/api/Auth/signin', { headers: { 'content-type': `${form}; charset=x` } }],
    ['a body without content type', '/api/Auth/signin', { body: new Uint8Array([1, 2, 3]) }],
    ['bytes that are no UTF-8', '/api/Auth/signin', { headers: { 'content-type': form }, body: 'mobile=%ff%fe' }],
    ['raw bytes', '/api/Auth/signin', { headers: { 'content-type': form }, body: randomBytes(2000) }],
    ['a broken address', '/api/%zz', {}],
    ['an address with NUL', '/api/Auth/signin%00', {}],
    ['a multipart form without boundary', '/api/Upload/image', { headers: { 'content-type': 'multipart/form-data' } }],
    [
      'a multipart form that is none',
      '/api/Upload/image',
      { headers: { 'content-type': 'multipart/form-data; boundary=x' }, body: 'nothing of the kind' },
    ],
    [
      'a token in odd letters',
      '/api/Auth/getUserInfo',
      { headers: { 'content-type': form }, body: `token=${encodeURIComponent('ключ\u{1F511}')}` },
    ],
  ];

  it.each(broken)('%s is answered with an envelope', async (_what, path, init) => {
    const response = await fetch(`${portal.url}${path}`, { method: 'POST', ...init });
    const answer = (await response.json()) as Envelope;
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(faultOf(answer)).toBeUndefined();
    expect(answer.error_code).toBeGreaterThan(1000);
  });

  it('a file under a name that no file has', async () => {
    const faults: string[] = [];
    for (const name of ['a\u0000.png', '../../a.png', 'a\r\nx: y.png', '', '床'.repeat(2000), '.', '\u202Egnp.exe']) {
      const body = [
        '--x',
        `content-disposition: form-data; name="file"; filename="${name}"`,
        'content-type: image/png',
        '',
        'no picture',
        '--x--',
        '',
      ].join('\r\n');
      const headers = { 'content-type': 'multipart/form-data; boundary=x', authorization: token };
      for (const path of ['/api/Upload/image', '/api/Upload/document']) {
        const response = await fetch(`${portal.url}${path}`, { method: 'POST', headers, body });
        const fault = faultOf((await response.json()) as Envelope);
        if (fault) faults.push(`${path} ${name.slice(0, 20)}: ${fault}`);
      }
    }
    expect(faults).toEqual([]);
  });

  it('a field repeated as often as a form has room for holds nobody up', async () => {
    const body = 'a&'.repeat(130_000);
    const begun = performance.now();
    decodeForm(body);
    expect(performance.now() - begun).toBeLessThan(500);
  });
});
