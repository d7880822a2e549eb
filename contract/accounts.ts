import { z } from 'zod';
import { agreementVersion } from './agreement.ts';
import { defineCall } from './call.ts';
import { type Field, text } from './fields.ts';
import { pictureFor } from './pictures.ts';
import { optional } from './wire.ts';

/** 1 individual, 2 enterprise (specification §1). */
export const accountTypes = [
  { value: '1', label: '个人' },
  { value: '2', label: '企业' },
] as const;

/** Seconds that a texted code is good for, and that a number waits before it may ask for another (rulings §5). */
export const smsCodeLifetime = 300;
export const smsCodePause = 60;

/** What a texted code is for. A code asked for one purpose is worthless for the other. */
export const smsPurposes = { register: '1', reset: '2', export: '3', close: '4' } as const;

/** Seconds that a sign-in lasts (specification §4). */
export const sessionLifetime = 24 * 3600;

export const mobileField = text({
  label: '手机号',
  required: '请输入手机号',
  max: [11, '请输入正确的11位手机号'],
  pattern: [/^1[3-9]\d{9}$/, '请输入正确的11位手机号'],
  inputMode: 'tel',
  example: '13800000001',
});

export const smsCodeField = text({
  label: '短信验证码',
  required: '请输入短信验证码',
  max: [6, '验证码为6位数字'],
  pattern: [/^\d{6}$/, '验证码为6位数字'],
  example: '204816',
});

/** Never trimmed: blanks belong to a password. */
function secret(options: { label: string; required: string; check: boolean }): Field<string> {
  const { label, required, check } = options;
  const schema = z
    .unknown()
    .optional()
    .transform((value, context): string => {
      const refuse = (message: string) => {
        context.addIssue({ code: 'custom', message });
        return z.NEVER;
      };
      if (typeof value !== 'string' || value === '') return refuse(required);
      const { length } = [...value];
      if (length > 64) return refuse('密码最多64位');
      if (!check) return value;
      if (length < 8) return refuse('密码至少8位');
      if (!/[A-Za-z]/.test(value) || !/\d/.test(value)) return refuse('密码须同时包含字母和数字');
      return value;
    });
  return { label, required: true, widget: { kind: 'text', max: 64 }, schema, example: 'omo2026demo' };
}

/** A password as it is chosen: 8 to 64 characters with letters and digits (rulings §5). */
export const newPasswordField = secret({ label: '密码', required: '请输入密码', check: true });
/** A password as it is proven; an older rule's password must still open the door. */
export const passwordField = secret({ label: '密码', required: '请输入密码', check: false });
export const oldPasswordField = secret({ label: '原密码', required: '请输入原密码', check: false });

export const nicknameField = text({
  label: '昵称',
  required: '请输入昵称',
  min: [2, '昵称至少2个字'],
  max: [20, '昵称最多20个字'],
  pattern: [/^[\p{L}\p{N}\p{Emoji_Presentation} ·._-]+$/u, '昵称不能包含特殊符号'],
  example: '林木匠',
});

const choice = <const T extends readonly [string, ...string[]]>(values: T, message: string) =>
  z.preprocess((value) => (typeof value === 'number' ? String(value) : value), z.enum(values, message));

export const accountTypeSchema = choice(['1', '2'], '请选择账号类型').transform((value) => Number(value) as 1 | 2);

const consentMessage = '请先阅读并同意《用户协议》和《隐私政策》';

/** User info as it goes over the wire (specification §3). `token` is the one that the caller holds. */
export const userInfo = z.object({
  token: z.string(),
  user_id: z.string(),
  user_name: z.string(),
  avatar_url: z.string(),
  nick_name: z.string(),
  /** 0 not said, 1 male, 2 female */
  gender: z.number().int(),
  mobile: z.string(),
  /** 1 in use */
  status: z.number().int(),
  account_type: z.number().int(),
});

/** What a browser calls itself, at random, so that a sign-in from elsewhere is noticed; who sends none is told by less. */
const device = optional(z.string().regex(/^[\w-]{16,64}$/, 'device 有误'));

/** A piece of work that a browser does before a text message is sent (altcha v2 challenge). */
export const humanChallenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number().int(),
    keyLength: z.number().int(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  }),
  signature: z.string(),
});

export const humanCheck = defineCall({
  path: '/api/Auth/humanCheck',
  auth: 'anyone',
  input: z.object({}),
  output: humanChallenge,
  summary: 'A challenge to be solved before asking for a text message; good for five minutes and one use.',
});

export const sms = defineCall({
  path: '/api/Auth/sms',
  auth: 'anyone',
  input: z.object({
    mobile: mobileField.schema,
    type: choice([smsPurposes.register, smsPurposes.reset, smsPurposes.export, smsPurposes.close], '验证码用途有误'),
    /** base64 of the JSON {challenge, solution} */
    humanCheck: z.string('请先完成人机验证').min(1, '请先完成人机验证').max(4000, '人机验证有误，请重试'),
  }),
  output: z.object({
    /** seconds that the code is good for */
    expires_in: z.number().int(),
    /** seconds until the number may be texted again */
    retry_after: z.number().int(),
    /** where the message is to be found when no telephone rings; '' where messages are really sent */
    note: z.string(),
  }),
  summary:
    'Texts a six-digit code, type 1 to register, 2 to reset, 3 to take one’s data along, 4 to close the account; 3 and 4 only to the own number of who is signed in. Answers alike whether or not the number is known.',
});

export const signup = defineCall({
  path: '/api/Auth/signup',
  auth: 'anyone',
  input: z.object({
    account_type: accountTypeSchema,
    mobile: mobileField.schema,
    code: smsCodeField.schema,
    password: newPasswordField.schema,
    /** the version of the agreement that was agreed to */
    consent: z.literal(agreementVersion, consentMessage),
    device,
  }),
  output: userInfo,
  summary: 'Opens an account for a number proven by its code, and signs in.',
});

/** `reopened`: the account waited to be closed, and does not any more. */
const entered = userInfo.extend({ reopened: z.boolean() });

export const signin = defineCall({
  path: '/api/Auth/signin',
  auth: 'anyone',
  input: z.object({ mobile: mobileField.schema, password: passwordField.schema, device }),
  output: entered,
  summary: 'Signs in with number and password.',
});

export const resetPassword = defineCall({
  path: '/api/Auth/resetPassword',
  auth: 'anyone',
  input: z.object({
    mobile: mobileField.schema,
    code: smsCodeField.schema,
    password: newPasswordField.schema,
    device,
  }),
  output: entered,
  summary: 'Sets a new password for a number proven by its code, ends every session, and signs in.',
});

export const updatePassword = defineCall({
  path: '/api/Auth/updatePassword',
  auth: 'user',
  input: z.object({ oldPassword: oldPasswordField.schema, password: newPasswordField.schema }),
  output: z.object({}),
  summary: 'Changes the password and ends every other session.',
});

export const getUserInfo = defineCall({
  path: '/api/Auth/getUserInfo',
  auth: 'user',
  input: z.object({}),
  output: userInfo,
  summary: 'Who is signed in.',
});

export const signout = defineCall({
  path: '/api/Auth/signout',
  auth: 'anyone',
  input: z.object({}),
  output: z.object({}),
  summary: 'Ends the session of the token sent, if there is one.',
});

/** Sent by the specification's clients, says nothing to us. */
const appCode = z.string('appCode 填写有误').max(100, 'appCode 过长').optional();

export const uploadAvatar = defineCall({
  path: '/api/Auth/uploadAvatar',
  auth: 'user',
  input: z.object({
    appCode,
    /** address of a picture that was uploaded here */
    iconUrl: z
      .string('请上传头像')
      .trim()
      .min(1, '请上传头像')
      .refine((url) => pictureFor(url) !== undefined, '头像地址有误'),
  }),
  output: userInfo,
  summary: 'Takes an uploaded picture as avatar.',
});

export const updateNickname = defineCall({
  path: '/api/Auth/updateNickname',
  auth: 'user',
  input: z.object({ appCode, nickeName: nicknameField.schema }),
  output: userInfo,
  summary: 'Changes the nickname.',
});
