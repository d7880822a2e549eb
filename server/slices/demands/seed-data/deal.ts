import type { CategoryKey } from '../../../../contract/categories.ts';
import type { Side } from '../../../../contract/process/facts.ts';
import type { Shots } from '../../../seeding/demo/shots.ts';

/** A tender: who, after how many hours, days needed, offer in yuan, and what is said with it. */
export type DemoTender = readonly [who: string, after: number, days: number, offer: number, note?: string];

/** What each gets of the money held, in yuan. */
export type DemoSplit = readonly [owner: number, provider: number];

/** What is done to a demand beside tenders and comments, so many hours after its publication. */
export type DemoStep =
  | readonly [action: 'award', after: number, who: string]
  | readonly [action: 'accept' | 'pay' | 'finish' | 'affirm' | 'releaseRetention' | 'complete', after: number]
  | readonly [action: 'decline' | 'cancel' | 'sendBack', after: number, reason: string]
  | readonly [action: 'report', after: number, percent: number]
  | readonly [action: 'openDispute' | 'counterSplit', after: number, by: Side, reason: string, split: DemoSplit]
  | readonly [action: 'refuseSplit' | 'addEvidence', after: number, by: Side, words: string]
  | readonly [action: 'closeEvidence', after: number]
  | readonly [action: 'withdraw', after: number, who: string];

/** One demand of the demo data and what became of it. Times are relative, so that open ones are always open. */
export interface DemoDeal {
  owner: string;
  stage: string;
  category: CategoryKey;
  name: string;
  /** yuan */
  budget: number;
  /** hours ago that it was published; saved, for a draft */
  ago: number;
  /** hours after that */
  deadline: number;
  draft?: true;
  /** deals of one product line share a key, and stand in the order of the chain */
  line?: string;
  /** by the stage's inner keys */
  details: Readonly<Record<string, unknown>>;
  /** '' where the stage asks for none */
  description: string;
  shots: readonly Shots[];
  tenders?: readonly DemoTender[];
  comments?: readonly (readonly [who: string, after: number, text: string])[];
  steps?: readonly DemoStep[];
  /** what was said with its reports, in their order; where it says nothing, what is usually said */
  told?: readonly string[];
}

export const day = 24;

/** The usual way from the choice to where it has got by now: `until` is the last step taken. */
export function work(
  who: string,
  after: number,
  days: number,
  until: 'accept' | 'down' | 'half' | 'finish' | 'affirm' | 'done',
): DemoStep[] {
  const begun = after + 20;
  const span = days * day;
  const steps: DemoStep[] = [
    ['award', after, who],
    ['accept', after + 6],
    ['pay', begun],
    ['report', begun + span * 0.35, 35],
    ['report', begun + span * 0.6, 60],
    ['pay', begun + span * 0.6 + 5],
    ['report', begun + span, 100],
    ['finish', begun + span + 1],
    ['pay', begun + span + 20],
    ['affirm', begun + span + 26],
    ['releaseRetention', begun + span + 26 + 50],
  ];
  const last = { accept: 2, down: 3, half: 6, finish: 8, affirm: 10, done: 11 }[until];
  return steps.slice(0, last);
}
