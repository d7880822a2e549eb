import { expect, it } from 'vitest';
import { numberFault, telFault } from './presale-join.ts';
import { joinFields } from './presale.ts';

const said = (schema: (typeof joinFields)[keyof typeof joinFields]['schema'], value: string) =>
  schema.safeParse(value).error?.issues[0]?.message;

it.each([
  ['', '请输入数量'],
  ['  ', '请输入数量'],
  ['三', '数量须为整数'],
  ['1.5', '数量须为整数'],
  ['1e3', '数量须为整数'],
  ['-1', '数量不能为负'],
  ['0', '数量至少为1'],
  ['99999999', '输入的数量不能大于预售的数量'],
  ['1', undefined],
  [' 20 ', undefined],
])('[H-04] a number of pieces typed as %j: the form and the call say %s', (typed, message) => {
  expect(numberFault(typed, 9_999_999)).toBe(message);
  expect(said(joinFields.number.schema, typed)).toBe(message);
});

it('[H-04] the form knows what was left when the page was made', () => {
  expect(numberFault('5', 5)).toBeUndefined();
  expect(numberFault('6', 5)).toBe('输入的数量不能大于预售的数量');
});

const wrong = '请输入您的手机号或邮箱';
it.each([
  ['', wrong],
  ['12800000001', wrong],
  ['1380000000', wrong],
  ['138000000011', wrong],
  ['0797-8888888', wrong],
  ['<script>alert(1)</script>', wrong],
  ['"><img src=x>@a.cn', wrong],
  ['a@b', wrong],
  ['a@b.cn\n13800000001', wrong],
  [`${'a'.repeat(46)}@b.cn`, wrong],
  [`${'a'.repeat(45)}@b.cn`, undefined],
  ['13800000001', undefined],
  [' 13800000001 ', undefined],
  ['lin.mu+1@south-kang.com.cn', undefined],
])('[H-04] a contact typed as %j: the form and the call say %s', (typed, message) => {
  expect(telFault(typed)).toBe(message);
  expect(said(joinFields.tel.schema, typed)).toBe(message);
});
