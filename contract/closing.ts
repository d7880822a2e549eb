import { z } from 'zod';
import { passwordField, smsCodeField } from './accounts.ts';
import { defineCall } from './call.ts';

/** Days between asking for it and its being done, in which signing in takes it back. */
export const closingDays = 15;

/** Typed by whoever means it. */
export const closingWords = '注销账号';

/** What stands in the way of closing an account. */
const block = z.object({
  text: z.string(),
  /** path below the base where it can be seen to; '' for none */
  link: z.string(),
  /** open demands, which can be cancelled from where this is read */
  demands: z.array(z.object({ nid: z.string(), name: z.string() })),
});
export type Block = z.output<typeof block>;

export const getClosing = defineCall({
  path: '/api/account/getClosing',
  auth: 'user',
  input: z.object({}),
  output: z.object({ blocks: z.array(block) }),
  summary: 'What stands in the way of closing one’s account, each with where to see to it.',
});

export const askClosing = defineCall({
  path: '/api/account/askClosing',
  auth: 'user',
  input: z.object({
    password: passwordField.schema,
    code: smsCodeField.schema,
    confirm: z.unknown().pipe(z.literal(closingWords, `请输入“${closingWords}”四个字`)),
  }),
  output: z.object({
    /** seconds since 1970 */
    due_at: z.number().int(),
  }),
  summary: 'Closes one’s account in fifteen days, proven by password and texted code (type 4); ends every session.',
});
