import { plainNumber } from './typed-number.ts';

/**
 * What the join form asks, in words and rules that a public page can bring along without a schema (specification §5). The
 * call's fields in presale.ts say the same; a test holds the two against each other.
 */
export const joinMessages = {
  number: '请输入数量',
  whole: '数量须为整数',
  negative: '数量不能为负',
  least: '数量至少为1',
  above: '输入的数量不能大于预售的数量',
  tel: '请输入您的手机号或邮箱',
} as const;

export const telLimits = { phone: 11, email: 50 } as const;

export const mobileForm = /^1[3-9]\d{9}$/;
export const emailForm = /^[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/;

/** What is wrong with a number of pieces as it was typed, where `left` can be had; undefined for nothing. */
export function numberFault(typed: string, left: number): string | undefined {
  const text = plainNumber(typed);
  if (text === '') return joinMessages.number;
  if (!/^-?\d{1,15}$/.test(text)) return joinMessages.whole;
  const number = Number(text);
  if (number < 0) return joinMessages.negative;
  if (number < 1) return joinMessages.least;
  return number > left ? joinMessages.above : undefined;
}

/** The same of a mobile number (at most 11) or an email (at most 50, rulings §1). */
export function telFault(typed: string): string | undefined {
  const text = typed.trim();
  const right = mobileForm.test(text) || (text.length <= telLimits.email && emailForm.test(text));
  return right ? undefined : joinMessages.tel;
}
