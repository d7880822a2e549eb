import { expect, it } from 'vitest';
import { rows } from './row-field.ts';

const field = rows({
  label: '库存',
  required: '请填写库存',
  columns: [
    { key: 'name', label: '名称' },
    { key: 'count', label: '数量', amount: true },
  ],
  max: 2,
  example: '[]',
});
const read = (value: unknown) => {
  const parsed = field.schema.safeParse(value);
  return parsed.success ? parsed.data : parsed.error.issues[0]?.message;
};
const written = (...counts: string[]) => JSON.stringify(counts.map((count) => ({ name: '-5 号板', count })));

it('rows are named texts', () => {
  expect(read('[{"name":"橡木","count":3,"other":1}]')).toEqual([{ name: '橡木', count: '3' }]);
  const wrong = ['', '[]', '{', '[{"name":"","count":"1"}]', '[{"name":"a"}]', '[{"name":"a\\u0000","count":"1"}]'];
  expect(wrong.map(read)).toEqual(Array(wrong.length).fill('请填写库存'));
  expect(read(written('1', '2', '3'))).toBe('库存最多2行');
});

it('[A-08] an amount below zero is refused with its row', () => {
  for (const count of ['-1', '－３ 立方米', '− 2']) expect(read(written('1', count))).toBe('库存第2行的数量不能为负');
  expect(read(written('36 立方米', '10-20 张'))).toHaveLength(2);
});
