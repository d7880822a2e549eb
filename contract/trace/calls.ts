import { z } from 'zod';
import { defineCall } from '../call.ts';
import { traceBundle } from './bundle.ts';
import { codeFaults, readCode } from './code.ts';
import { consentNames } from './consents.ts';

const code = z.string().transform((typed, context) => {
  const read = readCode(typed);
  if ('code' in read) return read.code;
  context.addIssue({ code: 'custom', message: codeFaults[read.fault] });
  return z.NEVER;
});

/** What stands beside the proofs of one order in the line: what the portal says today, and pictures by their fingerprints. */
const tracedOrder = z.object({
  /** number of the demand, as its records have it */
  demand: z.string(),
  stage: z.string(),
  stageName: z.string(),
  /** key of the category */
  category: z.string(),
  /** the provider's shop, where they agreed to be named; '' for none */
  shopId: z.string(),
  certified: z.boolean(),
  /** addresses of pictures that were agreed to, by the fingerprint that the records have of them */
  pictures: z.record(z.string(), z.string()),
});

export const trace = z.object({
  code: z.string(),
  /** number of the product line */
  line: z.string(),
  bundle: traceBundle,
  /** in the order in which they began */
  orders: z.array(tracedOrder),
});
export type Trace = z.output<typeof trace>;

export const getTrace = defineCall({
  path: '/api/Trace/get',
  auth: 'anyone',
  input: z.object({ code }),
  output: trace,
  summary:
    'All records of the product line that a label’s code is of, with what proves them; names, words and pictures only by consent',
});

export const getTraceExample = defineCall({
  path: '/api/Trace/example',
  auth: 'anyone',
  input: z.object({}),
  output: z.object({ code: z.string() }),
  summary:
    'The code of a product of the demo data, for those who have no label at hand; empty on a portal without demo data',
});

const logSize = z.coerce.number('日志长度须为整数').int('日志长度须为整数').min(0, '日志长度有误');

export const proveTraceConsistency = defineCall({
  path: '/api/Trace/consistency',
  auth: 'anyone',
  input: z.object({ earlier: logSize, later: logSize }),
  output: z.object({ path: z.array(z.string()) }),
  summary: 'The proof that the log of `later` records begins with the one of `earlier` (RFC 9162 §2.1.4)',
});

const consent = z.object({ name: z.boolean(), words: z.boolean(), product: z.boolean() });
export type TraceConsent = z.output<typeof consent>;

export const getTraceConsent = defineCall({
  path: '/api/Trace/getConsent',
  auth: 'user',
  input: z.object({}),
  output: consent,
  summary: 'What of one’s own the origin page may show; nothing until one says so',
});

export const saveTraceConsent = defineCall({
  path: '/api/Trace/saveConsent',
  auth: 'user',
  input: z.object({
    what: z.enum(consentNames, '公开的内容不在可选范围内'),
    shown: z.enum(['0', '1'], 'shown须为0或1'),
  }),
  output: consent,
  summary:
    'Agrees (1) to have one’s name, words and pictures, or product’s name shown on the origin page, or no longer does (0)',
});

export const issueTraceCode = defineCall({
  path: '/api/Trace/issueCode',
  auth: 'user',
  input: z.object({
    productLineNid: z.string('请指明产品线编号').trim().min(1, '请指明产品线编号').max(40, '产品线编号有误'),
  }),
  output: z.object({ code: z.string() }),
  summary: 'The code for the labels of one’s own product line, made the first time that it is asked for',
});
