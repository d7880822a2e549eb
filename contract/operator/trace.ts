import { z } from 'zod';
import { defineCall } from '../call.ts';

/** In words, who keeps the head that shows a fork. */
export function sourceName(source: string): string {
  if (source === 'file') return '锚定文件';
  const [kind, name] = source.split(':');
  return kind === 'evm' ? `区块链（${name}）` : `见证人 ${name}`;
}

const target = z.object({
  /** which one, as settings and logs name it */
  id: z.string(),
  kind: z.enum(['file', 'evm']),
  name: z.string(),
  /** whether it is one of the settings now */
  used: z.boolean(),
  /** records that its newest head covers; null for none yet */
  size: z.number().int().nullable(),
  anchored_time: z.number().int().nullable(),
  /** heads that are due there and not kept yet */
  waiting: z.number().int(),
  /** '' while it answers */
  fault: z.string(),
  reached_time: z.number().int().nullable(),
});

const fork = z.object({
  id: z.string(),
  who: z.string(),
  size: z.number().int(),
  /** hexadecimal: as it is held outside, and as our log has it ('' where it is shorter) */
  root: z.string(),
  ownRoot: z.string(),
  found_time: z.number().int(),
  resolved_time: z.number().int().nullable(),
  resolvedBy: z.string(),
  reason: z.string(),
});

const state = z.object({
  origin: z.string(),
  /** records in the log, and those of them that a signed head covers */
  size: z.number().int(),
  signed: z.number().int(),
  signed_time: z.number().int().nullable(),
  /** minutes between anchors */
  minutes: z.number().int(),
  targets: z.array(target),
  witnesses: z.array(
    z.object({ name: z.string(), size: z.number().int().nullable(), signed_time: z.number().int().nullable() }),
  ),
  forks: z.array(fork),
  /** why the one who asks may not resolve a fork; '' for nothing */
  reason: z.string(),
});
export type TraceState = z.output<typeof state>;

export const traceState = defineCall({
  path: '/api/operator/traceState',
  auth: 'operator',
  input: z.object({}),
  output: state,
  summary: 'The trace log, where its heads are anchored, and forks that were found, for admin and auditor',
});

export const forkReason = z
  .string('请写明核查结果')
  .trim()
  .min(10, '请至少用10个字写明核查结果')
  .max(500, '核查结果最多500个字');

export const resolveTraceFork = defineCall({
  path: '/api/operator/traceForkResolve',
  auth: 'operator',
  input: z.object({ id: z.uuid('没有找到这次分叉'), reason: forkReason }),
  output: z.object({}),
  summary: 'An admin has looked into a fork and has the log go on as it is; the reason is published',
});
