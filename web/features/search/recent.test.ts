import { beforeEach, expect, test, vi } from 'vitest';
import { forgetSearches, recentSearches, rememberSearch } from './recent.ts';

beforeEach(() => localStorage.clear());

test('[Z-02] the last eight searches of this device are kept, newest first and each once', () => {
  for (const query of ['一', '二', '三', '四', '五', '六', '七', '八', '九', '三']) rememberSearch(query);
  expect(recentSearches()).toEqual(['三', '九', '八', '七', '六', '五', '四', '二']);
  forgetSearches();
  expect(recentSearches()).toEqual([]);
});

test('[Z-02] what cannot be read or stored stops nobody', () => {
  localStorage.setItem('omo.searches', '{broken');
  expect(recentSearches()).toEqual([]);
  localStorage.setItem('omo.searches', '[1,"床"]');
  expect(recentSearches()).toEqual(['床']);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full');
  });
  expect(() => rememberSearch('床')).not.toThrow();
  vi.restoreAllMocks();
});
