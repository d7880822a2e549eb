import { expect, test } from 'vitest';
import { changedQuery } from './list-query.ts';

const fallbacks = { status: '0' };
const changed = (before: string, changes: Record<string, string>) =>
  changedQuery(new URLSearchParams(before), changes, fallbacks).toString();

test('[P-02] a filter stands in the address unless it is what the list shows anyway, and begins at the first page', () => {
  expect(changed('status=1&page=3', { status: '2' })).toBe('status=2');
  expect(changed('status=1&page=3', { status: '0' })).toBe('');
  expect(changed('q=木&page=3', { q: '' })).toBe('');
});

test('[P-02] another page keeps the filters and the order; the first is not written', () => {
  expect(changed('status=1&sort=-money', { page: '2' })).toBe('status=1&sort=-money&page=2');
  expect(changed('status=1&page=2', { page: '1' })).toBe('status=1');
});
