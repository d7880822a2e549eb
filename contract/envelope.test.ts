import { describe, expect, it } from 'vitest';
import { BrokenForm, decodeForm, encodeForm, envelope } from './envelope.ts';

describe('form codec', () => {
  it('[X-01] flattens lists, flags and structures and leaves empty optionals out', () => {
    const form = encodeForm({
      name: '床',
      list: ['a', 'b'],
      on: true,
      id: undefined,
      gone: null,
      rows: [{ a: 1 }],
      point: { lat: 1 },
      n: 3,
    });
    expect(Object.fromEntries(form)).toEqual({
      name: '床',
      list: 'a,b',
      on: '1',
      rows: '[{"a":1}]',
      point: '{"lat":1}',
      n: '3',
    });
  });

  it('[X-01] reads back what it wrote, reserved characters included', () => {
    const value = 'a+b&c=d% 床\n"';
    expect(decodeForm(encodeForm({ value }).toString())).toEqual({ value });
  });

  it('gathers a repeated field, with or without brackets, and keeps a prototype name harmless', () => {
    expect({ ...decodeForm('a=1&a=2&b[]=3&c') }).toEqual({ a: ['1', '2'], b: '3', c: '' });
    expect(Object.getPrototypeOf(decodeForm('__proto__=x'))).toBeNull();
  });

  it.each(['name=%E4%BD', 'name=%zz', 'name=a%00b'])('names the field of a broken encoding: %s', (body) => {
    expect(() => decodeForm(body)).toThrow(BrokenForm);
    expect(() => decodeForm(body)).toThrow(expect.objectContaining({ field: 'name' }));
  });
});

it('[X-01] an envelope carries count, page, pages and page_info', () => {
  expect(envelope([1], { count: 13, page: 2, pageSize: 6 })).toEqual({
    error_code: 0,
    error_msg: '',
    data: [1],
    count: 13,
    page: 2,
    pages: 3,
    page_info: { page: 2, page_size: 6, pages: 3, count: 13 },
  });
});
