import { z } from 'zod';
import { defineCall } from './call.ts';
import { images, text } from './fields.ts';
import { orderAction, orderNid } from './orders.ts';

// 来料检验: what the next stage's provider finds of the goods that came in (rulings §2 "Retention").

/** The order that one works on: its goods come from the stage before in the same product line. */
const order = z.object({ demandNid: orderNid('需求编号') });

export const inspectionPictures = 9;

export const faultField = text({
  label: '不合格的原因',
  required: '请写明不合格的原因',
  min: [4, '请至少写四个字的原因'],
  max: [500, '原因最多500字'],
  rows: 4,
  example: '两百张里抽检二十张，有六张护栏间距超过 60 毫米。',
});
export const faultPicturesField = images({
  label: '检验图片',
  hint: `选填，最多 ${inspectionPictures} 张，上下两个环节的当事人在订单里看到`,
  max: inspectionPictures,
  example: '/files/example.jpg',
});

const inspection = z.object({
  result: z.enum(['sound', 'faulty']),
  /** of what is faulty; '' of what is sound */
  reason: z.string(),
  pictures: z.array(z.string()),
  /** who inspected */
  nickname: z.string(),
  /** seconds since 1970 */
  time: z.number().int(),
});

/** The goods of one order, as they arrived at the next stage. */
const inspected = z.object({
  /** of the order at the other end: the one before for what comes in, the one after for what went out */
  demandNid: z.string(),
  stageName: z.string(),
  nickname: z.string(),
  /** whether the retention of the order whose goods they are is still held */
  held: z.boolean(),
  /** seconds; when it is released by itself; null where nothing is held, or a dispute freezes it */
  heldUntil: z.number().int().nullable(),
  /** a dispute over it stands */
  disputed: z.boolean(),
  /** newest first */
  inspections: z.array(inspection),
});

export const getInspections = defineCall({
  path: '/api/order/inspections',
  auth: 'signed-in',
  input: order,
  output: z.object({
    /** the goods that this order gets from the stage before; null where there is none that has delivered */
    incoming: inspected
      .extend({
        /** what the reader may say of them */
        actions: z.array(orderAction),
      })
      .nullable(),
    /** the goods that this order handed on; null until the next stage has them */
    outgoing: inspected.nullable(),
  }),
  summary: 'The incoming inspections at both ends of an order, for its two sides.',
});

export const inspectSound = defineCall({
  path: '/api/order/inspectSound',
  auth: 'user',
  input: order,
  output: z.object({ result: z.literal('sound'), released: z.boolean() }),
  summary:
    'The provider of an order finds the incoming goods sound, which releases what is retained of the order before.',
});

export const inspectFaulty = defineCall({
  path: '/api/order/inspectFaulty',
  auth: 'user',
  input: order.extend({
    reason: faultField.schema,
    files: faultPicturesField.schema.prefault(''),
  }),
  output: z.object({ result: z.literal('faulty'), disputed: z.boolean() }),
  summary:
    'The provider of an order finds the incoming goods faulty: both sides of the order before are told, and what is retained of it is disputed.',
});
