import { z } from 'zod';
import { defineCall } from '../call.ts';
import { plainNumber } from '../typed-number.ts';
import { labelSheets, type LabelSheet, mostLabels } from './label-sheets.ts';

const sheetKeys = Object.keys(labelSheets) as [LabelSheet, ...LabelSheet[]];

const productLineNid = z.string('请指明产品线编号').trim().min(1, '请指明产品线编号').max(40, '产品线编号有误');

const labels = z.object({
  productLineNid: z.string(),
  /** the product, as its owner calls it */
  name: z.string(),
  /** '' until labels were asked for */
  code: z.string(),
  /** what the labels' QR code holds; '' without a code */
  address: z.string(),
  /** why labels cannot be printed now; '' for nothing */
  reason: z.string(),
  scans: z.number().int(),
  /** `YYYY-MM-DD` in China, of the last thirty days those on which the code was scanned */
  days: z.array(z.object({ day: z.string(), count: z.number().int() })),
});
export type TraceLabels = z.output<typeof labels>;

export const getTraceLabels = defineCall({
  path: '/api/Trace/labels',
  auth: 'user',
  input: z.object({ productLineNid }),
  output: labels,
  summary:
    'The labels of one’s own product line: its code once there is one, and how often it was scanned on which day',
});

const whole = (least: number, most: number, message: string) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? plainNumber(value) : value),
    z.coerce.number(message).int(message).min(least, message).max(most, message),
  );

/** What a file of labels is asked for by, in the address. */
export const labelFileSchema = z
  .object({
    productLineNid,
    sheet: z.enum(sheetKeys, '请选择标签纸'),
    count: whole(1, mostLabels, `打印数量须为 1 到 ${mostLabels} 的整数`),
    /** the first place of the first sheet that is not used up */
    from: whole(1, 40, '起始位置有误').default(1),
    /** whether the product's name stands on them */
    named: z.enum(['0', '1'], 'named须为0或1').default('1'),
  })
  .refine(({ sheet, from }) => from <= labelSheets[sheet].columns * labelSheets[sheet].rows, {
    message: '起始位置超出了这张标签纸',
    path: ['from'],
  });
export type LabelFile = z.output<typeof labelFileSchema>;
