import { leafHash } from './tree.ts';
import { toHex, utf8 } from './bytes.ts';
import { readNote } from './note.ts';
import type { Trace } from './calls.ts';
import { readRecord, type TraceRecord } from './record.ts';

// A line's trace as EPCIS 2.0 events (ISO/IEC 19987:2024, JSON-LD) in the words of the Core Business Vocabulary (ISO/IEC 19988), for
// those whose systems read them. Made of what the holder of the label's code sees, and of nothing else.

interface Epc {
  epcClass: string;
}

/** CBV standard business steps and dispositions, as far as they are used here. */
type BizStep =
  | 'accepting'
  | 'arriving'
  | 'commissioning'
  | 'collecting'
  | 'inspecting'
  | 'other'
  | 'retail_selling'
  | 'sampling'
  | 'transporting';
type Disposition = 'active' | 'conformant' | 'in_progress' | 'in_transit' | 'non_conformant' | 'retail_sold';

interface Extension {
  /** where it stands in the log that proves it: the log's name, its place there, the hash of its leaf, the text of the record */
  'omo:log': string;
  'omo:index': number;
  'omo:leaf': string;
  'omo:record': string;
  'omo:step': string;
  'omo:stage': string;
  'omo:by': string;
  'omo:percent'?: number;
  'omo:files'?: string[];
  'omo:maker'?: string;
  'omo:product'?: string;
}

interface Common extends Extension {
  eventID: string;
  eventTime: string;
  eventTimeZoneOffset: string;
  bizStep?: BizStep;
  disposition?: Disposition;
  readPoint?: { id: string };
  bizTransactionList: { type: 'po'; bizTransaction: string }[];
}

type Action = 'ADD' | 'OBSERVE' | 'DELETE';

export type EpcisEvent =
  | (Common & { type: 'ObjectEvent' | 'TransactionEvent'; action: Action; quantityList: Epc[] })
  | (Common & { type: 'TransformationEvent'; inputQuantityList: Epc[]; outputQuantityList: Epc[] });

export interface EpcisDocument {
  '@context': [string, { omo: string }];
  id: string;
  type: 'EPCISDocument';
  schemaVersion: '2.0';
  creationDate: string;
  epcisBody: { eventList: EpcisEvent[] };
}

const context = 'https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld';

export interface EpcisGround {
  /** where the portal is reached from outside, without a slash at the end */
  base: string;
  /** path of its pages */
  basePath: string;
  /** milliseconds since 1970 */
  now: number;
}

/**
 * The document of a line. What is traced is a lot (an EPC class named by the label's address): one code stands on all pieces of a
 * line. What is made of bought material is a transformation of one lot into the other; what is done to the product is an
 * object event; what two sides agree or settle is a transaction event on their order.
 */
export async function epcisOf(trace: Trace, ground: EpcisGround): Promise<EpcisDocument> {
  const { origin } = trace.bundle;
  const log = readNote(trace.bundle.checkpoint)?.checkpoint.origin ?? origin;
  const lot = `${ground.base}/trace/${trace.code}`;
  const eventList: EpcisEvent[] = [];
  for (const { text, index, opened } of trace.bundle.records) {
    const record = readRecord(text);
    if (!record) continue;
    const leaf = toHex(await leafHash(utf8(text)));
    const order = trace.orders.find(({ demand }) => demand === record.demand);
    const common = {
      eventID: `${lot}#record-${record.place}`,
      eventTime: new Date(record.at * 1000).toISOString(),
      eventTimeZoneOffset: '+08:00',
      ...(order &&
        order.shopId !== '' && { readPoint: { id: `${ground.base}${ground.basePath}/shop/${order.shopId}` } }),
      bizTransactionList: [
        { type: 'po' as const, bizTransaction: `${ground.base}${ground.basePath}/demand/${record.demand}` },
      ],
      'omo:log': log,
      'omo:index': index,
      'omo:leaf': leaf,
      'omo:record': text,
      'omo:step': record.event,
      'omo:stage': record.stage,
      'omo:by': record.by,
      ...(record.percent !== undefined && { 'omo:percent': record.percent }),
      ...(record.files.length > 0 && { 'omo:files': record.files }),
      ...(opened['maker'] && { 'omo:maker': opened['maker'].value }),
      ...(opened['product'] && { 'omo:product': opened['product'].value }),
    };
    eventList.push(eventOf(record, lot, hasStock(trace), common));
  }
  return {
    '@context': [context, { omo: `https://${log}/ns#` }],
    id: `${lot}#epcis`,
    type: 'EPCISDocument',
    schemaVersion: '2.0',
    creationDate: new Date(ground.now).toISOString(),
    epcisBody: { eventList },
  };
}

const hasStock = ({ orders }: Trace): boolean => orders.some(({ stage }) => stage === 'stock');

/** What each stage does to the product while it goes on, and when it is done. */
const work: Readonly<Record<string, { step: BizStep; disposition: Disposition; done?: [BizStep, Disposition] }>> = {
  proofing: { step: 'sampling', disposition: 'in_progress' },
  stock: { step: 'collecting', disposition: 'in_progress', done: ['collecting', 'active'] },
  make: { step: 'commissioning', disposition: 'in_progress', done: ['commissioning', 'active'] },
  sam: { step: 'retail_selling', disposition: 'in_progress', done: ['retail_selling', 'retail_sold'] },
  logistics: { step: 'transporting', disposition: 'in_transit', done: ['arriving', 'active'] },
};
const otherWork: (typeof work)[string] = { step: 'other', disposition: 'in_progress' };

/** What is said of the product itself; every other step is between the two sides. */
const judged: Readonly<Record<string, [BizStep, Disposition]>> = {
  affirm: ['accepting', 'conformant'],
  sendBack: ['inspecting', 'non_conformant'],
  inspectSound: ['inspecting', 'conformant'],
  inspectFaulty: ['inspecting', 'non_conformant'],
};

/** What begins an order, and what ends it: the lot is put to the order, and taken from it. */
const begins = new Set(['publish']);
const ends = new Set(['complete', 'releaseRetention', 'autoComplete', 'autoRelease', 'acceptSplit', 'disputeSilence']);

function eventOf({ event, stage }: TraceRecord, lot: string, stocked: boolean, common: Common): EpcisEvent {
  const materials = [{ epcClass: `${lot}#stock` }];
  const product = [{ epcClass: lot }];
  const quantityList = stage === 'stock' ? materials : product;
  const { step, disposition, done } = work[stage] ?? otherWork;
  if (event === 'finish' || event === 'redeliver') {
    const [bizStep, at] = done ?? [step, disposition];
    // A transformation names what went into it: without material of its own line, the product only comes to be.
    if (stage === 'make' && stocked) {
      const made = { inputQuantityList: materials, outputQuantityList: product };
      return { type: 'TransformationEvent', ...common, bizStep, disposition: at, ...made };
    }
    const action = stage === 'stock' || stage === 'make' ? 'ADD' : 'OBSERVE';
    return { type: 'ObjectEvent', action, ...common, bizStep, disposition: at, quantityList };
  }
  if (event === 'report')
    return { type: 'ObjectEvent', action: 'OBSERVE', ...common, bizStep: step, disposition, quantityList };
  const word = judged[event];
  if (word)
    return { type: 'ObjectEvent', action: 'OBSERVE', ...common, bizStep: word[0], disposition: word[1], quantityList };
  const action = begins.has(event) ? 'ADD' : ends.has(event) || event.startsWith('rule') ? 'DELETE' : 'OBSERVE';
  return { type: 'TransactionEvent', action, ...common, quantityList };
}
