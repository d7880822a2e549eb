import { z } from 'zod';
import { defineCall } from './call.ts';
import { documents, images, text } from './fields.ts';
import { inputState } from './input-state.ts';
import { orderNid } from './orders.ts';
import { canonicalJson, type Json } from './trace/canonical.ts';
import { sha256, toHex, utf8 } from './trace/bytes.ts';
import { requestId } from './wire.ts';

// Handing on along a product line (rulings §3): what a stage delivered, what the next was written for, and that it changed.

const order = z.object({ demandNid: orderNid('需求编号') });

/** What one finished stage hands on. Pictures and files by the hash of what is kept, or by their address where it is not known. */
export interface DeliveredStatement {
  /** number of the order */
  demand: string;
  /** stage key */
  stage: string;
  name: string;
  /** what was asked for, in words, by label */
  details: Readonly<Record<string, string>>;
  /** of the demand */
  pictures: readonly string[];
  files: readonly string[];
  /** of what was done, with what was delivered again; sorted */
  delivered: readonly string[];
  /** what was said when it was delivered again, oldest first */
  notes: readonly string[];
  /** the contract in force; '' for none */
  contract: string;
}

/** All that a follow-on goes on from, from the first finished stage to the one before it. */
export interface InputStatement {
  version: 1;
  /** number of the product line */
  line: string;
  inputs: readonly DeliveredStatement[];
}

/** What a demand is pinned to: the hash of the one way of writing the statement down (RFC 8785). */
export const inputHash = async (statement: InputStatement): Promise<string> =>
  toHex(await sha256(utf8(canonicalJson(statement as unknown as Json))));

const sha256Text = z.string('缺少输入的校验值').regex(/^[\da-f]{64}$/, '输入的校验值有误');

export const redeliveryPictures = 9;
export const redeliveryFiles = 5;

export const redeliveryField = text({
  label: '更新了什么',
  required: '请写明更新了什么',
  min: [4, '请至少写四个字的说明'],
  max: [500, '说明最多500字'],
  rows: 4,
  example: '护栏间距改为 58 毫米，零件图第 3、4 张已换。',
});
export const redeliveryPicturesField = images({
  label: '图片',
  hint: `选填，最多 ${redeliveryPictures} 张，发布方和后面环节的承接方看得到`,
  max: redeliveryPictures,
  example: '/files/example.jpg',
});
export const redeliveryFilesField = documents({
  label: '图纸与附件',
  hint: `选填，最多 ${redeliveryFiles} 份`,
  max: redeliveryFiles,
  example: '',
});

export const redeliver = defineCall({
  path: '/api/order/redeliver',
  auth: 'user',
  input: order.extend({
    content: redeliveryField.schema,
    files: redeliveryPicturesField.schema.prefault(''),
    documents: redeliveryFilesField.schema.prefault(''),
    requestId,
  }),
  output: z.object({
    id: z.string(),
    /** demands further down the line that are marked 输入已变 by it */
    marked: z.number().int(),
  }),
  summary:
    'The provider of an accepted order delivers again, with pictures and documents: open demands of later stages are marked 输入已变.',
});

const thing = z.object({
  url: z.string(),
  /** SHA-256 of what is kept, hex; '' where it is not known */
  hash: z.string(),
  /** came after the demand was pinned */
  fresh: z.boolean(),
});

export const getDemandInput = defineCall({
  path: '/api/Demand/input',
  auth: 'user',
  input: order,
  output: z.object({
    state: inputState,
    /** of what the stages before deliver now: to be confirmed by it; '' for a demand that goes on from nothing */
    hash: z.string(),
    /** of what the demand is pinned to */
    pinned: z.string(),
    /** seconds since 1970; 0 where nothing is pinned */
    pinnedTime: z.number().int(),
    stages: z.array(
      z.object({
        demandNid: z.string(),
        stageName: z.string(),
        nickname: z.string(),
        pictures: z.array(thing),
        files: z.array(thing),
        /** what was said when it was delivered again, newest first */
        notes: z.array(z.object({ content: z.string(), time: z.number().int(), fresh: z.boolean() })),
      }),
    ),
  }),
  summary:
    'What the stages before deliver to a demand: all of it for its owner, what was delivered again for its provider.',
});

export const confirmInput = defineCall({
  path: '/api/Demand/confirmInput',
  auth: 'user',
  input: order.extend({ hash: sha256Text }),
  output: z.object({ orderStatus: z.number().int() }),
  summary: 'The owner takes a changed input on, by the hash that was shown; bidders and provider are told.',
});
