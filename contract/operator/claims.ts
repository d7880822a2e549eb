import { z } from 'zod';
import { defineCall } from '../call.ts';
import { oneOf } from '../wire.ts';

/** What waits in the console's queues and is dealt with by one operator at a time. */
export const claimKinds = [
  'certification',
  'case',
  'withdrawal',
  'dispute',
  'payment',
  'content',
  'trouble',
  'fork',
] as const;
export type ClaimKind = (typeof claimKinds)[number];

/** Seconds that a claim lasts unless whoever still looks renews it. */
export const claimLasts = 180;

/** Seconds that a claim still lasts when the page is left: whoever only loads it again goes on, a tab that was closed lets go. */
export const claimOutlasts = 10;

const kind = z.enum(claimKinds, '队列不在可选范围内');
/** A record's id, or a number that people know it by. */
const id = z.string('请给出编号').regex(/^[\w:-]{1,80}$/, '编号有误');

const claim = z.object({
  /** of the one who asks */
  mine: z.boolean(),
  /** who has it */
  by: z.string(),
  /** seconds; until when it is theirs unless they go on */
  until: z.number().int(),
  /** whether the one who asks may take it over now */
  takable: z.boolean(),
});
export type Claim = z.output<typeof claim>;

export const takeClaim = defineCall({
  path: '/api/operator/claimTake',
  auth: 'operator',
  input: z.object({
    kind,
    id,
    /** also when a colleague has it: admins may at any time */
    over: oneOf(['0', '1'], '0', 'over 须为0或1'),
  }),
  output: claim,
  summary: 'Takes something of a queue for the one who asks, or keeps it; tells who has it where a colleague does',
});

export const releaseClaim = defineCall({
  path: '/api/operator/claimRelease',
  auth: 'operator',
  input: z.object({
    kind,
    id,
    /** the page goes away, and may come back at once */
    leaving: oneOf(['0', '1'], '0', 'leaving 须为0或1'),
  }),
  output: z.object({ id: z.string() }),
  summary:
    'Gives back what the one who asks had taken, at once or (leaving) within seconds; nothing happens to what a colleague has',
});

/** Most that one question names: a page of a queue. */
const askedAtMost = 100;

export const claimsOf = defineCall({
  path: '/api/operator/claims',
  auth: 'operator',
  input: z.object({
    kind,
    ids: z.preprocess(
      (value) => (typeof value === 'string' ? value.split(',').filter(Boolean) : value),
      z.array(id).max(askedAtMost, `一次最多${askedAtMost}个编号`),
    ),
  }),
  output: z.array(claim.extend({ id: z.string() })),
  summary: 'Which of these somebody has taken, and who; what is free is left out',
});
