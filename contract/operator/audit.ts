import { z } from 'zod';
import { defineCall } from '../call.ts';
import { paging } from '../fields.ts';
import { daysInOrder, daysInOrderMessage, optional, wireDay } from '../wire.ts';

/** The record of what operators did (feature P-06): roles admin and auditor read and verify it; no call changes it. */

/** Entries beyond this are not counted. */
export const auditCounted = 10_000;

export const auditEntry = z.object({
  /** 1, 2, 3 … without a gap */
  number: z.number().int(),
  time: z.number().int(),
  /** as they were called then; 命令行 and the machine's account for what was done there */
  by: z.string(),
  /** '' for the command line */
  byId: z.string(),
  /** `certification.passed` … */
  action: z.string(),
  subjectKind: z.string(),
  subjectId: z.string(),
  /** JSON of states, numbers and wire names; `audit-words.ts` has them in words */
  before: z.string(),
  after: z.string(),
  /** what is known today of ids in it: what they are called, and which page of the console tells of one whose id alone does not say */
  known: z.array(z.object({ id: z.string(), name: z.string(), path: z.string().nullable() })),
  /** the operator's own words; '' where none were asked for */
  why: z.string(),
  address: z.string(),
  /** in words; the whole line is kept */
  device: z.string(),
  /** hex */
  previous: z.string(),
  hash: z.string(),
});
export type AuditEntry = z.output<typeof auditEntry>;

const words = (label: string) => optional(z.string().trim().max(60, `${label}最多60个字`));

export const auditList = defineCall({
  path: '/api/operator/auditList',
  auth: 'operator',
  input: z
    .object({
      /** this one alone */
      number: optional(z.string().trim()),
      /** part of a name, or an id */
      person: words('操作人'),
      /** an action, or its head: `withdrawal`, `withdrawal.approve`; nothing was ever done by any other name */
      action: optional(z.string().trim()),
      /** kind of what it was done to */
      kind: optional(z.string().trim()),
      /**
       * What it was done to: an id, a demand's or a withdrawal's number, the nickname of a person; or words that the operator
       * wrote, or that stand in what changed
       */
      subject: words('对象'),
      from: optional(wireDay('开始日期')),
      to: optional(wireDay('结束日期')),
      ...paging(20, 100),
    })
    .refine(daysInOrder, daysInOrderMessage),
  output: z.array(auditEntry),
  paged: true,
  summary: 'What operators did, newest first, by person, action, subject and day',
});

const check = z.object({
  time: z.number().int(),
  /** '' for the nightly one */
  by: z.string(),
  /** how far the chain went */
  entries: z.number().int(),
  /** hash of its last entry, hex */
  hash: z.string(),
  /** number of the first entry that is wrong or missing; null for none */
  brokenAt: z.number().int().nullable(),
  /** what is wrong with it; '' for nothing */
  fault: z.string(),
});
export type AuditCheck = z.output<typeof check>;

export const auditChecks = defineCall({
  path: '/api/operator/auditChecks',
  auth: 'operator',
  input: z.object({}),
  output: z.object({ entries: z.number().int(), checks: z.array(check) }),
  summary: 'How long the record is, and the last ten times that its chain was verified',
});

export const auditVerify = defineCall({
  path: '/api/operator/auditVerify',
  auth: 'operator',
  input: z.object({}),
  output: check,
  summary: 'Verifies the whole chain of hashes and names the first broken place; that it was done is kept',
});
