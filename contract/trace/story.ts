import { actors, type Actor } from '../process/facts.ts';
import { actions } from '../process/row.ts';
import type { Trace } from './calls.ts';
import type { TraceRecord } from './record.ts';

// What the records of a line tell, stage by stage. Without zod: public pages draw it. It reads the very texts that are verified, and
// beside them only what each seal that may be opened holds.

/** What a story is told from. */
export type Told = Pick<Trace, 'line' | 'bundle' | 'orders'>;

export interface StoryRecord {
  /** number in the bundle */
  at: number;
  /** seconds since 1970 */
  time: number;
  /** what was done, in words */
  deed: string;
  /** which side did it, in words */
  by: string;
  percent: number | undefined;
  /** number in the public log, from 1 */
  number: number;
}

export interface StoryPicture {
  url: string;
  /** SHA-256 of what is kept, as the record has it */
  fingerprint: string;
}

export interface StoryStage {
  /** number of the demand */
  demand: string;
  stage: string;
  name: string;
  /** '' where nobody agreed to be named */
  maker: string;
  shopId: string;
  certified: boolean;
  /** seconds since 1970, of the last record */
  time: number;
  /** what was last said of the work; '' where nobody agreed to show it */
  words: string;
  pictures: StoryPicture[];
  /** in their order */
  records: StoryRecord[];
}

export interface Story {
  line: string;
  /** '' where the owner did not agree to name it */
  product: string;
  /** key of the category; '' without any record */
  category: string;
  /** the newest first */
  stages: StoryStage[];
  count: number;
}

type Read = Partial<TraceRecord> & { at?: number };

function read(text: string): Read {
  try {
    return JSON.parse(text) as Read;
  } catch {
    return {};
  }
}

/** What a step is called; one that this version does not know, by its own name. */
export const deedOf = (event: string | undefined): string =>
  actions[event as keyof typeof actions] ?? event ?? '读不出来';

/** What cannot be read is left to the verification to say; it is shown as far as it goes. */
export function storyOf({ line, bundle, orders }: Told): Story {
  const records = bundle.records.map(({ text, index, opened }, at) => ({ at, index, opened, record: read(text) }));
  const stages = orders.map((order): StoryStage => {
    const own = records.filter(({ record }) => record.demand === order.demand);
    const by = own.filter(({ record }) => record.by === 'provider');
    const fingerprints = [...new Set(own.flatMap(({ record }) => record.files ?? []))];
    return {
      demand: order.demand,
      stage: order.stage,
      name: order.stageName,
      maker: by.findLast(({ opened }) => opened['maker'])?.opened['maker']?.value ?? '',
      shopId: order.shopId,
      certified: order.certified,
      time: own.at(-1)?.record.at ?? 0,
      words: own.findLast(({ opened }) => opened['words'])?.opened['words']?.value ?? '',
      pictures: fingerprints.flatMap((fingerprint) => {
        const url = order.pictures[fingerprint];
        return url === undefined ? [] : [{ url, fingerprint }];
      }),
      records: own.map(({ at, index, record }) => ({
        at,
        time: record.at ?? 0,
        deed: deedOf(record.event),
        by: actors[record.by as Actor] ?? '',
        percent: record.percent,
        number: index + 1,
      })),
    };
  });
  return {
    line,
    product: records.findLast(({ opened }) => opened['product'])?.opened['product']?.value ?? '',
    category: orders[0]?.category ?? '',
    stages: stages.filter(({ records: own }) => own.length > 0).toSorted((one, other) => other.time - one.time),
    count: records.length,
  };
}
