import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  choices,
  documents,
  fenToYuan,
  type Field,
  images,
  location,
  moment,
  money,
  paging,
  regions,
  text,
  video,
  whole,
  yuanToFen,
} from './fields.ts';

function read<Out>(field: Pick<Field<Out>, 'schema'>, value: unknown): Out | string {
  const parsed = field.schema.safeParse(value);
  return parsed.success ? parsed.data : (parsed.error.issues[0]?.message ?? '');
}

const example = '';

describe('text', () => {
  const field = text({ label: '名称', required: '请输入名称', min: [2, '太短'], max: [4, '太长'], example });

  it('trims, and counts characters, not code units', () => {
    expect(read(field, ' 木床 ')).toBe('木床');
    expect(read(field, '🪑🪑🪑🪑')).toBe('🪑🪑🪑🪑');
  });

  it.each([
    [undefined, '请输入名称'],
    ['', '请输入名称'],
    ['   ', '请输入名称'],
    ['床', '太短'],
    ['一二三四五', '太长'],
    [{ a: 1 }, '请输入名称'],
  ])('%j → %s', (value, message) => expect(read(field, value)).toBe(message));
});

it('a text of digits is kept in plain ones', () => {
  const field = text({
    label: '价格',
    max: [10, '太长'],
    pattern: [/^\d+(?:\.\d{1,2})?$/, '须为数字'],
    inputMode: 'decimal',
    example,
  });
  expect(['３，２００', '12。5', '12，5'].map((value) => read(field, value))).toEqual(['3200', '12.5', '须为数字']);
});

describe('money', () => {
  const field = money({
    label: '预算',
    required: '请输入您的预算',
    negative: '预算不能为负',
    min: [1000, '最低预算10元人民币'],
    example,
  });

  it.each([
    ['10', 1000],
    ['10.5', 1050],
    ['3500.00', 350000],
    [99.99, 9999],
    ['１２３．５', 12350],
    ['１，２００', 120000],
    ['￥1,200.50', 120050],
  ])('%j is %i fen', (value, fen) => expect(read(field, value)).toBe(fen));

  it.each([
    ['', '请输入您的预算'],
    ['-1', '预算不能为负'],
    ['9.99', '最低预算10元人民币'],
    ['1e5', '预算须为数字，最多两位小数'],
    ['10.001', '预算须为数字，最多两位小数'],
    ['abc', '预算须为数字，最多两位小数'],
    ['100000001', '预算不能超过1亿元'],
    ['－１', '预算不能为负'],
    ['12，5', '预算须为数字，最多两位小数'],
    ['９９９９９９９９９９９９９９', '预算不能超过1亿元'],
    ['99999999999999', '预算不能超过1亿元'],
  ])('%j → %s', (value, message) => expect(read(field, value)).toBe(message));

  it('goes to yuan and back without loss', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e13, max: 1e13 }), (fen) => yuanToFen(fenToYuan(fen)) === (fen === 0 ? 0 : fen)),
    );
  });
});

it('a whole number names what is wrong with it', () => {
  const field = whole({
    label: '需求量',
    required: '请输入您的需求量',
    negative: '需求量不能为负',
    unit: '件',
    example,
  });
  expect(['12', '１２', '1,200', '', '-3', '1.5', '0', '99999999'].map((value) => read(field, value))).toEqual([
    12,
    12,
    1200,
    '请输入您的需求量',
    '需求量不能为负',
    '需求量须为整数',
    '需求量至少为1',
    '需求量过大',
  ]);
});

describe('lists', () => {
  const scope = choices({ label: '范围', required: '请选择', of: ['客厅', '卧室'], example });
  const pictures = images({ label: '图片', required: '请上传', max: 2, example });

  it('[X-01] takes one ticked box, commas and repeated fields alike', () => {
    expect(read(scope, '客厅')).toEqual(['客厅']);
    expect(read(scope, '客厅,卧室')).toEqual(['客厅', '卧室']);
    expect(read(scope, ['客厅', '卧室', '客厅'])).toEqual(['客厅', '卧室']);
  });

  it('refuses nothing, and what is not offered', () => {
    expect(read(scope, '')).toBe('请选择');
    expect(read(scope, undefined)).toBe('请选择');
    expect(read(scope, '厨房')).toBe('范围不在可选范围内');
  });

  it('[X-03] an image list must be a list of addresses', () => {
    expect(read(pictures, '/files/a.jpg,/files/b.jpg')).toEqual(['/files/a.jpg', '/files/b.jpg']);
    expect(read(pictures, { a: 1 })).toBe('传入的不是数组');
    expect(read(pictures, '')).toBe('请上传');
    expect(read(pictures, 'javascript:alert(1)')).toBe('图片地址有误');
    expect(read(pictures, '/a.jpg,/b.jpg,/c.jpg')).toBe('最多上传2张图片');
  });

  it('optional documents may be absent', () => {
    expect(read(documents({ label: '附件', max: 1, example }), undefined)).toEqual([]);
  });
});

it('a moment is whole seconds', () => {
  const field = moment({ label: '截止时间', required: '请设置截止时间', example });
  expect(read(field, '1700000000')).toEqual(new Date(1_700_000_000_000));
  expect(read(field, '')).toBe('请设置截止时间');
  expect(read(field, '2026-01-01')).toBe('截止时间格式有误');
});

it('a destination is a pair of codes', () => {
  const field = regions({ label: '目的地', required: '请选择目的地', example });
  expect(read(field, '36,3607')).toEqual(['36', '3607']);
  expect(['', '36', '36,3607,360702', 'a,b'].map((value) => read(field, value))).toEqual(Array(4).fill('请选择目的地'));
});

it('a point must lie on the earth', () => {
  const field = location({ label: '位置', required: '请选择位置', example });
  expect(read(field, '25.8,114.9')).toEqual({ lat: 25.8, lng: 114.9, datum: 'GCJ-02' });
  expect(read(field, '25.8,114.9,WGS-84')).toEqual({ lat: 25.8, lng: 114.9, datum: 'WGS-84' });
  expect(read(field, '２５。８,１１４．９')).toEqual({ lat: 25.8, lng: 114.9, datum: 'GCJ-02' });
  expect(read(field, '25.8,114.9,BD-09')).toBe('坐标系不在可选范围内');
  expect(['', '91,0', '0,181', 'x,y'].map((value) => read(field, value))).toEqual(Array(4).fill('请选择位置'));
});

it('a video is an mp4', () => {
  const field = video({ label: '视频', required: '请上传视频', example });
  expect(read(field, '/files/a.mp4')).toBe('/files/a.mp4');
  expect(read(field, '/files/a.avi')).toBe('视频只支持mp4格式');
});

it('a page out of bounds is refused, not bent', () => {
  const { page } = paging(6);
  expect(read({ schema: page }, undefined)).toBe(1);
  expect(read({ schema: page }, '3')).toBe(3);
  expect(['0', '-1', '1000000000', 'x'].map((value) => read({ schema: page }, value))).toEqual(
    Array(4).fill('页码须为1到999999999之间的整数'),
  );
});
