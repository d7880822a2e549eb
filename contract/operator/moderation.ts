import { z } from 'zod';
import { defineCall } from '../call.ts';
import { paging, text } from '../fields.ts';
import { reportKinds, reportReasonKeys } from '../report-reasons.ts';
import { subjectKinds } from '../subjects.ts';
import { oneOf, optional, recordId } from '../wire.ts';

/** Calls of the operators who look after what people write in public (feature P-04): roles moderator and admin; auditors may read. */

export const hideReasonField = text({
  label: '隐藏的原因',
  required: '请填写原因，作者会看到',
  min: [2, '原因至少2个字'],
  max: [200, '原因最多200个字'],
  rows: 3,
  example: '含有广告和联系方式，请去掉后重新发布',
});

const kind = z.enum(reportKinds, '类型不在可选范围内');
const id = recordId('编号');

/** Which queue: what the word list held, what was reported, what is hidden. */
export const moderationQueues = { held: '待审核', reported: '被举报', hidden: '已隐藏' } as const;
export type ModerationQueue = keyof typeof moderationQueues;
const queueKeys = Object.keys(moderationQueues) as [ModerationQueue, ...ModerationQueue[]];

const row = z.object({
  kind,
  id: z.string(),
  /** of a topic or a case its own, of a comment or a message that of what it is about */
  title: z.string(),
  /** '' in a list of what two people said to each other */
  content: z.string(),
  author: z.string(),
  /** how many reports nobody has looked into */
  reports: z.number().int(),
  /** seconds; since when it waits, or when what is hidden was written */
  since: z.number().int(),
  /** of what is hidden: why its author was told, by whom, and when in seconds; '' and null of what no operator hid */
  hidden: z.object({ reason: z.string(), by: z.string(), time: z.number().int().nullable() }).nullable(),
});
export type ModeratedRow = z.output<typeof row>;

export const moderationList = defineCall({
  path: '/api/operator/moderationList',
  auth: 'operator',
  input: z.object({ queue: oneOf(queueKeys, 'held', '队列不在可选范围内'), ...paging(20, 50) }),
  output: z.array(row),
  paged: true,
  summary:
    'What people wrote that was held or reported, the longest waiting first, or is hidden or taken down, newest first',
});

/** A line of the conversation that a reported message stands in, or one of the comments on the same thing. */
const lineAround = z.object({
  id: z.string(),
  /** place in the conversation or among the comments, from 1 */
  seq: z.number().int(),
  /** null of a comment: anybody writes one */
  by: z.enum(['owner', 'provider', 'bidder']).nullable(),
  nickname: z.string(),
  content: z.string(),
  /** how many came with it */
  pictures: z.number().int(),
  files: z.number().int(),
  /** seconds since 1970 */
  time: z.number().int(),
  /** an operator has hidden it */
  hidden: z.boolean(),
});
export type LineAround = z.output<typeof lineAround>;

/** How many lines before and after a reported message or a comment are shown with it. */
export const linesAround = 5;

export const moderationItem = defineCall({
  path: '/api/operator/moderationInfo',
  auth: 'operator',
  input: z.object({ kind, id }),
  output: row.extend({
    /** addresses of pictures */
    pictures: z.array(z.string()),
    authorId: z.string(),
    /** path of the page where it is, or would be, shown; '' of what only two people see */
    path: z.string(),
    /** of a comment what it stands under, where the public sees that: `words` as the public reads them, cut where they are long */
    under: z.object({ kind: z.enum(subjectKinds), words: z.string() }).nullable(),
    /**
     * What was said before and after it, itself among them, in the order in which it was said: of a comment, and of a message with
     * an open report for who decides.
     */
    around: z.array(lineAround),
    /** listed words that are in it now, which held it back or would today */
    sensitive: z.array(z.string()),
    createTime: z.number().int(),
    /** 0 held, 1 shown, 2 hidden */
    status: z.number().int(),
    /** of what was looked at: a decision names it */
    version: z.string(),
    /** who reported it, newest first; settled ones among them */
    reported: z.array(
      z.object({
        by: z.string(),
        reason: z.enum(reportReasonKeys),
        words: z.string(),
        time: z.number().int(),
        /** '' while nobody has looked into it */
        outcome: z.string(),
      }),
    ),
    may: z.object({ enabled: z.boolean(), reason: z.string() }),
    /** what waits after it, reported ones after held ones; null for nothing */
    next: z.object({ kind, id: z.string() }).nullable(),
  }),
  summary: 'One topic, comment, case or message with what was reported of it',
});

export const moderate = defineCall({
  path: '/api/operator/moderate',
  auth: 'operator',
  input: z
    .object({
      kind,
      id,
      version: z.string('版本有误').max(40, '版本有误'),
      decision: z.enum(['keep', 'hide'], '请选择保留或隐藏'),
      reason: optional(z.string().max(400)),
    })
    .superRefine(({ decision, reason }, context) => {
      if (decision !== 'hide') return;
      const message = hideReasonField.schema.safeParse(reason).error?.issues[0]?.message;
      if (message !== undefined) context.addIssue({ code: 'custom', message, path: ['reason'] });
    }),
  output: z.object({ status: z.number().int(), next: z.object({ kind, id: z.string() }).nullable() }),
  summary: 'Keeps, shows again or hides what somebody wrote, and settles what was reported of it; hiding says why',
});
