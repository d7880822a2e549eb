import { z } from 'zod';
import { passwordField } from '../accounts.ts';
import { defineCall } from '../call.ts';
import { text } from '../fields.ts';
import { operatorRoleKeys } from './roles.ts';

/**
 * The operators' own door (feature P-01). Operators are made on the command line; their sessions open here and nowhere else,
 * by password and then by a code of their authenticator (TOTP, RFC 6238: SHA-1, six digits, thirty seconds).
 */

/** Seconds that an operator's session lasts at most, and without a call. */
export const operatorSessionLifetime = 8 * 3600;
export const operatorIdle = 30 * 60;

/** Seconds between the password and the code. */
export const operatorTicketLifetime = 10 * 60;

/** A name that an operator signs in with: a number, or a word of their own. */
export const operatorNameField = text({
  label: '账号',
  required: '请输入账号',
  min: [2, '账号至少2个字符'],
  max: [32, '账号最多32个字符'],
  pattern: [/^[A-Za-z0-9][A-Za-z0-9._-]*$/, '账号由字母、数字、点、横线和下划线组成'],
  example: '13800000000',
});

export const totpCodeField = text({
  label: '动态验证码',
  required: '请输入动态验证码',
  max: [6, '动态验证码为6位数字'],
  pattern: [/^\d{6}$/, '动态验证码为6位数字'],
  inputMode: 'decimal',
  example: '204816',
});

/** What an authenticator is given, once. */
export const authenticatorSecret = z.object({
  /** base32, to be typed in where no picture can be taken */
  secret: z.string(),
  /** otpauth://…, the content of the QR code */
  uri: z.string(),
});

/** Told after a first step, handed in with the second. */
export const signInTicket = (message: string) =>
  z
    .string(message)
    .trim()
    .regex(/^[\w-]{43}$/, message);

const roles = z.array(z.enum(operatorRoleKeys));

/** An operator as the console shows them. */
export const operatorInfo = z.object({
  /** of the session; sent with every call */
  token: z.string(),
  operator_id: z.string(),
  /** what they sign in with */
  name: z.string(),
  /** what others read beside their deeds */
  nick_name: z.string(),
  roles,
  /** seconds since 1970 */
  expires_at: z.number().int(),
  /** seconds without a call after which the session ends */
  idle: z.number().int(),
});

export const operatorSignin = defineCall({
  path: '/api/operator/signin',
  auth: 'anyone',
  input: z.object({ name: operatorNameField.schema, password: passwordField.schema }),
  output: z.object({
    /** handed in again with the code */
    ticket: z.string(),
    /** seconds that the ticket is good for */
    expires_in: z.number().int(),
    /** of a first sign-in, which binds an authenticator; null afterwards */
    enrol: authenticatorSecret.nullable(),
  }),
  summary: 'First step into the console: name and password; answers alike whatever was wrong',
});

export const operatorConfirm = defineCall({
  path: '/api/operator/signinConfirm',
  auth: 'anyone',
  input: z.object({
    ticket: signInTicket('请重新登录'),
    code: totpCodeField.schema,
  }),
  output: operatorInfo,
  summary: 'Second step: the code of the authenticator, each good once; opens the session',
});

export const operatorSignout = defineCall({
  path: '/api/operator/signout',
  auth: 'anyone',
  input: z.object({}),
  output: z.object({}),
  summary: 'Ends the operator session of the token sent, if there is one',
});
