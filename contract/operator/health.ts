import { z } from 'zod';
import { defineCall } from '../call.ts';
import { paging, text } from '../fields.ts';
import { oneOf } from '../wire.ts';

/** How the portal itself is: admins and auditors look, admins act. */

export const healthReasonField = text({
  label: '原因',
  required: '请写明原因，会记入审计',
  min: [2, '原因至少2个字'],
  max: [200, '原因最多200个字'],
  rows: 2,
  example: '短信平台已恢复，重新发送',
});

const statement = z.object({
  /** its beginning */
  text: z.string(),
  calls: z.number().int(),
  /** milliseconds */
  mean: z.number(),
  total: z.number(),
});

/** Milliseconds up to which it is known how long an answer took. */
export const longestTimed = 10_000;

const slowCall = z.object({
  /** what answers: a page, a call, a file, something else */
  kind: z.string(),
  /** path of the call, or of the page with names where its address varies */
  name: z.string(),
  method: z.string(),
  count: z.number().int(),
  errors: z.number().int(),
  /** milliseconds */
  mean: z.number(),
  /** half of them, and 95 of a hundred, took no longer than this; null where that is more than `longestTimed` */
  p50: z.number().nullable(),
  p95: z.number().nullable(),
});
export type SlowCall = z.output<typeof slowCall>;

const queue = z.object({
  /** what it is for */
  name: z.string(),
  waiting: z.number().int(),
  active: z.number().int(),
  /** failed and waiting to be tried again */
  retrying: z.number().int(),
  /** given up */
  failed: z.number().int(),
});

export const operatorHealth = defineCall({
  path: '/api/operator/health',
  auth: 'operator',
  input: z.object({}),
  output: z.object({
    database: z.object({
      version: z.string(),
      bytes: z.number(),
      connections: z.number().int(),
      mostConnections: z.number().int(),
      active: z.number().int(),
      /** seconds that the longest statement has been running */
      longest: z.number(),
      /** null where the database keeps none (pg_stat_statements) */
      slowest: z.array(statement).nullable(),
      tables: z.array(z.object({ name: z.string(), bytes: z.number() })),
    }),
    storage: z.object({
      kind: z.enum(['local', 's3']),
      files: z.number().int(),
      bytes: z.number(),
      /** of the disk of the data folder; null where files lie elsewhere */
      free: z.number().nullable(),
      size: z.number().nullable(),
    }),
    outbox: z.object({ waiting: z.number().int(), /** seconds */ oldest: z.number() }),
    queues: z.array(queue),
    deliveries: z.object({
      waiting: z.number().int(),
      retrying: z.number().int(),
      failed: z.number().int(),
      /** seconds since the oldest that waits was written */
      oldest: z.number(),
      /** seconds that the first of them is overdue */
      overdue: z.number(),
    }),
    /** of this process since it started */
    calls: z.array(slowCall),
    process: z.object({
      node: z.string(),
      uptime: z.number(),
      memory: z.number(),
      role: z.string(),
    }),
    /** what is wrong, in sentences; none when all is well */
    alarms: z.array(z.string()),
    /** whether the one who asks may retry and discard */
    may: z.boolean(),
  }),
  summary: 'How the portal is: database, storage, outbox, jobs, deliveries and slow calls',
});
export type Health = z.output<(typeof operatorHealth)['output']>;

export const troubleKinds = { job: '任务', delivery: '短信和推送' } as const;
export const deliveryChannels = { sms: '短信', push: '推送' } as const;

/** A page of the console that tells more. */
const troubleLink = z.object({ name: z.string(), path: z.string() });
export type TroubleLink = z.output<typeof troubleLink>;

const trouble = z.object({
  id: z.string(),
  kind: z.enum(['job', 'delivery']),
  /** what kind of job, by which channel a delivery goes */
  name: z.string(),
  /** what happened and what was to be done about it */
  about: z.string(),
  /** what it is about, where the console has a page of it */
  subject: troubleLink.nullable(),
  /** whom it concerns: the first of them, and how many more */
  people: z.array(troubleLink),
  others: z.number().int(),
  /** as it stands in the queue, for those who mend the portal; '' for none */
  raw: z.string(),
  error: z.string(),
  tries: z.number().int(),
  /** given up; else it is tried again by itself */
  failed: z.boolean(),
  time: z.number().int(),
  /** when it is tried again by itself */
  next: z.number().int().nullable(),
  /** that is now: it is being tried, or within seconds */
  due: z.boolean(),
});
export type Trouble = z.output<typeof trouble>;

/** What it is claimed under: jobs and deliveries are one queue. */
export const troubleId = ({ kind, id }: Pick<Trouble, 'kind' | 'id'>): string => `${kind}:${id}`;

export const operatorTroubles = defineCall({
  path: '/api/operator/troubleList',
  auth: 'operator',
  input: z.object({ kind: oneOf(['job', 'delivery'], 'job', '类别不在可选范围内'), ...paging(20, 100) }),
  output: z.array(trouble),
  paged: true,
  summary: 'Jobs and deliveries that failed, given up ones first',
});

export const settleTrouble = defineCall({
  path: '/api/operator/troubleSettle',
  auth: 'operator',
  input: z.object({
    kind: z.enum(['job', 'delivery'], '类别不在可选范围内'),
    id: z.uuid('编号有误'),
    deed: z.enum(['retry', 'discard'], '请选择重试或放弃'),
    reason: healthReasonField.schema,
  }),
  output: z.object({}),
  summary: 'Has something that failed tried again at once, or thrown away; audited with the reason',
});
