import { z } from 'zod';
import { defineCall } from './call.ts';
import { text } from './fields.ts';
import { reportKinds, type ReportReason, reportReasons, reportWordsLength } from './report-reasons.ts';
import { recordId } from './wire.ts';

const reasons = Object.keys(reportReasons) as [ReportReason, ...ReportReason[]];

const wordsField = text({
  label: '补充说明',
  max: [reportWordsLength, `补充说明最多${reportWordsLength}个字`],
  rows: 3,
  example: '图片是从我们店里拿去的',
});

export const reportContent = defineCall({
  path: '/api/Report/send',
  auth: 'user',
  input: z
    .object({
      kind: z.enum(reportKinds, '举报对象不在可选范围内'),
      id: recordId('编号'),
      reason: z.enum(reasons, '请选择举报原因'),
      words: wordsField.schema,
    })
    .superRefine(({ reason, words }, context) => {
      if (reason === 'other' && words === '')
        context.addIssue({ code: 'custom', message: '请说明举报的原因', path: ['words'] });
    }),
  output: z.object({
    /** it was reported by the one who asks before, and is not again */
    already: z.boolean(),
  }),
  summary: 'Reports a topic, a comment, a case or a message that is shown to the one who asks; once a person and thing',
});
