import { expect, test } from 'vitest';
import { yuanInWords } from './yuan-in-words.ts';

test.each([
  [0, '零元整'],
  [1, '壹分'],
  [10, '壹角整'],
  [105, '壹元零伍分'],
  [150, '壹元伍角整'],
  [1000, '壹拾元整'],
  [100_50, '壹佰元伍角整'],
  [10_001_00, '壹万零壹元整'],
  [8_640_000, '捌万陆仟肆佰元整'],
  [12_345_67, '壹万贰仟叁佰肆拾伍元陆角柒分'],
  [100_000_000, '壹佰万元整'],
  [1_000_100_00, '壹佰万零壹佰元整'],
  [10_000_000_000, '壹亿元整'],
  [10_000_000_101, '壹亿零壹元零壹分'],
  [10_010_000_000, '壹亿零壹拾万元整'],
] as const)('%i fen are %s', (fen, words) => {
  expect(yuanInWords(fen)).toBe(words);
});

test('what is no sum in whole fen is refused', () => {
  for (const wrong of [-1, 0.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1])
    expect(() => yuanInWords(wrong)).toThrow(RangeError);
});
