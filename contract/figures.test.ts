import { expect, test } from 'vitest';
import { inFigures } from './figures.ts';

test.each([
  ['999', undefined, '999'],
  ['4900', '元/立方米', '4,900 元/立方米'],
  ['21800.50', '元', '21,800.50 元'],
  ['-1234567', undefined, '-1,234,567'],
  ['82', '%', '82%'],
  ['月产 1200 张', undefined, '月产 1200 张'],
  ['', '件', ' 件'],
])('%s %s reads %s', (value, unit, read) => {
  expect(inFigures(value, unit)).toBe(read);
});
