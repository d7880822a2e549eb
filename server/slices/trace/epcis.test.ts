import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { issueTraceCode, saveTraceConsent, type Trace } from '../../../contract/trace/calls.ts';
import { type EpcisDocument, epcisOf } from '../../../contract/trace/epcis.ts';
import { canonicalText } from '../../../contract/trace/record.ts';
import { reportProgress } from '../../../contract/order-work.ts';
import { dataOf, type Portal, startPortal } from '../../testing/portal.ts';
import { buildUser } from '../accounts/build.ts';
import { buildCompleted, buildWorking } from '../orders/work/build.ts';
import { act } from '../orders/build.ts';
import { takeIntoLog } from './log.ts';
import { signHead } from './sweep.ts';
import { leafHashOf } from './tree.ts';

const base = 'https://omo.example.com';
let portal: Portal;

beforeAll(async () => {
  portal = await startPortal({ env: { OMO_PUBLIC_URL: base, OMO_TRACE_ORIGIN: 'trace.omo.example' } });
});

// What EPCIS 2.0 asks of its JSON, as far as it concerns these events: the official schema is in no package that can be had.
const uri = z.string().regex(/^(https?|urn):\S+$/);
const bizStep = z.enum(
  'accepting arriving assembling collecting commissioning inspecting other retail_selling sampling shipping transporting'.split(
    ' ',
  ),
);
const disposition = z.enum('active conformant in_progress in_transit non_conformant retail_sold'.split(' '));
const quantities = z.array(z.strictObject({ epcClass: uri })).min(1);
const common = {
  eventID: uri,
  eventTime: z.iso.datetime(),
  eventTimeZoneOffset: z.string().regex(/^[+-](?:(?:0\d|1[0-3]):[0-5]\d|14:00)$/),
  bizStep: bizStep.optional(),
  disposition: disposition.optional(),
  readPoint: z.strictObject({ id: uri }).optional(),
  bizTransactionList: z.array(z.strictObject({ type: z.literal('po'), bizTransaction: uri })).min(1),
};
const action = z.enum(['ADD', 'OBSERVE', 'DELETE']);
/** Names of the standard, and beside them only those with the prefix that the context explains. */
const event = z
  .record(z.string(), z.unknown())
  .transform((given) => Object.fromEntries(Object.entries(given).filter(([name]) => !name.startsWith('omo:'))))
  .pipe(
    z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('ObjectEvent'), ...common, action, quantityList: quantities }),
      z.strictObject({ type: z.literal('TransactionEvent'), ...common, action, quantityList: quantities }),
      z.strictObject({
        type: z.literal('TransformationEvent'),
        ...common,
        inputQuantityList: quantities,
        outputQuantityList: quantities,
      }),
    ]),
  );
const document = z.strictObject({
  '@context': z.tuple([
    z.literal('https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld'),
    z.strictObject({ omo: uri }),
  ]),
  id: uri,
  type: z.literal('EPCISDocument'),
  schemaVersion: z.literal('2.0'),
  creationDate: z.iso.datetime(),
  epcisBody: z.strictObject({ eventList: z.array(event).min(1) }),
});

const get = (code: string, token?: string) =>
  fetch(`${portal.url}/api/Trace/epcis?code=${encodeURIComponent(code)}`, {
    headers: token === undefined ? {} : { authorization: token },
  });
const events = async (code: string, token?: string) =>
  ((await (await get(code, token)).json()) as EpcisDocument).epcisBody.eventList;

async function into(code: { productLineNid: string; owner: { token: string } }) {
  await takeIntoLog(portal.db);
  await signHead(portal.app.services);
  return dataOf(await portal.as(code.owner)(issueTraceCode, { productLineNid: code.productLineNid })).code;
}
const nidOf = async (id: string) =>
  (await portal.db.selectFrom('product_lines').select('nid').where('id', '=', id).executeTakeFirstOrThrow()).nid;

describe('[Z-12] a line as EPCIS 2.0', () => {
  it('is a document of the standard, with an event for every record and what proves it', async () => {
    const [owner, provider] = [await buildUser(portal.db), await buildUser(portal.db)];
    const { line_id, nid } = await buildCompleted(portal.app.services, { owner, provider, stage: 'make' });
    const code = await into({ owner, productLineNid: await nidOf(line_id) });
    const answer = await get(code);
    expect(answer.headers.get('content-type')).toContain('application/ld+json');
    expect(answer.headers.get('content-disposition')).toContain('attachment');
    const read = document.safeParse(await answer.json());
    expect(read.error?.issues).toBeUndefined();
    const found = await events(code);
    expect(found.map(({ type, bizStep: step, ...rest }) => [rest['omo:step'], type, step])).toEqual([
      ['publish', 'TransactionEvent', undefined],
      ['award', 'TransactionEvent', undefined],
      ['accept', 'TransactionEvent', undefined],
      ['report', 'ObjectEvent', 'commissioning'],
      ['finish', 'ObjectEvent', 'commissioning'],
      ['affirm', 'ObjectEvent', 'accepting'],
      ['releaseRetention', 'TransactionEvent', undefined],
    ]);
    const rows = await portal.db
      .selectFrom('trace_records')
      .selectAll()
      .where('line_id', '=', line_id)
      .orderBy('place')
      .execute();
    for (const [at, one] of found.entries()) {
      expect(one['omo:leaf']).toBe(leafHashOf(Buffer.from(one['omo:record'])).toString('hex'));
      expect(one['omo:leaf']).toBe(rows[at]?.leaf?.toString('hex'));
      expect(one['omo:index']).toBe(rows[at]?.log_index);
      expect(one.eventID).toBe(`${base}/trace/${code}#record-${at}`);
      expect(one.bizTransactionList[0]?.bizTransaction).toBe(`${base}/omo/demand/${nid}`);
    }
    expect(new Set(found.map(({ eventID }) => eventID)).size).toBe(found.length);
  });

  it('tells of people what they agreed to, of the product’s name its owner, and of the price nothing', async () => {
    const [owner, provider] = [
      await buildUser(portal.db, { nickName: '陈掌柜' }),
      await buildUser(portal.db, { nickName: '三榫制造' }),
    ];
    const order = await buildWorking(portal.app.services, { owner, provider, name: '紫竹摇篮', offerFen: 123_456 });
    const said = { demandNid: order.nid, percent: '20', content: '白坯完成', files: '' };
    dataOf(await portal.as(provider)(reportProgress, said));
    const code = await into({ owner, productLineNid: await nidOf(order.line_id) });
    const text = async (token?: string) => (await get(code, token)).text();
    expect(await text()).not.toMatch(/紫竹摇篮|三榫制造|陈掌柜|1234\.56|白坯/);
    expect(await text(provider.token)).not.toMatch(/紫竹摇篮/);
    expect(await text(owner.token)).toMatch(/紫竹摇篮/);
    dataOf(await portal.as(provider)(saveTraceConsent, { what: 'name', shown: '1' }));
    expect(await text()).toMatch(/三榫制造/);
    expect(await text(owner.token)).not.toMatch(/1234\.56/);
  });

  it('says what is made of which material, and what came back', async () => {
    const [owner, provider] = [await buildUser(portal.db), await buildUser(portal.db)];
    const { services } = portal.app;
    const order = await buildWorking(services, { owner, provider, stage: 'stock' });
    for (const [action, by, facts] of [
      ['pay', owner.id, undefined],
      ['report', provider.id, { percent: 60 }],
      ['pay', owner.id, undefined],
      ['finish', provider.id, undefined],
      ['sendBack', owner.id, { reason: '规格不对' }],
    ] as const)
      await act(services, order.nid, action, by, facts);
    const code = await into({ owner, productLineNid: await nidOf(order.line_id) });
    const found = await events(code);
    const stock = [{ epcClass: `${base}/trace/${code}#stock` }];
    expect(found.find((one) => one['omo:step'] === 'finish')).toMatchObject({
      type: 'ObjectEvent',
      action: 'ADD',
      bizStep: 'collecting',
      quantityList: stock,
    });
    expect(found.find((one) => one['omo:step'] === 'sendBack')).toMatchObject({
      type: 'ObjectEvent',
      bizStep: 'inspecting',
      disposition: 'non_conformant',
      quantityList: stock,
    });
  });

  it('makes the product of the material, where the line bought some', async () => {
    const at = Date.UTC(2026, 10, 22) / 1000;
    const of = (stage: string, place: number): Trace['bundle']['records'][number] => ({
      index: place,
      path: null,
      opened: {},
      text: canonicalText({
        version: 1,
        line: 'PL',
        place,
        before: null,
        demand: `D-${stage}`,
        stage,
        event: 'finish',
        by: 'provider',
        at,
        files: [],
        sealed: {},
      }),
    });
    const stages = ['stock', 'make', 'spray', 'logistics'];
    const order = (stage: string) => ({ demand: `D-${stage}`, stage, stageName: stage, category: 'pet' });
    const trace: Trace = {
      code: 'OT-0000-0000-0000',
      line: 'PL',
      bundle: {
        origin: 'trace.omo.example',
        keys: [],
        olderKeys: [],
        anchors: [],
        witnesses: [],
        checkpoint: '',
        records: stages.map(of),
      },
      orders: stages.map((stage) => ({ ...order(stage), shopId: '', certified: false, pictures: {} })),
    };
    const made = await epcisOf(trace, { base, basePath: '/omo', now: at * 1000 });
    expect(document.safeParse(made).error?.issues).toBeUndefined();
    const lot = `${base}/trace/OT-0000-0000-0000`;
    expect(made.epcisBody.eventList.map(({ type, bizStep: step }) => [type, step])).toEqual([
      ['ObjectEvent', 'collecting'],
      ['TransformationEvent', 'commissioning'],
      ['ObjectEvent', 'other'],
      ['ObjectEvent', 'arriving'],
    ]);
    expect(made.epcisBody.eventList[1]).toMatchObject({
      inputQuantityList: [{ epcClass: `${lot}#stock` }],
      outputQuantityList: [{ epcClass: lot }],
    });
  });

  it('is nothing for a code that nobody issued, or that cannot be', async () => {
    expect((await get('OT-0000-0000-0000')).status).toBe(404);
    expect((await get('')).status).toBe(400);
  });
});
