import { expect, test } from 'vitest';
import {
  accountType,
  accountTypeNames,
  certificationStatus,
  certificationStatusNames,
  orderStatus,
  orderStatusNames,
  paymentStatus,
  paymentStatusNames,
  shopCaseStatus,
  shopCaseStatusNames,
  transactionType,
  transactionTypeNames,
  withdrawalStatus,
  withdrawalStatusNames,
} from './statuses.ts';

const families: [string, Readonly<Record<string, number>>, Readonly<Record<number, string>>][] = [
  ['order', orderStatus, orderStatusNames],
  ['payment', paymentStatus, paymentStatusNames],
  ['certification', certificationStatus, certificationStatusNames],
  ['shop case', shopCaseStatus, shopCaseStatusNames],
  ['withdrawal', withdrawalStatus, withdrawalStatusNames],
  ['transaction', transactionType, transactionTypeNames],
  ['account', accountType, accountTypeNames],
];

test.each(families)('every %s number has a Chinese name of its own', (_family, numbers, names) => {
  expect(Object.values(numbers).map(String).toSorted()).toEqual(Object.keys(names).toSorted());
  expect(new Set(Object.values(names)).size).toBe(Object.keys(names).length);
  expect(Object.values(names).join('')).toMatch(/^[\u4e00-\u9fff]+$/);
});

test('[A-06] [A-08] certification and shop case statuses read as the specification words them', () => {
  expect(Object.values(certificationStatusNames)).toEqual(['认证中', '认证成功', '认证失败']);
  expect(Object.values(shopCaseStatusNames)).toEqual(['审核中', '审核通过', '审核不通过']);
});
