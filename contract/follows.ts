import { z } from 'zod';
import { defineCall } from './call.ts';
import { categoryKeys } from './categories.ts';
import { optional, recordId } from './wire.ts';

/** Calls about demands that somebody follows (feature Z-10); the specification has none, the names are ours. */

/** Follows of one person at most. */
export const followsAtMost = 50;

const follow = z.object({
  id: z.string(),
  /** '' for any */
  stage: z.string(),
  category: z.string(),
  region: z.string(),
  /** in words: 喷涂 · 母婴 · 广东省 */
  name: z.string(),
  time: z.number().int(),
});
export type Follow = z.output<typeof follow>;

const output = z.object({
  /** newest first */
  follows: z.array(follow),
  /** whether a digest comes each morning */
  digest: z.boolean(),
});

export const getFollows = defineCall({
  path: '/api/Follow/list',
  auth: 'user',
  input: z.object({}),
  output,
  summary: 'What new demands one wants to be told of, and whether a digest comes each morning',
});

export const addFollow = defineCall({
  path: '/api/Follow/add',
  auth: 'user',
  input: z.object({
    /** key of a stage */
    stage: optional(z.string().max(40, '环节不在可选范围内')),
    type: optional(z.enum(categoryKeys, '类别不在可选范围内')),
    /** code of a province or city: of demands that name where to */
    region: optional(z.string().regex(/^\d{2,6}$/, '地区不在可选范围内')),
  }),
  output: follow,
  summary: 'Follows new demands of a stage, a category, a region; the same twice is once',
});

export const removeFollow = defineCall({
  path: '/api/Follow/remove',
  auth: 'user',
  input: z.object({ id: recordId('关注编号') }),
  output: z.object({ id: z.string() }),
  summary: 'Follows it no more',
});

export const setDigest = defineCall({
  path: '/api/Follow/digest',
  auth: 'user',
  input: z.object({ on: z.enum(['0', '1'], 'on须为0或1') }),
  output: z.object({ digest: z.boolean() }),
  summary: 'Switches the daily digest on (1) or off (0)',
});
