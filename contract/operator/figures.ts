import { z } from 'zod';
import { defineCall } from '../call.ts';
import { oneOfStages, optional } from '../wire.ts';

/** What the console's first page shows, for every operator; sums of money for finance, admin and auditor alone. */

export const figureDays = 30;

const sums = z.object({
  /** published in the time */
  demands: z.number().int(),
  /** for the demands of the time, by demand, with one decimal; null of none */
  tendersPerDemand: z.number().nullable(),
  /** seconds from publication to the first tender, on the average of those demands that have one; null where none has */
  firstTender: z.number().int().nullable(),
  /** percent of the demands of the time that were awarded since; null of none */
  awardRate: z.number().nullable(),
  completions: z.number().int(),
  /** opened in the time */
  disputes: z.number().int(),
  /** yuan that went into escrow; '' for who may not see it */
  held: z.string(),
  /** yuan that went out of it again; likewise */
  released: z.string(),
});
export type FigureSums = z.output<typeof sums>;

const day = sums.extend({
  /** YYYY-MM-DD in Asia/Shanghai */
  day: z.string(),
});
export type FigureDay = z.output<typeof day>;

const steps = z.object({
  published: z.number().int(),
  tendered: z.number().int(),
  awarded: z.number().int(),
  accepted: z.number().int(),
  completed: z.number().int(),
});
export type FunnelSteps = z.output<typeof steps>;

/** What a demand goes through, in order. */
export const funnelNames = {
  published: '发布',
  tendered: '收到投标',
  awarded: '选定',
  accepted: '接单签约',
  completed: '完成',
} as const satisfies Record<keyof FunnelSteps, string>;

export const operatorFigures = defineCall({
  path: '/api/operator/figures',
  auth: 'operator',
  input: z.object({}),
  output: z.object({
    /** the last thirty, oldest first, today among them */
    days: z.array(day),
    last: sums,
    /** the thirty before */
    before: sums,
    /** where orders stood when it was worked out, and how many of them were in dispute then */
    states: z.array(
      z.object({
        status: z.number().int(),
        name: z.string(),
        count: z.number().int(),
        disputed: z.number().int(),
      }),
    ),
    /** when it was worked out; null before the first time */
    at: z.number().int().nullable(),
  }),
  summary: 'Figures of the last thirty days beside the thirty before, as they were last rolled up',
});

export const operatorFunnel = defineCall({
  path: '/api/operator/funnel',
  auth: 'operator',
  input: z.object({
    stage: oneOfStages,
    region: optional(z.string().regex(/^\d{2}$|^unknown$/, '地区有误')),
  }),
  output: z.object({
    total: steps,
    /** by stage where none is asked for, else by region; the largest first */
    rows: z.array(steps.extend({ key: z.string(), name: z.string() })),
    by: z.enum(['stage', 'region']),
    regions: z.array(z.object({ code: z.string(), name: z.string() })),
  }),
  summary: 'What became of the demands published in the last thirty days, by stage or, of one stage, by region',
});
