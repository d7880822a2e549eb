/**
 * What can go wrong with a call, written once: the wire number, the HTTP status, the sentence a user reads when the
 * refusal brings none of its own, and whether it is worth a line in the error log (rulings §5).
 */
export const errorKinds = {
  invalid_input: { code: 1001, status: 400, text: '提交的内容有误，请检查后再试', report: false },
  sign_in_needed: { code: 1002, status: 401, text: '请先登录', report: false },
  not_allowed: { code: 1003, status: 403, text: '您没有权限进行此操作', report: false },
  not_found: { code: 1004, status: 404, text: '您要找的内容不存在或已被删除', report: false },
  state_conflict: { code: 1005, status: 409, text: '当前状态不能进行此操作，请刷新后再看', report: false },
  too_many: { code: 1006, status: 429, text: '操作太频繁，请稍后再试', report: false },
  too_large: { code: 1007, status: 413, text: '文件过大', report: false },
  wrong_file: { code: 1007, status: 415, text: '文件类型不支持', report: false },
  internal: { code: 1500, status: 500, text: '系统开小差了，请稍后再试', report: true },
  unavailable: { code: 1500, status: 503, text: '服务暂时不可用，请稍后再试', report: true },
} as const;

export type ErrorKind = keyof typeof errorKinds;

/** Field (by its wire name) → the sentence to show next to it. */
export type FieldMessages = Record<string, string>;

/** A refusal that the caller is meant to read. Anything else that is thrown is our fault and is answered 1500. */
export class Refusal extends Error {
  readonly kind: ErrorKind;
  readonly fields: FieldMessages;

  constructor(kind: ErrorKind, message?: string, fields: FieldMessages = {}) {
    super(message ?? Object.values(fields)[0] ?? errorKinds[kind].text);
    this.name = 'Refusal';
    this.kind = kind;
    this.fields = fields;
  }
}

/** An input refusal that names one field. */
export function invalid(field: string, message: string): Refusal {
  return new Refusal('invalid_input', message, { [field]: message });
}

/** Codes that a client takes for success (specification §8). */
export const successCodes: readonly number[] = [0, 100];

/** Codes after which a client forgets its user and asks for a sign-in (specification §4, §8). */
export const signInCodes: readonly number[] = [1002, 401, 501];
