import { z } from 'zod';
import { defineCall } from '../call.ts';
import { recordId } from '../wire.ts';
import { reportsAgainst, suspension } from './people.ts';

/** What is known of somebody beside what waits for a word (features P-02, P-04): every role reads it while it decides. */

/** How many of each are told; the counts are of all. */
export const historyAtMost = 10;

const listOf = <Row extends z.ZodType>(row: Row) => z.object({ count: z.number().int(), rows: z.array(row) });

const decision = z.object({
  id: z.string(),
  /** 认证, 案例, 话题 … */
  kindName: z.string(),
  /** of a certification, and of what is gone, '' */
  title: z.string(),
  /** in words */
  outcome: z.string(),
  /** it was refused, hidden or taken down */
  against: z.boolean(),
  reason: z.string(),
  by: z.string(),
  time: z.number().int(),
});

const dispute = z.object({
  demandNid: z.string(),
  name: z.string(),
  side: z.enum(['owner', 'provider']),
  /** this person began it */
  began: z.boolean(),
  time: z.number().int(),
  /** by what it ended, in words; '' while it lasts */
  outcome: z.string(),
});

export const personHistory = defineCall({
  path: '/api/operator/personHistory',
  auth: 'operator',
  input: z.object({ id: recordId('用户编号') }),
  output: z.object({
    id: z.string(),
    nickname: z.string(),
    typeName: z.string(),
    since: z.number().int(),
    statusName: z.string(),
    /** as people.ts has it: 1 in use */
    status: z.number().int(),
    /** 认证成功 … ; '' for who never applied */
    certification: z.string(),
    openOrders: z.number().int(),
    /** `against`: how many of them all were */
    decisions: listOf(decision).extend({ against: z.number().int() }),
    reports: reportsAgainst,
    /** `open`: how many of them all last */
    disputes: listOf(dispute).extend({ open: z.number().int() }),
    /** the newest first; one without an end stands */
    suspensions: z.array(suspension),
  }),
  summary: 'What is known of a person who waits for a word: since when, decisions, reports, disputes and suspensions',
});
export type PersonHistory = z.output<(typeof personHistory)['output']>;
